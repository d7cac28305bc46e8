// The largest answers, one at a time, each on a new server with its default limits: npm run bench:large
// With NODE_OPTIONS=--max-old-space-size=1024 the server has a heap of 1 GB.

import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { generateStore } from './generate-store.ts'
import { probes } from './probes.ts'
import { BIN, serve } from './served-store.ts'

const CALENDAR = { calendar: 'normalHours', viewFormat: 'days' }
const ALL_ISSUES = { filterType: 'customjql', customjql: 'ORDER BY key', ...CALENDAR }
const STATUS_COLUMNS = { ...ALL_ISSUES, columnsBy: 'statusDuration' }

/** A request, and the store that answers it. */
interface LargeRequest {
  readonly name: string
  readonly store: () => Promise<string>
  readonly path: 'aggregation' | 'list'
  readonly parameters: Readonly<Record<string, string>>
}

const requests: readonly LargeRequest[] = [
  fieldReport('summary'),
  fieldReport('summary,description'),
  {
    name: '100,000 issues by 60 statuses, JSON',
    store: () => generated(100_000),
    path: 'aggregation',
    parameters: { ...STATUS_COLUMNS, aggregationType: 'average', groupByFields: 'issuekey' },
  },
  {
    name: '100,000 issues by 60 statuses, CSV',
    store: () => generated(100_000),
    path: 'aggregation',
    parameters: { ...STATUS_COLUMNS, aggregationType: 'average', groupByFields: 'issuekey', outputType: 'csv' },
  },
  {
    name: '21,060 issues, median by day and people',
    store: () => generated(21_060),
    path: 'aggregation',
    parameters: {
      ...STATUS_COLUMNS,
      aggregationType: 'median',
      groupByFields: 'date:day:created,assignee,reporter',
    },
  },
  {
    name: 'list, 19,000 columns of one status',
    store: () => generated(21_060),
    path: 'list',
    parameters: { ...STATUS_COLUMNS, statuses: columns(19_000, 1) },
  },
  {
    name: 'average, 19,000 columns of one status',
    store: () => generated(21_060),
    path: 'aggregation',
    parameters: {
      ...STATUS_COLUMNS,
      aggregationType: 'average',
      groupByFields: 'project',
      statuses: columns(19_000, 1),
    },
  },
  {
    name: 'average, 19,000 columns of different pairs',
    store: () => generated(21_060),
    path: 'aggregation',
    parameters: {
      ...STATUS_COLUMNS,
      aggregationType: 'average',
      groupByFields: 'project',
      statuses: columns(19_000, 3),
    },
  },
]

const { values: options } = parseArgs({ options: { only: { type: 'string', default: '' } } })
for (const request of requests.filter(({ name }) => name.includes(options.only))) await measure(request)

function fieldReport(historyFields: string): LargeRequest {
  return {
    name: `demo, ${historyFields} by issue`,
    store: demo,
    path: 'aggregation',
    parameters: {
      filterType: 'customjql',
      customjql: 'created is not EMPTY',
      calendar: 'normalHours',
      historyFields,
      columnsBy: 'anyfieldDuration',
      groupByFields: 'issuekey',
      aggregationType: 'sum',
    },
  }
}

/** Returns columns of the generated statuses; with `size` 3, of different combinations. */
function columns(count: number, size: 1 | 3): string {
  const one = Array.from({ length: 60 }, (_, i) => `s${i + 1}`)
  const sets =
    size === 1
      ? one.map(id => [id])
      : one.flatMap((a, i) => one.slice(i + 1).flatMap((b, j) => one.slice(i + j + 2).map(c => [a, b, c])))
  return JSON.stringify(
    Array.from({ length: count }, (_, i) => ({
      type: 'cons',
      id: `c${i}`,
      name: `Column ${i}`,
      statuses: sets[i % sets.length],
    })),
  )
}

async function demo(): Promise<string> {
  const dir = join(tmpdir(), 'sojourn-large-demo')
  if (!existsSync(dir)) spawnSync(process.execPath, [BIN, 'demo', '--store', dir], { stdio: 'inherit' })
  return dir
}

async function generated(issues: number): Promise<string> {
  const dir = join(tmpdir(), `sojourn-large-${issues}`)
  if (!existsSync(dir)) await generateStore(dir, { issues, projects: 67, seed: 1 })
  return dir
}

/** Prints the size, the times, the longest delay of other requests, and the memory of one request. */
async function measure({ name, store, path, parameters }: LargeRequest): Promise<void> {
  const server = await serve(await store(), [])
  try {
    const delays = probes(server)
    const start = performance.now()
    const response = await fetch(`${server.base}/rest/tis/report/1.0/api/${path}`, {
      method: 'POST',
      body: new URLSearchParams(parameters),
    })
    const firstByte = performance.now() - start
    let bytes = 0
    for await (const chunk of response.body!) bytes += chunk.length
    const total = performance.now() - start
    const longest = await delays()
    const figures = `${(bytes / 1e6).toFixed(1)} MB, first byte ${ms(firstByte)}, total ${ms(total)}`
    const memory = `peak memory ${server.peakMegabytes()} MB`
    console.log(`${name}: ${response.status}, ${figures}, longest delay ${ms(longest)}, ${memory}`)
  } finally {
    await server.stop()
  }
}

function ms(time: number): string {
  return `${Math.round(time)} ms`
}
