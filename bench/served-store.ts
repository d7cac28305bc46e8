import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The built program. */
export const BIN = join(import.meta.dirname, '..', 'bin', 'sojourn.js')

/** A store with a server process of its own, as in production. */
export interface ServedStore {
  readonly request: (
    path: 'aggregation' | 'list',
    parameters: Readonly<Record<string, string>>,
    signal?: AbortSignal,
  ) => Promise<string>
  readonly pid: number
  /** Its URL, without a slash at the end. */
  readonly base: string
  /** The current and the peak memory of the process, in megabytes; `null` if unavailable. */
  readonly megabytes: () => number | null
  readonly peakMegabytes: () => number | null
  readonly stop: () => Promise<void>
  /** The process of the server. */
  readonly child: ChildProcess
}

/** How the server of a store starts. */
export interface ServeOptions {
  /** The program; by default the built one of this checkout. */
  readonly bin?: string
  /** A module that the process loads first, and with which it exchanges messages. */
  readonly preloaded?: string
}

/** Serves the store in `dir`, with more arguments for the command, and waits until it responds. */
export async function serve(
  dir: string,
  more: readonly string[],
  { bin = BIN, preloaded }: ServeOptions = {},
): Promise<ServedStore> {
  const args = ['serve', '--store', dir, '--port', '0', '--log-level', 'silent', '--time-zone', 'UTC', ...more]
  const imports = preloaded === undefined ? [] : ['--import', preloaded]
  const server = spawn(process.execPath, [...imports, bin, ...args], {
    stdio: ['ignore', 'pipe', 'inherit', ...(preloaded === undefined ? [] : ['ipc' as const])],
  })
  const base = await addressOf(server)
  return {
    base,
    pid: server.pid!,
    child: server,
    request: async (path, parameters, signal) => {
      const body = new URLSearchParams(parameters)
      const response = await fetch(`${base}/rest/tis/report/1.0/api/${path}`, {
        method: 'POST',
        body,
        signal: signal ?? null,
      })
      const text = await response.text()
      if (!response.ok) throw new Error(`${response.status}: ${text}`)
      return text
    },
    megabytes: () => memoryOf(server.pid!, 'VmRSS'),
    peakMegabytes: () => memoryOf(server.pid!, 'VmHWM'),
    stop: () =>
      new Promise(resolve => {
        server.once('exit', () => resolve())
        server.kill('SIGTERM')
      }),
  }
}

/** The module to preload for measureSlices, collectGarbage. */
export const SLICE_METER = join(import.meta.dirname, 'slice-meter.js')

/**
 * Starts to measure the slices of the main thread of a server that preloaded SLICE_METER. The result ends it, and returns the
 * longest one: milliseconds of CPU time.
 */
export async function measureSlices(served: ServedStore): Promise<() => Promise<number>> {
  await told(served, 'start')
  return async () => (await told(served, 'stop')) as number
}

/** Collects the garbage of a server that preloaded SLICE_METER. */
export async function collectGarbage(served: ServedStore): Promise<void> {
  await told(served, 'collect')
}

function told({ child }: ServedStore, message: 'start' | 'collect' | 'stop'): Promise<unknown> {
  return new Promise(resolve => {
    child.once('message', resolve)
    child.send(message)
  })
}

/** Creates a token for a user, and the user if it does not exist. */
export function createToken(dir: string, user: string): string {
  spawnSync(process.execPath, [BIN, 'user', 'add', user, '--store', dir])
  const { stdout } = spawnSync(process.execPath, [BIN, 'token', 'create', '--user', user, '--store', dir])
  return stdout.toString().trim()
}

function addressOf(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = ''
    server.stdout!.on('data', (text: Buffer) => {
      said += text
      const [address] = /http:\/\/[^\s/]+/.exec(said) ?? []
      if (address) resolve(address)
    })
    server.once('exit', code => reject(new Error(`the server ended with ${code}: ${said}`)))
  })
}

/** Reads a line of the memory statistics of a process, in megabytes; `null` if unavailable. */
export function memoryOf(pid: number, field: 'VmRSS' | 'VmHWM'): number | null {
  try {
    const lines = readFileSync(`/proc/${pid}/status`, 'utf8').split('\n')
    const line = lines.find(one => one.startsWith(`${field}:`))
    return line === undefined ? null : Math.round(Number.parseInt(line.slice(field.length + 1), 10) / 1024)
  } catch {
    return null
  }
}
