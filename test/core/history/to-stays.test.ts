import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Change, IssueHistory } from '../../../src/core/history/model.ts'
import type { Stay } from '../../../src/core/history/stay.ts'
import { toStays } from '../../../src/core/history/to-stays.ts'
import { naiveAssignments, naiveStays } from '../../oracle/naive-stays.ts'
import { change, history, isMulti, shown, stays, staysIn, value } from '../../support/notation.ts'
import { runs } from '../../support/sampling.ts'
import { FIELDS, isMultiField, worldField } from '../../support/tracker-world.ts'
import { histories } from '../../support/trackers.ts'

const RUNS = runs(200)

/**
 * Returns a history of status changes that may contradict each other: `'Open>Done@2'`; `present` is the present value.
 */
function broken(line: string, present: string | null, overrides: Partial<IssueHistory> = {}): IssueHistory {
  const changes = line.split(' ').map((part, i): Change => {
    const [from, to, at] = part.split(/[>@]/) as [string, string, string]
    return change('status', Number(at), [value(from)], [value(to)], String(i))
  })
  const today = new Map(present === null ? [] : [['status', [value(present)]] as const])
  return history({ status: 'Open@0' }, { changes, present: today, ...overrides })
}

const repairsOf = (issue: IssueHistory) => toStays(issue, isMulti).repairs.map(({ kind, at }) => `${kind} ${at}`)

describe('stays of a field', () => {
  it('are the uninterrupted periods with one value: a reopened issue stays in Open twice', () => {
    expect(stays('Open@0 Done@2 Open@5')).toBe('Open 0..2, Done 2..5, Open 5..')
  })

  it('are one open stay if nothing ever changed: the present value since creation', () => {
    expect(stays('Open@3')).toBe('Open 3..')
  })

  it('start with the from of the first change', () => {
    expect(shown(staysIn(broken('Review>Done@2', 'Done')))).toBe('Review 0..2, Done 2..')
  })

  it('do not end at a change to the same value', () => {
    expect(stays('Open@0 Open@2 Done@5')).toBe('Open 0..5, Done 5..')
  })

  it('have length 0 when two changes happen at once, in the order of their log entries', () => {
    expect(stays('Open@0 Doing@4 Done@4')).toBe('Open 0..4, Doing 4..4, Done 4..')
  })

  it('have no value while the field was empty', () => {
    expect(shown(staysIn(history({ status: 'Open@0', assignee: '-@0 ann@2 -@5' }), 'assignee'))).toBe(
      '- 0..2, ann 2..5, - 5..',
    )
  })

  it('have no value from creation for an issue that was never assigned', () => {
    expect(shown(staysIn(history({ status: 'Open@0' }), 'assignee'))).toBe('- 0..')
  })

  it('do not exist for a field without any value, except status and assignee', () => {
    expect(staysIn(history({ status: 'Open@0', priority: '-@0' }), 'priority')).toEqual([])
  })

  it('are numbered chronologically, and by visit of their value', () => {
    const made = staysIn(history({ status: 'Open@0 Done@2 Open@5' }))
    expect(made.map(({ seq, visitNumber, from }) => [seq, visitNumber, from?.id ?? null])).toEqual([
      [1, 1, null],
      [2, 1, 'Open'],
      [3, 2, 'Done'],
    ])
  })

  it('have the user who started them, the creator for the first', () => {
    const changes = [{ ...change('status', 2, [value('Open')], [value('Done')]), author: 'ann' }]
    const issue = history({ status: 'Open@0 Done@2' }, { changes, creator: 'bob' })
    expect(staysIn(issue).map(({ actor }) => actor)).toEqual(['bob', 'ann'])
  })

  it('compare values by id: two statuses can have one name', () => {
    const [one, other] = [
      { id: '5', label: 'Done' },
      { id: '7', label: 'Done' },
    ]
    const issue = history(
      { status: 'Open@0' },
      { changes: [change('status', 4, [one], [other])], present: new Map([['status', [other]]]) },
    )
    expect(staysIn(issue).map(({ value }) => value!.id)).toEqual(['5', '7'])
  })
})

describe('a contradictory history', () => {
  it('is trusted for its to rather than its from', () => {
    const issue = broken('Open>Doing@2 Review>Done@5', 'Done')
    expect(shown(staysIn(issue))).toBe('Open 0..2, Doing 2..5, Done 5..')
    expect(repairsOf(issue)).toEqual(['from-mismatch 5'])
    expect(staysIn(issue).at(-1)!.from!.id).toBe('Doing')
  })

  it('is sorted chronologically', () => {
    const issue = broken('Open>Doing@2 Done>Review@9 Doing>Done@5', 'Review')
    expect(shown(staysIn(issue))).toBe('Open 0..2, Doing 2..5, Done 5..9, Review 9..')
    expect(repairsOf(issue)).toEqual(['out-of-order 5'])
  })

  it('has its changes dated before creation moved to creation', () => {
    const issue = broken('Open>Doing@-5 Doing>Done@3', 'Done')
    expect(shown(staysIn(issue))).toBe('Open 0..0, Doing 0..3, Done 3..')
    expect(repairsOf(issue)).toEqual(['before-created 0'])
  })

  it('ends with a stay of the present value from the last update, if its last to differs', () => {
    const issue = broken('Open>Doing@2', 'Done', { updated: 7 })
    expect(shown(staysIn(issue))).toBe('Open 0..2, Doing 2..7, Done 7..')
    expect(repairsOf(issue)).toEqual(['present-mismatch 7'])
  })

  it('starts that stay at the last change if the update is earlier', () => {
    expect(shown(staysIn(broken('Open>Doing@9', 'Done', { updated: 7 })))).toBe('Open 0..9, Doing 9..9, Done 9..')
  })

  it('follows its last change if the present value is unknown', () => {
    const issue = broken('Open>Doing@2', null)
    expect(shown(staysIn(issue))).toBe('Open 0..2, Doing 2..')
    expect(repairsOf(issue)).toEqual([])
  })

  it('is counted as repaired if the source omitted changes', () => {
    expect(repairsOf(history({ status: 'Open@0 Done@2' }, { truncated: true }))).toEqual(['changes-left-out 0'])
  })

  it('is not counted as repaired if it is complete', () => {
    expect(repairsOf(history({ status: 'Open@0 Done@2 Open@5', assignee: '-@0 ann@2' }))).toEqual([])
  })
})

const single = FIELDS.filter(({ multi }) => !multi).map(({ id }) => id)
const made = (issue: IssueHistory, field: string) =>
  toStays(issue, isMultiField).stays.filter(stay => stay.field === field)
const bare = (all: readonly Stay[]) =>
  all.map(({ value, entered, left }) => ({ value: value?.id ?? null, entered, left }))

describe('laws of stays', () => {
  it('the stays of a single-valued field tile the lifetime: no gap, no overlap, no negative length, only the last open', () => {
    fc.assert(
      fc.property(histories, fc.constantFrom(...single), (issue, field) => {
        const all = made(issue, field)
        if (all.length === 0) return
        expect(all[0]!.entered).toBe(issue.created)
        expect(all.at(-1)!.left).toBeNull()
        for (const [i, stay] of all.slice(1).entries()) {
          expect(all[i]!.left).toBe(stay.entered)
          expect(stay.entered).toBeGreaterThanOrEqual(all[i]!.entered)
          expect(stay.value?.id).not.toBe(all[i]!.value?.id)
        }
      }),
      RUNS,
    )
  })

  it('the last stays have the present value', () => {
    fc.assert(
      fc.property(histories, fc.constantFrom(...FIELDS.map(({ id }) => id)), (issue, field) => {
        const present = issue.present.get(field)
        const all = made(issue, field)
        if (!present || all.length === 0) return
        const held = all.filter(({ left }) => left === null).flatMap(({ value }) => value?.id ?? [])
        expect(held.toSorted()).toEqual(present.map(({ id }) => id).toSorted())
      }),
      RUNS,
    )
  })

  it('the order of the listing affects only the repair out-of-order', () => {
    fc.assert(
      fc.property(
        histories.chain(issue => fc.tuple(fc.constant(issue), shuffledEntries(issue.changes))),
        ([issue, changes]) => {
          const [one, other] = [issue, { ...issue, changes }].map(each => toStays(each, isMultiField))
          expect(other!.stays.map(sortKey).toSorted()).toEqual(one!.stays.map(sortKey).toSorted())
          expect(other!.assignments).toEqual(one!.assignments)
          const others = (all: typeof one) =>
            all!.repairs
              .filter(({ kind }) => kind !== 'out-of-order')
              .map(sortKey)
              .toSorted()
          expect(others(other)).toEqual(others(one))
        },
      ),
      RUNS,
    )
  })

  it('a duplicated history has the same stays', () => {
    fc.assert(
      fc.property(histories, issue => {
        expect(toStays(issue, isMultiField)).toEqual(toStays(structuredClone(issue), isMultiField))
      }),
      RUNS,
    )
  })

  it('a naive implementation finds the same stays and assignments', () => {
    fc.assert(
      fc.property(histories, issue => {
        for (const { id } of FIELDS) {
          const all = made(issue, id)
          const { multi } = worldField(id)
          if (all.length > 0) expect(bare(all)).toEqual(bare(inOrder(naiveStays(issue, id, multi), multi)))
        }
        const { assignments } = toStays(issue, isMultiField)
        expect(assignments).toEqual(
          naiveAssignments(naiveStays(issue, 'status', false), naiveStays(issue, 'assignee', false)),
        )
      }),
      RUNS,
    )
  })
})

const sortKey = (thing: unknown) => JSON.stringify(thing)

/** Sorts stays by time. Those of a multi-valued field at the same time are in the order of their ids. */
function inOrder(all: readonly Stay[], multi: boolean): Stay[] {
  const ids = (a: Stay, b: Stay) => ((a.value?.id ?? '') < (b.value?.id ?? '') ? -1 : 1)
  const byTime = (a: Stay, b: Stay) => a.entered - b.entered || (a.left ?? Infinity) - (b.left ?? Infinity)
  return all.toSorted((a, b) => byTime(a, b) || (multi && a !== b ? ids(a, b) : 0))
}

/** Returns the log entries in any order; the changes of one entry stay together and in order. */
function shuffledEntries(changes: readonly Change[]): fc.Arbitrary<Change[]> {
  const entries = new Map<string, Change[]>()
  for (const one of changes) entries.set(one.entry, [...(entries.get(one.entry) ?? []), one])
  const all = [...entries.values()]
  return fc.shuffledSubarray(all, { minLength: all.length }).map(some => some.flat())
}
