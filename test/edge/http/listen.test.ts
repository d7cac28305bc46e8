import { once } from 'node:events'
import { type Agent, get } from 'node:http'
import { connect } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import type { ServerDeps } from '../../../src/edge/http/create-server.ts'
import { type ListeningServer, listen } from '../../../src/edge/http/listen.ts'
import { bodyOf } from '../../support/collected.ts'
import { exchange } from './exchange.ts'
import { LIST, recordingLog, testServer } from './test-server.ts'

const URL_ENCODED = 'Content-Type: application/x-www-form-urlencoded\r\n'

const open: ListeningServer[] = []

afterEach(async () => {
  for (const server of open.splice(0)) await server.stop(0)
})

async function listening(deps: Partial<ServerDeps> = {}): Promise<ListeningServer> {
  const server = await listen(testServer(deps), '127.0.0.1', 0)
  open.push(server)
  return server
}

/** Returns a report that runs until its signal is aborted or `finish` is called. */
function longReport() {
  const state: { signal?: AbortSignal; finish?: () => void } = {}
  const report: ServerDeps['report'] = (_request, { signal }) =>
    new Promise((resolve, reject) => {
      state.signal = signal!
      state.finish = () => resolve(bodyOf('json', '{"done":true}'))
      signal!.addEventListener('abort', () => reject(signal!.reason))
    })
  return { state, report }
}

function request(
  port: number,
  path: string,
  agent?: Agent,
): Promise<{ status: number; body: string; connection: unknown }> {
  return new Promise((resolve, reject) => {
    const request = get({ port, path, host: '127.0.0.1', agent }, response => {
      let body = ''
      response.on('data', chunk => {
        body += chunk
      })
      response.on('end', () => resolve({ status: response.statusCode!, body, connection: response.headers.connection }))
    })
    request.on('error', reject)
  })
}

describe('a server', () => {
  it('accepts a URL of 64 kB, and rejects a longer one with a 414, however long', async () => {
    const { port } = await listening()
    const requestOf = (letters: number) => request(port, `${LIST}?a=${'x'.repeat(letters - LIST.length - 3)}`)
    expect((await requestOf(65_536)).status).toBe(200)
    const answer = await requestOf(65_537)
    expect(answer.status).toBe(414)
    expect(Object.keys(JSON.parse(answer.body)).sort()).toEqual(['message', 'pluginVersion', 'statusCode', 'time'])
    for (const letters of [90_000, 300_000]) {
      const { status, body } = await requestOf(letters)
      expect([status, JSON.parse(body).code]).toEqual([414, 'ADDRESS_TOO_LONG'])
    }
  })

  it('rejects larger headers with a 431', async () => {
    const { port } = await listening()
    const headers = (count: number) => `x-large: ${'y'.repeat(8_000)}\r\n`.repeat(count)
    const answer = (count: number) =>
      exchange(port, `GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${headers(count)}\r\n`)
    expect(await answer(9)).toMatch(/^HTTP\/1.1 200 /)
    expect(await answer(11)).toMatch(/^HTTP\/1.1 431 [\s\S]*"code":"REQUEST_HEAD_TOO_LARGE"/)
  })

  it.each([90_000, 200_000, 1_000_000])('rejects one header of %i bytes with a 431', async length => {
    const { port } = await listening()
    const large = `X-Large: ${'y'.repeat(length)}\r\n`
    const head = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n'
    const refusal = /HTTP\/1.1 431 [\s\S]*"code":"REQUEST_HEAD_TOO_LARGE"/
    expect(await exchange(port, `${head}${large}\r\n`)).toMatch(refusal)
    // The second request of a connection, in chunks.
    expect(await exchange(port, `${head}\r\n`, 50, head, 50, large)).toMatch(refusal)
    const address = `GET /${'x'.repeat(length)}`
    expect(await exchange(port, `${head}\r\n`, 50, address)).toMatch(/HTTP\/1.1 414 /)
  })

  it('accepts a body up to its limit, and rejects one byte more', async () => {
    const { port } = await listening({ bodyLimit: 1_000_000 })
    const post = (_bytes: number, framing: string, body: string) =>
      exchange(
        port,
        `POST ${LIST} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${URL_ENCODED}${framing}\r\n\r\n${body}`,
      )
    for (const [bytes, status] of [
      [1_000_000, 200],
      [1_000_001, 413],
    ] as const) {
      const body = `a=${'x'.repeat(bytes - 2)}`
      expect(await post(bytes, `Content-Length: ${bytes}`, body)).toContain(`HTTP/1.1 ${status} `)
      const chunk = `${bytes.toString(16)}\r\n${body}\r\n0\r\n\r\n`
      expect(await post(bytes, 'Transfer-Encoding: chunked', chunk)).toContain(`HTTP/1.1 ${status} `)
    }
  })

  it('closes a connection above its limit, counts it, and accepts the next when one has ended', async () => {
    const { port } = await listening({ maxConnections: 2 })
    const idle = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')]
    await Promise.all(idle.map(socket => once(socket, 'connect')))
    const request = 'GET /metrics HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'
    expect(await exchange(port, request).catch(() => '')).toBe('')
    idle[0]!.write(request)
    const [answer] = await once(idle[0]!, 'data')
    expect(String(answer)).toMatch(/^HTTP\/1.1 200 /)
    await once(idle[0]!.resume(), 'close')
    expect(await exchange(port, request)).toContain('sojourn_http_connections_refused_total 1\n')
    idle[1]!.destroy()
  })

  it('responds to bytes that are not HTTP with a problem', async () => {
    const { port } = await listening()
    expect(await exchange(port, 'hello\r\n\r\n')).toMatch(/^HTTP\/1.1 400 Bad Request[\s\S]*"code":"REQUEST_MALFORMED"/)
  })

  it('reports that its port is taken', async () => {
    const { port } = await listening()
    await expect(listen(testServer(), '127.0.0.1', port)).rejects.toMatchObject({ code: 'ADDRESS_TAKEN' })
  })

  it('reports that its address is not one of this machine', async () => {
    await expect(listen(testServer(), '192.0.2.1', 0)).rejects.toMatchObject({ code: 'OPTION_INVALID' })
  })
})

describe('a client that disconnects', () => {
  it('aborts its query', async () => {
    const { state, report } = longReport()
    const log = recordingLog()
    const { port } = await listening({ report, log })
    const socket = connect(port, '127.0.0.1', () => socket.write(`GET ${LIST} HTTP/1.1\r\nHost: localhost\r\n\r\n`))
    await expect.poll(() => state.signal).toBeDefined()
    expect(state.signal?.aborted).toBe(false)
    socket.destroy()
    await expect.poll(() => state.signal?.aborted).toBe(true)
    expect((await log.linesFrom(1))[0]).toMatchObject({ status: 499, route: LIST })
  })
})

describe('a server that stops', () => {
  it('lets a running request finish', async () => {
    const { state, report } = longReport()
    const server = await listening({ report })
    const answer = request(server.port, LIST)
    await expect.poll(() => state.finish).toBeDefined()
    const stopped = server.stop()
    state.finish?.()
    expect(await answer).toMatchObject({ status: 200, body: '{"done":true}', connection: 'close' })
    await stopped
    await expect(request(server.port, LIST)).rejects.toThrowError('ECONNREFUSED')
  })

  it('aborts a request that takes too long', async () => {
    const { state, report } = longReport()
    const server = await listening({ report })
    const answer = request(server.port, LIST)
    await expect.poll(() => state.signal).toBeDefined()
    await server.stop(50)
    const { status, body } = await answer
    expect(status).toBe(503)
    expect(Object.keys(JSON.parse(body)).sort()).toEqual(['message', 'pluginVersion', 'statusCode', 'time'])
  })
})

describe('requests to a server that is stopping', () => {
  it('are rejected in the format of their endpoint', async () => {
    const { server, refuseNew } = testServer()
    refuseNew()
    const report = await server.inject(LIST)
    expect(report.statusCode).toBe(503)
    expect(report.headers).toMatchObject({ 'x-error-code': 'STOPPING', connection: 'close' })
    expect(Object.keys(report.json()).sort()).toEqual(['message', 'pluginVersion', 'statusCode', 'time'])
    expect((await server.inject('/readyz')).json()).toMatchObject({ status: 503, code: 'STOPPING' })
  })
})
