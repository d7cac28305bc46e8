import { spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { describe, expect, it } from 'vitest'
import type { Watched } from '../../../src/edge/watchdog/start-watchdog.ts'
import { serve } from '../../faults/real-process.ts'
import { afterFile } from '../../support/after-file.ts'
import { IS_BUILT } from '../../support/built-program.ts'
import { itDrawn } from '../../support/drawn-test.ts'
import { temporaryFolder } from '../../support/temporary-store.ts'

const THREAD = join(import.meta.dirname, '../../../dist/watchdog-thread.js')
const RECEIVER = join(import.meta.dirname, 'receive-notifications.py')

const hasSystemd = spawnSync('systemd-notify', ['--version']).status === 0 && spawnSync('python3', ['-V']).status === 0

/** A program that starts the thread of a watchdog, and blocks its event loop when the thread runs. */
function blockedProgram(limit: Watched['limit']): string {
  return `const { Worker } = require('node:worker_threads')
    const workerData = { beats: new Int32Array(new SharedArrayBuffer(4)), limit: ${JSON.stringify(limit)}, logLevel: 'info' }
    new Worker(${JSON.stringify(THREAD)}, { workerData }).on('online', () => { for (;;); })`
}

/** Returns the number of times that the main thread of a process waited for something. */
function waitsOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/task/${pid}/status`, 'utf8')
  return Number(/^voluntary_ctxt_switches:\s*(\d+)/m.exec(status)![1])
}

describe.skipIf(!IS_BUILT)('the watchdog of a process', () => {
  it('ends it while its event loop is blocked, with a line in the log', () => {
    const ended = spawnSync(process.execPath, ['-e', blockedProgram({ everyMs: 20, checks: 5 })], { encoding: 'utf8' })
    expect(ended).toMatchObject({ status: null, signal: 'SIGKILL' })
    expect(JSON.parse(ended.stderr)).toMatchObject({
      level: 60,
      pid: ended.pid,
      silentSeconds: 0.1,
      msg: 'The server did not respond for 0.1 seconds. Its watchdog ends it with SIGKILL (exit code 137). Start it again, and report this line.',
    })
  })
})

describe.skipIf(!IS_BUILT || !hasSystemd)('a server of systemd', () => {
  itDrawn('says when it is ready, that it responds, and when it stops; meanwhile it sleeps', async () => {
    const folder = temporaryFolder()
    const socket = join(folder, 'notify')
    const receiver = spawn('python3', [RECEIVER, socket], { stdio: ['ignore', 'pipe', 'inherit'] })
    afterFile(() => void receiver.kill())
    const lines = createInterface({ input: receiver.stdout })[Symbol.asyncIterator]()
    const next = async () => (await lines.next()).value
    /** Returns the next message. `systemd-notify` sends a barrier after each one. */
    const message = async (): Promise<string> => {
      const line = await next()
      return line === 'BARRIER=1' ? message() : line
    }
    expect(await next()).toBe('listening')
    const env = { NOTIFY_SOCKET: socket, WATCHDOG_USEC: '3000000' }
    const { child, ended } = await serve(join(folder, 'store'), ['--create'], { env })
    // Without effect after the server has ended.
    afterFile(() => void child.kill('SIGKILL'))
    expect(await message()).toBe('READY=1')
    expect(await message()).toBe('WATCHDOG=1')
    const waits: number[] = []
    for (let i = 0; i < 4; i++) {
      waits.push(waitsOf(child.pid!))
      expect(await message()).toBe('WATCHDOG=1')
    }
    // The messages are a second apart. Timers of 10 ms would wake it a hundred times, statements of every second twenty.
    const wakeups = waits.slice(1).map((count, i) => count - waits[i]!)
    expect(Math.min(...wakeups)).toBeLessThan(10)
    child.kill('SIGTERM')
    expect(await message()).toBe('STOPPING=1')
    expect(await ended).toMatchObject({ status: 0, err: '' })
  })
})
