// Aggregations by month and without periods, in this process: npm run bench:periods -- --issues N

import { strictEqual } from 'node:assert'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { LOCAL_CALLER } from '../src/access/permissions/caller.ts'
import { atOnce } from '../src/core/base/in-slices.ts'
import { bucketTable } from '../src/core/time/calendar/cumulative-time.ts'
import { defaultCalendar } from '../src/core/time/calendar/default-calendar.ts'
import { periodBorders } from '../src/core/time/periods.ts'
import { UTC } from '../src/core/time/zone.ts'
import { reportBody, textOf } from '../src/reports/report/report-body.ts'
import { createReportDeps, runReport } from '../src/reports/report/run-report.ts'
import { openStore } from '../src/store/engine/open-store.ts'
import { generateStore, LAST_INSTANT } from './generate-store.ts'
import { readStays } from './kernel.ts'
import { sumByPeriod } from './period-kernel.ts'
import { timed } from './timing.ts'

const { values: options } = parseArgs({
  options: {
    issues: { type: 'string', default: '270000' },
    memory: { type: 'string', default: '2048' },
    times: { type: 'string', default: '5' },
    keep: { type: 'string' },
    only: { type: 'string', default: '' },
  },
})

type Parameters = Readonly<Record<string, string>>

const EVERYTHING = { filterType: 'customjql', customjql: 'ORDER BY key', asOf: '2026-01-01T00:00:00Z' }
const YEAR = { trimHistoryStartDate: '2024-01-01', trimHistoryEndDate: '2025-01-01' }
const REQUESTS: readonly (readonly [name: string, parameters: Parameters])[] = [
  ['sum', { aggregationType: 'sum' }],
  ['sum, business', { aggregationType: 'sum', calendar: '0', dayLength: 'businessDays' }],
  ['average', {}],
  ['average, business', { calendar: '0', dayLength: 'businessDays' }],
  ['average in a window of a year', YEAR],
  ['average of three statuses', { statuses: 's3,s7,s11' }],
  ['average of first visits', { multiVisitBehavior: 'first' }],
  ['average of last visits', { multiVisitBehavior: 'last' }],
  ['number of visits', { columnsBy: 'statusCount' }],
  ['transitions', { columnsBy: 'transitionCount' }],
  ['average by assignee', { columnsBy: 'assigneeDuration' }],
  ['median', { aggregationType: 'median' }],
]
const GROUPS: readonly Parameters[] = [{}, { groupByFields: 'project' }, { groupByFields: 'period:month' }]

const issues = Number(options.issues)
const times = Number(options.times)
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
try {
  const first = stays.entered.reduce((a, b) => Math.min(a, b))
  const borders = atOnce(periodBorders(first, LAST_INSTANT, 'month', UTC, 1000))
  const calendars = { sum: null, 'sum, business': bucketTable(defaultCalendar(UTC), first, LAST_INSTANT) }
  for (const [name, parameters] of REQUESTS.filter(([name]) => name.includes(options.only))) {
    const of = GROUPS.filter(({ groupByFields }) => groupByFields !== 'project' || name !== 'average by assignee')
    for (const group of of) {
      const [suffix] = Object.values(group)
      let text = ''
      await shown(`${name}${suffix ? `, ${suffix}` : ''}`, async () => {
        text = await answer({ ...parameters, ...group })
      })
      if (suffix !== 'period:month' || !Object.hasOwn(calendars, name)) continue
      const buckets = calendars[name as keyof typeof calendars]
      await shown(`kernel: ${name}, ${suffix}`, () => sumByPeriod(stays, borders, buckets))
      checkSums(text, sumByPeriod(stays, borders, buckets))
    }
  }
} finally {
  await store.close()
}

async function shown(name: string, work: () => unknown): Promise<void> {
  const { median, min, max, cold } = await timed(times, work)
  const [middle, least, most, start] = [median, min, max, cold].map(ms => ms.toFixed(0))
  console.log(`${name.padEnd(48)}${middle!.padStart(7)} ms (${least} to ${most}; first ${start})`)
}

async function answer(parameters: Parameters): Promise<string> {
  const sent = { ...EVERYTHING, columnsBy: 'statusDuration', calendar: 'normalHours', ...parameters }
  const all = Object.entries({ aggregationType: 'average', ...sent })
  const request = all.map(([name, value]) => ({ name, value, location: 'query' as const }))
  const report = await runReport({ endpoint: 'aggregation', parameters: request }, deps, { caller: LOCAL_CALLER })
  return textOf(await reportBody(report, 'bench'))
}

/** Throws unless each cell of a report equals the kernel's sum. */
function checkSums(json: string, sums: ReturnType<typeof sumByPeriod>): void {
  const { rows } = JSON.parse(json).table.body as { rows: { valueColumns: { id: string; raw?: string }[] }[] }
  let cells = 0
  for (const [period, { valueColumns }] of rows.entries()) {
    for (const { id, raw } of valueColumns) {
      if (raw === undefined) continue
      strictEqual(BigInt(raw), sums(period, stays.statuses.indexOf(id)), `period ${period}, ${id}`)
      cells++
    }
  }
  console.log(`${cells} cells equal the kernel's sums`)
}
