import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { LOCAL_CALLER } from '../../src/access/permissions/caller.ts'
import { UTC } from '../../src/core/time/zone.ts'
import { createClusterState } from '../../src/reports/report/cluster-state.ts'
import { reportBody, textOf } from '../../src/reports/report/report-body.ts'
import { type PublishedReports, routeReport } from '../../src/reports/report/route-report.ts'
import { createReportDeps } from '../../src/reports/report/run-report.ts'
import { DEMO_END, demoStore } from '../support/demo-store.ts'
import { rawParameters } from '../support/run-reports.ts'
import { rowsOf, trinoClient, trinoOf } from './trino-of-store.ts'

/** The number of nodes that scripts/trino.sh started, and their folder. */
const NODES = Number(process.env.TRINO_NODES ?? 1)
const folder = process.env.TRINO_HOME

/** Counts for minutes. */
const LONG = `select count(*) from unnest(sequence(1, 10000)) a(x) cross join unnest(sequence(1, 10000)) b(y)
cross join unnest(sequence(1, 10000)) c(z) where (x * y + z) % 7 = 3`

// These reports are routed, as in a server.
vi.unmock('../../src/reports/report/run-report.ts')

const client = trinoClient('lake')
afterAll(() => client.close())

describe.runIf(NODES > 1 && folder !== undefined)('a cluster that loses a worker', () => {
  it('fails a statement in a sentence; reports are computed in the store, or by the others', async () => {
    const store = await demoStore()
    const formats = { zone: UTC, locale: 'en-US', dateFormat: null, dateTimeFormat: null }
    const deps = createReportDeps(store, { ...formats, now: () => Date.parse(DEMO_END) })
    const engine = await trinoOf(store, deps.refreshCalendars)
    const published: PublishedReports = {
      cluster: createClusterState(() => 0),
      engine: onRevision => {
        onRevision({ revision: 1, until: 0 })
        return engine
      },
      stays: async () => 1,
    }
    const query = `columnsBy=statusDuration&aggregationType=average&groupByFields=project&calendar=normalHours&asOf=${DEMO_END}`
    const parameters = rawParameters(`${query}&filterType=customjql&customjql=created >= 2024-01-01`)
    const report = async (engineChoice: 'auto' | 'duckdb') => {
      const request = { endpoint: 'aggregation', parameters } as const
      const routed = { ...deps, published, engineChoice, trinoStays: 0 }
      const { table, computedBy } = await routeReport(request, routed, { caller: LOCAL_CALLER })
      const body = await reportBody(table, '1', undefined, computedBy)
      return { engine: computedBy!.engine, warnings: body.facts.warnings, text: await textOf(body) }
    }
    const expected = JSON.parse((await report('duckdb')).text).table
    expect((await report('auto')).engine).toBe('trino')

    const long = (async () => {
      for await (const _ of client.pages(LONG, { schema: 'information_schema', answerMb: 1 }));
    })()
    long.catch(() => {})
    let worker: string | undefined
    while (worker === undefined) {
      await sleep(200)
      worker = await workerOf(LONG)
    }
    const from = performance.now()
    const during = Array.from({ length: 4 }, () => report('auto'))
    process.kill(Number(readFileSync(join(folder!, 'nodes', worker.slice('node'.length), 'pid'), 'utf8')), 'SIGKILL')
    await expect(long).rejects.toMatchObject({
      code: 'TRINO_UNABLE',
      message: expect.stringContaining('a worker stopped'),
    })
    console.log(`the statement failed after ${((performance.now() - from) / 1000).toFixed(1)} s`)
    for (const { engine, warnings, text } of await Promise.all(during)) {
      expect(JSON.parse(text).table).toEqual(expected)
      const warned = [expect.stringContaining('Computed in the store, not by Trino')]
      expect(warnings).toEqual(engine === 'trino' ? [] : warned)
      console.log(`a report during the loss was computed by ${engine}`)
    }
    console.log(`the reports were finished after ${((performance.now() - from) / 1000).toFixed(1)} s`)
    const next = await report('auto')
    expect(JSON.parse(next.text).table).toEqual(expected)
    expect(next).toMatchObject({ engine: 'trino', warnings: [] })
    expect(
      await rowsOf(`select count(*) from system.runtime.queries where state not in ('FINISHED', 'FAILED')
      and query like 'select count(*) from unnest(seq%'`),
    ).toEqual([[0]])
  })
})

/** Returns a worker that runs a statement, but not the coordinator. */
async function workerOf(statement: string): Promise<string | undefined> {
  const start = statement.slice(0, 40).replaceAll("'", "''")
  const found = await rowsOf(`select node_id from system.runtime.tasks t
    join system.runtime.queries q on q.query_id = t.query_id
    where t.state = 'RUNNING' and q.query like '${start}%' and node_id <> 'node1' limit 1`)
  return found[0]?.[0] as string | undefined
}
