import { once } from 'node:events'
import { type ClientRequest, get, type IncomingMessage } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, expect, it } from 'vitest'
import { type Caller, LOCAL_CALLER } from '../../../src/access/permissions/caller.ts'
import { UserError } from '../../../src/core/base/errors.ts'
import type { ServerDeps } from '../../../src/edge/http/create-server.ts'
import { type ListeningServer, listen } from '../../../src/edge/http/listen.ts'
import { testServer } from './test-server.ts'

const TIMES = { check: 10, alive: 50 }

let started: ListeningServer | undefined
const open: ClientRequest[] = []

afterEach(async () => {
  for (const one of open.splice(0)) one.destroy()
  await started?.stop()
  started = undefined
})

/** Starts a server, and returns a function that opens a stream as a user. */
async function serve(deps: Partial<ServerDeps> = {}) {
  started = await listen(testServer({ changeStreamTimes: TIMES, ...deps }), '127.0.0.1', 0)
  const { port } = started
  const connect = async (login = 'ann') => {
    const headers = { authorization: `Bearer ${login}` }
    // fetch would open another connection after each one that is aborted.
    const request = get({ port, host: '127.0.0.1', path: '/api/changes', headers, agent: false })
    open.push(request)
    const [answer] = (await once(request, 'response')) as [IncomingMessage]
    const read = answer.setEncoding('utf8')[Symbol.asyncIterator]()
    let text = ''
    /** Reads until all that has arrived matches, or the end, and returns it. */
    const until = async (wanted: RegExp) => {
      while (!wanted.test(text)) {
        const { done, value } = await read.next()
        if (done) break
        text += value
      }
      return text
    }
    return { status: answer.statusCode, headers: answer.headers, until, close: () => request.destroy() }
  }
  return { connect }
}

/** Signs in each login. */
const everybody = async (credentials: object): Promise<Caller> => ({
  ...LOCAL_CALLER,
  login: (credentials as { token: string }).token,
})

/** Runs a check again until it holds. */
async function eventually(check: () => Promise<boolean>): Promise<void> {
  while (!(await check())) await wait(5)
}

it('a stream says that data changed, once for each change, and that it lives', async () => {
  let changes = 7
  const { connect } = await serve({ dataChanges: () => changes })
  const { status, headers, until } = await connect()
  expect(status).toBe(200)
  expect(headers).toMatchObject({
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
  expect(await until(/alive/)).toMatch(/^: open\n\n(: alive\n\n)+$/)
  changes = 8
  expect(await until(/data: .*\n\n/)).toContain('event: change\ndata: 0\n\n')
  changes = 10
  await until(/(data: [\s\S]*){2}/)
  const text = await until(/(data: [\s\S]*){2}(alive[\s\S]*){2}/)
  expect(text.match(/event: change/g)).toHaveLength(2)
})

it('all open streams hear of a change, and over which time to spread their requests', async () => {
  let changes = 0
  const { connect } = await serve({ authenticate: everybody, dataChanges: () => changes })
  const streams = await Promise.all(['ann', 'bob', 'bob', 'cid'].map(login => connect(login)))
  await Promise.all(streams.map(({ until }) => until(/open/)))
  changes = 1
  await Promise.all(
    streams.map(async ({ until }) => expect(await until(/data: .*\n/)).toContain('event: change\ndata: 900\n')),
  )
})

it('more streams than a user or the server may have are refused until one closes', async () => {
  const { connect } = await serve({ authenticate: everybody, changeStreamLimits: { perServer: 3, perUser: 2 } })
  const first = await connect('ann')
  await connect('ann')
  const third = await connect('ann')
  expect(third.status).toBe(429)
  expect(third.headers).toMatchObject({ 'x-error-code': 'CHANGE_STREAMS_TOO_MANY', 'retry-after': '60' })
  expect(await third.until(/}/)).toContain('There are 2 open streams of changes, the maximum for one user.')
  await connect('bob')
  const other = await connect('cid')
  expect(await other.until(/}/)).toContain('There are 3 open streams of changes, the maximum for the server.')
  first.close()
  await eventually(async () => (await connect('cid')).status === 200)
})

it('a stream ends when its user is no longer signed in', async () => {
  let isKnown = true
  const authenticate = async (credentials: object) => {
    if (!isKnown) throw new UserError('NOT_SIGNED_IN')
    return everybody(credentials)
  }
  const { connect } = await serve({ authenticate })
  const { until } = await connect()
  await until(/alive/)
  isKnown = false
  expect(await until(/never/)).not.toContain('never')
})

it('needs a caller who is signed in', async () => {
  const authenticate = async () => {
    throw new UserError('NOT_SIGNED_IN')
  }
  const { connect } = await serve({ authenticate })
  expect((await connect()).status).toBe(401)
})

it('ends at once when the server stops', async () => {
  const { connect } = await serve()
  const streams = [await connect(), await connect()]
  // Other requests could continue for hours.
  await Promise.all([started!.stop(3_600_000), ...streams.map(({ until }) => until(/never/))])
  started = undefined
})
