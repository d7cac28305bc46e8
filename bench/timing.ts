/** The durations of repeated runs. Milliseconds. */
export interface Timing {
  readonly cold: number
  readonly median: number
  readonly min: number
  readonly max: number
  readonly p95: number
  readonly p99: number
}

/** Runs `work` once cold, then `times` times warm. */
export async function timed(times: number, work: () => Promise<unknown> | unknown): Promise<Timing> {
  const cold = await once(work)
  const warm: number[] = []
  for (let i = 0; i < times; i++) warm.push(await once(work))
  return { cold, ...summaryOf(warm) }
}

/** Returns the median, the minimum, the maximum and the 95th and 99th percentiles. */
export function summaryOf(times: readonly number[]): Omit<Timing, 'cold'> {
  const sorted = [...times].sort((a, b) => a - b)
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]!
  return { median: at(0.5), min: sorted[0]!, max: sorted.at(-1)!, p95: at(0.95), p99: at(0.99) }
}

async function once(work: () => Promise<unknown> | unknown): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}
