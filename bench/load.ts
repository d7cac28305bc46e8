// Two hundred connections without pauses, for a minute, on one server with its default limits: npm run bench:load

import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import autocannon from 'autocannon'
import { generateStore } from './generate-store.ts'
import { serve } from './served-store.ts'
import { summaryOf } from './timing.ts'

const { values: options } = parseArgs({
  options: {
    issues: { type: 'string', default: '100000' },
    connections: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '60' },
    keep: { type: 'string' },
  },
})

const issues = Number(options.issues)
const dir = options.keep ?? join(tmpdir(), `sojourn-load-${issues}`)
if (!existsSync(dir)) await generateStore(dir, { issues, projects: 67, seed: 1 })

const LIST = { columnsBy: 'statusDuration', filterType: 'project', calendar: 'normalHours', viewFormat: 'days' }
const AGGREGATION = {
  aggregationType: 'average',
  filterType: 'customjql',
  customjql: 'ORDER BY key',
  viewFormat: 'days',
  columnsBy: 'statusDuration',
  groupByFields: 'project',
}
const address = (path: string, parameters: Record<string, string>) =>
  `/rest/tis/report/1.0/api/${path}?${new URLSearchParams(parameters)}`

const projects = [1, 2, 5, 20]
const lists = projects.flatMap(project => [
  address('list', { ...LIST, projectKey: `P${project}` }),
  address('list', { ...LIST, projectKey: `P${project}`, startIssueIndex: '400' }),
  address('list', { ...LIST, projectKey: `P${project + 3}`, calendar: '0', dayLength: 'businessDays' }),
  address('list', { ...LIST, projectKey: `P${project}`, columnsBy: 'transitionCount' }),
])
const aggregations = [
  address('aggregation', { ...AGGREGATION, calendar: 'normalHours' }),
  address('aggregation', { ...AGGREGATION, calendar: '0', dayLength: 'businessDays' }),
]

const server = await serve(dir, [])
const memory: number[] = []
const watching = setInterval(() => memory.push(server.megabytes() ?? 0), 5_000)
try {
  const connections = Number(options.connections)
  const of = Math.round(connections / 5)
  await Promise.all([load('lists', lists, connections - of), load('aggregations', aggregations, of)])
  console.log(`memory every 5 s: ${memory.join(' ')} MB; peak ${server.peakMegabytes()} MB`)
} finally {
  clearInterval(watching)
  await server.stop()
}

async function load(name: string, paths: readonly string[], connections: number): Promise<void> {
  const statuses = new Map<number, number>()
  const times: number[] = []
  const run = autocannon({
    url: server.base,
    connections,
    duration: Number(options.seconds),
    timeout: 120,
    requests: paths.map(path => ({ path })),
  })
  run.on('response', (_client, status, _bytes, ms) => {
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    if (status === 200) times.push(ms)
  })
  const { errors, timeouts } = await run
  const { median, p95, p99 } = summaryOf(times)
  const answers = [...statuses].sort().map(([status, count]) => `${status}: ${count}`)
  console.log(`${name} on ${connections} connections: ${answers.join(', ')}; ${errors} errors, ${timeouts} timeouts`)
  console.log(
    `  of those with 200: p50 ${ms(median)}, p95 ${ms(p95)}, p99 ${ms(p99)}, slowest ${ms(Math.max(...times))}`,
  )
}

function ms(time: number): string {
  return `${Math.round(time)} ms`
}
