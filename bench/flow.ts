// Requests of flow over all issues, in this process: npm run bench:flow -- --issues N

import { deepStrictEqual } from 'node:assert'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { LOCAL_CALLER } from '../src/access/permissions/caller.ts'
import { UTC } from '../src/core/time/zone.ts'
import { runFlow } from '../src/reports/flow/flow.ts'
import type { FlowEndpoint } from '../src/reports/flow/flow-measures.ts'
import { textOf } from '../src/reports/report/report-body.ts'
import { createReportDeps } from '../src/reports/report/run-report.ts'
import { openStore } from '../src/store/engine/open-store.ts'
import { replaceWorkflow } from '../src/store/rows/workflow-rows.ts'
import { bigint, sql } from '../src/store/sql/sql.ts'
import { type FlowNumbers, flowNumbers, type StatusKind } from './flow-kernel.ts'
import { generateStore, LAST_INSTANT } from './generate-store.ts'
import { readStays } from './kernel.ts'

const { values: options } = parseArgs({
  options: {
    issues: { type: 'string', default: '270000' },
    memory: { type: 'string', default: '2048' },
    times: { type: 'string', default: '3' },
    keep: { type: 'string' },
    only: { type: 'string', default: '' },
  },
})

const EVERYTHING = { filterType: 'customjql', customjql: 'ORDER BY key', asOf: '2026-01-01T00:00:00Z' }
const ALL_HOURS = { ...EVERYTHING, calendar: 'normalHours' }
const FIRST_DAY = '2025-10-06'
const ALL_TIME = { from: '2010-01-01' }
const REQUESTS: readonly (readonly [name: string, parameters: Readonly<Record<string, string>>])[] = [
  ['summary', { from: FIRST_DAY }],
  ['summary, with the window before', { compare: 'previous' }],
  ['summary, business', { calendar: '0' }],
  ['summary, with blocked time', { workflow: 'blocked' }],
  ['summary of all time', ALL_TIME],
  ['summary of all time, with blocked time', { workflow: 'blocked', ...ALL_TIME }],
  ['throughput', {}],
  ['forecast', {}],
  ['ageing', {}],
  ['items', { pageSize: '100' }],
]
/** The number of issues of the project whose dashboard is shown. */
const PROJECT_ISSUES = 5000

const issues = Number(options.issues)
const dir = options.keep ?? join(tmpdir(), `sojourn-bench-${issues}`)
if (!existsSync(dir)) await generateStore(dir, { issues, projects: Math.max(20, Math.round(issues / 1500)), seed: 1 })
const stays = await readStays(dir, LAST_INSTANT)
const store = await openStore(dir, { create: false, limits: { memoryMegabytes: Number(options.memory) } })
const deps = createReportDeps(store, {
  now: () => LAST_INSTANT,
  zone: UTC,
  locale: 'en-US',
  dateFormat: null,
  dateTimeFormat: null,
})
const saved = { id: '1', name: 'blocked', definition: blockedWorkflow(), owner: null, created: 0, updated: 0 }
await store.transact(run => replaceWorkflow(run, saved))
try {
  const window = [Date.parse(FIRST_DAY), LAST_INSTANT] as const
  const kernel = await timed('kernel: summary', () => flowNumbers(stays, stays.statuses.map(kindOf), window))
  for (const [name, parameters] of REQUESTS.filter(([name]) => name.includes(options.only))) {
    const text = await timed(name, () => answer(/^\w+/.exec(name)![0] as FlowEndpoint, parameters))
    if (name === 'summary') deepStrictEqual(numbersIn(JSON.parse(text)), kernel)
  }
  const { key, issues: found } = await projectOf(PROJECT_ISSUES)
  await timed(`dashboard of a project of ${found} issues`, () => answer('dashboard', { customjql: `project = ${key}` }))
} finally {
  await store.close()
}

/** Runs work several times, prints the times, and returns the last result. */
async function timed<T>(name: string, work: () => T | Promise<T>): Promise<T> {
  for (let i = 1; ; i++) {
    const [start, cpu] = [performance.now(), process.cpuUsage()]
    const result = await work()
    const { user, system } = process.cpuUsage(cpu)
    const [wall, seconds] = [(performance.now() - start).toFixed(0), ((user + system) / 1e6).toFixed(2)]
    console.log(`${name.padEnd(45)}${wall.padStart(8)} ms${seconds.padStart(8)} s of CPU`)
    if (i >= Number(options.times)) return result
  }
}

/** Returns the project whose number of issues is nearest to a number. */
async function projectOf(wanted: number): Promise<{ readonly key: string; readonly issues: number }> {
  const [row] = await store.snapshot(run =>
    run(sql`select p.key, count(*) as issues from issue i join project p on p.id = i.project_id
group by p.key order by abs(count(*) - ${bigint(wanted)}), p.key limit 1`),
  )
  return { key: String(row!.key), issues: Number(row!.issues) }
}

async function answer(endpoint: FlowEndpoint, parameters: Readonly<Record<string, string>>): Promise<string> {
  const sent = Object.entries({ ...ALL_HOURS, ...parameters })
  const request = { endpoint, parameters: sent.map(([name, value]) => ({ name, value, location: 'query' as const })) }
  return textOf(await runFlow(request, deps, { caller: LOCAL_CALLER }))
}

/** The parts of a summary that the kernel computes, too. */
interface Summary {
  readonly finished: number
  readonly withoutStart: number
  readonly firstTimeThrough: { readonly count: number }
  readonly reopened: { readonly reopenings: number }
  readonly inProgress: { readonly count: number }
  readonly notStarted: { readonly count: number }
  readonly cycleTime: { readonly percentiles: Readonly<Record<string, { readonly value: number }>> }
}

function numbersIn({ finished, withoutStart, cycleTime, ...summary }: Summary): FlowNumbers {
  return {
    finished,
    withoutStart,
    firstTime: summary.firstTimeThrough.count,
    reopenings: summary.reopened.reopenings,
    inProgress: summary.inProgress.count,
    notStarted: summary.notStarted.count,
    cycleTimes: Object.values(cycleTime.percentiles).map(({ value }) => value),
  }
}

/** Returns the kind of stage of a generated status, as the default workflow has it. */
function kindOf(id: string): StatusKind {
  const remainder = Number(id.slice(1)) % 5
  return remainder === 1 ? 'notStarted' : remainder === 0 ? 'done' : 'active'
}

/** Returns a workflow in which some statuses block issues. */
function blockedWorkflow(): string {
  const stages = ['notStarted', 'active', 'done'].flatMap(kind =>
    stays.statuses.filter(id => kindOf(id) === kind).map(id => ({ name: id, kind, statuses: [id] })),
  )
  const blocked = { fields: [], statuses: ['s7', 's13', 's24', 's39'], labels: [] }
  return JSON.stringify({ stages, done: 'status', blocked, sle: null, levels: 'standard' })
}
