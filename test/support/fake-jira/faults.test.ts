import { request } from 'node:http'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { startFakeJira } from '../fake-jira.js'
import { clientOf, type FakeJira } from './client.ts'
import { FAULT_KINDS, type FaultName } from './fault-kinds.js'
import type { FaultOptions } from './fault-script.js'
import type { Dialect, Json } from './model.ts'
import { TOKEN } from './start.js'

const SEARCH =
  '/rest/api/2/search?jql=project+%3D+OPS+ORDER+BY+created+ASC&maxResults=10&fields=updated&expand=changelog'
const CLOUD_SEARCH = '/rest/api/3/search/jql?jql=project+%3D+OPS+ORDER+BY+created+ASC&maxResults=10&fields=updated'
const BULK_LOG = { issueIdsOrKeys: Array.from({ length: 50 }, (_, i) => `${10_001 + i}`), maxResults: 10 }

/** What an answer shows of a fault: the status, the body, or the error of the connection. */
interface Shown {
  readonly status?: number
  readonly error?: string
  // biome-ignore lint/suspicious/noExplicitAny: tests read the JSON of another product.
  readonly json?: any
  readonly headers?: Headers
}

/** Runs a request with a fault and one without. */
async function withFault(
  dialect: Dialect,
  options: FaultOptions,
  send: (fake: FakeJira) => Promise<Shown>,
): Promise<{ faulty: Shown; sound: Shown }> {
  const fake = await startFakeJira({ dialect, issues: 80, projects: 1, logs: [101] })
  try {
    const sound = await send(fake)
    const fault = fake.faults.add(options)
    const faulty = await send(fake)
    expect({ fired: fault.fired, logged: fake.requests.all.some(logged => logged.fault === options.kind) }).toEqual({
      fired: 1,
      logged: true,
    })
    const { headers: _, ...again } = await send(fake)
    expect(again).toEqual({ ...sound, headers: undefined })
    return { faulty, sound }
  } finally {
    await fake.stop()
  }
}

const list = (fake: FakeJira, signal?: AbortSignal): Promise<Shown> =>
  clientOf(fake)
    .send(fake.tracker.dialect === 'cloud' ? CLOUD_SEARCH : SEARCH, signal ? { signal } : {})
    .catch(error => ({ error: `${error.cause ?? error}` }))

describe('a fault', () => {
  it.each<[FaultName, number]>([
    ['unauthorized', 401],
    ['scope-missing', 401],
    ['forbidden', 403],
    ['not-found', 404],
    ['rejected-query', 400],
    ['gone', 410],
    ['rate-limit', 429],
    ['rate-limit-date', 429],
    ['rate-limit-reset', 429],
    ['rate-limit-silent', 429],
    ['rate-limit-html', 429],
    ['login-page', 200],
    ['server-error', 500],
    ['bad-gateway', 502],
    ['unavailable', 503],
    ['unavailable-until', 503],
    ['result-window', 500],
    ['redirect', 302],
  ])('%s answers %i', async (kind, status) => {
    for (const dialect of ['server', 'cloud'] as const) {
      const { faulty } = await withFault(dialect, { kind }, fake => list(fake))
      expect(faulty.status).toBe(status)
      expect(faulty.json).not.toHaveProperty('issues')
    }
  })

  it.each<[FaultOptions, string, string]>([
    [{ kind: 'rate-limit', seconds: 7 }, 'retry-after', '7'],
    [{ kind: 'rate-limit-date', seconds: 30 }, 'retry-after', 'Mon, 01 Jun 2026 12:00:30 GMT'],
    [{ kind: 'rate-limit-reset', seconds: 120 }, 'x-ratelimit-reset', '2026-06-01T12:02Z'],
    [{ kind: 'rate-limit-html' }, 'content-type', 'text/html;charset=UTF-8'],
    [{ kind: 'login-page' }, 'content-type', 'text/html;charset=UTF-8'],
    [{ kind: 'wrong-content-type' }, 'content-type', 'text/plain'],
    [{ kind: 'near-limit' }, 'x-ratelimit-nearlimit', 'true'],
    [{ kind: 'redirect', address: 'http://127.0.0.2:9/x' }, 'location', 'http://127.0.0.2:9/x'],
  ])('%o sends %s: %s', async (options, name, value) => {
    const { faulty, sound } = await withFault('server', options, fake => list(fake))
    expect(faulty.headers?.get(name)).toBe(value)
    expect(sound.headers?.get(name)).not.toBe(value)
  })

  it.each<[FaultName, RegExp]>([
    ['reset', /ECONNRESET|other side closed/],
    ['cut-body', /terminated|other side closed|aborted/],
    ['bad-json', /SyntaxError/],
  ])('%s breaks the answer', async (kind, error) => {
    const { faulty } = await withFault('server', { kind }, fake => list(fake))
    expect(faulty.error).toMatch(error)
  })

  it('timeout never answers', async () => {
    const { faulty } = await withFault('server', { kind: 'timeout' }, fake =>
      clientOf(fake)
        .send(SEARCH, { signal: AbortSignal.timeout(500) })
        .catch(error => ({ error: error.name })),
    )
    expect(faulty.error).toBe('TimeoutError')
  })

  it('slow-body sends the whole answer', async () => {
    const { faulty, sound } = await withFault('server', { kind: 'slow-body', ms: 50 }, fake => list(fake))
    expect(faulty.json).toEqual(sound.json)
  })

  it.each<FaultOptions>([
    { kind: 'too-large', megabytes: 3 },
    { kind: 'gzip-bomb', megabytes: 3 },
  ])('%o sends megabytes', async options => {
    const { faulty } = await withFault('server', options, async fake => ({
      json: (await bytesOf(fake.url + SEARCH)).length >= 3_000_000,
    }))
    expect(faulty.json).toBe(true)
  })

  it('anonymous hides what only the account may see', async () => {
    const { faulty, sound } = await withFault('server', { kind: 'anonymous' }, fake =>
      clientOf(fake).get('/rest/api/2/project'),
    )
    expect([sound.json.length, faulty.json.length]).toEqual([1, 0])
  })

  it('lagging-index hides recent changes', async () => {
    const fake = await startFakeJira({ issues: 30, projects: 1 })
    fake.tracker.clock.advance(100_000)
    fake.tracker.commentIssue('OPS-1')
    const fault = fake.faults.add({ kind: 'lagging-index', ms: 5000 })
    const [lagging, present] = [await list(fake), await list(fake)] as Json[]
    await fake.stop()
    expect([fault.fired, lagging!.json.total, present!.json.total]).toEqual([1, 29, 30])
  })

  it('write runs the changes of users', async () => {
    const fake = await startFakeJira({ issues: 30, projects: 1 })
    fake.faults.add({ kind: 'write', act: tracker => tracker.deleteIssue('OPS-1') })
    const answer = (await list(fake)) as Json
    await fake.stop()
    expect(answer.json.total).toBe(29)
  })

  it.each<[FaultName, (page: Json, sound: Json) => unknown]>([
    ['empty-page', page => page.issues.length === 0 && page.nextPageToken !== undefined],
    ['early-end', page => page.isLast && page.nextPageToken === undefined && page.issues.length === 10],
    ['warning', page => page.warnings[0].type === 'CLAUSE_LIMIT_EXCEEDED'],
    ['short-page', page => page.issues.length === 9],
    ['double-issue', page => page.issues.length === 11 && page.issues[0].id === page.issues[1].id],
    ['foreign-issue', page => page.issues.at(-1).id === '999999999'],
    ['field-missing', page => page.issues.at(-1).fields.updated === undefined],
    ['bad-date', page => page.issues.at(-1).fields.updated.startsWith('2026-02-31')],
  ])('%s changes a page of issues', async (kind, isFaulty) => {
    const { faulty, sound } = await withFault('cloud', { kind }, fake => list(fake))
    expect(isFaulty(faulty.json, sound.json)).toBe(true)
    expect(sound.json.issues.length).toBe(10)
  })

  it('empty-index finds nothing', async () => {
    const { faulty, sound } = await withFault('cloud', { kind: 'empty-index' }, fake => list(fake))
    expect([sound.json.issues.length, faulty.json]).toEqual([10, { issues: [], isLast: true }])
  })

  it('wrong-count says too many issues', async () => {
    const { faulty, sound } = await withFault('cloud', { kind: 'wrong-count' }, fake =>
      clientOf(fake).post('/rest/api/3/search/approximate-count', { jql: 'project = OPS' }),
    )
    expect([sound.json.count, faulty.json.count]).toEqual([81, 108])
  })

  it('issue-errors moves an issue of a batch to the errors', async () => {
    const { faulty } = await withFault('cloud', { kind: 'issue-errors' }, fake =>
      clientOf(fake).post('/rest/api/3/issue/bulkfetch', { issueIdsOrKeys: ['10001', '10002'] }),
    )
    expect([faulty.json.issues.length, faulty.json.issueErrors[0].id]).toEqual([1, '10002'])
  })

  it('early-end lowers the total of Server', async () => {
    const { faulty, sound } = await withFault('server', { kind: 'early-end' }, fake => list(fake))
    expect([faulty.json.total, sound.json.total]).toEqual([10, 81])
  })

  it('repeated-token answers a page with its own token', async () => {
    const { faulty } = await withFault('cloud', { kind: 'repeated-token' }, async fake => {
      const { json } = (await list(fake)) as Json
      const token = json.nextPageToken
      const next = await clientOf(fake).get(`${CLOUD_SEARCH}&nextPageToken=${encodeURIComponent(token)}`)
      return { json: next.json.nextPageToken === token, headers: next.headers }
    })
    expect(faulty.json).toBe(true)
  })

  it('cut-log drops the oldest entries', async () => {
    const { faulty } = await withFault('server', { kind: 'cut-log', entries: 100 }, async fake => {
      const { id } = [...fake.tracker.issues.values()].find(issue => issue.log.length === 101)!
      return clientOf(fake).get('/rest/api/2/search', { jql: `id in (${id})`, expand: 'changelog' })
    })
    const { histories, total } = faulty.json.issues[0].changelog
    expect([histories.length, total]).toEqual([100, 101])
  })

  it('bad-created sends seconds', async () => {
    const { faulty, sound } = await withFault('cloud', { kind: 'bad-created' }, fake =>
      clientOf(fake).post('/rest/api/3/changelog/bulkfetch', BULK_LOG),
    )
    const created = ({ json }: Shown) => json.issueChangeLogs[0].changeHistories[0].created
    expect(created(faulty)).toBe(Math.floor(created(sound) / 1000))
  })

  it('waits for its request, and may affect several', async () => {
    const fake = await startFakeJira({ issues: 30 })
    const fault = fake.faults.add({ kind: 'unavailable', path: 'field', at: 2, times: 2 })
    const { get } = clientOf(fake)
    const statuses = []
    for (const path of ['field', 'status', 'field', 'field', 'field'])
      statuses.push((await get(`/rest/api/2/${path}`)).status)
    await fake.stop()
    expect(statuses).toEqual([200, 200, 503, 503, 200])
    expect([fault.seen, fault.fired]).toEqual([4, 2])
  })

  it.each(Object.keys(FAULT_KINDS) as FaultName[])('%s affects the first of the requests that it fits', async kind => {
    const fired = []
    for (const dialect of ['server', 'cloud'] as const) {
      const fake = await startFakeJira({ dialect, issues: 80, projects: 1, logs: [101] })
      const fault = fake.faults.add({ kind, megabytes: 1, ms: 10 })
      await sendEach(fake)
      await fake.stop()
      fired.push(fault.fired)
    }
    expect(fired).toContain(1)
    expect(Math.max(...fired)).toBe(1)
  })
})

/** Sends one request of each kind that a synchronisation needs. */
async function sendEach(fake: FakeJira): Promise<void> {
  const { send, post } = clientOf(fake)
  const signal = AbortSignal.timeout(300)
  const first = (await list(fake, signal)) as Shown
  const token = first.json?.nextPageToken
  if (token) await send(`${CLOUD_SEARCH}&nextPageToken=${encodeURIComponent(token)}`).catch(() => {})
  await send(`${SEARCH}&startAt=10`).catch(() => {})
  const { id } = [...fake.tracker.issues.values()].find(issue => issue.log.length === 101)!
  await send(`/rest/api/2/search?jql=id=${id}&expand=changelog`).catch(() => {})
  await post('/rest/api/3/issue/bulkfetch', { issueIdsOrKeys: ['10001', '10002'] }).catch(() => {})
  await post('/rest/api/3/changelog/bulkfetch', BULK_LOG).catch(() => {})
}

function bytesOf(url: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    request(url, { headers: { authorization: `Bearer ${TOKEN}` } }, async response => {
      try {
        const chunks: Buffer[] = []
        for await (const chunk of response) chunks.push(chunk)
        const body = Buffer.concat(chunks)
        resolve(response.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body)
      } catch (error) {
        reject(error)
      }
    })
      .once('error', reject)
      .end()
  })
}
