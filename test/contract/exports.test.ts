import { setTimeout } from 'node:timers/promises'
import { beforeAll, expect, it } from 'vitest'
import { clause } from './clause.ts'
import { type RequestParameters, type Service, service } from './service.ts'

const FILE = '/rest/sojourn/report/1.0/api/file'
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const WEB = { filterType: 'project', projectKey: 'WEB', columnsBy: 'statusDuration', calendar: 'normalHours' }
const UNKNOWN = '0'.repeat(32)

let tracker: Service
beforeAll(async () => {
  tracker = await service()
})

type Method = 'GET' | 'POST' | 'DELETE'

async function send(method: Method, path: string, parameters: RequestParameters | null = null) {
  const pairs = Object.entries(parameters ?? {}).map(([name, value]): [string, string] => [name, String(value)])
  const form = parameters ? { headers: FORM, payload: new URLSearchParams(pairs).toString() } : {}
  const answer = await tracker.inject({ method, url: path, ...form })
  const isJson = /^application\/json/.test(String(answer.headers['content-type']))
  return { ...answer, json: isJson ? JSON.parse(answer.text) : null }
}

const start = (parameters: RequestParameters) => send('POST', FILE, { ...WEB, ...parameters })

/** Starts an export, and returns its last state. */
async function ended(parameters: RequestParameters) {
  const { status, json, text } = await start(parameters)
  expect(status, text).toBe(200)
  for (;;) {
    const state = (await send('GET', json.statusLink)).json
    if (!['Waiting', 'In Progress'].includes(state.status)) return state
    await setTimeout(5)
  }
}

async function fileOf(parameters: RequestParameters): Promise<string> {
  const { downloadLink } = await ended(parameters)
  return (await send('GET', downloadLink)).text
}

const keysIn = (csv: string) => [...csv.matchAll(/^"(WEB-\d+)"/gm)].map(([, key]) => key)

clause('File export', 'start', () => {
  it('returns the state and the location of an export at once', async () => {
    const { status, json, headers } = await start({ outputType: 'CSV' })
    expect([status, headers.location]).toEqual([200, `${FILE}/${json.exportId}`])
    expect(json).toMatchObject({ exportId: expect.stringMatching(/^[0-9a-f]{32}$/), completed: 0, message: null })
    expect(json.statusLink).toBe(`${FILE}/${json.exportId}`)
  })
  it('reports all errors of the parameters', async () => {
    const { status, json } = await start({ outputType: 'pdf', columnsBy: 'x', layout: 'tall' })
    expect([status, json.message]).toEqual([400, 'Invalid report parameters'])
    expect(json.messages.map((text: string) => text.split(' ')[1])).toEqual(['outputType', 'layout', 'columnsBy'])
  })
})

clause('File export', 'progress', () => {
  it('has the numbers of issues and, when the file is complete, its link', async () => {
    const { exportId, ...state } = await ended({ outputType: 'XLSX' })
    expect(state).toMatchObject({ status: 'Successful', message: null, created: expect.any(Number) })
    expect(state.completed).toBe(state.total)
    expect(state.downloadLink).toBe(`${FILE}/${exportId}/download`)
  })
})

clause('File export', 'own exports', () => {
  it('are a list in pages', async () => {
    await ended({ outputType: 'CSV' })
    const { exportId } = await ended({ outputType: 'NDJSON' })
    const { json } = await send('GET', FILE)
    expect(json.exports.map((one: { exportId: string }) => one.exportId)).toContain(exportId)
    const second = await send('GET', `${FILE}?pageSize=1&startIndex=1`)
    expect(second.json).toEqual({ total: json.total, startIndex: 1, pageSize: 1, exports: [json.exports[1]] })
  })
})

clause('File export', 'download', () => {
  it('is the file as an attachment', async () => {
    const { downloadLink, size } = await ended({ outputType: 'CSV' })
    const { headers, text } = await send('GET', downloadLink)
    expect(headers['content-disposition']).toMatch(/^attachment; filename="time-in-status-list-[\w-]+\.csv"$/)
    expect(Buffer.byteLength(text)).toBe(size)
  })
  it('of a report that is not complete, or of an unknown one, is a 404', async () => {
    const { json } = await send('GET', `${FILE}/${UNKNOWN}/download`)
    expect(json).toMatchObject({
      message: `The export with id ${UNKNOWN} could not be found or you do not have permission to view it.`,
      statusCode: 404,
    })
  })
})

clause('File export', 'cancel', () => {
  it('aborts an export, which then has no file', async () => {
    const { json } = await start({ outputType: 'XLSX' })
    const canceled = await send('DELETE', json.statusLink)
    expect(canceled.json).toMatchObject({ status: 'Aborted', message: 'Report is aborted by user' })
    expect(canceled.json).not.toHaveProperty('downloadLink')
    const download = await send('GET', `${json.statusLink}/download`)
    expect(download.json).toMatchObject({
      message: `The report with id ${json.exportId} failed or is aborted.`,
      messages: ['Report is aborted by user'],
      statusCode: 404,
    })
  })
  it('of an export that has ended is a 404', async () => {
    const { statusLink } = await ended({ outputType: 'CSV' })
    const { json } = await send('DELETE', statusLink)
    expect(json).toMatchObject({ message: 'The export is completed.', statusCode: 404 })
  })
})

clause('File export', 'outputType', () => {
  it('is the format, in upper or lower case', async () => {
    for (const [outputType, extension] of [
      ['xlsx', 'xlsx'],
      ['CSV', 'csv'],
      ['csvAverage', 'csv'],
      ['CSVSUM', 'csv'],
      ['CSVMEDIAN', 'csv'],
      ['CSVSTDDEV', 'csv'],
      ['NDJSON', 'ndjson'],
      ['parquet', 'parquet'],
    ] as const) {
      const { status, fileName } = await ended({ outputType })
      expect([outputType, status, fileName.split('.').at(-1)]).toEqual([outputType, 'Successful', extension])
    }
  })
  it('CSV is the whole list, and CSVSUM the aggregation', async () => {
    expect(await fileOf({ outputType: 'CSV', viewFormat: 'hours' })).toBe(await tracker.csv('list', { pageSize: 200 }))
    expect(await fileOf({ outputType: 'CSVSUM', viewFormat: 'hours' })).toBe(await tracker.csv('aggregation'))
  })
})

clause('File export', 'orderBy', () => {
  it('sorts the issues of a file', async () => {
    for (const orderDir of ['asc', 'desc']) {
      const sent = { orderBy: 'currentStatusAge', orderDir, fields: 'currentStatusAge', viewFormat: 'hours' }
      const keys = keysIn(await fileOf({ ...sent, outputType: 'CSV' }))
      expect(keys.length).toBeGreaterThan(1)
      expect(keys).toEqual(keysIn(await tracker.csv('list', sent)))
      const lines = (await fileOf({ ...sent, outputType: 'NDJSON' })).trimEnd().split('\n')
      expect(lines.map(line => JSON.parse(line).Key)).toEqual(keys)
    }
  })
  it('is the id of a column, or a 400', async () => {
    const { status, json } = await start({ outputType: 'XLSX', orderBy: 'nothing' })
    expect([status, json.messages]).toEqual([400, [expect.stringContaining("orderBy 'nothing'")]])
  })
})
