import { readFileSync } from 'node:fs'

/** The length of a clock tick of /proc, in seconds: 1/100 on all platforms of Linux that Node supports. */
const TICK = 0.01

/**
 * Returns the CPU time of this process and of the processes that it started, in seconds. Only Linux counts the started
 * ones, with /proc.
 */
export function cpuSeconds(): number {
  return process.platform === 'linux' ? ofTree(process.pid) : ofThisProcess()
}

function ofThisProcess(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

function ofTree(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name of the program, in parentheses, may have spaces. Fields 14 to 17: own time, and that of ended children.
    const ticks = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 15)
    return ticks.reduce((sum, one) => sum + Number(one) * TICK, 0) + ofChildren(pid)
  } catch {
    // The process has ended; its parent has its time.
    return 0
  }
}

function ofChildren(pid: number): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return children.split(' ').reduce((sum, child) => sum + (child === '' ? 0 : ofTree(Number(child))), 0)
}
