import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import { createCredentials } from '../../../../../src/intake/source/jira/live/credentials.ts'
import { openExchange } from '../../../../../src/intake/source/jira/live/exchange.ts'
import { createClient, type JiraClient } from '../../../../../src/intake/source/jira/live/jira-client.ts'
import type { JiraError } from '../../../../../src/intake/source/jira/live/jira-error.ts'
import { createPace } from '../../../../../src/intake/source/jira/live/pace.ts'
import { TrackerError } from '../../../../../src/intake/source/tracker.ts'
import { jumpingClock } from './virtual-clock.ts'
import { type Received, type Reply, startServer, type WebServer } from './web-server.ts'

const SECRET = 'canary-5f2c9e-token'
const NOW = Date.UTC(2026, 2, 26, 12)

const opened: { close: () => Promise<void> }[] = []

afterEach(async () => {
  for (const one of opened.splice(0)) await one.close()
})

interface Options {
  readonly email?: string | null
  readonly secret?: () => Promise<string>
  readonly answerMb?: number
  readonly timeoutSeconds?: number
  readonly signal?: AbortSignal
}

interface Opened {
  readonly server: WebServer
  readonly client: JiraClient
  readonly slept: number[]
}

async function open(handle: (request: Received, number: number) => Reply, options: Options = {}): Promise<Opened> {
  let number = 0
  const server = await startServer(request => handle(request, ++number))
  const clock = jumpingClock(NOW)
  const limits = { requestsPerSecond: 1000, concurrency: 4, clock, signal: options.signal }
  const client = createClient({
    exchange: openExchange({
      concurrency: 4,
      answerMb: options.answerMb ?? 1,
      timeoutSeconds: options.timeoutSeconds ?? 10,
      ca: null,
      proxy: null,
      signal: options.signal,
    }),
    pace: createPace(limits),
    credentials: createCredentials({ email: options.email ?? null, secret: options.secret ?? (async () => SECRET) }),
    origins: new Set([server.url]),
    clock,
    signal: options.signal,
  })
  opened.push(client, server)
  return { server, client, slept: clock.slept }
}

function get({ server, client }: Opened, path = '/rest/api/2/thing'): Promise<unknown> {
  return client.send({ method: 'GET', base: server.url, path }).then(({ value }) => value)
}

async function failureOf(work: Promise<unknown>): Promise<JiraError> {
  const error = await work.then(
    () => null,
    error => error,
  )
  expect(error).toBeInstanceOf(TrackerError)
  expect(`${error.message} ${error.stack} ${JSON.stringify(error)}`).not.toContain(SECRET)
  return error as JiraError
}

const done: Reply = { json: { isDone: true } }

describe('a request to Jira', () => {
  it('has a bearer token, or a login with its secret', async () => {
    const bearer = await open(() => done)
    await get(bearer)
    expect(bearer.server.received[0]!.headers).toMatchObject({
      authorization: `Bearer ${SECRET}`,
      'accept-language': 'en',
      'x-force-accept-language': 'true',
    })
    const basic = await open(() => done, { email: 'ann@example.com' })
    await get(basic)
    const expected = Buffer.from(`ann@example.com:${SECRET}`).toString('base64')
    expect(basic.server.received[0]!.headers.authorization).toBe(`Basic ${expected}`)
  })

  it('sends no credentials to another origin, and none anonymously', async () => {
    const one = await open(() => done)
    const other = await open(() => done)
    await one.client.send({ method: 'GET', base: other.server.url, path: '/rest' })
    await one.client.send({ method: 'GET', base: one.server.url, path: '/rest', anonymous: true })
    expect(other.server.received[0]!.headers.authorization).toBeUndefined()
    expect(one.server.received[0]!.headers.authorization).toBeUndefined()
  })

  it.each([
    ['seconds', { 'retry-after': '5' }, 5000],
    ['an ISO reset', { 'x-ratelimit-reset': '2026-03-26T12:02Z', date: 'Thu, 26 Mar 2026 12:00:00 GMT' }, 120_000],
  ])('waits as long as a 429 says, in %s', async (_, headers, wait) => {
    const jira = await open((_, n) =>
      n === 1 ? { status: 429, headers: headers as Record<string, string>, text: '' } : done,
    )
    expect(await get(jira)).toEqual({ isDone: true })
    expect(jira.slept).toContain(wait)
    expect(jira.client.traffic()).toMatchObject({ waitedMs: wait })
    expect(Object.fromEntries(jira.client.traffic().requests)).toEqual({ 200: 1, 429: 1 })
  })

  it('waits longer each time when a 429 does not say how long, even if it is HTML', async () => {
    const page = '<!DOCTYPE html><html></html>'
    const jira = await open((_, n) =>
      n < 5 ? { status: 429, headers: { 'content-type': 'text/html', 'retry-after': '0' }, text: page } : done,
    )
    expect(await get(jira)).toEqual({ isDone: true })
    expect(jira.server.received).toHaveLength(5)
    expect(jira.client.traffic().waitedMs).toBeGreaterThanOrEqual(4000)
  })

  it('takes a 503 with Retry-After for a limit', async () => {
    const jira = await open((_, n) => (n === 1 ? { status: 503, headers: { 'retry-after': '7' }, text: '' } : done))
    await get(jira)
    expect(jira.slept).toContain(7000)
  })

  it('gives up when the limit lasts longer than 15 minutes, and says when to try again', async () => {
    const jira = await open(() => ({ status: 429, headers: { 'retry-after': '3600' }, text: '' }))
    const error = await failureOf(get(jira))
    expect(error).toMatchObject({ failure: 'throttled', retryAfterMs: 3_600_000, request: 'GET /rest/api/2/thing' })
  })

  it('slows down near the limit', async () => {
    const jira = await open((_, n) => (n === 1 ? { ...done, headers: { 'x-ratelimit-nearlimit': 'true' } } : done))
    for (let i = 0; i < 4; i++) await get(jira)
    expect(jira.slept).toEqual([2, 2, 2])
  })

  it.each([[500], [502], [503], [408]])('repeats a request that fails with %i, five times at most', async status => {
    const passing = await open((_, n) => (n < 5 ? { status, text: 'x' } : done))
    expect(await get(passing)).toEqual({ isDone: true })
    const failing = await open(() => ({ status, text: 'x' }))
    expect(await failureOf(get(failing))).toMatchObject({ failure: 'unavailable', status })
    expect(failing.server.received).toHaveLength(5)
  })

  it('repeats a request whose connection is reset', async () => {
    const jira = await open((_, n) => (n < 3 ? response => void response.socket?.destroy() : done))
    expect(await get(jira)).toEqual({ isDone: true })
    expect(Object.fromEntries(jira.client.traffic().requests)).toEqual({ 200: 1, none: 2 })
  })

  it('repeats a request whose body ends too early', async () => {
    const cut = (response: import('node:http').ServerResponse) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' })
      response.write('{"isDone"', () => response.socket?.destroy())
    }
    const jira = await open((_, n) => (n === 1 ? cut : done))
    expect(await get(jira)).toEqual({ isDone: true })
  })

  it('does not trust a cut body that looks complete', async () => {
    const jira = await open((_, n) =>
      n < 3 ? { headers: { 'content-type': 'application/json' }, text: '{"issues":[{"id"' } : done,
    )
    expect(await get(jira)).toEqual({ isDone: true })
    const broken = await open(() => ({ headers: { 'content-type': 'application/json' }, text: '{"issues":[' }))
    expect(await failureOf(get(broken))).toMatchObject({ failure: 'unreadable' })
  })

  it('ends a request after its time limit, even if the body drips', async () => {
    const drip = (response: import('node:http').ServerResponse) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      const timer = setInterval(() => response.write(' '), 50)
      response.on('close', () => clearInterval(timer))
    }
    const jira = await open((_, n) => (n === 1 ? drip : done), { timeoutSeconds: 0.3 })
    expect(await get(jira)).toEqual({ isDone: true })
  })

  it('reads compressed responses, and refuses those that grow beyond the limit', async () => {
    const zipped = (value: unknown, cut?: number) => (response: import('node:http').ServerResponse) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
      response.end(gzipSync(JSON.stringify(value)).subarray(0, cut))
    }
    expect(await get(await open(() => zipped({ isDone: true })))).toEqual({ isDone: true })
    const bomb = await open(() => zipped('x'.repeat(3_000_000)))
    expect(await failureOf(get(bomb))).toMatchObject({ failure: 'unreadable' })
    expect(bomb.server.received).toHaveLength(1)
    const large = await open(() => ({ json: 'x'.repeat(3_000_000) }))
    expect(await failureOf(get(large))).toMatchObject({ failure: 'unreadable' })
    const cut = await open(() => zipped({ isDone: 'x'.repeat(100) }, 20))
    expect(await failureOf(get(cut))).toMatchObject({ failure: 'unreadable' })
  })

  it('takes a web page for a login page', async () => {
    const html = '<!DOCTYPE html><html><head><title>Log in - Jira</title></head></html>'
    for (const type of ['text/html;charset=UTF-8', 'application/json']) {
      const jira = await open(() => ({ headers: { 'content-type': type }, text: html }))
      expect(await failureOf(get(jira))).toMatchObject({ failure: 'unauthorized', status: 200 })
    }
  })

  it('does not accept data that is sent to nobody after a failed login', async () => {
    const jira = await open(() => ({ ...done, headers: { 'x-seraph-loginreason': 'AUTHENTICATED_FAILED' } }))
    expect(await failureOf(get(jira))).toMatchObject({ failure: 'unauthorized' })
  })

  it('does not accept data for nobody, even if the tracker does not say why', async () => {
    const jira = await open((_, n) => ({ ...done, headers: { 'x-ausername': n === 1 ? 'ann' : 'anonymous' } }))
    expect(await get(jira)).toEqual({ isDone: true })
    expect(await failureOf(get(jira))).toMatchObject({ failure: 'unauthorized' })
  })

  it('does not accept that something is missing for nobody', async () => {
    const missing = (user: string) => open(() => ({ status: 404, json: {}, headers: { 'x-ausername': user } }))
    expect(await failureOf(get(await missing('ann')))).toMatchObject({ failure: 'not-found' })
    expect(await failureOf(get(await missing('anonymous')))).toMatchObject({ failure: 'unauthorized' })
  })

  it('goes through a proxy, which does not see the secret', async () => {
    const jira = await open(() => done)
    const connects: string[] = []
    const proxy = createServer().on('connect', (request, socket) => {
      connects.push(`${request.url} ${JSON.stringify(request.headers)}`)
      const [host, port] = request.url!.split(':')
      const target = connect(Number(port), host, () => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n')
        target.pipe(socket).pipe(target)
      })
      target.on('error', () => socket.destroy())
      socket.on('error', () => target.destroy())
    })
    await new Promise<void>(resolve => proxy.listen(0, '127.0.0.1', resolve))
    const address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
    const options = { concurrency: 1, answerMb: 1, timeoutSeconds: 10, ca: null, proxy: address }
    const exchange = openExchange(options)
    const headers = { authorization: `Bearer ${SECRET}` }
    const response = await exchange.send({ method: 'GET', url: new URL(jira.server.url), headers, body: null })
    expect(response.status).toBe(200)
    expect(connects).toHaveLength(1)
    expect(connects[0]).toContain(new URL(jira.server.url).host)
    expect(connects[0]).not.toContain(SECRET)
    await exchange.close()
    proxy.close()
    proxy.closeAllConnections()
  })

  it('trusts a certificate only if its authority is named', async () => {
    const file = (name: string) => readFileSync(join(import.meta.dirname, '../../../../support/tls', name), 'utf8')
    const options = { key: file('server-key.pem'), cert: file('server.pem') }
    const server = createSecureServer(options, (_, response) => response.end('{}'))
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    const url = new URL(`https://localhost:${(server.address() as AddressInfo).port}`)
    const send = async (ca: string | null) => {
      const exchange = openExchange({ concurrency: 1, answerMb: 1, timeoutSeconds: 10, ca, proxy: null })
      return exchange.send({ method: 'GET', url, headers: {}, body: null }).finally(exchange.close)
    }
    await expect(send(null)).rejects.toThrow('is not trusted')
    await expect(send(null)).rejects.toThrow('the setting ca names the file of its authority')
    expect(await send(file('authority.pem'))).toMatchObject({ status: 200 })
    server.close()
  })

  it('accepts JSON of another content type', async () => {
    const jira = await open(() => ({ headers: { 'content-type': 'text/plain' }, text: '{"isDone":true}' }))
    expect(await get(jira)).toEqual({ isDone: true })
  })

  it('reads the secret again after a 401, once', async () => {
    const secrets = ['old', 'new']
    const jira = await open(
      ({ headers }) => (headers.authorization === 'Bearer new' ? done : { status: 401, json: {} }),
      { secret: async () => secrets.shift() ?? 'never' },
    )
    expect(await Promise.all([get(jira), get(jira), get(jira)])).toHaveLength(3)
    expect(secrets).toEqual([])
    const failing = await open(() => ({ status: 401, json: {} }))
    expect(await failureOf(get(failing))).toMatchObject({ failure: 'unauthorized', status: 401 })
    expect(failing.server.received).toHaveLength(2)
  })

  it('distinguishes a missing scope from an invalid token', async () => {
    const jira = await open(() => ({ status: 401, json: { code: 401, message: 'Unauthorized; scope does not match' } }))
    expect(await failureOf(get(jira))).toMatchObject({ failure: 'forbidden' })
  })

  it.each([
    [400, 'rejected'],
    [403, 'forbidden'],
    [404, 'not-found'],
    [405, 'not-found'],
    [409, 'rejected'],
    [410, 'not-found'],
    [413, 'rejected'],
  ] as const)('fails at once with the text of the tracker at %i', async (status, failure) => {
    const jira = await open(() => ({
      status,
      json: { errorMessages: [`No ${SECRET} here.`], errors: { a: 'Bad a.' } },
    }))
    const error = await failureOf(get(jira))
    expect(error).toMatchObject({ failure, status })
    expect(error.message).toContain('No *** here. Bad a.')
    expect(jira.server.received).toHaveLength(1)
  })

  it('does not repeat a search that is too deep', async () => {
    const message =
      "Search limit exceeded. We couldn't complete your search because it requests 10,100 results which exceeded the search platform limit of 10,000."
    const jira = await open(() => ({ status: 500, json: { message } }))
    expect(await failureOf(get(jira))).toMatchObject({ failure: 'rejected' })
    expect(jira.server.received).toHaveLength(1)
  })

  it('follows redirects inside of the origin only', async () => {
    const other = await open(() => done)
    const inside = await open(({ path }) => (path === '/new' ? done : { status: 302, headers: { location: '/new' } }))
    expect(await get(inside)).toEqual({ isDone: true })
    const outside = await open(() => ({ status: 302, headers: { location: `${other.server.url}/login` } }))
    const error = await failureOf(get(outside))
    expect(error).toMatchObject({ failure: 'unauthorized' })
    expect(error.message).toContain(other.server.url)
    expect(other.server.received).toEqual([])
    const circle = await open(() => ({ status: 302, headers: { location: '/again' } }))
    expect(await failureOf(get(circle))).toMatchObject({ failure: 'unreadable' })
  })

  it('sends data again only where the redirect asks for it', async () => {
    const jira = await open(({ path }) => (path === '/new' ? done : { status: 308, headers: { location: '/new' } }))
    const send = { method: 'POST', base: jira.server.url, path: '/old', body: { a: 1 } } as const
    await jira.client.send(send)
    expect(jira.server.received[1]).toMatchObject({ method: 'POST', path: '/new', body: { a: 1 } })
  })

  it('ends with the reason of the signal', async () => {
    const abort = new AbortController()
    const jira = await open(() => () => abort.abort(new Error('stopped')), { signal: abort.signal })
    await expect(get(jira)).rejects.toThrow('stopped')
  })

  it('shows no secret as JSON', async () => {
    const jira = await open(() => done)
    await get(jira)
    expect(JSON.stringify(jira.client)).not.toContain(SECRET)
  })
})
