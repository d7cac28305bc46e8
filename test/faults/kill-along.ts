import { cases, spread } from '../support/sampling.ts'
import type { FaultedOperation } from './faulted-works.ts'
import { done, sojourn } from './real-process.ts'

/** The number of kills of an operation. */
export const KILLS = cases(1)

/**
 * Kills an operation at times that are spread over its duration, and checks the result each time.
 */
export async function killAlong(work: FaultedOperation): Promise<void> {
  const beginning = (await done(['--version'])).ms
  work.prepare()
  const { ms } = await done(work.args)
  const counts = { killed: 0, ended: 0 }
  for (const share of spread(work.name, KILLS)) {
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
