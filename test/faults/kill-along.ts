import { IS_LONG, spread } from './drawn.ts'
import type { FaultedOperation } from './faulted-works.ts'
import { done, sojourn } from './real-process.ts'

/** Returns the number of kills: 20 in the long run. */
export const kills = (few: number): number => (IS_LONG ? 20 : few)

/**
 * Kills an operation at times that are spread over its duration, and checks the result each time. `beginning` is how
 * long a process takes to start, in milliseconds.
 */
export async function killAlong(work: FaultedOperation, count: number, beginning: number): Promise<void> {
  work.prepare()
  const { ms } = await done(work.args)
  const counts = { killed: 0, ended: 0 }
  for (const share of spread(work.name, count)) {
    work.prepare()
    const from = beginning * 0.8
    const killAfter = from + share * (ms - from)
    const ended = await sojourn(work.args, { killAfter })
    counts[ended.signal === 'SIGKILL' ? 'killed' : 'ended']++
    const what = `${work.name}: killed after ${Math.round(killAfter)} of ${Math.round(ms)} ms`
    await work.check(ended).catch(error => Promise.reject(new Error(what, { cause: error })))
  }
  console.log(`test/faults: ${work.name}: ${counts.killed} killed, ${counts.ended} had ended before`)
}
