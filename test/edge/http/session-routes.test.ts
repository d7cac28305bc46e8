import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type ListeningServer, listen } from '../../../src/edge/http/listen.ts'
import { exchange, readAnswer } from './exchange.ts'
import { testServer } from './test-server.ts'

let server: ListeningServer
const sockets: Socket[] = []

beforeEach(async () => {
  server = await listen(testServer(), '127.0.0.1', 0)
})
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await server.stop(0)
})

const HEAD = 'POST /api/session HTTP/1.1\r\nHost: localhost\r\nX-Sojourn: page\r\nContent-Type: application/json\r\n'
const LIMIT = 4096

/** The framings of a body of `bytes` bytes, and the body in each. */
const framings = {
  'of a known length': (body: string, bytes = body.length) => `Content-Length: ${bytes}\r\n\r\n${body}`,
  chunked: (body: string, bytes = body.length) =>
    `Transfer-Encoding: chunked\r\n\r\n${bytes.toString(16)}\r\n${body}${bytes > body.length ? '' : '\r\n0\r\n\r\n'}`,
}

describe.each(Object.entries(framings))('the body of a sign-in, %s', (_name, framed) => {
  const post = async (framing: string) =>
    readAnswer(await exchange(server.port, `${HEAD}Connection: close\r\n${framing}`))
  const signIn = (bytes: number) => `{"token": "sj_a"${' '.repeat(bytes - 17)}}`

  it('has at most 4,096 bytes', async () => {
    expect((await post(framed(signIn(LIMIT)))).status).toBe(204)
    const { status, body } = await post(framed(signIn(LIMIT + 1)))
    expect([status, JSON.parse(body)]).toEqual([
      413,
      expect.objectContaining({ code: 'BODY_TOO_LARGE', detail: expect.stringContaining('larger than 4096 bytes') }),
    ])
  })

  it('is rejected before it has arrived if it is longer', async () => {
    const { status, headers } = await post(framed('x'.repeat(LIMIT + 1), 1_000_000))
    expect([status, headers.connection]).toEqual([413, 'close'])
  })
})

describe('100 sign-ins whose bodies never end', () => {
  it.each([
    ['of a known length', 'Content-Length: 5000000\r\n\r\n'],
    ['chunked', 'Transfer-Encoding: chunked\r\n\r\n4c4b40\r\n'],
  ])('take no memory: %s', async (_name, framing) => {
    const before = process.memoryUsage().arrayBuffers
    const chunk = Buffer.alloc(65_536, ' ')
    const peak = { bytes: 0 }
    const send = async () => {
      const socket = connect(server.port, '127.0.0.1')
      sockets.push(socket)
      socket.on('error', () => {}).resume()
      await once(socket, 'connect')
      socket.write(HEAD + framing)
      for (let i = 0; i < 70 && !socket.destroyed; i++) {
        if (!socket.write(chunk)) await Promise.race([once(socket, 'drain'), once(socket, 'close')]).catch(() => {})
        peak.bytes = Math.max(peak.bytes, process.memoryUsage().arrayBuffers)
      }
    }
    await Promise.all(Array.from({ length: 100 }, send))
    expect(peak.bytes - before).toBeLessThan(40_000_000)
  })
})
