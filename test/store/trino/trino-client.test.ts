import { afterEach, describe, expect, it } from 'vitest'
import { isUserError } from '../../../src/core/base/errors.ts'
import { TrinoClient, type TrinoLimits } from '../../../src/store/trino/trino-client.ts'
import { type FakePart, FakeTrino } from '../../support/fake-trino.ts'

const COLUMNS = [{ name: 'n', type: 'bigint' }]
const OPTIONS = { schema: 's', answerMb: 1 }
const LIMITS: TrinoLimits = { seconds: 30, tries: 3, pauseMs: 1 }

const started: { close: () => Promise<void> }[] = []
afterEach(async () => {
  for (const one of started.splice(0)) await one.close()
})

interface Started {
  readonly server: FakeTrino
  readonly client: TrinoClient
}

async function start(parts: readonly FakePart[], limits: Partial<TrinoLimits> = {}): Promise<Started> {
  const server = await FakeTrino.start(parts)
  const address = { url: server.url, user: 'ada', catalog: 'lake', authorization: () => 'Bearer t0', ca: null }
  const client = new TrinoClient(address, { ...LIMITS, ...limits })
  started.push(client, server)
  return { server, client }
}

async function rowsOf({ client }: Started, signal?: AbortSignal): Promise<unknown[]> {
  const rows: unknown[] = []
  for await (const page of client.pages('select 1', { ...OPTIONS, signal })) rows.push(...page.rows)
  return rows
}

async function failure(work: Promise<unknown>): Promise<[code: string, message: string]> {
  const error = await work.then(
    () => null,
    (error: unknown) => error,
  )
  if (!isUserError(error)) throw new Error('it did not fail with an error for users', { cause: error })
  return [error.code, error.message]
}

const more = (body: Readonly<Record<string, unknown>> = {}): FakePart => ({ body: { ...body, nextUri: true } })

describe('a statement', () => {
  it('is sent once and its answer is read to the last part', async () => {
    const fake = await start([
      more(),
      more({ columns: COLUMNS }),
      more({ columns: COLUMNS, data: [[1], [2]] }),
      { body: { columns: COLUMNS, data: [[3]] } },
    ])
    expect(await rowsOf(fake)).toEqual([[1], [2], [3]])
    expect(fake.server.methods).toBe('POST GET GET GET')
  })

  it('is sent in the catalog and the schema, with the user, the secret and a time limit', async () => {
    const fake = await start([{ body: { columns: COLUMNS, data: [] } }])
    await rowsOf(fake)
    const [{ path, body, headers }] = fake.server.requests as [FakeTrino['requests'][number]]
    expect([path, body]).toEqual(['/v1/statement', 'select 1'])
    expect(headers).toMatchObject({
      'x-trino-user': 'ada',
      'x-trino-catalog': 'lake',
      'x-trino-schema': 's',
      'x-trino-session': 'query_max_run_time=30s',
      authorization: 'Bearer t0',
    })
  })

  it('without rows gives its columns', async () => {
    const { client } = await start([more({ columns: COLUMNS }), { body: {} }, { body: { columns: COLUMNS } }])
    const pages = []
    for await (const page of client.pages('select 1', OPTIONS)) pages.push(page)
    expect(pages).toEqual([])
    for await (const page of client.pages('select 1', OPTIONS)) pages.push(page)
    expect(pages).toEqual([{ columns: COLUMNS, rows: [] }])
  })

  it('is asked for again while the cluster is busy or the connection breaks', async () => {
    const fake = await start([
      { status: 503 },
      more(),
      { status: 502 },
      { drops: true },
      { body: { columns: COLUMNS, data: [[7]] } },
    ])
    expect(await rowsOf(fake)).toEqual([[7]])
    expect(fake.server.methods).toBe('POST POST GET GET GET')
  })

  it('is given up after the allowed number of tries', async () => {
    const fake = await start([{ status: 503 }, { status: 503 }, { status: 503 }])
    const [code, message] = await failure(rowsOf(fake))
    expect([code, message]).toEqual(['TRINO_UNREACHABLE', expect.stringContaining('it answers with status 503')])
    expect(fake.server.methods).toBe('POST POST POST')
  })

  it('is canceled when its next part is refused', async () => {
    const fake = await start([more(), { status: 500 }])
    expect((await failure(rowsOf(fake)))[0]).toBe('TRINO_UNABLE')
    expect(fake.server.methods).toBe('POST GET DELETE')
  })

  it('is canceled when the reader stops', async () => {
    const { client, server } = await start([more({ columns: COLUMNS, data: [[1]] })])
    for await (const _ of client.pages('select 1', OPTIONS)) break
    expect(server.methods).toBe('POST DELETE')
  })

  it('is canceled when the signal is aborted, and rejects with its reason', async () => {
    const fake = await start([more(), { hangs: true }])
    const abort = new AbortController()
    const reading = rowsOf(fake, abort.signal)
    await fake.server.received(2)
    const reason = new Error('the reader has gone')
    abort.abort(reason)
    await expect(reading).rejects.toBe(reason)
    expect(fake.server.methods).toBe('POST GET DELETE')
  })

  it('is canceled at the time limit', async () => {
    const fake = await start([more(), { hangs: true }], { seconds: 0.2 })
    const [code, message] = await failure(rowsOf(fake))
    expect([code, message]).toEqual(['TRINO_FAILED', expect.stringContaining('not finished after 0.2 seconds')])
    expect(fake.server.methods).toBe('POST GET DELETE')
  })

  it('is canceled when its answer is too large', async () => {
    const page = more({ columns: [{ name: 't', type: 'varchar' }], data: [['x'.repeat(400_000)]] })
    const fake = await start([page, page, page, page])
    expect(await failure(rowsOf(fake))).toEqual(['TRINO_FAILED', expect.stringContaining('too large')])
    expect(fake.server.methods).toBe('POST GET GET DELETE')
  })

  it('never follows an address on another origin', async () => {
    const other = await start([{ body: { columns: COLUMNS, data: [[1]] } }])
    const fake = await start([{ body: { nextUri: new URL('/v1/statement/q/1', other.server.url).href } }])
    const [code, message] = await failure(rowsOf(fake))
    expect([code, message]).toEqual(['TRINO_FAILED', expect.stringContaining('refers to another address')])
    expect(other.server.requests).toEqual([])
  })

  it('keeps every digit of a long integer', async () => {
    const body = `{"columns":${JSON.stringify(COLUMNS)},"data":[[9007199254740993],["12345678901234567890 -1234567890123456789"]]}`
    expect(await rowsOf(await start([{ body }]))).toEqual([
      ['9007199254740993'],
      ['12345678901234567890 -1234567890123456789'],
    ])
  })
})

describe('the error of a statement', () => {
  const failing = async (errorName: string, errorType = 'INTERNAL_ERROR') =>
    failure(rowsOf(await start([{ body: { error: { errorName, errorType, message: "line 1: 'secret value'" } } }])))

  it('says what happened without the values of the statement', async () => {
    const [code, message] = await failing('REMOTE_TASK_ERROR')
    expect(code).toBe('TRINO_UNABLE')
    expect(message).toContain('a worker stopped')
    expect(message).not.toContain('secret value')
  })

  it.each([
    ['GENERIC_INTERNAL_ERROR', 'INTERNAL_ERROR', 'TRINO_UNABLE'],
    ['HIVE_CANNOT_OPEN_SPLIT', 'EXTERNAL', 'TRINO_UNABLE'],
    ['GENERIC_INSUFFICIENT_RESOURCES', 'INSUFFICIENT_RESOURCES', 'TRINO_UNABLE'],
    ['QUERY_HAS_TOO_MANY_STAGES', 'USER_ERROR', 'TRINO_UNABLE'],
    ['EXCEEDED_TIME_LIMIT', 'INSUFFICIENT_RESOURCES', 'TRINO_FAILED'],
    ['EXCEEDED_CPU_LIMIT', 'INSUFFICIENT_RESOURCES', 'TRINO_FAILED'],
    ['NUMERIC_VALUE_OUT_OF_RANGE', 'USER_ERROR', 'TRINO_FAILED'],
  ])('is due to the cluster or to the report: %s', async (name, type, code) => {
    expect((await failing(name, type))[0]).toBe(code)
  })

  it('that its coordinator forgot it, but not that there never was one, is due to the cluster', async () => {
    expect((await failure(rowsOf(await start([more(), { status: 404 }]))))[0]).toBe('TRINO_UNABLE')
    expect((await failure(rowsOf(await start([{ status: 404 }]))))[0]).toBe('TRINO_FAILED')
  })

  it('about memory says which limit to raise', async () => {
    expect(await failing('EXCEEDED_LOCAL_MEMORY_LIMIT')).toEqual([
      'TRINO_TOO_LARGE',
      expect.stringContaining('query.max-memory'),
    ])
  })

  it('that we do not know has its name', async () => {
    expect((await failing('SOMETHING_NEW'))[1]).toContain('it failed with SOMETHING_NEW')
  })

  it('about the user names the settings', async () => {
    expect(await failure(rowsOf(await start([{ status: 401 }])))).toEqual([
      'TRINO_REFUSED',
      expect.stringContaining('trinoSecretFile'),
    ])
  })

  it('is that the cluster cannot be reached, when nothing listens', async () => {
    const fake = await start([])
    await fake.server.close()
    const [code, message] = await failure(rowsOf(fake))
    expect([code, message]).toEqual(['TRINO_UNREACHABLE', expect.stringContaining('nothing listens there')])
  })

  it('is readable when the answer is a page of a proxy', async () => {
    const [code, message] = await failure(rowsOf(await start([{ body: '<html>Sign in</html>' }])))
    expect([code, message]).toEqual(['TRINO_FAILED', expect.stringContaining('not that of Trino')])
  })
})
