import { type Agent, get } from 'node:http'
import { connect } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import type { ServerDeps } from '../../src/http/create-server.ts'
import { type ListeningServer, listen } from '../../src/http/listen.ts'
import { LIST, rememberingLog, testServer } from './test-server.ts'

const open: ListeningServer[] = []

afterEach(async () => {
  for (const server of open.splice(0)) await server.stop(0)
})

async function listening(deps: Partial<ServerDeps> = {}): Promise<ListeningServer> {
  const server = await listen(testServer(deps), '127.0.0.1', 0)
  open.push(server)
  return server
}

/** A report that goes on until its signal is aborted or `finish` is called. */
function longReport() {
  const seen: { signal?: AbortSignal; finish?: () => void } = {}
  const report: ServerDeps['report'] = (_request, signal) =>
    new Promise((resolve, reject) => {
      seen.signal = signal
      seen.finish = () => resolve({ format: 'json', text: '{"done":true}' })
      signal.addEventListener('abort', () => reject(signal.reason))
    })
  return { seen, report }
}

/** Sends bytes and gives all that comes back. */
function exchange(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    let answer = ''
    socket.on('data', chunk => {
      answer += chunk
    })
    socket.on('end', () => resolve(answer))
    socket.on('error', reject)
  })
}

function ask(
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
  it('takes an address of 64 kB, and refuses a longer one with a problem', async () => {
    const { port } = await listening()
    expect((await ask(port, `${LIST}?a=${'x'.repeat(65_536)}`)).status).toBe(200)
    const answer = await ask(port, `${LIST}?a=${'x'.repeat(90_000)}`)
    expect(answer.status).toBe(431)
    expect(JSON.parse(answer.body)).toMatchObject({ status: 431, code: 'REQUEST_HEAD_TOO_LARGE' })
  })

  it('answers what is not HTTP with a problem', async () => {
    const { port } = await listening()
    expect(await exchange(port, 'hello\r\n\r\n')).toMatch(/^HTTP\/1.1 400 Bad Request[\s\S]*"code":"REQUEST_MALFORMED"/)
  })

  it('says so when its port is taken', async () => {
    const { port } = await listening()
    await expect(listen(testServer(), '127.0.0.1', port)).rejects.toMatchObject({ code: 'ADDRESS_TAKEN' })
  })

  it('says so when its address is not of this machine', async () => {
    await expect(listen(testServer(), '192.0.2.1', 0)).rejects.toMatchObject({ code: 'OPTION_INVALID' })
  })
})

describe('a client that hangs up', () => {
  it('ends its query', async () => {
    const { seen, report } = longReport()
    const log = rememberingLog()
    const { port } = await listening({ report, log })
    const socket = connect(port, '127.0.0.1', () => socket.write(`GET ${LIST} HTTP/1.1\r\nHost: x\r\n\r\n`))
    await expect.poll(() => seen.signal).toBeDefined()
    expect(seen.signal?.aborted).toBe(false)
    socket.destroy()
    await expect.poll(() => seen.signal?.aborted).toBe(true)
    await expect.poll(() => log.lines[0]).toMatchObject({ status: 499, route: LIST })
  })
})

describe('a server that stops', () => {
  it('lets a running request finish', async () => {
    const { seen, report } = longReport()
    const server = await listening({ report })
    const answer = ask(server.port, LIST)
    await expect.poll(() => seen.finish).toBeDefined()
    const stopped = server.stop()
    seen.finish?.()
    expect(await answer).toMatchObject({ status: 200, body: '{"done":true}', connection: 'close' })
    await stopped
    await expect(ask(server.port, LIST)).rejects.toThrowError('ECONNREFUSED')
  })

  it('ends a request that takes too long', async () => {
    const { seen, report } = longReport()
    const server = await listening({ report })
    const answer = ask(server.port, LIST)
    await expect.poll(() => seen.signal).toBeDefined()
    await server.stop(50)
    const { status, body } = await answer
    expect(status).toBe(503)
    expect(Object.keys(JSON.parse(body)).sort()).toEqual(['message', 'pluginVersion', 'statusCode', 'time'])
  })
})

describe('requests at a server that is stopping', () => {
  it('are refused in the shape of their endpoint', async () => {
    const { server, refuseNew } = testServer()
    refuseNew()
    const report = await server.inject(LIST)
    expect(report.statusCode).toBe(503)
    expect(report.headers).toMatchObject({ 'x-error-code': 'STOPPING', connection: 'close' })
    expect(Object.keys(report.json()).sort()).toEqual(['message', 'pluginVersion', 'statusCode', 'time'])
    expect((await server.inject('/readyz')).json()).toMatchObject({ status: 503, code: 'STOPPING' })
  })
})
