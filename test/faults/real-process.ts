import { type ChildProcess, spawn } from 'node:child_process'
import { BIN } from '../support/built-program.ts'

// test/faults/ injects faults into the real process and its disk, and then checks: does the store have a whole number
// of imports, including all acknowledged ones, and can it be used further? The seed of a run selects a few faults; the
// long run tries all of them.

/** How a process ended. */
export interface Ended {
  /** Its exit code; `null` if a signal ended it. */
  readonly status: number | null
  readonly signal: NodeJS.Signals | null
  readonly out: string
  readonly err: string
  readonly ms: number
}

/** How to run the program. */
export interface Running {
  /** A command that wraps it, such as strace with its options. */
  readonly under?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** When to kill it, in milliseconds. */
  readonly killAfter?: number
}

/** Starts the program, and resolves when it has ended. */
export function start(args: readonly string[], { under = [], env = {}, killAfter }: Running = {}) {
  const [command, ...rest] = [...under, process.execPath, BIN, ...args]
  const from = performance.now()
  const child = spawn(command!, rest, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  const killing = killAfter === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), killAfter)
  const text = { out: '', err: '' }
  child.stdout.on('data', args => (text.out += args))
  child.stderr.on('data', args => (text.err += args))
  const ended = new Promise<Ended>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (status, signal) => {
      clearTimeout(killing)
      resolve({ status, signal, ...text, ms: performance.now() - from })
    })
  })
  return { child, ended }
}

/** Runs the program to its end. */
export function sojourn(args: readonly string[], running: Running = {}): Promise<Ended> {
  return start(args, running).ended
}

/** Runs the program to its end, which must be successful. */
export async function done(args: readonly string[]): Promise<Ended> {
  const ended = await sojourn(args)
  if (ended.status !== 0) throw new Error(`sojourn ${args.join(' ')} ended with ${ended.status}: ${ended.err}`)
  return ended
}

/** A responding server over the store in `dir`. */
export interface Served {
  readonly child: ChildProcess
  readonly ended: Promise<Ended>
  readonly address: string
}

/** Starts a server; rejects with its output if it exits instead. */
export async function serve(dir: string, more: readonly string[] = [], running: Running = {}): Promise<Served> {
  const args = ['serve', '--port', '0', '--log-level', 'error', '--store', dir, ...more]
  const { child, ended } = start(args, running)
  const address = await new Promise<string>((resolve, reject) => {
    let args = ''
    child.stdout.on('data', data => {
      args += data
      const found = /http:\S+\n/.exec(args)
      if (found) resolve(found[0].trim())
    })
    ended.then(({ status, err }) => reject(new Error(`serve ended with ${status}: ${err}`)), reject)
  })
  return { child, ended, address }
}

/** Returns what is wrong with the error message of a failed process; `null` for a good one. */
export function messageError({ status, err }: Ended): string | null {
  if (status !== 1) return `it ended with ${status}: ${err}`
  if (/inside Sojourn that should not have|^\s+at |Error: /m.test(err)) return `it reports an internal error: ${err}`
  return /^\S.*\.\n$/s.test(err) ? null : `it says no sentence: '${err}'`
}
