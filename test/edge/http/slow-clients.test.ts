import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, describe, expect, it } from 'vitest'
import type { ServerDeps } from '../../../src/edge/http/create-server.ts'
import { TIMEOUTS } from '../../../src/edge/http/limits.ts'
import { type ListeningServer, listen } from '../../../src/edge/http/listen.ts'
import { bodyOf } from '../../support/collected.ts'
import { itDrawn } from '../../support/drawn-test.ts'
import { exchange, readAnswer } from './exchange.ts'
import { LIST, recordingLog, testServer } from './test-server.ts'

const PATIENCE = { head: 400, request: 800, answer: 500, check: 100 }

const open: ListeningServer[] = []
const sockets: Socket[] = []

// Tests that run at once would end the connections of each other.
afterAll(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  for (const server of open.splice(0)) await server.stop(0)
})

async function listening(deps: Partial<ServerDeps> = {}): Promise<number> {
  const server = await listen(testServer({ timeouts: PATIENCE, ...deps }), '127.0.0.1', 0)
  open.push(server)
  return server.port
}

/** Opens a connection; records all its data and its end. */
function client(port: number) {
  const received = { text: '', bytes: 0, isOver: false }
  const socket = connect(port, '127.0.0.1')
  sockets.push(socket)
  socket.on('data', chunk => {
    received.bytes += chunk.length
    if (received.text.length < 1_000) received.text += chunk
  })
  socket.on('error', () => {})
  const over = new Promise<typeof received>(resolve => {
    socket.on('close', () => {
      received.isOver = true
      resolve(received)
    })
  })
  return { socket, received, over }
}

const wait = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))

/** Sends a text one character at a time, like a slow client. Returns the number of characters sent before the end. */
async function trickle(socket: Socket, text: string, everyMs: number): Promise<number> {
  let sent = 0
  for (const letter of text) {
    if (socket.destroyed) break
    socket.write(letter)
    sent++
    await wait(everyMs)
  }
  return sent
}

const MANY = 'x: y\r\n'.repeat(100)

// Tests that run at once poll with an `expect` of their own.
describe.concurrent('a client that sends slowly', () => {
  it('is disconnected when its headers are late, though bytes keep arriving', async () => {
    const { socket, over } = client(await listening())
    const head = `GET /healthz HTTP/1.1\r\nHost: localhost\r\n${MANY}`
    const sent = trickle(socket, head, 20)
    const { text } = await over
    expect(text).toMatch(/^HTTP\/1.1 408 [\s\S]*"code":"REQUEST_TOO_SLOW"/)
    expect(await sent).toBeLessThan(head.length)
  })

  it('is disconnected when it sends nothing', async () => {
    const { text } = await client(await listening()).over
    expect(text).toMatch(/^HTTP\/1.1 408 /)
  })

  it('is disconnected when its body is late, and reaches no handler', async () => {
    let isRequested = false
    const report: ServerDeps['report'] = async () => {
      isRequested = true
      return bodyOf('json', '{}')
    }
    const { socket, over } = client(await listening({ report }))
    socket.write(`POST ${LIST} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\n`)
    socket.write('Content-Length: 1000\r\n\r\n')
    const body = 'a='.padEnd(1000, 'x')
    const sent = trickle(socket, body, 20)
    const { text } = await over
    expect(text).toMatch(/^HTTP\/1.1 408 /)
    expect(await sent).toBeLessThan(body.length)
    expect(isRequested).toBe(false)
  })

  it('has more time for its body than for its headers', async ({ expect }) => {
    const port = await listening({ timeouts: { ...PATIENCE, request: 60_000 } })
    const body = client(port)
    body.socket.write(`POST ${LIST} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\n`)
    body.socket.write('Content-Length: 9\r\n\r\na')
    const head = client(port)
    head.socket.write('GET /healthz HTTP/1.1\r\n')
    await head.over
    expect(body.received.isOver).toBe(false)
    body.socket.write('=bcdefgh')
    await expect.poll(() => body.received.text).toMatch(/^HTTP\/1.1 200 /)
  })
})

describe('200 clients that send slowly', () => {
  const slowClients = (port: number) =>
    Array.from({ length: 200 }, (_, i) => {
      const made = client(port)
      made.socket.write(
        i % 2 === 0
          ? 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n'
          : `POST ${LIST} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n`,
      )
      if (i % 2 === 1) made.socket.write('Content-Type: application/x-www-form-urlencoded\r\n\r\na')
      return made
    })

  it('do not block others', async () => {
    const port = await listening({ timeouts: TIMEOUTS })
    const slow = slowClients(port)
    await Promise.all(slow.map(({ socket }) => (socket.connecting ? once(socket, 'connect') : null)))
    for (let i = 0; i < 20; i++) {
      const request = `GET ${LIST} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`
      expect(readAnswer(await exchange(port, request)).status).toBe(200)
    }
    expect(slow.filter(({ received }) => received.isOver)).toEqual([])
  })

  it('are all disconnected', async () => {
    const ends = await Promise.all(slowClients(await listening()).map(({ over }) => over))
    for (const { text } of ends) expect(text).toMatch(/^HTTP\/1.1 408 /)
  })
})

describe('a client that reads slowly', () => {
  const LARGE = 40_000_000
  const report: ServerDeps['report'] = async () => bodyOf('csv', 'x'.repeat(LARGE))
  const request = `GET ${LIST} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`

  it('is disconnected when it reads nothing of its response', async () => {
    const log = recordingLog()
    const { socket, received } = client(await listening({ report, log }))
    socket.pause()
    socket.write(request)
    expect((await log.linesFrom(1))[0]).toMatchObject({ status: 499, route: LIST })
    expect(received.bytes).toBe(0)
  })

  itDrawn('stays connected as long as it reads 64 kB each time, many times over', async () => {
    const log = recordingLog()
    const { socket, over } = client(await listening({ report, log }))
    socket.write(request)
    let next = 2_000_000
    let pauses = 0
    socket.on('data', () => {
      if (socket.bytesRead < next) return
      next += 2_000_000
      pauses++
      socket.pause()
      setTimeout(() => socket.resume(), PATIENCE.answer / 3)
    })
    const { bytes } = await over
    expect(bytes).toBeGreaterThan(LARGE)
    // Together they are longer than three timeouts.
    expect(pauses).toBeGreaterThan(9)
    expect((await log.linesFrom(1))[0]).toMatchObject({ status: 200 })
  })
})

describe.concurrent('a client that reads a little', () => {
  it('is disconnected when it reads less than 64 kB each time', async () => {
    const log = recordingLog()
    const report: ServerDeps['report'] = async () => bodyOf('csv', 'x'.repeat(40_000_000))
    const { socket, received } = client(await listening({ report, log }))
    socket.pause()
    socket.write(`GET ${LIST} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
    const reading = setInterval(() => socket.read(1_000), 50)
    expect((await log.linesFrom(1))[0]).toMatchObject({ status: 499, route: LIST })
    clearInterval(reading)
    expect(received.bytes).toBeLessThan(40_000_000)
  })
})

describe.concurrent('a response that takes long to compute', () => {
  it('does not count as unread', async () => {
    const report: ServerDeps['report'] = async () => {
      await wait(3 * PATIENCE.answer)
      return bodyOf('json', '{"done":true}')
    }
    const port = await listening({ report })
    const get = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${more}\r\n`
    // Two fast requests precede and follow it on the same connection.
    const text = await exchange(port, get('/healthz') + get(LIST) + get('/healthz', 'Connection: close\r\n'))
    expect(text.match(/HTTP\/1.1 200 /g)?.length).toBe(3)
    expect(text).toContain('{"done":true}')
  })
})

describe.concurrent('an idle connection', () => {
  it('stays open longer than an unread response', async ({ expect }) => {
    const { socket, received } = client(await listening())
    socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n')
    await expect.poll(() => received.text).toContain('"ok"')
    await wait(2 * PATIENCE.answer)
    expect(received.isOver).toBe(false)
    socket.write('GET /readyz HTTP/1.1\r\nHost: localhost\r\n\r\n')
    await expect.poll(() => received.text).toContain('"ready"')
  })
})
