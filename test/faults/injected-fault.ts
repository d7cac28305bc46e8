import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CallLocation } from './faulted-works.ts'
import { type Ended, sojourn } from './real-process.ts'

/** The effect on a system call: an error, once or from then on; or the process is killed during the call. */
export type Fault = 'EIO' | 'ENOSPC' | 'ENOSPC for good' | 'SIGKILL'

/** All faults. */
export const FAULTS: readonly Fault[] = ['SIGKILL', 'EIO', 'ENOSPC', 'ENOSPC for good']

/** Whether this machine can inject faults into system calls. */
export const CAN_INJECT = canInject()

function canInject(): boolean {
  const args = ['-f', '--seccomp-bpf', '-o', '/dev/null', '-e', 'inject=rmdir:error=EIO', 'rmdir', '/tmp/none']
  const { error, stderr } = spawnSync('strace', args, { encoding: 'utf8' })
  return error === undefined && stderr.includes('Input/output error')
}

/** How a process with an injected fault ended, and whether the fault occurred. */
export interface Injected extends Ended {
  readonly fired: boolean
}

/**
 * Runs the program with a fault at the n-th call of a location.
 *
 * Calls are counted per thread; Node then does all its file operations in one thread, but DuckDB has two.
 */
export async function withFault(
  args: readonly string[],
  { call, paths }: CallLocation,
  fault: Fault,
  nth: number,
): Promise<Injected> {
  const folder = mkdtempSync(join(tmpdir(), 'sojourn-strace-'))
  const log = join(folder, 'log')
  const isKill = fault === 'SIGKILL'
  const what = isKill ? 'signal=KILL' : `error=${fault.split(' ')[0]}`
  const when = fault === 'ENOSPC for good' ? `${nth}+` : String(nth)
  const under = ['strace', '-f', '-qq', '-o', log, '-e', `trace=${call}`, '-e', `inject=${call}:${what}:when=${when}`]
  // This intercepts only these calls, which is much faster; but it loses some signals.
  if (!isKill) under.push('--seccomp-bpf')
  under.push(...paths.flatMap(path => ['-P', path]))
  try {
    const ended = await sojourn(args, { under, env: { UV_THREADPOOL_SIZE: '1' } })
    const fired = isKill ? ended.signal === 'SIGKILL' : readFileSync(log, 'utf8').includes('(INJECTED)')
    return { ...ended, fired }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
