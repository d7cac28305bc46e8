import { describe, expect, it } from 'vitest'
import { AGGREGATION, CALENDARS, LIST, rememberingLog, testServer } from './test-server.ts'

describe('the routes beside the reports', () => {
  it('tell the addresses of the server', async () => {
    const answer = await testServer().server.inject('/')
    expect(answer.json()).toEqual({
      name: 'Sojourn',
      version: '9.8.7',
      addresses: [
        ...['/', '/docs', '/openapi.json', '/healthz', '/readyz', CALENDARS],
        ...['/api/jql/suggest', '/api/jql/parse', AGGREGATION, LIST],
      ],
    })
  })

  it('tell that the process lives and that the store answers', async () => {
    const { server } = testServer()
    expect((await server.inject('/healthz')).json()).toEqual({ status: 'ok' })
    expect((await server.inject('/readyz')).json()).toEqual({ status: 'ready' })
  })

  it('do not wait for a store that hangs', async () => {
    const { server } = testServer({ ping: () => new Promise(() => {}) })
    expect((await server.inject('/readyz')).statusCode).toBe(503)
  })
})

describe('the log', () => {
  it('has one line for a request, without a value of its parameters', async () => {
    const log = rememberingLog()
    await testServer({ log }).server.inject(`${LIST}?projectKey=SECRET`)
    await expect.poll(() => log.lines).toHaveLength(2)
    const [line] = log.lines
    expect(line).toMatchObject({ method: 'GET', route: LIST, status: 200, message: 'request' })
    expect(line?.ms).toBeTypeOf('number')
    expect(line?.requestId).toMatch(/^[0-9a-f-]{36}$/)
    expect(JSON.stringify(line)).not.toContain('SECRET')
  })

  it('tells the code of a mistake', async () => {
    const log = rememberingLog()
    await testServer({ log }).server.inject(`${LIST}?a=%zz`)
    await expect.poll(() => log.lines[0]).toMatchObject({ status: 400, code: 'REQUEST_MALFORMED' })
  })
})
