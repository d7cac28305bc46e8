import { describe, expect, it } from 'vitest'
import { UserError } from '../../../src/core/base/errors.ts'
import { AGGREGATION, BODY_LIMIT, FORM, LIST, recordingLog, testServer } from './test-server.ts'

const TIME = '2024-03-10 01:00:00'
const SIGNATURE = { pluginVersion: '9.8.7', time: TIME }

const refusing = (error: Error) => testServer({ report: async () => Promise.reject(error) }).server

describe('an invalid report request', () => {
  const { server } = { server: refusing(new UserError('REPORT_INVALID', { messages: ['ERROR: a', 'ERROR: b'] })) }

  it('returns all errors from the aggregation endpoint', async () => {
    const answer = await server.inject(`${AGGREGATION}?outputType=csv`)
    expect(answer.statusCode).toBe(400)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'x-error-code': 'REPORT_INVALID',
      'cache-control': 'no-store',
    })
    const messages = ['ERROR: a', 'ERROR: b']
    expect(answer.json()).toEqual({ message: 'Invalid report parameters', statusCode: 400, messages, ...SIGNATURE })
  })

  it('returns no message from the list endpoint', async () => {
    const answer = await server.inject(LIST)
    expect(answer.json()).toEqual({ statusCode: 400, messages: ['ERROR: a', 'ERROR: b'], ...SIGNATURE })
  })
})

describe('a URL that cannot be decoded', () => {
  it('is an invalid report request if it is the query', async () => {
    const answer = await testServer().server.inject(`${LIST}?projectKey=%zz`)
    const messages = ["ERROR: the request cannot be read: '%zz' is not percent-encoded UTF-8."]
    expect(answer.json()).toEqual({ statusCode: 400, messages, ...SIGNATURE })
  })

  it('is a problem if it is the path, and is logged', async () => {
    const log = recordingLog()
    const answer = await testServer({ log }).server.inject('/%zz')
    expect(answer.json()).toMatchObject({ status: 400, code: 'REQUEST_MALFORMED' })
    expect((await log.linesFrom(1))[0]).toMatchObject({ status: 400, route: null })
  })
})

describe('a body that is not a form', () => {
  const post = (type: string | undefined, payload = 'a=1', more: Record<string, string> = {}) =>
    testServer().server.inject({
      method: 'POST',
      url: AGGREGATION,
      payload: Buffer.from(payload),
      headers: { ...(type === undefined ? {} : { 'content-type': type }), ...more },
    })

  it.each([
    'application/json',
    'text/plain',
    'multipart/form-data; boundary=x',
    'application/x-www-form-urlencoded\tx',
    'application/x-www-form-urlencoded x',
    'application/x-www-form-urlencoded, application/json',
    'application/x-www-form-urlencoded+json',
    'application/x-www-form-urlencoded; charset=iso-8859-1',
    'x',
    undefined,
  ])('is rejected: %s', async type => {
    const answer = await post(type)
    expect(answer.statusCode).toBe(415)
    expect(answer.headers['x-error-code']).toBe('BODY_TYPE_UNSUPPORTED')
    const allowed = 'Allowed: application/x-www-form-urlencoded.'
    const message = `ERROR: the request body has the content type '${type ?? 'none'}'. ${allowed}`
    expect(answer.json()).toEqual({ message, statusCode: 415, ...SIGNATURE })
  })

  it.each([
    'application/x-www-form-urlencoded',
    'APPLICATION/X-WWW-Form-Urlencoded',
    'application/x-www-form-urlencoded;charset=UTF-8',
    'application/x-www-form-urlencoded ; charset="utf-8"',
  ])('is accepted: %s', async type => {
    expect((await post(type)).statusCode).toBe(200)
  })

  it('is rejected if it is compressed', async () => {
    expect((await post(FORM['content-type'], 'a=1', { 'content-encoding': 'gzip' })).statusCode).toBe(415)
  })

  it('is rejected with the supported type in the message', async () => {
    const headers = FORM
    const answer = await testServer().server.inject({ method: 'POST', url: '/api/jql/parse', headers, payload: 'a=1' })
    expect(answer.statusCode).toBe(415)
    expect(answer.json().detail).toContain("'application/x-www-form-urlencoded'. Allowed: application/json.")
  })

  it('is ignored if it is empty', async () => {
    expect((await post('application/json', '')).statusCode).toBe(200)
    expect((await post('x', '')).statusCode).toBe(200)
  })
})

describe('a body that is too large', () => {
  it('is rejected in the format of the endpoint', async () => {
    const payload = `a=${'x'.repeat(BODY_LIMIT)}`
    const answer = await testServer().server.inject({ method: 'POST', url: LIST, headers: FORM, payload })
    const message = 'ERROR: the request body is larger than 6291456 bytes.'
    expect(answer.json()).toEqual({ message, statusCode: 413, ...SIGNATURE })
  })
})

describe('an error that a retry or a token resolves', () => {
  it.each([
    [new UserError('AGGREGATIONS_TOO_MANY', { limit: 3, retryAfter: 7 }), 429, '7'],
    [new UserError('LIST_TIMEOUT', { seconds: 30, retryAfter: 5 }), 503, '5'],
    [new UserError('SERVER_BUSY', { retryAfter: 2 }), 503, '2'],
    [new UserError('STORE_FAILED', { dir: null, reason: 'no space' }), 503, undefined],
    [new UserError('REPORT_INVALID', { messages: [] }), 400, undefined],
  ])('says when to retry: %s', async (error, status, retryAfter) => {
    const answer = await refusing(error).inject(LIST)
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([status, retryAfter])
  })

  it('says how to sign in', async () => {
    const answer = await refusing(new UserError('NOT_SIGNED_IN')).inject(LIST)
    expect(answer.statusCode).toBe(401)
    expect(answer.headers['www-authenticate']).toEqual([
      'Bearer realm="sojourn"',
      'Basic realm="sojourn", charset="UTF-8"',
    ])
    expect(Object.keys(answer.json()).sort()).toEqual(['message', 'pluginVersion', 'statusCode', 'time'])
  })
})

describe('an internal error', () => {
  it('returns only a request id, under which it is logged in full', async () => {
    const log = recordingLog()
    const error = new Error('select * from secret')
    const { server } = testServer({ log, report: async () => Promise.reject(error) })
    const answer = await server.inject(LIST)
    expect(answer.statusCode).toBe(500)
    expect(Object.keys(answer.json()).sort()).toEqual(['message', 'pluginVersion', 'statusCode', 'time'])
    const id = answer.headers['x-request-id']
    expect(answer.json().message).toContain(id)
    expect(answer.body).not.toContain('secret')
    expect(answer.headers['x-error-code']).toBe('INTERNAL_ERROR')
    expect(log.lines).toContainEqual({ err: error, requestId: id, message: 'defect' })
  })
})

describe('a failing store', () => {
  it('is a 503 on the report endpoints', async () => {
    const answer = await refusing(new UserError('STORE_FAILED', { dir: null, reason: 'no space' })).inject(LIST)
    expect(answer.statusCode).toBe(503)
    expect(answer.json()).toMatchObject({ statusCode: 503, message: expect.stringContaining('no space') })
  })

  it('is a problem on /readyz, but not on /healthz', async () => {
    const { server } = testServer({ ping: async () => Promise.reject(new Error('secret')) })
    const answer = await server.inject('/readyz')
    expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/)
    expect(answer.json()).toEqual({
      type: 'about:blank',
      title: 'Service Unavailable',
      status: 503,
      detail: 'The store is not ready: it does not answer.',
      code: 'NOT_READY',
    })
    expect((await server.inject('/healthz')).statusCode).toBe(200)
  })
})

describe('an unknown route', () => {
  it.each(['/nix', '/rest/tis/report/1.0/api', `${LIST}/`])('is a problem: %s', async url => {
    const answer = await testServer().server.inject({
      method: 'POST',
      url,
      payload: '{}',
      headers: { 'content-type': 'x' },
    })
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toMatchObject({ status: 404, title: 'Not Found', code: 'ROUTE_UNKNOWN' })
  })
})

describe('an unsupported method', () => {
  it.each([
    ['PUT', LIST, 'GET, HEAD, POST'],
    ['DELETE', AGGREGATION, 'GET, HEAD, POST'],
    ['OPTIONS', LIST, 'GET, HEAD, POST'],
    ['POST', '/readyz', 'GET, HEAD'],
    ['PATCH', '/api', 'GET, HEAD'],
  ] as const)('is a problem that lists the supported ones: %s %s', async (method, url, allowed) => {
    const answer = await testServer().server.inject({ method, url })
    expect(answer.statusCode).toBe(405)
    expect(answer.headers.allow).toBe(allowed)
    expect(answer.json()).toMatchObject({ status: 405, code: 'METHOD_NOT_ALLOWED' })
  })
})
