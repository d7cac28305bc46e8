import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { UserError } from '../../src/core/base/errors.ts'
import { JqlError } from '../../src/core/jql/jql-error.ts'
import type { Store } from '../../src/store/engine/store.ts'
import { collectReport } from '../support/run-reports.ts'
import { IS_DEEP, runs, SEED, sample } from '../support/sampling.ts'
import { NOW, type Tracker, ZONE } from '../support/tracker-world.ts'
import { described } from './check.ts'
import { type PlainTracker, plainAnswer, plainTracker } from './jql-plain.ts'
import { FAMILIES, queriesAbout, type WrittenQuery } from './jql-queries.ts'
import { jqlTrackers, withJqlStore } from './jql-world.ts'

// Compares the result of a query in a store with its definition over plain issues.

interface Answer {
  readonly ids: readonly string[]
  readonly query: string
}

/** The issues that a list report finds, in its order, and the query in its response. */
async function answer(store: Store, tracker: Tracker, query: string): Promise<Answer> {
  const parameters = new URLSearchParams({
    columnsBy: 'statusCount',
    filterType: 'customjql',
    customjql: query,
    timeZone: ZONE.name,
  })
  const { rows, plan } = await collectReport(store, 'list', String(parameters), NOW)
  const ids = new Map(tracker.issues.map(({ key, id }) => [key, id]))
  return { ids: rows.map(({ header }) => ids.get(header[0]!) ?? header[0]!), query: plan.query }
}

/** Returns whether the result was neither empty nor complete; `null` if there was none. */
async function check(
  store: Store,
  tracker: Tracker,
  plain: PlainTracker,
  written: WrittenQuery,
): Promise<boolean | null> {
  const query = `${written.where} ${written.orderBy}`
  let expected: string[]
  try {
    expected = plainAnswer(query, plain)
  } catch (error) {
    if (!(error instanceof JqlError)) throw error
    // An option that no issue of this tracker had.
    await expect(answer(store, tracker, query), query).rejects.toThrow(UserError)
    return null
  }
  expect((await answer(store, tracker, query)).ids, query).toEqual(expected)
  return expected.length > 0 && expected.length < plain.issues.length
}

/** Checks a query about each family of clauses. */
async function checkAll(tracker: Tracker, seed: number): Promise<void> {
  const plain = plainTracker(tracker)
  const arePartial: boolean[] = []
  const failed = await withJqlStore(tracker, async store => {
    for (const [location, family] of FAMILIES.entries()) {
      const property = fc.asyncProperty(queriesAbout(family), async query => {
        const isPartial = await check(store, tracker, plain, query)
        if (isPartial !== null) arePartial.push(isPartial)
      })
      const details = await fc.check(property, { seed: seed + location, numRuns: 1 })
      if (details.failed) return details.errorInstance as Error
    }
    return null
  })
  if (failed) throw new Error(`${failed.message}\n${described(tracker)}`, { cause: failed })
  expect(arePartial.filter(isPartial => isPartial).length / FAMILIES.length).toBeGreaterThan(0.3)
}

/** Checks handwritten queries over all issues of a tracker. */
async function checkEach(tracker: Tracker, wheres: readonly string[]): Promise<void> {
  const plain = plainTracker(tracker)
  await withJqlStore(tracker, async store => {
    for (const where of wheres) await check(store, tracker, plain, { where, orderBy: '' })
  })
}

/** Trackers with enough issues for queries to have different results. */
const crowded = jqlTrackers.filter(({ issues }) => issues.length > 7)

describe('a query finds the expected issues, in order', () => {
  for (const [location, tracker] of fc.sample(crowded, runs(1)).entries()) {
    it(`in tracker ${location}`, () => checkAll(tracker, SEED + 1000 * location))
  }
})

describe('a query finds the expected issues', () => {
  it('at the ends of its window, to the millisecond', async () => {
    const [tracker] = fc.sample(crowded, { seed: SEED, numRuns: 1 }) as [Tracker]
    const instants = tracker.issues.flatMap(({ changes }) => changes.filter(({ field }) => field === 'status'))
    const ends = sample('ends', [...new Set(instants.map(({ at }) => at))], 2)
    const held = '(Open, Doing, Review)'
    const windows = ends.flatMap(at => [`BEFORE ${at}`, `AFTER ${at}`, `DURING (${at}, ${at})`])
    await checkEach(
      tracker,
      windows.flatMap(window => [`status WAS IN ${held} ${window}`, `status CHANGED ${window}`]),
    )
  })

  it('in texts', async () => {
    const [{ issues }] = fc.sample(crowded, { seed: SEED, numRuns: 1 }) as [Tracker]
    const summaries = [
      'broken x engine x foo',
      'broken engine x x foo',
      'engine broken foo',
      'foo foo x foo',
      '100%',
      '',
    ]
    const tracker = { issues: issues.slice(0, 6).map((issue, i) => ({ ...issue, summary: summaries[i]! })) }
    const phrases = ['broken engine', 'broken engine foo', 'engine foo', 'foo foo foo', 'broken foo']
    const searches = [
      ...phrases.flatMap(phrase => ['', '~1', '~2', '~3'].map(slop => `\\"${phrase}\\"${slop}`)),
      ...['NOT foo', 'x -engine', '10?', '1*', '?', 'foe~1', 'foex~1', 'foex~'],
    ]
    await checkEach(
      tracker,
      sample('searches', searches, 14).map(search => `summary ~ "${search}"`),
    )
  })

  it('with characters of several bytes', async () => {
    const [{ issues }] = fc.sample(crowded, { seed: SEED, numRuns: 1 }) as [Tracker]
    const summaries = ['müller', 'muller', 'mülär', 'ΛΌΓΟΣ', 'İSTANBUL', '日本語']
    const tracker = { issues: issues.slice(0, 6).map((issue, i) => ({ ...issue, summary: summaries[i]! })) }
    const searches = ['müller~1', 'muller~1', 'muller~2', 'mölär~1', 'λόγος', 'istanbul', 'İstanbul', '日??', '日x~1']
    await checkEach(
      tracker,
      sample('searches', searches, 5).flatMap(search => [`summary ~ "${search}"`, `summary !~ "${search}"`]),
    )
  })
})

describe('in a store', () => {
  const [tracker] = fc.sample(crowded, { seed: SEED, numRuns: 1 }) as [Tracker]
  const everything = tracker.issues.map(({ id }) => id).toSorted()

  it('a value, all others and none add up to all issues', async () => {
    const clauses = [
      ...['status = Open', 'assignee = Ann', 'assignee IN (Bob, Cleo)', 'creator = Bob', 'priority = High'],
      ...['resolution = Fixed', 'statusCategory = Done', 'labels = x', 'labels IN (x, y)', 'fixVersion = v1'],
      ...['component = Engine', 'sprint IN openSprints()', 'cf[3] = Red', '"Story Points" = 0', 'due = 2024-02-29'],
      ...['resolved = "2024-02-29 02:30"', '"Go Live" = now()', 'originalEstimate = 1d', 'key = 1000'],
      ...['summary ~ engine', 'description ~ engine', 'environment ~ "NOT engine"', '"Root Cause" ~ "fo*"'],
    ]
    const parts = sample('clauses', valid(clauses, tracker), 6).map(clause => {
      const field = /^("[^"]+"|\S+)/.exec(clause)![0]
      return [clause, `NOT ${clause}`, `${field} IS EMPTY`]
    })
    await expectPartitions(tracker, parts, everything)
  })

  it('WAS and WAS NOT, CHANGED and NOT CHANGED, and a set and its complement add up to all issues', async () => {
    const clauses = [
      ...['status WAS Open', 'status WAS IN (Doing, Gone) BEFORE "2024-03-01"', 'assignee WAS EMPTY BY Ann'],
      ...['fixVersion WAS v1', 'assignee WAS IN membersOf(devs) AFTER -36d', 'resolution WAS EMPTY', 'Team WAS Red'],
      ...['status CHANGED', 'status CHANGED TO Done', 'fixVersion CHANGED FROM EMPTY', 'assignee CHANGED BY EMPTY'],
      ...['priority CHANGED DURING (2024-02-29, 2024-03-01)', 'issue IN updatedBy(Ann)'],
      'issue IN timeInStatus(Open, ">", "1h")',
    ]
    await expectPartitions(
      tracker,
      sample('clauses', valid(clauses, tracker), 4).map(clause => [clause, `NOT ${clause}`]),
      everything,
    )
  })

  it('NOT NOT of a query, another order of its parts, and the query of the response find the same', async () => {
    const about = fc.tuple(...['labels in', 'status was', 'text ~'].map(queriesAbout))
    const plain = plainTracker(tracker)
    const triples = fc.sample(about, { seed: SEED, numRuns: 60 }).filter(all => all.every(one => binds(one, plain)))
    expect(triples).not.toEqual([])
    await withJqlStore(tracker, async store => {
      for (const [a, b, c] of triples.slice(0, IS_DEEP ? 4 : 2)) {
        const query = `(${a!.where}) AND (${b!.where}) OR (${c!.where})`
        const first = await answer(store, tracker, `${query} ${a!.orderBy}`)
        const others = [
          `NOT NOT (${query}) ${a!.orderBy}`,
          `(${c!.where}) OR (${b!.where}) AND (${a!.where}) ${a!.orderBy}`,
          first.query,
        ]
        for (const other of others) expect((await answer(store, tracker, other)).ids, other).toEqual(first.ids)
        expect((await answer(store, tracker, first.query)).query).toBe(first.query)
      }
    })
  })
})

/** Returns the clauses that name only what the tracker has: the options of a field are those of its issues. */
function valid(clauses: readonly string[], tracker: Tracker): readonly string[] {
  const plain = plainTracker(tracker)
  const found = clauses.filter(where => binds({ where }, plain))
  expect(found.length).toBeGreaterThan(clauses.length - 3)
  return found
}

function binds({ where }: Pick<WrittenQuery, 'where'>, plain: PlainTracker): boolean {
  try {
    plainAnswer(where, plain)
    return true
  } catch {
    return false
  }
}

/** Checks that each list of queries finds each issue once. */
async function expectPartitions(tracker: Tracker, parts: readonly string[][], everything: string[]): Promise<void> {
  await withJqlStore(tracker, async store => {
    for (const queries of parts) {
      const found = []
      for (const query of queries) found.push(...(await answer(store, tracker, query)).ids)
      expect(found.toSorted(), queries.join(' | ')).toEqual(everything)
    }
  })
}
