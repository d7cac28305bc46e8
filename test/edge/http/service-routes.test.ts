import { afterEach, describe, expect, it, vi } from 'vitest'
import { UserError } from '../../../src/core/base/errors.ts'
import { AGGREGATION, CALENDARS, LIST, recordingLog, testServer } from './test-server.ts'

describe('the service routes', () => {
  it('list the paths of the server', async () => {
    const { server } = testServer()
    const { addresses, ...rest } = (await server.inject('/api')).json()
    expect(rest).toEqual({ name: 'Sojourn', version: '9.8.7' })
    for (const one of ['/api', '/docs', '/openapi.json', '/readyz', CALENDARS, '/api/jql/parse', AGGREGATION, LIST]) {
      expect(addresses).toContain(one)
    }
    for (const one of addresses) {
      expect((await server.inject({ method: 'TRACE' as 'GET', url: one })).statusCode).toBe(405)
    }
  })

  it('report that the process is alive and that the store responds', async () => {
    const { server } = testServer()
    expect((await server.inject('/healthz')).json()).toEqual({ status: 'ok' })
    expect((await server.inject('/readyz')).json()).toEqual({ status: 'ready' })
  })

  it('report that the store is being checked, that it is damaged, or that its disk is full', async () => {
    const readyAt = async (deps: Parameters<typeof testServer>[0]) => {
      const { statusCode, body } = await testServer(deps).server.inject('/readyz')
      return [statusCode, JSON.parse(body)]
    }
    expect(await readyAt({ isScanned: () => false })).toEqual([503, { status: 'checking' }])
    const failing = (error: Error) => readyAt({ ping: () => Promise.reject(error) })
    expect(await failing(new UserError('STORE_DAMAGED', { dir: null, reason: 'a part is damaged' }))).toEqual([
      503,
      expect.objectContaining({ code: 'STORE_DAMAGED' }),
    ])
    expect(await failing(new UserError('STORE_FAILED', { dir: null, reason: 'no space left on device' }))).toEqual([
      503,
      expect.objectContaining({ code: 'NOT_READY', detail: 'The store is not ready: no space left on device.' }),
    ])
  })

  it('do not wait for a store that hangs', async () => {
    const { server } = testServer({ ping: () => new Promise(() => {}) })
    expect((await server.inject('/readyz')).statusCode).toBe(503)
  })
})

describe('the readiness check', () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  /** Creates a server whose store counts its pings. */
  function counting(answer: () => Promise<void>) {
    const pings = { times: 0 }
    const { server } = testServer({
      ping: () => {
        pings.times++
        return answer()
      },
    })
    return { pings, ready: async () => (await server.inject('/readyz')).statusCode }
  }

  it('pings once for concurrent requests', async () => {
    let answer = () => {}
    const { pings, ready } = counting(
      () =>
        new Promise(resolve => {
          answer = resolve
        }),
    )
    const all = Promise.all(Array.from({ length: 50 }, ready))
    await expect.poll(() => pings.times).toBe(1)
    answer()
    expect(new Set(await all)).toEqual(new Set([200]))
    expect(pings.times).toBe(1)
  })

  it('is cached for a second, successful or not', async () => {
    let works = true
    const { pings, ready } = counting(async () => {
      if (!works) throw new Error('no space')
    })
    vi.useFakeTimers({ toFake: ['performance'] })
    expect(await ready()).toBe(200)
    works = false
    vi.advanceTimersByTime(999)
    expect([await ready(), pings.times]).toEqual([200, 1])
    vi.advanceTimersByTime(1)
    expect([await ready(), pings.times]).toEqual([503, 2])
    works = true
    expect([await ready(), pings.times]).toEqual([503, 2])
    vi.advanceTimersByTime(1_000)
    expect([await ready(), pings.times]).toEqual([200, 3])
  })
})

describe('the log', () => {
  it('has one line per request, without parameter values', async () => {
    const log = recordingLog()
    await testServer({ log }).server.inject(`${LIST}?projectKey=SECRET`)
    expect(await log.linesFrom(2)).toHaveLength(2)
    const [line] = log.lines
    expect(line).toMatchObject({ method: 'GET', route: LIST, status: 200, message: 'request' })
    expect(line?.ms).toBeTypeOf('number')
    expect(line?.requestId).toMatch(/^[0-9a-f-]{36}$/)
    expect(JSON.stringify(line)).not.toContain('SECRET')
  })

  it('includes the code of an error', async () => {
    const log = recordingLog()
    await testServer({ log }).server.inject(`${LIST}?a=%zz`)
    expect((await log.linesFrom(1))[0]).toMatchObject({ status: 400, code: 'REQUEST_MALFORMED' })
  })
})
