import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { UserError } from '../../../src/core/base/errors.ts'
import type { ServerDeps } from '../../../src/edge/http/create-server.ts'
import { type ListeningServer, listen } from '../../../src/edge/http/listen.ts'
import { bodyOf } from '../../support/collected.ts'
import { exchange, readAnswer } from './exchange.ts'
import { AGGREGATION, CALENDARS, LIST, recordingLog, testServer } from './test-server.ts'

const open: ListeningServer[] = []

afterEach(async () => {
  for (const server of open.splice(0)) await server.stop(0)
})

/** Returns the lines of /metrics without comments, after some requests. */
async function metricsAfter(
  requests: readonly (readonly ['GET' | 'POST' | 'PUT', string])[],
  deps: Partial<ServerDeps> = {},
) {
  const log = recordingLog()
  const { server } = testServer({ ...deps, log })
  for (const [method, url] of requests) await server.inject({ method, url })
  // Counters change, like the log, when the connection reports that the response is sent.
  await log.linesFrom(requests.length)
  const { payload, headers, statusCode } = await server.inject('/metrics')
  return {
    lines: payload.split('\n').filter(line => line !== '' && !line.startsWith('#')),
    headers,
    statusCode,
    payload,
  }
}

describe('the metrics', () => {
  it('are text in the format of Prometheus', async () => {
    const { headers, payload, lines } = await metricsAfter([])
    expect(headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8')
    for (const line of lines) expect(line).toMatch(/^[a-z_]+(\{[a-z]+="[^"]*"(,[a-z]+="[^"]*")*\})? [-+\d.einf]+$/i)
    const names = new Set(lines.map(line => /^[a-z_]+?(?=_(bucket|sum|count)\b|\{| )/.exec(line)?.[0]))
    for (const name of names)
      expect(payload).toMatch(new RegExp(`^# HELP ${name} .+\\n# TYPE ${name} (gauge|counter|histogram)$`, 'm'))
  })

  it('match the documentation', async () => {
    const { payload } = await metricsAfter([])
    const exposed = [...payload.matchAll(/^# HELP (\w+)/gm)].map(([, name]) => name)
    const page = readFileSync(join(import.meta.dirname, '../../../docs/reference/http.md'), 'utf8')
    expect(exposed.sort()).toEqual([...new Set([...page.matchAll(/`(sojourn_\w+)`/g)].map(([, name]) => name))].sort())
  })

  it('count requests by method, route and status', async () => {
    const { lines } = await metricsAfter([
      ['GET', LIST],
      ['GET', `${LIST}?projectKey=WEB`],
      ['GET', `${LIST}?a=%zz`],
      ['GET', `${CALENDARS}/ann`],
    ])
    expect(lines).toContain(`sojourn_http_requests_total{method="GET",route="${LIST}",status="200"} 2`)
    expect(lines).toContain(`sojourn_http_requests_total{method="GET",route="${LIST}",status="400"} 1`)
    expect(lines).toContain(`sojourn_http_requests_total{method="GET",route="${CALENDARS}/:id",status="404"} 1`)
    expect(lines).toContain(`sojourn_http_request_duration_seconds_count{route="${LIST}"} 3`)
  })

  it('have no text of a client in their labels', async () => {
    const { lines } = await metricsAfter([
      ['GET', '/canary?canary=1'],
      ['GET', `${CALENDARS}/canary`],
      ['PUT', `${LIST}/canary`],
      ['PUT', LIST],
      ['GET', '/%zzcanary'],
    ])
    expect(lines.join('\n')).not.toContain('canary')
    expect(lines).toContain('sojourn_http_requests_total{method="none",route="none",status="404"} 2')
    expect(lines).toContain('sojourn_http_requests_total{method="none",route="none",status="405"} 1')
    expect(lines).toContain('sojourn_http_requests_total{method="none",route="none",status="400"} 1')
  })

  it('include the duration of reports, also of failed ones', async () => {
    const report: ServerDeps['report'] = async ({ endpoint }) => {
      await new Promise(resolve => setTimeout(resolve, 30))
      if (endpoint === 'list') throw new UserError('LIST_TIMEOUT', { seconds: 1, retryAfter: 1 })
      return bodyOf('json', '{}')
    }
    const { lines } = await metricsAfter(
      [
        ['GET', LIST],
        ['GET', AGGREGATION],
      ] as const,
      { report },
    )
    for (const endpoint of ['list', 'aggregation']) {
      expect(lines).toContain(`sojourn_report_duration_seconds_count{endpoint="${endpoint}"} 1`)
      expect(lines).toContain(`sojourn_report_duration_seconds_bucket{le="0.025",endpoint="${endpoint}"} 0`)
    }
  })

  it('include running work, the queue, and the state of the store', async () => {
    const { lines } = await metricsAfter([])
    for (const line of [
      ...['sojourn_work_running{kind="long"} 1', 'sojourn_work_waiting{kind="long"} 2'],
      ...['sojourn_work_running{kind="short"} 3', 'sojourn_work_waiting{kind="short"} 4'],
      ...['sojourn_store_up 1', 'sojourn_store_bytes 4096', 'sojourn_store_issues 3', 'sojourn_store_batches 2'],
      'sojourn_store_last_import_timestamp_seconds 1710028800',
    ]) {
      expect(lines).toContain(line)
    }
  })

  it('omit the store, without old values, when it does not respond', async () => {
    let works = true
    const storeStatus = async () => {
      if (!works) throw new Error('secret')
      return { bytes: 1, issues: 1, batches: 1, lastImport: null }
    }
    const { server } = testServer({ storeStatus })
    const first = await server.inject('/metrics')
    expect(first.payload).toContain('\nsojourn_store_last_import_timestamp_seconds 0\n')
    works = false
    const { statusCode, payload } = await server.inject('/metrics')
    expect(statusCode).toBe(200)
    expect(payload).toContain('\nsojourn_store_up 0\n')
    expect(payload).not.toMatch(/^sojourn_store_(bytes|issues|batches|last_import_timestamp_seconds) /m)
  })

  it('do not wait for a store that hangs', async () => {
    const { statusCode, payload } = await metricsAfter([], { storeStatus: () => new Promise(() => {}) }).then(
      found => found,
    )
    expect(statusCode).toBe(200)
    expect(payload).toContain('\nsojourn_store_up 0\n')
  })

  it('are separate for each server', async () => {
    await metricsAfter([['GET', LIST]])
    const { lines } = await metricsAfter([])
    expect(lines.filter(line => line.includes(LIST))).toEqual([])
  })

  it('include the process and malformed requests when the server listens', async () => {
    const server = await listen(testServer(), '127.0.0.1', 0)
    open.push(server)
    await exchange(server.port, 'hello\r\n\r\n')
    const request = 'GET /metrics HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'
    const { body } = readAnswer(await exchange(server.port, request))
    expect(body).toContain('sojourn_http_requests_total{method="none",route="none",status="400"} 1')
    for (const name of [
      'process_resident_memory_bytes',
      'nodejs_eventloop_lag_p99_seconds',
      'nodejs_active_handles_total',
    ]) {
      expect(body).toMatch(new RegExp(`^${name} [\\d.e+-]+$`, 'm'))
    }
  })

  it('describe the lake and Trino, and forget them when they are gone', async () => {
    const current = {
      location: '/srv/lake',
      revision: 12,
      schema: null,
      published: 90_500,
      issues: 3,
      bytes: 700,
      kept: 1,
    }
    const all = {
      current,
      publishes: { succeeded: 4, failed: 1 },
      cluster: { isReachable: false, reports: { trino: 7, store: 2, failed: 3 } },
    }
    const none = { current: null, publishes: { succeeded: 0, failed: 0 }, cluster: null }
    let lake: typeof all | typeof none = all
    const { server } = testServer({ lakeMetrics: async () => lake })
    const lines = async () =>
      (await server.inject('/metrics')).payload.split('\n').filter(line => /^sojourn_(lake|trino)/.test(line))
    expect(await lines()).toEqual([
      'sojourn_lake_revision 12',
      'sojourn_lake_data_until_timestamp_seconds 90.5',
      'sojourn_lake_bytes 700',
      'sojourn_lake_publishes{result="succeeded"} 4',
      'sojourn_lake_publishes{result="failed"} 1',
      'sojourn_trino_up 0',
      'sojourn_trino_reports{result="trino"} 7',
      'sojourn_trino_reports{result="store"} 2',
      'sojourn_trino_reports{result="failed"} 3',
    ])
    lake = none
    expect(await lines()).toEqual([
      'sojourn_lake_publishes{result="succeeded"} 0',
      'sojourn_lake_publishes{result="failed"} 0',
    ])
  })

  it('describe connections, and forget those that are gone', async () => {
    const all = [
      {
        connection: 'jira',
        state: 'waiting',
        waitedMs: 1500,
        requests: { 200: 7, none: 1 },
        projects: [
          { key: 'WEB', lagMs: 90_000, due: 3, failed: 1 },
          { key: 'APP', lagMs: null, due: 5, failed: 0 },
        ],
      },
    ]
    let connections = all
    const { server } = testServer({ connectionMetrics: async () => connections })
    const lines = async () =>
      (await server.inject('/metrics')).payload.split('\n').filter(line => /^sojourn_sync/.test(line))
    expect(await lines()).toEqual([
      'sojourn_sync_state{connection="jira",state="waiting"} 1',
      'sojourn_sync_lag_seconds{connection="jira",project="WEB"} 90',
      'sojourn_sync_due_issues{connection="jira",project="WEB"} 3',
      'sojourn_sync_due_issues{connection="jira",project="APP"} 5',
      'sojourn_sync_failed_issues{connection="jira",project="WEB"} 1',
      'sojourn_sync_failed_issues{connection="jira",project="APP"} 0',
      'sojourn_sync_waited_seconds{connection="jira"} 1.5',
      'sojourn_sync_requests{connection="jira",status="200"} 7',
      'sojourn_sync_requests{connection="jira",status="none"} 1',
    ])
    connections = []
    expect(await lines()).toEqual([])
  })
})
