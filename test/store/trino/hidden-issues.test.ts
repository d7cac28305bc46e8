import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { toStays } from '../../../src/core/history/to-stays.ts'
import type { Store } from '../../../src/store/engine/store.ts'
import { type Browsable, mayBrowse } from '../../../src/store/sql/browsable.ts'
import { bigint, plain, sql, varchar } from '../../../src/store/sql/sql.ts'
import { hiddenIssues } from '../../../src/store/trino/hidden-issues.ts'
import { runs } from '../../support/sampling.ts'
import { temporaryStore } from '../../support/temporary-store.ts'
import { smallIssue } from '../small-batch.ts'

const SIZE = 12
const PUBLISHED = plain('select id, project_id, ref, security_level from published')
const JIRA = { connection: 'jira', account: 'ann' }

let store: Store
beforeAll(async () => {
  store = await temporaryStore()
  await store.importBatch('all', async batch => {
    for (let number = 1; number <= SIZE; number++) {
      const history = smallIssue(`${number % 2 === 0 ? 'APP' : 'WEB'}-${number}`)
      batch.add(
        history,
        toStays(history, () => false),
      )
    }
  })
})

/** The published and the present state of an issue. */
interface Case {
  readonly published: string | null
  readonly present: string | null
  readonly isGone: boolean
  /** Whether the account may browse it with its present level. */
  readonly isPermitted: boolean
}

/** Gives the issues of the store these levels, in the order of their numbers. */
async function levelled(cases: readonly Case[]): Promise<void> {
  await store.transact(async run => {
    await run(plain('drop table if exists published'))
    await run(plain('create table published as select id, project_id, ref, security_level from issue'))
    await run(plain('delete from issue_permission'))
    const ids = (await run(plain('select id from published order by id'))).map(row => Number(row.id))
    for (const [i, { published, present, isGone, isPermitted }] of cases.entries()) {
      const id = bigint(ids[i]!)
      await run(
        sql`update published set security_level = ${varchar(published)}${isGone ? sql`, ref = 'gone'` : sql``} where id = ${id}`,
      )
      await run(sql`update issue set security_level = ${varchar(present)} where id = ${id}`)
      if (isPermitted && present !== null) {
        await run(sql`insert into issue_permission
          select ${varchar(JIRA.connection)}, ${varchar(JIRA.account)}, ref, security_level from issue where id = ${id}`)
      }
    }
  })
}

/** Returns the numbers of the hidden issues as Trino finds them, and by the present permissions. */
async function both(browsable: Browsable, limit: number) {
  return store.snapshot(async run => {
    const { levels, shown, ids } = await hiddenIssues(run, PUBLISHED, browsable, limit)
    const published = await run(plain('select * from published order by id'))
    const isOf = (row: (typeof published)[number]) =>
      levels.some(({ project, level }) => Number(row.project_id) === project && row.security_level === level)
    const found = published.filter(
      row => ids.includes(Number(row.id)) || (isOf(row) && !shown.includes(Number(row.id))),
    )
    const visible = await run(
      sql`select l.id from published l join issue i on i.id = l.id and i.ref = l.ref where ${mayBrowse(browsable)}`,
    )
    const seen = new Set(visible.map(({ id }) => Number(id)))
    const ofCaller = (row: (typeof published)[number]) =>
      browsable === null || browsable.projects.includes(Number(row.project_id))
    return {
      hidden: { levels, shown, ids },
      found: found.map(({ id }) => Number(id)),
      expected: published.filter(row => ofCaller(row) && !seen.has(Number(row.id))).map(({ id }) => Number(id)),
    }
  })
}

async function projects(): Promise<readonly [number, number]> {
  const rows = await store.query(plain('select id from project order by id'))
  return rows.map(({ id }) => Number(id)) as [number, number]
}

const secret: Case = { published: '10', present: '10', isGone: false, isPermitted: false }

describe('the hidden issues of a revision', () => {
  it('are named by level when a level hides many', async () => {
    const [app, web] = await projects()
    await levelled(Array.from({ length: SIZE }, () => secret))
    const { hidden, found, expected } = await both({ projects: [app, web], levels: [] }, 3)
    expect(hidden).toEqual({
      levels: [
        { project: app, level: '10' },
        { project: web, level: '10' },
      ],
      shown: [],
      ids: [],
    })
    expect(found).toEqual(expected)
    expect(found).toHaveLength(SIZE)
  })

  it('follow the present permissions, not the published ones', async () => {
    const [app, web] = await projects()
    const level = fc.constantFrom<string | null>(null, '10', '20')
    const one: fc.Arbitrary<Case> = fc.record({
      published: level,
      present: level,
      isGone: fc.boolean(),
      isPermitted: fc.boolean(),
    })
    let byLevel = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(one, { minLength: SIZE, maxLength: SIZE }),
        fc.constantFrom<readonly number[]>([app], [app, web]),
        fc.integer({ min: 0, max: SIZE }),
        async (cases, granted, limit) => {
          await levelled(cases)
          for (const browsable of [
            null,
            { projects: [app, web], levels: [] },
            { projects: granted, levels: [{ projects: granted, account: JIRA }] },
          ]) {
            const result = await both(browsable, limit).catch((error: { code?: string }) => error.code)
            if (typeof result === 'string') {
              expect(result).toBe('REVISION_OUTDATED')
              continue
            }
            if (result?.hidden.levels.length) byLevel++
            expect(result?.found).toEqual(result?.expected)
          }
        },
      ),
      { ...runs(25), examples: [[Array.from({ length: SIZE }, () => secret), [app, web], 3]] },
    )
    expect(byLevel).toBeGreaterThan(0)
  })
})
