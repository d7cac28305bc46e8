import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { MessageChannel } from 'node:worker_threads'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { serveJobs } from '../../../src/core/base/worker-job.ts'
import { listen } from '../../../src/edge/http/listen.ts'
import { temporaryFolder } from '../../edge/http/small-tracker.ts'
import { VIEWS } from '../../edge/http/test-server.ts'
import { itDrawn } from '../../support/drawn-test.ts'
import { hasOpenpyxl, readXlsx } from '../../support/read-xlsx.ts'
import { parquetRows } from '../exports/exports-world.ts'
import { parameters, report, viewsWorld } from './views-world.ts'

type World = Awaited<ReturnType<typeof viewsWorld>>

/** The world of the tests that change nothing but saved reports. */
let shared: World
let world: World
let saved = 0

beforeAll(async () => {
  shared = await viewsWorld()
})
beforeEach(() => {
  world = shared
})

/** Returns the parameters of a list of durations, with changes. */
function durations(changes: Readonly<Record<string, string>>) {
  return parameters({ columnsBy: 'statusDuration', calendar: 'normalHours', viewFormat: 'hours', ...changes })
}

/** Saves a report of a user and returns its id. */
async function save(who: string, more: object = {}, { request } = world): Promise<string> {
  const { status, body, text } = await request(
    who,
    'POST',
    '',
    // A word of the texts of issues would hide the report from those who may not browse these.
    report(`Mine no${++saved}`, { parameters: durations({}), ...more }),
  )
  expect(status, text).toBe(201)
  return body.id
}

function rows(who: string | null, id: string, query = '') {
  return world.request(who, 'GET', `/${id}/rows${query}`)
}

function objectsIn(text: string): unknown[] {
  return text
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line))
}

/** Returns the names of the files of exports that are left on the disk. */
function leftFiles({ store } = world): string[] {
  return existsSync(store.exportsFolder) ? readdirSync(store.exportsFolder) : []
}

const ORDER_BY_KEY = durations({ filterType: 'customjql', projectKey: '', customjql: 'order by key' })

describe('the rows of a report', () => {
  it('are all of its issues as CSV, with numbers, ISO times and empty cells', async () => {
    const sent = durations({ fields: 'created', pageSize: '1', startIssueIndex: '1', dateTimeFormat: 'EEE' })
    const id = await save('ann', { parameters: sent })
    const { status, headers, text } = await rows('ann', id)
    expect([status, headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
    expect(headers).toMatchObject({
      'x-total-count': '3',
      'content-length': String(Buffer.byteLength(text)),
      'content-disposition': expect.stringMatching(
        /^inline; filename="time-in-status-list-project-web-2024-03-10-\d{8}\.csv"$/,
      ),
      'cache-control': 'no-store',
    })
    expect(headers.link).toBeUndefined()
    expect(headers['x-warnings']).toBeUndefined()
    expect(text.split('\r\n')).toEqual([
      '"Key","Summary","Created","Open (hours)","Doing (hours)","Done (hours)"',
      '"WEB-3","Issue 3","2024-03-01T01:00:00.000+01:00","216","",""',
      '"WEB-2","Issue 2","2024-03-01T01:00:00.000+01:00","192","24",""',
      '"WEB-1","Issue 1","2024-03-01T01:00:00.000+01:00","24","24","168"',
      '',
    ])
    await expect.poll(() => leftFiles()).toEqual([])
  })

  it('are a 304 for a client that has them, but not for one with other permissions', async () => {
    const id = await save('ann', { parameters: ORDER_BY_KEY, sharing: 'everyone' })
    const first = await rows('ann', id)
    const etag = String(first.headers.etag)
    expect(etag).toMatch(/^"[0-9a-f]{64}"$/)
    const again = (who: string, query = '') =>
      world.server.server.inject({
        method: 'GET',
        url: `${VIEWS}/${id}/rows${query}`,
        headers: { authorization: `Bearer ${world.tokens.get(who)}`, 'if-none-match': etag },
      })
    const known = await again('ann')
    expect([known.statusCode, known.payload, known.headers.etag]).toEqual([304, '', etag])
    expect((await again('ann', '?viewFormat=days')).statusCode).toBe(200)
    const other = await again('none')
    expect([other.statusCode, other.headers.etag === etag]).toEqual([200, false])
    await expect.poll(() => leftFiles()).toEqual([])
  })

  it('are objects as NDJSON, with milliseconds', async () => {
    const { headers, text } = await rows('ann', await save('ann'), '?format=NDJSON')
    expect(headers['content-type']).toBe('application/x-ndjson')
    expect(objectsIn(text)).toEqual([
      { Key: 'WEB-3', Summary: 'Issue 3', Open: 777_600_000, Doing: null, Done: null },
      { Key: 'WEB-2', Summary: 'Issue 2', Open: 691_200_000, Doing: 86_400_000, Done: null },
      { Key: 'WEB-1', Summary: 'Issue 1', Open: 86_400_000, Doing: 86_400_000, Done: 604_800_000 },
    ])
  })

  it('are a Parquet file in either layout', async () => {
    const id = await save('ann')
    const folder = temporaryFolder()
    const read = async (layout: string) => {
      const { status, headers, bytes } = await rows('ann', id, `?format=parquet${layout}`)
      expect([status, headers['content-type']]).toEqual([200, 'application/vnd.apache.parquet'])
      const path = join(folder.path, `${layout.length}.parquet`)
      writeFileSync(path, bytes)
      return (await parquetRows(path)).rows
    }
    const key = (row: Record<string, unknown>) => String(row.Key)
    expect((await read('&layout=wide')).sort((a, b) => key(a).localeCompare(key(b)))).toEqual([
      { Key: 'WEB-1', Summary: 'Issue 1', Open: 86_400_000n, Doing: 86_400_000n, Done: 604_800_000n },
      { Key: 'WEB-2', Summary: 'Issue 2', Open: 691_200_000n, Doing: 86_400_000n, Done: null },
      { Key: 'WEB-3', Summary: 'Issue 3', Open: 777_600_000n, Doing: null, Done: null },
    ])
    const long = await read('')
    expect(long).toHaveLength(6)
    expect(long).toContainEqual({
      Key: 'WEB-1',
      Summary: 'Issue 1',
      'Column ID': '5',
      Column: 'Done',
      Milliseconds: 604_800_000n,
    })
    folder.forget()
  })

  it.skipIf(!hasOpenpyxl)('are a workbook with the formats of the report', async () => {
    const sent = durations({ fields: 'created', dateTimeFormat: 'yyyy', emptyValueToken: 'Hyphen' })
    const { headers, bytes } = await rows('ann', await save('ann', { parameters: sent }), '?format=xlsx')
    expect(headers['content-type']).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
    const [book] = readXlsx(bytes)
    expect(book!.sheets.map(({ name }) => name)).toEqual([
      'List',
      'Average',
      'Sum',
      'Median',
      'Deviation',
      'Percentiles',
      'About',
    ])
    const list = book!.sheets[0]!.rows.map(row => row.map(cell => cell?.value ?? null))
    expect(list[0]).toEqual(['Key', 'Summary', 'Created', 'Open (hours)', 'Doing (hours)', 'Done (hours)'])
    expect(list[3]!.slice(3)).toEqual([24, 24, 168])
    expect(book!.sheets[0]!.rows[1]![2]).toMatchObject({ format: expect.stringMatching(/yyyy$/) })
  })

  it('are groups, if the report is an aggregation', async () => {
    const sent = [...durations({ groupByFields: 'status' }), { name: 'aggregationType', value: 'average' }]
    const id = await save('ann', { endpoint: 'aggregation', parameters: sent })
    const { text, headers } = await rows('ann', id, '?columnNames=id&format=ndjson')
    const keys = [...text.split('\n')[0]!.matchAll(/[{,]"(\w+)":/g)].map(([, key]) => key)
    expect(keys).toEqual(['status', 'issueCount', '1', '3', '5'])
    expect(objectsIn(text)).toHaveLength(3)
    expect(headers['x-total-count']).toBe('3')
    if (!hasOpenpyxl) return
    const [book] = readXlsx((await rows('ann', id, '?format=xlsx')).bytes)
    expect(book!.sheets.map(({ name }) => name)).toEqual(['Average', 'About'])
  })

  it('are in the order of the report', async () => {
    const id = await save('ann', { parameters: durations({ orderBy: '1', orderDir: 'desc' }) })
    for (const [format, order] of [
      ['ndjson', '321'],
      ['csv', '321'],
    ]) {
      const { text } = await rows('ann', id, `?format=${format}`)
      expect([...text.matchAll(/WEB-(\d)/g)].map(([, number]) => number).join('')).toBe(order)
    }
    const up = await save('bob', { parameters: durations({ orderBy: '1', orderDir: 'asc' }) })
    expect([...(await rows('bob', up)).text.matchAll(/WEB-(\d)/g)].map(([, number]) => number).join('')).toBe('123')
  })

  it('change their texts on request: what is sent has precedence', async () => {
    const id = await save('ann')
    const query = '?columnNames=id&durations=text&viewFormat=days&delimiter=semicolon&emptyValueToken=-&csvBom=true'
    const [header, row] = (await rows('ann', id, query)).text.split('\r\n')
    expect(header).toBe('\ufeff"issuekey";"summary";"1";"3";"5"')
    expect(row).toMatch(/^"WEB-3";"Issue 3";"9(\.0)?";"-";"-"$/)
  })

  it('follow the clock', async () => {
    world = await viewsWorld()
    const lastMonth = { dateRangeField: 'created', startDate: 'startOfMonth(-1)', endDate: 'startOfMonth()' }
    const id = await save('ann', { parameters: durations(lastMonth) })
    const count = async (query = '') => (await rows('ann', id, query)).text.trimEnd().split('\r\n').length - 1
    expect(await count()).toBe(0)
    world.clock.now = Date.parse('2024-04-20T00:00:00Z')
    expect(await count()).toBe(3)
    expect(await count('?asOf=2024-03-20')).toBe(0)
  })

  it('have the warnings of the report in a header', async () => {
    const id = await save('ann', { parameters: durations({ engine: 'duckdb' }) })
    const { headers } = await rows('ann', id)
    expect(headers['x-warnings']).toBe('["engine was ignored: files are computed in the store."]')
  })

  it('have no warnings of their own defaults, and ages as numbers in any report', async () => {
    const counts = await save('ann', { parameters: parameters({ fields: 'currentStatusAge', viewFormat: 'hours' }) })
    const { headers, text } = await rows('ann', counts)
    expect(headers['x-warnings']).toBeUndefined()
    expect(text.split('\r\n').slice(0, 2)).toEqual([
      '"Key","Summary","Current Status Age (hours)","Open","Doing","Done"',
      '"WEB-3","Issue 3","216","1","",""',
    ])
    const dates = await save('bob', { parameters: parameters({ columnsBy: 'firstTransitionToStatusDate' }) })
    for (const format of ['csv', 'ndjson', 'xlsx', 'parquet']) {
      expect((await rows('bob', dates, `?format=${format}`)).headers['x-warnings']).toBeUndefined()
    }
  })

  it('are answered to HEAD without a body', async () => {
    const id = await save('ann')
    const [get, head] = [await rows('ann', id), await world.request('ann', 'HEAD', `/${id}/rows`)]
    expect([head.status, head.text, head.headers['content-length']]).toEqual([200, '', get.headers['content-length']])
    await expect.poll(() => leftFiles()).toEqual([])
  })
})

describe('the visibility of rows', () => {
  itDrawn('is that of the caller at the moment of the request, in all formats', async () => {
    world = await viewsWorld()
    const id = await save('ann', { sharing: 'everyone', parameters: ORDER_BY_KEY })
    expect((await rows('bob', id)).text.trimEnd().split('\r\n')).toHaveLength(4)
    expect((await rows('none', id)).text).toBe('"Key","Summary"\r\n')
    expect((await rows('none', id, '?format=ndjson')).text).toBe('')
    expect((await rows('bob', id, '?format=parquet')).headers['x-total-count']).toBe('3')
    expect((await rows('none', id, '?format=parquet')).headers['x-total-count']).toBe('0')
    await world.workspace.access.restrict('WEB', [], ['ann'])
    for (const format of ['csv', 'ndjson', 'xlsx', 'parquet']) {
      expect((await rows('bob', id, `?format=${format}`)).headers['x-total-count']).toBe('0')
    }
    expect((await rows('ann', id)).headers['x-total-count']).toBe('3')
  })

  it('ends when the sharing is withdrawn: the report is as unknown as any other', async () => {
    const id = await save('ann', { sharing: 'everyone', parameters: ORDER_BY_KEY })
    expect((await rows('bob', id)).status).toBe(200)
    await world.request('ann', 'PATCH', `/${id}`, { sharing: 'private' })
    for (const format of ['csv', 'ndjson', 'xlsx', 'parquet']) {
      const query = `?format=${format}`
      const [hidden, unknown] = [await rows('bob', id, query), await rows('bob', '0000000000', query)]
      expect([hidden.status, hidden.headers['x-error-code']]).toEqual([404, 'SAVED_REPORT_UNKNOWN'])
      expect(hidden.text.replace(id, '')).toBe(unknown.text.replace('0000000000', ''))
    }
    expect((await rows(null, id)).status).toBe(401)
    await expect.poll(() => leftFiles()).toEqual([])
  })
})

describe('a request for rows', () => {
  it('gets all mistakes at once', async () => {
    const id = await save('ann')
    const { status, body } = await rows('ann', id, '?format=xls&projectKey=OPS&colunmNames=id&layout=tall&durations=x')
    expect(status).toBe(400)
    expect(body.messages).toEqual([
      expect.stringMatching(
        /^ERROR: projectKey is not a parameter of the rows of a saved report\. Parameters: format,/,
      ),
      expect.stringMatching(/^ERROR: colunmNames is not .* Did you mean 'columnNames'\?/),
      "ERROR: format 'xls' is not possible. Possible values: csv, ndjson, xlsx, parquet.",
      "ERROR: layout 'tall' is not a possible value. Possible values: long or wide.",
      expect.stringMatching(/^ERROR: durations 'x' is not .* Possible values: text or number\./),
    ])
    const twice = await rows('ann', id, '?format=csv&format=xlsx')
    expect(twice.body.messages).toEqual(['ERROR: format is given 2 times. Give it once.'])
    await expect.poll(() => leftFiles()).toEqual([])
  })

  it('gets the mistakes that a report has got since it was saved', async () => {
    world = await viewsWorld()
    const id = await save('ann')
    await world.workspace.removeProject('WEB')
    const { status, body } = await rows('ann', id, '?format=xlsx')
    expect([status, body.messages.length]).toEqual([400, 1])
    expect(body.messages[0]).toMatch(/^ERROR: projectKey 'WEB'/)
  })

  it('leaves nothing behind when its client disconnects while the file is written', async () => {
    let began = () => {}
    const running = new Promise<void>(resolve => {
      began = resolve
    })
    // A thread that never ends by itself.
    const startExportThread = () => {
      const { port1, port2 } = new MessageChannel()
      const job = (signal: AbortSignal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason))
          began()
        })
      serveJobs(port1, (_job, { signal }) => job(signal), { isSingle: true })
      return port2
    }
    const held = await viewsWorld({ startExportThread })
    const id = await save('ann', {}, held)
    const listening = await listen(held.server, '127.0.0.1', 0)
    const stop = new AbortController()
    const answer = fetch(`http://127.0.0.1:${listening.port}${VIEWS}/${id}/rows?format=xlsx`, {
      headers: { authorization: `Bearer ${held.tokens.get('ann')}` },
      signal: stop.signal,
    })
    answer.catch(() => {})
    await running
    expect(held.workspace.exportQueue.load()).toEqual({ running: 1, waiting: 0 })
    expect(leftFiles(held)).toHaveLength(1)
    stop.abort(new Error('enough'))
    await expect(answer).rejects.toThrow('enough')
    await expect.poll(held.workspace.exportQueue.load).toEqual({ running: 0, waiting: 0 })
    await expect.poll(() => leftFiles(held)).toEqual([])
    await listening.stop(0)
  })
})
