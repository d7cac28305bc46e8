import { readdirSync, readFileSync } from 'node:fs'

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

/** Returns 0 for a thread that has ended. */
function cpuOfThread(pid: number, thread: string): number {
  try {
    return Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]) / 1e6
  } catch {
    return 0
  }
}
