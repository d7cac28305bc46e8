import { afterEach, describe, expect, it } from 'vitest'
import { toStays } from '../../../src/core/history/to-stays.ts'
import type { Snapshot } from '../../../src/store/engine/report-engine.ts'
import type { Store } from '../../../src/store/engine/store.ts'
import { mayBrowse } from '../../../src/store/sql/browsable.ts'
import { bigint, plain, sql } from '../../../src/store/sql/sql.ts'
import { statementWithout } from '../../../src/store/trino/statement.ts'
import { TRINO_LIMITS, TrinoClient } from '../../../src/store/trino/trino-client.ts'
import { type PublishedState, TrinoEngine, type TrinoEngineLimits } from '../../../src/store/trino/trino-engine.ts'
import { EMPTY_CATALOGUE } from '../../support/empty-catalogue.ts'
import { type FakePart, FakeTrino } from '../../support/fake-trino.ts'
import { storeTemplate } from '../../support/store-template.ts'
import { openTemporaryStore } from '../../support/temporary-store.ts'
import { addIssue, smallIssue } from '../small-batch.ts'

const started: { close: () => Promise<void> }[] = []
afterEach(async () => {
  for (const one of started.splice(0)) await one.close()
})

const state: PublishedState = {
  schema: 'sojourn_7',
  issues: plain('select id, project_id, ref, security_level from published'),
  readCatalogue: async run => {
    const rows = await run(plain('select distinct project_id as id from published'))
    const projects = rows.map(({ id }) => ({ id: Number(id), ref: '', key: '', name: '' }))
    return { ...EMPTY_CATALOGUE, projects }
  },
}

/** A store of two projects with two issues each, which were all published. */
const published = storeTemplate(async store => {
  await store.importBatch('all', async batch => {
    for (const key of ['APP-1', 'APP-2', 'WEB-1', 'WEB-2']) {
      const history = smallIssue(key)
      batch.add(
        history,
        toStays(history, () => false),
      )
    }
  })
  await store.transact(run =>
    run(plain('create table published as select id, project_id, ref, key, security_level from issue')),
  )
})

async function publishedStore(): Promise<Store> {
  return openTemporaryStore((await published()).copyTo)
}

async function engineOver(store: Store, parts: readonly FakePart[], limits: Partial<TrinoEngineLimits> = {}) {
  const server = await FakeTrino.start(parts)
  const client = new TrinoClient(
    { url: server.url, user: 'ada', catalog: 'lake', authorization: () => null, ca: null },
    { ...TRINO_LIMITS, pauseMs: 1 },
  )
  started.push(client, server)
  return { server, engine: new TrinoEngine(store.host, client, (_, work) => work(state), limits) }
}

const idOf = async (store: Store, key: string): Promise<number> =>
  Number((await store.query(plain(`select id from published where key = '${key}'`)))[0]!.id)

/** Returns the issues that a statement excludes. */
const excludedIn = (statement: string): number[] =>
  [
    .../issue as \(select \* from sojourn_7\.issue where id not in \((.*?)\)\)/
      .exec(statement)![1]!
      .matchAll(/'(\d+)'/g),
  ].map(([, id]) => Number(id))

const NUMBERS: FakePart = {
  body: {
    columns: [
      { name: 'position', type: 'bigint' },
      { name: 'total', type: 'decimal(38, 0)' },
      { name: 'name', type: 'varchar(3)' },
    ],
    data: [
      [1, '170141183460469231731687303715884105727', 'one'],
      [2, null, null],
    ],
    nextUri: true,
  },
}
const MORE_NUMBERS: FakePart = { body: { ...(NUMBERS.body as object), data: [[3, '-4', 'for']], nextUri: undefined } }

describe('a report on Trino', () => {
  it('gets the same values as from the DuckDB driver', async () => {
    const { engine, server } = await engineOver(await publishedStore(), [NUMBERS, MORE_NUMBERS])
    const rows = await engine.snapshot(async whole => {
      const { snapshot } = await whole.restrict!(null)
      return snapshot.run(sql`select ${bigint(5)} as five`)
    })
    expect(rows).toEqual([
      { position: 1n, total: 2n ** 127n - 1n, name: 'one' },
      { position: 2n, total: null, name: null },
      { position: 3n, total: -4n, name: 'for' },
    ])
    expect(server.requests[0]!.body).toBe("select bigint '5' as five")
    expect(server.requests[0]!.headers['x-trino-schema']).toBe('sojourn_7')
  })

  it('keeps spooled results readable after its snapshot and later writes', async () => {
    const store = await publishedStore()
    const { engine } = await engineOver(store, [NUMBERS, MORE_NUMBERS])
    const kept = await engine.snapshot(async whole => {
      const { snapshot } = await whole.restrict!(null)
      await snapshot.spool('total_cell', plain('select 1'))
      await snapshot.spooled.spool('answer_row', plain('select max(total) as most from total_cell'))
      return snapshot.detach()
    })
    await addIssue(store, 'APP-3')
    expect(await kept.run(plain('select most from answer_row'))).toEqual([{ most: 2n ** 127n - 1n }])
    expect(await kept.run(plain('select name from total_cell order by position'))).toEqual([
      { name: 'one' },
      { name: null },
      { name: 'for' },
    ])
    await kept.close()
  })

  it('finishes a spooled result with a query over it', async () => {
    const { engine } = await engineOver(await publishedStore(), [NUMBERS, MORE_NUMBERS])
    const rows = await engine.snapshot(async whole => {
      const { snapshot } = await whole.restrict!(null)
      await snapshot.spool('list_cell', plain('select 1'), rows => sql`select position * 10 as tens from ${rows}`)
      return snapshot.spooled.run(plain('select * from list_cell order by tens'))
    })
    expect(rows).toEqual([{ tens: 10n }, { tens: 20n }, { tens: 30n }])
  })

  it('reads nothing before it was restricted to a caller', async () => {
    const { engine, server } = await engineOver(await publishedStore(), [NUMBERS])
    await expect(engine.snapshot(({ run }: Snapshot) => run(plain('select 1')))).rejects.toThrow('restricted')
    await expect(engine.snapshot(({ spool }: Snapshot) => spool('x', plain('select 1')))).rejects.toThrow('restricted')
    expect(server.requests).toEqual([])
  })

  it('stops in the cluster when its request is canceled', async () => {
    const { engine, server } = await engineOver(await publishedStore(), [NUMBERS, { hangs: true }])
    const abort = new AbortController()
    const running = engine.snapshot(async whole => {
      const { snapshot } = await whole.restrict!(null)
      await snapshot.spool('total_cell', plain('select 1'))
    }, abort.signal)
    await server.received(2)
    abort.abort(new Error('gone'))
    await expect(running).rejects.toThrow('gone')
    expect(server.methods).toBe('POST GET DELETE')
  })

  it('lets other reports of the store run while it waits', async () => {
    const store = await publishedStore()
    const { engine } = await engineOver(
      store,
      Array.from({ length: 20 }, () => ({ hangs: true })),
    )
    const abort = new AbortController()
    const waiting = Array.from({ length: 20 }, () =>
      engine.snapshot(async whole => (await whole.restrict!(null)).snapshot.run(plain('select 1')), abort.signal),
    )
    expect(await store.query(plain('select 1 as one'))).toEqual([{ one: 1 }])
    abort.abort(new Error('gone'))
    for (const one of await Promise.allSettled(waiting)) expect(one.status).toBe('rejected')
  })
})

describe('who may browse what on Trino', () => {
  /** Returns the issues that a statement excludes for a caller, and the condition of its queries. */
  async function excluded(store: Store, browsable: Parameters<NonNullable<Snapshot['restrict']>>[0], limits = {}) {
    const { engine, server } = await engineOver(store, [{ body: { columns: [], data: [] } }], limits)
    const own = await engine.snapshot(async whole => {
      const { snapshot, browsable: own } = await whole.restrict!(browsable)
      await snapshot.run(sql`with mine as (select 1) select * from issue i where ${mayBrowse(own)}`)
      return own
    })
    const [{ body }] = server.requests as [FakeTrino['requests'][number]]
    return { own, statement: body, ids: body.startsWith('with issue as') ? excludedIn(body) : [] }
  }

  it('leaves the statement as it is when nothing has changed', async () => {
    const store = await publishedStore()
    const { statement, ids, own } = await excluded(store, null)
    expect([ids, own]).toEqual([[], null])
    expect(statement).toMatch(/^with mine as/)
  })

  it('leaves out issues that were removed since, from every table', async () => {
    const store = await publishedStore()
    const gone = await idOf(store, 'APP-2')
    await store.remove(run => run(sql`delete from issue where id = ${bigint(gone)}`))
    const { statement, ids } = await excluded(store, null)
    expect(ids).toEqual([gone])
    for (const [table, id] of [
      ['issue', 'id'],
      ['stay', 'issue_id'],
      ['change', 'issue_id'],
      ['posting', 'issue_id'],
    ]) {
      expect(statement).toContain(
        `${table} as (select * from sojourn_7.${table} where ${id} not in (bigint '${gone}'))`,
      )
    }
    expect(statement).toContain('),\nmine as (select 1)')
  })

  it('leaves out an issue whose number another one got', async () => {
    const store = await publishedStore()
    const gone = await idOf(store, 'APP-2')
    await store.transact(run => run(sql`update issue set ref = 'another' where id = ${bigint(gone)}`))
    expect((await excluded(store, null)).ids).toEqual([gone])
  })

  it('leaves out issues that a security level or their present project hides, in the projects of the caller', async () => {
    const store = await publishedStore()
    const [hidden, moved] = [await idOf(store, 'APP-1'), await idOf(store, 'APP-2')]
    const projects = await store.query(plain('select distinct project_id as id from published order by id'))
    const [app, web] = projects.map(({ id }) => Number(id)) as [number, number]
    await store.transact(async run => {
      await run(sql`update issue set security_level = '10' where id = ${bigint(hidden)}`)
      await run(sql`update issue set project_id = ${bigint(web)} where id = ${bigint(moved)}`)
    })
    const { ids, own } = await excluded(store, { projects: [app], levels: [] })
    expect(ids).toEqual([hidden, moved])
    expect(own).toEqual({ projects: [app], levels: null })
    // Issues of other projects need no exclusion.
    expect((await excluded(store, { projects: [web], levels: [] })).ids).toEqual([])
  })

  it('leaves out projects that were not published', async () => {
    const store = await publishedStore()
    const [app] = await store.query(plain("select project_id as id from published where key = 'APP-1'"))
    const { own } = await excluded(store, { projects: [Number(app!.id), 77], levels: null })
    expect(own).toEqual({ projects: [Number(app!.id)], levels: null })
  })

  it('leaves out thousands of issues by a list', () => {
    const many = Array.from({ length: 1001 }, (_, n) => n)
    const statement = statementWithout({ levels: [], shown: [], ids: many }, plain('select 1'), 'sojourn_7')
    expect(statement).toContain(`unnest(cast(json_parse('${JSON.stringify(many)}') as array(bigint)))`)
    expect(statement).toContain('where id not in (select excluded_id from excluded_issue)')
  })

  it('needs a new publish when too many issues would be left out', async () => {
    const store = await publishedStore()
    await store.remove(run => run(plain('delete from issue')))
    await expect(excluded(store, null, { excluded: 3 })).rejects.toMatchObject({ code: 'REVISION_OUTDATED' })
  })
})
