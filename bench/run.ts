// All measurements of a tracker of a given size: npm run bench -- --issues N

import { existsSync, statSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { bucketTable } from '../src/core/time/calendar/cumulative-time.ts'
import { defaultCalendar } from '../src/core/time/calendar/default-calendar.ts'
import { UTC } from '../src/core/time/zone.ts'
import { cancelling, eightClients } from './at-once.ts'
import { checkSums } from './check-sums.ts'
import { generateStore, LAST_INSTANT } from './generate-store.ts'
import { measureImport } from './import.ts'
import { readStays, sumByProject } from './kernel.ts'
import { measureRealData } from './real-data.ts'
import { BenchReport, single } from './report.ts'
import { serve } from './served-store.ts'
import { timed } from './timing.ts'
import { apiIssues, walk } from './today.ts'
import { sizesOf, workloads } from './workloads.ts'

const { values: options } = parseArgs({
  options: {
    issues: { type: 'string', default: '100000' },
    projects: { type: 'string' },
    seed: { type: 'string', default: '1' },
    times: { type: 'string', default: '7' },
    memory: { type: 'string', default: '2048' },
    json: { type: 'string' },
    keep: { type: 'string' },
  },
})

const issues = Number(options.issues)
const projects = Number(options.projects ?? Math.min(1800, Math.max(20, Math.round(issues / 1500))))
const times = Number(options.times)
const dir = options.keep ?? join(tmpdir(), `sojourn-bench-${issues}`)

console.log(
  `${cpus().length} cores of ${cpus()[0]?.model}, ${Math.round(totalmem() / 1e9)} GB, Node ${process.versions.node}`,
)
if (options.keep === undefined || !existsSync(dir)) {
  const { cold } = await timed(0, () => generateStore(dir, { issues, projects, seed: Number(options.seed) }))
  console.log(`${issues} issues in ${projects} projects made in ${Math.round(cold / 1000)} s`)
}
const stays = await readStays(dir, LAST_INSTANT)
const megabytes = Math.round(statSync(join(dir, 'sojourn.duckdb')).size / 1e6)
console.log(`${stays.project.length} status stays, ${megabytes} MB; the engine may use ${options.memory} MB\n`)
const report = new BenchReport()

const most = Math.min(issues, 25_000)
const objects = apiIssues(stays, most)
const texts = objects.map(issue => JSON.stringify(issue))
report.add(`today: walk ${most} issues in memory`, await timed(times, () => walk(objects, LAST_INSTANT)))
const parsing = () => walk(texts.map(text => JSON.parse(text)), LAST_INSTANT) // biome-ignore format: a line
report.add(`today: parse and walk ${most} issues`, await timed(times, parsing))

const calendar = bucketTable(defaultCalendar(UTC), stays.entered.reduce((a, b) => Math.min(a, b)), LAST_INSTANT) // biome-ignore format: a line
const allHours = await timed(times, () => sumByProject(stays, null))
report.kernel = allHours.median
report.add('kernel: average by project, 24/7', allHours)
const business = await timed(times, () => sumByProject(stays, calendar))
report.add('kernel: average by project, business', business)

const began = performance.now()
const limits = ['--aggregations-per-user', '100', '--aggregation-timeout-seconds', '600']
const server = await serve(dir, ['--memory-mb', options.memory, ...limits])
try {
  const all = workloads(sizesOf(stays))
  const [first, inBusinessTime] = [all[0]!, all.find(({ name }) => name.includes('business'))!]
  await server.request('list', all.find(({ path }) => path === 'list')!.parameters)
  report.add('opening, to the first answer', single(performance.now() - began), 1000)
  for (const workload of all) {
    report.kernel = workload === inBusinessTime ? business.median : allHours.median
    const { name, path, parameters, target } = workload
    report.add(name, await timed(times, () => server.request(path, parameters)), target)
  }
  report.kernel = null
  await eightClients(server, all, report)
  await cancelling(server, first, report)
  console.log(`\nmost memory the server had: ${server.peakMegabytes() ?? '?'} MB (wanted 2500)`)
  const sum = { aggregationType: 'sum' }
  checkSums(await server.request('aggregation', { ...first.parameters, ...sum }), stays, sumByProject(stays, null))
  checkSums(
    await server.request('aggregation', { ...inBusinessTime.parameters, ...sum }),
    stays,
    sumByProject(stays, calendar),
  )
} finally {
  await server.stop()
}
await measureImport(objects, report)
await measureRealData(times, report)
if (options.json) {
  writeFileSync(options.json, `${JSON.stringify({ issues, projects, measured: report.measured }, null, 2)}\n`)
}
