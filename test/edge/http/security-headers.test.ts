import { describe, expect, it } from 'vitest'
import { listen } from '../../../src/edge/http/listen.ts'
import { securityHeaders } from '../../../src/edge/http/security-headers.ts'
import { exchange, readAnswer } from './exchange.ts'
import { AGGREGATION, CALENDARS, LIST, testServer } from './test-server.ts'

/** The security headers of every response except pages. */
const GOLDEN = {
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
}

/** The headers without relevance for security. */
const OTHERS =
  /^(allow|cache-control|connection|content-(type|length)|date|keep-alive|transfer-encoding|x-(error-code|request-id))$/

const securityHeadersIn = (headers: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !OTHERS.test(name)))

describe('the security headers', () => {
  const { server } = testServer({ report: async () => Promise.reject(new Error('a defect')) })

  it.each([
    ['GET', '/api', 200],
    ['GET', '/healthz', 200],
    ['GET', '/metrics', 200],
    ['GET', '/openapi.json', 200],
    ['GET', CALENDARS, 200],
    ['GET', '/api/jql/suggest?position=x', 400],
    ['GET', '/nix', 404],
    ['GET', `${CALENDARS}/nix`, 404],
    ['OPTIONS', AGGREGATION, 405],
    ['GET', '/%zz', 400],
    ['GET', `${CALENDARS}/${'x'.repeat(300)}`, 404],
    ['GET', LIST, 500],
  ] as const)('match the golden list: %s %s', async (method, url, status) => {
    const { statusCode, headers } = await server.inject({ method, url })
    expect(statusCode).toBe(status)
    expect(securityHeadersIn(headers)).toEqual(GOLDEN)
    expect(headers['cache-control']).toBe('no-store')
  })

  it('are the same in responses to malformed requests', async () => {
    expect(securityHeaders).toEqual(GOLDEN)
    const listening = await listen(testServer(), '127.0.0.1', 0)
    expect(securityHeadersIn(readAnswer(await exchange(listening.port, 'hello\r\n\r\n')).headers)).toEqual(GOLDEN)
    await listening.stop(0)
  })

  it('allow the page only its style', async () => {
    const { headers, payload } = await server.inject('/docs')
    const { 'content-security-policy': policy, ...rest } = securityHeadersIn(headers)
    const { 'content-security-policy': _, ...golden } = GOLDEN
    expect(rest).toEqual(golden)
    expect(policy).toMatch(
      /^default-src 'none';style-src 'sha256-[\w+/=]{44}';base-uri 'none';form-action 'none';frame-ancestors 'none'$/,
    )
    expect(payload).not.toMatch(/ style=| on\w+=/)
  })

  it('allow no other site to read anything', async () => {
    for (const method of ['GET', 'POST', 'OPTIONS'] as const) {
      const headers = { origin: 'https://elsewhere.example', 'access-control-request-method': 'POST' }
      const answer = await server.inject({ method, url: LIST, headers })
      expect(Object.keys(answer.headers).filter(name => name.startsWith('access-control'))).toEqual([])
    }
  })

  it('are also sent while the server stops', async () => {
    const stopping = testServer()
    stopping.refuseNew()
    const answer = await stopping.server.inject('/healthz')
    expect(answer.statusCode).toBe(503)
    expect(securityHeadersIn(answer.headers)).toEqual(GOLDEN)
  })
})
