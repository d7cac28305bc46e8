import { describe, expect, it } from 'vitest'
import { UserError } from '../../../src/core/base/errors.ts'
import type { ServerDeps } from '../../../src/edge/http/create-server.ts'
import { FailedSignIns } from '../../../src/edge/http/failed-sign-ins.ts'
import { CALENDARS, JSON_BODY, testServer, testServerDeps } from './test-server.ts'

const OURS = { ...JSON_BODY, 'x-sojourn': 'page' }
const CALLER = { login: 'ann', person: null, timeZone: null, isAdministrator: false, browsable: null }

/** Creates a server in access mode `tokens` whose only token is `right`, and whose only session is `secret`. */
function server(deps: Partial<ServerDeps> = {}) {
  const created = testServer({
    authenticate: async shown => {
      const isRight = 'session' in shown ? shown.session === 'secret' : shown.token === 'right'
      if (!isRight) throw new UserError('NOT_SIGNED_IN')
      return CALLER
    },
    pageData: {
      ...testServerDeps().pageData,
      signIn: async shown => {
        if (!('token' in shown) || shown.token !== 'right') throw new UserError('NOT_SIGNED_IN')
        return 'secret'
      },
    },
    ...deps,
  })
  const signIn = (token: string, headers = {}) =>
    created.server.inject({
      method: 'POST',
      url: '/api/session',
      payload: JSON.stringify({ token }),
      headers: { ...OURS, ...headers },
    })
  const request = (headers: Record<string, string>) => created.server.inject({ url: CALENDARS, headers })
  return { ...created, signIn, request }
}

const REACHED = { requiresTls: true }

describe('the session cookie', () => {
  it('requires TLS and this host only if other machines can connect to the server', async () => {
    const { signIn, request } = server(REACHED)
    const { headers, statusCode } = await signIn('right', {
      origin: 'https://sojourn.example.org',
      'sec-fetch-site': 'same-origin',
    })
    expect(statusCode).toBe(204)
    expect(headers['set-cookie']).toBe(
      '__Host-sojourn_session=secret; Path=/; HttpOnly; SameSite=Strict; Max-Age=43200; Secure',
    )
    expect((await request({ cookie: '__Host-sojourn_session=secret' })).statusCode).toBe(200)
    expect((await request({ cookie: 'sojourn_session=secret' })).statusCode).toBe(401)
  })

  it('requires TLS also if a browser sends no origin', async () => {
    expect((await server(REACHED).signIn('right')).headers['set-cookie']).toMatch(/^__Host-.*; Secure$/)
  })

  it('is plain if the server listens on this machine only, or a setting allows plain HTTP', async () => {
    const { signIn, request } = server()
    expect((await signIn('right', { origin: 'http://localhost:8080' })).headers['set-cookie']).toBe(
      'sojourn_session=secret; Path=/; HttpOnly; SameSite=Strict; Max-Age=43200',
    )
    expect((await request({ cookie: 'sojourn_session=secret' })).statusCode).toBe(200)
  })

  it('requires TLS behind a TLS proxy on this machine', async () => {
    const { signIn, request } = server()
    const { headers } = await signIn('right', {
      origin: 'https://sojourn.example.org',
      'sec-fetch-site': 'same-origin',
    })
    expect(headers['set-cookie']).toMatch(/^__Host-sojourn_session=secret; .*; Secure$/)
    expect((await request({ cookie: '__Host-sojourn_session=secret' })).statusCode).toBe(200)
  })

  it('is refused, with a message, to a browser that would drop it', async () => {
    const { signIn } = server(REACHED)
    const refused = await signIn('right', { origin: 'http://192.168.0.7:8080', host: '192.168.0.7:8080' })
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'TLS_REQUIRED'])
    expect(refused.json().detail).toContain('plainHttp')
    expect(refused.headers['set-cookie']).toBeUndefined()
    // Browsers keep it for this machine, which may run the server in a container.
    for (const origin of ['http://localhost:8080', 'http://127.0.0.1', 'http://[::1]:8080']) {
      expect((await signIn('right', { origin, host: new URL(origin).host })).statusCode).toBe(204)
    }
  })

  it('is deleted under both names', async () => {
    const { server: created } = server()
    const { headers } = await created.inject({ method: 'DELETE', url: '/api/session', headers: OURS })
    expect(headers['set-cookie']).toEqual([
      '__Host-sojourn_session=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0; Secure',
      'sojourn_session=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0',
    ])
  })
})

describe('failed sign-ins', () => {
  it('are answered one after another after the fifth from one address, on the page and with tokens', async () => {
    const { signIn, request } = server()
    for (let i = 0; i < 5; i++) expect((await signIn('wrong')).statusCode).toBe(401)
    const order: string[] = []
    const delayed = [
      request({ authorization: 'Bearer wrong' }).then(({ statusCode }) => order.push(`token ${statusCode}`)),
      signIn('wrong').then(({ statusCode }) => order.push(`page ${statusCode}`)),
    ]
    expect((await signIn('right')).statusCode).toBe(204)
    expect(order).toEqual([])
    await Promise.all(delayed)
    expect(order).toEqual(['token 401', 'page 401'])
  })

  it('delay no valid token, no expired session, and no request without credentials', async () => {
    const { signIn, request } = server()
    for (let i = 0; i < 5; i++) await signIn('wrong')
    const delayed = signIn('wrong')
    let isDelayed = true
    void delayed.then(() => {
      isDelayed = false
    })
    expect((await signIn('right')).statusCode).toBe(204)
    expect((await request({ authorization: 'Bearer right' })).statusCode).toBe(200)
    for (let i = 0; i < 10; i++) expect((await request({ cookie: 'sojourn_session=ended' })).statusCode).toBe(401)
    for (let i = 0; i < 10; i++) expect((await request({})).statusCode).toBe(401)
    expect(isDelayed).toBe(true)
    await delayed
  })

  it('are counted per address, delayed by ten seconds at most, and forgotten after a minute', () => {
    let now = 0
    const failures = new FailedSignIns(1_000, () => now)
    const waits = Array.from({ length: 20 }, () => failures.failed('192.0.2.1'))
    const rising = Array.from({ length: 10 }, (_, i) => (i + 1) * 1_000)
    expect(waits).toEqual([0, 0, 0, 0, 0, ...rising, 10_000, 10_000, 10_000, 10_000, 10_000])
    expect(failures.failed('192.0.2.2')).toBe(0)
    now = 69_999
    expect(failures.failed('192.0.2.1')).toBe(1_000)
    now = 70_999 + 60_000
    expect(failures.failed('192.0.2.1')).toBe(0)
  })

  it('are kept for ten thousand addresses at most', () => {
    const failures = new FailedSignIns(1_000, () => 0)
    for (let i = 0; i < 6; i++) failures.failed('192.0.2.1')
    expect(failures.failed('192.0.2.1')).toBeGreaterThan(0)
    for (let i = 0; i < 10_000; i++) failures.failed(`198.51.100.${i}`)
    expect(failures.failed('192.0.2.1')).toBe(0)
  })
})
