import { cpuOf } from './process-cpu.ts'
import type { ServedStore } from './served-store.ts'
import { summaryOf } from './timing.ts'

/** A request of a paired run. */
export interface PairedRequest {
  readonly name: string
  readonly path: 'aggregation' | 'list'
  readonly parameters: Readonly<Record<string, string>>
}

/** The medians of one request on one server, in milliseconds: elapsed, and CPU of its main thread and of all threads. */
export interface Cost {
  readonly wall: number
  readonly main: number
  readonly cpu: number
}

/** The medians of one request on both servers. */
export interface Pair {
  readonly name: string
  readonly before: Cost
  readonly now: Cost
}

/** Two servers over equal stores. */
export interface TwoServers {
  readonly before: ServedStore
  readonly now: ServedStore
}

/**
 * Sends a request to both servers in turn, `times` times each after two that do not count. The first one changes each time.
 * Throws if a server refuses the request.
 */
export async function measurePair({ before, now }: TwoServers, request: PairedRequest, times: number): Promise<Pair> {
  const costs = { before: [] as Cost[], now: [] as Cost[] }
  const send = async (side: 'before' | 'now') => {
    costs[side].push(await costOf(side === 'before' ? before : now, request))
  }
  for (let i = -2; i < times; i++) {
    for (const side of i % 2 === 0 ? (['before', 'now'] as const) : (['now', 'before'] as const)) await send(side)
    if (i < 0) for (const side of ['before', 'now'] as const) costs[side].length = 0
  }
  return { name: request.name, before: medianOf(costs.before), now: medianOf(costs.now) }
}

async function costOf(server: ServedStore, { path, parameters }: PairedRequest): Promise<Cost> {
  const used = cpuOf(server.pid)
  const start = performance.now()
  await server.request(path, parameters)
  const wall = performance.now() - start
  const { main, all } = cpuOf(server.pid)
  return { wall, main: main - used.main, cpu: all - used.all }
}

function medianOf(costs: readonly Cost[]): Cost {
  const median = (name: keyof Cost) => summaryOf(costs.map(cost => cost[name])).median
  return { wall: median('wall'), main: median('main'), cpu: median('cpu') }
}

/** Returns a table of pairs in Markdown, as docs/benchmarks.md has them. */
export function pairTable(pairs: readonly Pair[], commit: string): string {
  const heads = ['request']
  for (const what of ['ms', 'CPU', 'main thread']) heads.push(`${what} at ${commit}`, `${what} now`, 'ratio')
  const cells = ({ before, now }: Pair, name: keyof Cost) => [
    shown(before[name]),
    shown(now[name]),
    (now[name] / before[name]).toFixed(2),
  ]
  const rows = pairs.map(pair => [pair.name, ...cells(pair, 'wall'), ...cells(pair, 'cpu'), ...cells(pair, 'main')])
  return [heads, heads.map(() => '---'), ...rows].map(row => `| ${row.join(' | ')} |`).join('\n')
}

function shown(milliseconds: number): string {
  return milliseconds.toFixed(milliseconds < 100 ? 1 : 0)
}
