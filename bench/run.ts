import { existsSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Semaphore } from '../src/store/semaphore.ts'
import { checkSums } from './check-sums.ts'
import { generateStore, LAST_MOMENT } from './generate-store.ts'
import { readStays, type Stays, sumByProject } from './kernel.ts'
import { type ServedStore, serve } from './served-store.ts'
import { summaryOf, type Timing, timed } from './timing.ts'
import { apiIssues, walk } from './today.ts'
import { type Sizes, type Workload, workloads } from './workloads.ts'

/** A line of the table: what was done, and how long it took. */
interface Measured extends Timing {
  readonly name: string
  readonly target: number | null
}

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

if (options.keep === undefined || !existsSync(dir)) {
  const { cold } = await timed(0, () => generateStore(dir, { issues, projects, seed: Number(options.seed) }))
  say(`${issues} issues in ${projects} projects made in ${Math.round(cold / 1000)} s`)
}
const stays = await readStays(dir, LAST_MOMENT)
say(`${stays.project.length} status stays, ${Math.round(statSync(join(dir, 'sojourn.duckdb')).size / 1e6)} MB`)

const measured: Measured[] = []
const note = (name: string, timing: Timing, target: number | null = null) => {
  measured.push({ name, target, ...timing })
  say(line(measured.at(-1)!))
}

note('kernel: average by project, 24/7', await timed(times, () => sumByProject(stays, null)))
await compareWithToday(stays)
const opened = performance.now()
const limits = ['--aggregations-per-user', '100', '--aggregation-timeout-seconds', '600']
const server = await serve(dir, ['--memory-mb', options.memory, ...limits])
try {
  const all = workloads(sizesOf(stays))
  checkSums(
    await server.ask('aggregation', { ...all[0]!.parameters, aggregationType: 'sum' }),
    stays,
    sumByProject(stays, null),
  )
  const first = performance.now() - opened
  note(
    'opening, to the first whole answer',
    { cold: first, median: first, min: first, max: first, p95: first, p99: first },
    1000,
  )
  for (const workload of all) await measure(server, workload)
  await eightClients(server, all.find(({ path }) => path === 'list')!)
  await cancelled(server, all[2]!)
  say(`peak memory of the server: ${server.peakMegabytes() ?? '?'} MB`)
} finally {
  await server.stop()
}
if (options.json) writeFileSync(options.json, `${JSON.stringify({ issues, projects, measured }, null, 2)}\n`)

async function measure(server: ServedStore, { name, path, parameters, target }: Workload): Promise<void> {
  note(name, await timed(times, () => server.ask(path, parameters)), target)
}

/** The rate of eight clients that ask for pages one after another. */
async function eightClients(server: ServedStore, { parameters }: Workload): Promise<void> {
  const [each, clients] = [50, new Semaphore(8)]
  const took: number[] = []
  const start = performance.now()
  const asking = Array.from({ length: 8 * each }, (_, i) =>
    clients.run(async () => {
      const began = performance.now()
      await server.ask('list', { ...parameters, startIssueIndex: String((i % 20) * 200) })
      took.push(performance.now() - began)
    }),
  )
  await Promise.all(asking)
  const rate = (1000 * took.length) / (performance.now() - start)
  note(`eight clients on list pages (${Math.round(rate)} requests/s, wanted 400)`, {
    cold: took[0]!,
    ...summaryOf(took),
  })
}

/** How long after a client hung up the next question is answered as if nothing had been. */
async function cancelled(server: ServedStore, { path, parameters }: Workload): Promise<void> {
  const abort = new AbortController()
  const running = server.ask(path, parameters, abort.signal).catch(() => {})
  await new Promise(resolve => setTimeout(resolve, 50))
  abort.abort()
  await running
}

async function compareWithToday(all: Stays): Promise<void> {
  const most = Math.min(issues, 100_000)
  const objects = apiIssues(all, most)
  const text = objects.map(issue => JSON.stringify(issue))
  note(`today: walk ${most} issues in memory`, await timed(3, () => walk(objects, LAST_MOMENT)))
  note(
    `today: parse and walk ${most} issues`,
    await timed(3, () =>
      walk(
        text.map(one => JSON.parse(one)),
        LAST_MOMENT,
      ),
    ),
  )
}

function sizesOf({ project }: Stays): Sizes {
  const sizes = new Map<number, Set<number>>()
  for (let i = 0; i < project.length; i++) {
    const known = sizes.get(project[i]!) ?? new Set()
    sizes.set(project[i]!, known.add(stays.issue[i]!))
  }
  const counted = [...sizes].map(([place, own]) => ({ key: `P${place + 1}`, issues: own.size }))
  const largest = counted.reduce((a, b) => (b.issues > a.issues ? b : a))
  const middling = counted.reduce((a, b) => (Math.abs(b.issues - 5000) < Math.abs(a.issues - 5000) ? b : a))
  return { largest, middling }
}

function line({ name, cold, median, min, max, p95, target }: Measured): string {
  const shown = [median, min, max, p95, cold].map(ms => ms.toFixed(ms < 10 ? 1 : 0).padStart(8)).join('')
  const kernel = measured[0]!.median
  return `${name.padEnd(48)}${shown}${(median / kernel).toFixed(1).padStart(8)}${target === null ? '' : `   wanted ${target}`}`
}

function say(text: string): void {
  console.log(text)
}
