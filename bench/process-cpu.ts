import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'

/** The CPU time of a process so far, in milliseconds. */
export interface ProcessCpu {
  readonly main: number
  /** The time of all threads that still run. */
  readonly all: number
}

/** Reads the CPU time of a process from Linux. Throws on other systems. */
export function cpuOf(pid: number): ProcessCpu {
  const times = readdirSync(`/proc/${pid}/task`).map(thread => [thread, cpuOfThread(pid, thread)] as const)
  const main = times.find(([thread]) => thread === String(pid))?.[1] ?? 0
  return { main, all: times.reduce((sum, [, ms]) => sum + ms, 0) }
}

/** Waits until a process uses less than 3 % of a core for two seconds. A new server reads its whole store once, to find damage. */
export async function untilIdle(pid: number): Promise<void> {
  for (let calm = 0; calm < 4; ) {
    const { all } = cpuOf(pid)
    await setTimeout(500)
    calm = cpuOf(pid).all - all < 15 ? calm + 1 : 0
  }
}

/** Returns 0 for a thread that has ended. */
function cpuOfThread(pid: number, thread: string): number {
  try {
    return Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]) / 1e6
  } catch {
    return 0
  }
}
