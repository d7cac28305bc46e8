import { Semaphore } from '../src/store/engine/semaphore.ts'
import { type BenchReport, single } from './report.ts'
import type { ServedStore } from './served-store.ts'
import { summaryOf } from './timing.ts'
import type { Workload } from './workloads.ts'

/** Measures eight clients, each requesting one list page after another. */
export async function eightClients(server: ServedStore, all: readonly Workload[], report: BenchReport): Promise<void> {
  const { parameters } = all.find(({ path }) => path === 'list')!
  const clients = new Semaphore(8)
  const took: number[] = []
  const start = performance.now()
  const requestContext = Array.from({ length: 400 }, (_, i) =>
    clients.run(async () => {
      const began = performance.now()
      await server.request('list', { ...parameters, startIssueIndex: String((i % 20) * 200) })
      took.push(performance.now() - began)
    }),
  )
  await Promise.all(requestContext)
  const rate = Math.round((1000 * took.length) / (performance.now() - start))
  report.add('eight clients on list pages', { cold: took[0]!, ...summaryOf(took) }, null, `${rate}/s (wanted 400/s)`)
}

/** Measures how long DuckDB continues a query after its client disconnected; the maximum of ten runs. */
export async function cancelling(
  server: ServedStore,
  { path, parameters }: Workload,
  report: BenchReport,
): Promise<void> {
  const took: number[] = []
  for (let i = 0; i < 10; i++) {
    const hangUp = new AbortController()
    const pending = server.request(path, { ...parameters, aggregationType: 'median' }, hangUp.signal).catch(() => {})
    while (!(await isWorking(server))) await pause(2)
    await pause(20 * i)
    const began = performance.now()
    hangUp.abort()
    while (await isWorking(server)) await pause(2)
    took.push(performance.now() - began)
    await pending
  }
  report.add(
    'a question that is cancelled, until it is gone',
    { ...single(Math.max(...took)), ...summaryOf(took) },
    300,
  )
}

/** Returns whether a long query is still running; one that was already answered counts as not running. */
async function isWorking(server: ServedStore): Promise<boolean> {
  const metrics = await (await fetch(`${server.base}/metrics`)).text()
  return !metrics.includes('sojourn_work_running{kind="long"} 0')
}

function pause(milliseconds: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, milliseconds))
}
