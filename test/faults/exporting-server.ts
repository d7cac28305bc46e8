import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterEach } from 'vitest'
import { type Running, type Served, serve } from './real-process.ts'

/** The parameters of an export of all issues of the demo. */
export const WHOLE = 'filterType=customjql&customjql=ORDER BY key&columnsBy=statusDuration&calendar=normalHours'

/** An export that lasts longer than strace needs to attach. */
const LONG = 'filterType=customjql&customjql=ORDER BY key&columnsBy=transitionCount&outputType=XLSX'

/** An export as the server shows it. */
export interface ShownExport {
  readonly exportId: string
  readonly status: string
  readonly message: string | null
  readonly sha256: string | null
  readonly downloadLink?: string
}

/** A server whose exports are faulted, over the store in `store`. */
export interface ExportingServer extends Served {
  readonly store: string
}

/** More arguments of a server, and how to run it. */
export interface ServeOptions extends Pick<Running, 'under'> {
  readonly more?: readonly string[]
  /** The threads for files and queries. By default one does all its file operations, so that their order is fixed. */
  readonly threads?: number
}

/** Servers that a failed test may leave. */
const running = new Set<ChildProcess>()
afterEach(() => {
  for (const child of running) child.kill('SIGKILL')
})

/** Starts a server. */
export async function serveExports(
  store: string,
  { more = [], threads = 1, ...settings }: ServeOptions = {},
): Promise<ExportingServer> {
  const served = await serve(store, more, { ...settings, env: { UV_THREADPOOL_SIZE: String(threads) } })
  running.add(served.child)
  served.child.once('close', () => running.delete(served.child))
  return { store, ...served }
}

/** Stops a server, which must not report an error. */
export async function stop({ child, ended }: Served): Promise<void> {
  child.kill('SIGTERM')
  const { status, err } = await ended
  if (status !== 0 || err !== '') throw new Error(`serve ended with ${status}: ${err}`)
}

/** Sends a request to the routes of exports. */
export function request({ address }: Served, path = '', init: RequestInit = {}): Promise<Response> {
  return fetch(`${address}/rest/tis/report/1.0/api/file${path}`, init)
}

/** Starts an export with the parameters of a query. */
export function post(server: Served, query: string): Promise<Response> {
  return request(server, '', { method: 'POST', body: new URLSearchParams(query) })
}

/** Starts an export, and returns its id. */
export async function started(server: Served, query: string): Promise<string> {
  const answer = await post(server, query)
  const body = await answer.text()
  if (answer.status !== 200) throw new Error(`${answer.status}: ${body}`)
  return (JSON.parse(body) as ShownExport).exportId
}

/** Returns the state of an export. */
export async function shown(server: Served, id: string): Promise<ShownExport> {
  return (await request(server, `/${id}`)).json() as Promise<ShownExport>
}

/** Waits for the end of an export. */
export async function ended(server: Served, id: string): Promise<ShownExport> {
  for (;;) {
    const view = await shown(server, id)
    if (view.status !== 'Waiting' && view.status !== 'In Progress') return view
    await setTimeout(20)
  }
}

/** Starts an export that waits behind others, which `release` cancels. */
export async function waiting(server: ExportingServer, query: string) {
  const before = [await started(server, LONG), await started(server, LONG)]
  const id = await started(server, query)
  return {
    id,
    folder: join(server.store, 'exports', id),
    release: async () => {
      const { status } = await shown(server, id)
      if (status !== 'Waiting') throw new Error(`The export did not wait: ${status}`)
      for (const other of before.reverse()) await request(server, `/${other}`, { method: 'DELETE' })
    },
  }
}

/** The effect on system calls of a running server: `when` counts the calls from now on. */
export interface CallFault {
  readonly calls: string
  readonly paths: readonly string[]
  /** As in strace's `inject`: `signal=KILL`, `error=ENOSPC`, `delay_enter=1s`. */
  readonly effect: string
  readonly when?: string
}

/** Injects a fault into a running process. Returns the tracer, which ends with the process or when it is killed. */
export async function inject(
  { pid }: ChildProcess,
  { calls, paths, effect, when = '1' }: CallFault,
): Promise<{ readonly detach: () => Promise<string> }> {
  const args = ['-f', '-e', `trace=${calls}`, '-e', `inject=${calls}:${effect}:when=${when}`]
  const child = spawn('strace', [...args, ...paths.flatMap(path => ['-P', path]), '-p', String(pid)], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let log = ''
  await new Promise<void>((resolve, reject) => {
    child.stderr.on('data', data => {
      log += data
      if (/Process \d+ attached/.test(log)) resolve()
    })
    child.once('close', () => reject(new Error(`strace did not attach: ${log}`)))
  })
  const closed = once(child, 'close')
  return {
    detach: async () => {
      child.kill('SIGINT')
      await closed
      return log
    },
  }
}

/** Returns the paths of all files and folders of an export, without its folder. */
export function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true }).map(String).sort()
}
