import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const BIN = join(import.meta.dirname, '..', 'bin', 'sojourn.js')

/** A store that is served by a process of its own, as people do it. */
export interface ServedStore {
  readonly ask: (
    path: 'aggregation' | 'list',
    parameters: Readonly<Record<string, string>>,
    signal?: AbortSignal,
  ) => Promise<string>
  /** The most memory that the process had, in megabytes; `null` where the machine does not tell. */
  readonly peakMegabytes: () => number | null
  readonly stop: () => Promise<void>
}

/** Serves the store in `dir`, and waits until it answers. */
export async function serve(dir: string, memoryMb: number): Promise<ServedStore> {
  const words = [
    'serve',
    '--store',
    dir,
    '--port',
    '0',
    '--log-level',
    'silent',
    '--time-zone',
    'UTC',
    '--memory-mb',
    String(memoryMb),
  ]
  const limits = ['--aggregations-per-user', '100', '--aggregation-timeout-seconds', '600']
  const server = spawn(process.execPath, [BIN, ...words, ...limits], { stdio: ['ignore', 'pipe', 'inherit'] })
  const base = await addressOf(server)
  return {
    ask: async (path, parameters, signal) => {
      const body = new URLSearchParams(parameters)
      const answer = await fetch(`${base}/rest/tis/report/1.0/api/${path}`, {
        method: 'POST',
        body,
        signal: signal ?? null,
      })
      const text = await answer.text()
      if (!answer.ok) throw new Error(`${answer.status}: ${text}`)
      return text
    },
    peakMegabytes: () => peakOf(server.pid!),
    stop: () =>
      new Promise(resolve => {
        server.once('exit', () => resolve())
        server.kill('SIGTERM')
      }),
  }
}

function addressOf(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = ''
    server.stdout!.on('data', (text: Buffer) => {
      said += text
      const [address] = /http:\/\/\S+/.exec(said) ?? []
      if (address) resolve(address)
    })
    server.once('exit', code => reject(new Error(`the server ended with ${code}: ${said}`)))
  })
}

function peakOf(pid: number): number | null {
  try {
    const [, kilobytes] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return kilobytes === undefined ? null : Math.round(Number(kilobytes) / 1024)
  } catch {
    return null
  }
}
