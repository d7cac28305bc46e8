import { connect, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { between, chance, pick, seededRandom } from '../../../scripts/demo/random.ts'
import { LOCAL_CALLER } from '../../../src/access/permissions/caller.ts'
import type { Server, ServerDeps } from '../../../src/edge/http/create-server.ts'
import { type ListeningServer, listen } from '../../../src/edge/http/listen.ts'
import { ClientDisconnected } from '../../../src/edge/http/running-requests.ts'
import { bodyOf } from '../../support/collected.ts'
import { LIST, testServer } from './test-server.ts'

const open: ListeningServer[] = []
const sockets: Socket[] = []

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  for (const server of open.splice(0)) await server.stop(0)
})

async function listening(deps: Partial<ServerDeps>): Promise<{ server: Server; send: (bytes: string) => Socket }> {
  const server = testServer(deps)
  const listens = await listen(server, '127.0.0.1', 0)
  open.push(listens)
  const send = (bytes: string) => {
    const socket = connect(listens.port, '127.0.0.1', () => socket.write(bytes))
    socket.on('error', () => {})
    socket.resume()
    sockets.push(socket)
    return socket
  }
  return { server, send }
}

const HEAD = 'Host: localhost\r\nAuthorization: Bearer sj_a\r\n'
const GET = `GET ${LIST} HTTP/1.1\r\n${HEAD}\r\n`
const UNFINISHED = `POST ${LIST} HTTP/1.1\r\n${HEAD}Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 9\r\n\r\na=`

const wait = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))

/** Resolves after a delay, or rejects as soon as the signal is aborted. */
function work(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(end)
      reject(signal.reason)
    })
  })
}

/** Creates parts of a server that take `ms` milliseconds, and records their signals. */
function slowParts(ms: { authenticate: () => number; report: () => number }) {
  const signals: { authenticate: AbortSignal[]; report: AbortSignal[] } = { authenticate: [], report: [] }
  const unfinished = { count: 0 }
  const delay = async (part: 'authenticate' | 'report', signal: AbortSignal) => {
    signals[part].push(signal)
    unfinished.count++
    await work(ms[part](), signal).finally(() => unfinished.count--)
  }
  const deps: Partial<ServerDeps> = {
    authenticate: async (_credentials, signal) => {
      await delay('authenticate', signal!)
      return LOCAL_CALLER
    },
    report: async (_request, { signal }) => {
      await delay('report', signal!)
      return bodyOf('json', '{}')
    },
  }
  return { deps, signals, unfinished }
}

const NEVER = () => 60_000
const AT_ONCE = () => 0

describe('a client that disconnects', () => {
  it('during its authentication aborts that', async () => {
    const { deps, signals } = slowParts({ authenticate: NEVER, report: AT_ONCE })
    const { server, send } = await listening(deps)
    const socket = send(GET)
    await expect.poll(() => signals.authenticate.length).toBe(1)
    expect(server.running()).toBe(1)
    socket.destroy()
    await expect.poll(() => signals.authenticate[0]!.aborted).toBe(true)
    expect(signals.authenticate[0]!.reason).toBeInstanceOf(ClientDisconnected)
    expect(server.running()).toBe(0)
    expect(signals.report).toEqual([])
  })

  it('during its report aborts that with the signal of its authentication', async () => {
    const { deps, signals } = slowParts({ authenticate: AT_ONCE, report: NEVER })
    const { server, send } = await listening(deps)
    const socket = send(GET)
    await expect.poll(() => signals.report.length).toBe(1)
    expect(signals.report[0]).toBe(signals.authenticate[0])
    socket.destroy()
    await expect.poll(() => signals.report[0]!.aborted).toBe(true)
    expect(server.running()).toBe(0)
  })

  it('aborts the requests that are queued behind another one on its connection', async () => {
    const { deps, signals } = slowParts({ authenticate: AT_ONCE, report: NEVER })
    const { server, send } = await listening(deps)
    const socket = send(GET.repeat(5))
    await expect.poll(() => signals.report.length).toBe(5)
    socket.destroy()
    await expect.poll(() => signals.report.map(({ aborted }) => aborted)).toEqual([true, true, true, true, true])
    expect(server.running()).toBe(0)
  })

  it('at any time leaves no request behind', async () => {
    const random = seededRandom(7, 0)
    const { deps, signals, unfinished } = slowParts({
      authenticate: () => between(random, 0, 10),
      report: () => between(random, 0, 20),
    })
    const { server, send } = await listening(deps)
    for (let i = 0; i < 300; i++) {
      const socket = send(pick(random, [GET, GET.repeat(4), UNFINISHED, GET.slice(0, 40)]))
      setTimeout(() => (chance(random, 0.5) ? socket.destroy() : socket.resetAndDestroy()), between(random, 0, 40))
      if (i % 10 === 0) await wait(5)
    }
    await expect.poll(() => sockets.every(({ destroyed }) => destroyed)).toBe(true)
    await expect.poll(() => [server.running(), unfinished.count]).toEqual([0, 0])
    expect(signals.authenticate.length).toBeGreaterThan(20)
    expect(signals.report.some(({ aborted }) => aborted)).toBe(true)
  })
})

describe('a completed request', () => {
  it('is no longer running, and its signal is never aborted', async () => {
    const { deps, signals } = slowParts({ authenticate: AT_ONCE, report: AT_ONCE })
    const { server, send } = await listening(deps)
    const socket = send(GET.repeat(3))
    await expect.poll(() => signals.report.length).toBe(3)
    await expect.poll(() => server.running()).toBe(0)
    socket.destroy()
    await wait(50)
    expect(signals.report.map(({ aborted }) => aborted)).toEqual([false, false, false])
  })
})
