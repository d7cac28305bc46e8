import { setTimeout } from 'node:timers/promises'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { defaultSettings } from '../../../src/access/settings/known-settings.ts'
import { limitedWorkspace, serverLimits } from '../../../src/app/workspace/limited-workspace.ts'
import type { Workspace } from '../../../src/app/workspace/workspace.ts'
import { UTC } from '../../../src/core/time/zone.ts'
import { createServer, type Server } from '../../../src/edge/http/create-server.ts'
import { smallWorkspace, temporaryFolder } from './small-tracker.ts'
import { FORM, testServerDeps } from './test-server.ts'

const FILE = '/rest/tis/report/1.0/api/file'
const BODY = 'filterType=project&projectKey=WEB&columnsBy=statusDuration&calendar=normalHours&outputType=csv'
const folder = temporaryFolder()
const tokens = new Map<string, string>()
let workspace: Workspace
let withTokens: Server['server']
let open: Server['server']

beforeAll(async () => {
  workspace = await smallWorkspace(folder.path)
  for (const login of ['ann', 'bob', 'cid']) {
    await workspace.access.addUser({ login, groups: [], timeZone: null })
    tokens.set(login, (await workspace.access.createToken(login, null)).token)
  }
  const limits = serverLimits(defaultSettings(UTC), { queries: 14, cores: 2 })
  const { access: _, ...parts } = limitedWorkspace(workspace, limits)
  withTokens = createServer({ ...testServerDeps(), ...parts }).server
  open = createServer({ ...testServerDeps(), ...parts, authenticate: null }).server
})

afterAll(async () => {
  await workspace.close()
  folder.forget()
})

/** Sends a request as a user, or in access mode `open`. */
async function send(request: InjectOptions, login: string | null = 'ann') {
  const server = login === null ? open : withTokens
  const authorization = login === null ? {} : { authorization: `Bearer ${tokens.get(login)}` }
  const answer = await server.inject({ ...request, headers: { ...authorization, ...request.headers } })
  const isJson = String(answer.headers['content-type']).includes('json')
  return { ...answer, status: answer.statusCode, headers: answer.headers, json: isJson ? answer.json() : null }
}

function post(payload: string, login: string | null = 'ann', headers: Record<string, string> = {}) {
  return send({ method: 'POST', url: FILE, payload, headers: { ...FORM, ...headers } }, login)
}

/** Starts an export, and returns its last state. */
async function ended(payload = BODY, login: string | null = 'ann') {
  const { json } = await post(payload, login)
  for (;;) {
    const answer = await send({ url: json.statusLink }, login)
    if (!['Waiting', 'In Progress'].includes(answer.json.status)) return answer.json
    await setTimeout(20)
  }
}

const ERROR = { pluginVersion: '9.8.7', time: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/) }

describe('the routes of exports', () => {
  it('start, show progress, and download', async () => {
    const started = await post(BODY)
    expect(started.status).toBe(200)
    expect(started.headers.location).toBe(`${FILE}/${started.json.exportId}`)
    expect(Object.keys(started.json).slice(0, 7)).toEqual([
      ...['exportId', 'status', 'created', 'completed', 'total', 'message', 'statusLink'],
    ])
    const done = await ended()
    expect(done).toMatchObject({ status: 'Successful', completed: 3, total: 3, message: null, outputType: 'CSV' })
    expect(done.downloadLink).toBe(`${done.statusLink}/download`)
    const file = await send({ url: done.downloadLink })
    expect(file.status).toBe(200)
    expect(file.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${done.fileName}"`,
      'content-length': String(done.size),
      'accept-ranges': 'bytes',
      etag: `"${done.sha256}"`,
    })
    expect(done.fileName).toMatch(/^time-in-status-list-project-web-2024-03-10-\d{8}\.csv$/)
    expect(file.payload.split('\r\n')[0]).toContain('"Key","Summary"')
    const head = await send({ method: 'HEAD', url: done.downloadLink })
    expect([head.status, head.headers['content-length'], head.payload]).toEqual([200, String(done.size), ''])
  })

  it('report all mistakes of the parameters in the shape of the contract', async () => {
    const { status, json } = await post('outputType=pdf&columnsBy=x')
    expect(status).toBe(400)
    expect(json).toEqual({
      message: 'Invalid report parameters',
      statusCode: 400,
      messages: expect.any(Array),
      ...ERROR,
    })
    expect(json.messages.map((text: string) => text.split(' ')[1])).toEqual(['outputType', 'filterType', 'columnsBy'])
  })

  it.each([
    ['bytes=0-4', 206, 'bytes 0-4/SIZE', (text: string) => text.slice(0, 5)],
    ['bytes=5-', 206, 'bytes 5-LAST/SIZE', (text: string) => text.slice(5)],
    ['bytes=-3', 206, 'bytes FROM-LAST/SIZE', (text: string) => text.slice(-3)],
    ['bytes=0-1,3-4', 200, undefined, (text: string) => text],
    ['lines=1-2', 200, undefined, (text: string) => text],
    ['bytes=99999-', 416, 'bytes */SIZE', null],
  ])('answer the range %s with %i', async (range, status, contentRange, part) => {
    const done = await ended()
    const whole = await send({ url: done.downloadLink })
    const answer = await send({ url: done.downloadLink, headers: { range } })
    expect(answer.status).toBe(status)
    const shown = contentRange
      ?.replace('SIZE', String(done.size))
      .replace('LAST', String(done.size - 1))
      .replace('FROM', String(done.size - 3))
    expect(answer.headers['content-range']).toBe(shown)
    if (part) expect(answer.payload).toBe(part(whole.payload))
    else expect(answer.json).toEqual({ message: expect.any(String), statusCode: 416, ...ERROR })
  })

  it('ignore a range of another version of the file', async () => {
    const { downloadLink, sha256 } = await ended()
    const ranged = (etag: string) => send({ url: downloadLink, headers: { range: 'bytes=0-1', 'if-range': etag } })
    expect((await ranged(`"${sha256}"`)).status).toBe(206)
    expect((await ranged('"other"')).status).toBe(200)
  })

  it('answer 304 to a client that has the file', async () => {
    const { downloadLink, sha256 } = await ended()
    const statusWith = async (known: string) =>
      (await send({ url: downloadLink, headers: { 'if-none-match': known, range: 'bytes=0-1' } })).status
    expect(await statusWith(`"other", W/"${sha256}"`)).toBe(304)
    expect(await statusWith('*')).toBe(304)
    expect(await statusWith('"other"')).toBe(206)
  })

  it('answer an export of another user like an unknown one', async () => {
    const { exportId, statusLink } = await ended()
    const unknown = `${FILE}/${'0'.repeat(32)}`
    for (const [link, id] of [
      [statusLink, exportId],
      [unknown, '0'.repeat(32)],
    ]) {
      for (const request of [{ url: link }, { url: `${link}/download` }, { method: 'DELETE', url: link } as const]) {
        const { status, json } = await send(request, 'cid')
        expect(status).toBe(404)
        const message = `The export with id ${id} could not be found or you do not have permission to view it.`
        expect(json).toEqual({ message, statusCode: 404, ...ERROR })
      }
    }
    const { json } = await send({ url: FILE }, 'cid')
    expect(json).toEqual({ total: 0, startIndex: 0, pageSize: 200, exports: [] })
    await ended()
    const own = await send({ url: `${FILE}?pageSize=1&startIndex=1` })
    expect(own.json.exports).toHaveLength(1)
    expect((await send({ url: `${FILE}?pageSize=0` })).status).toBe(400)
  })

  it('refuse a download after the project was restricted, and have no link to it', async () => {
    const { downloadLink, statusLink, ...own } = await ended(BODY, 'bob')
    expect((await send({ url: downloadLink }, 'bob')).status).toBe(200)
    await workspace.access.restrict('WEB', [], ['ann'])
    expect((await send({ url: downloadLink }, 'bob')).status).toBe(404)
    const { json } = await send({ url: statusLink }, 'bob')
    const none = { size: null, rows: null, fileName: null, sha256: null, query: null }
    const message = 'Its file cannot be downloaded, because you may no longer see all of it. Export again.'
    expect(json).toEqual({ ...own, statusLink, ...none, message, downloaded: expect.any(Number) })
    expect((await send({ url: FILE }, 'bob')).json.exports).toContainEqual(json)
    await workspace.access.open('WEB')
    expect((await send({ url: downloadLink }, 'bob')).status).toBe(200)
  })

  it('cancel, and say why there is no file', async () => {
    const { json } = await post(BODY, 'bob')
    const canceled = await send({ method: 'DELETE', url: json.statusLink }, 'bob')
    if (canceled.status === 200) {
      expect(canceled.json).toMatchObject({ status: 'Aborted', message: 'Report is aborted by user' })
      expect(canceled.json).not.toHaveProperty('downloadLink')
      const download = await send({ url: `${json.statusLink}/download` }, 'bob')
      const message = `The report with id ${json.exportId} failed or is aborted.`
      expect(download.json).toEqual({ message, statusCode: 404, messages: ['Report is aborted by user'], ...ERROR })
    }
    const again = await send({ method: 'DELETE', url: json.statusLink }, 'bob')
    expect(again.json).toEqual({ message: 'The export is completed.', statusCode: 404, ...ERROR })
  })

  it('remove a file that its user does not need, and record whole downloads', async () => {
    const { downloadLink, statusLink, size } = await ended(BODY, 'bob')
    const state = async () => (await send({ url: statusLink }, 'bob')).json
    await send({ method: 'HEAD', url: downloadLink }, 'bob')
    await send({ url: downloadLink, headers: { range: 'bytes=0-9' } }, 'bob')
    expect((await state()).downloaded).toBeNull()
    await send({ url: downloadLink, headers: { range: `bytes=10-${size - 1}` } }, 'bob')
    // The server records it once the last byte has left.
    await expect.poll(async () => (await state()).downloaded).toEqual(expect.any(Number))
    const remove = (login: string, url = downloadLink) => send({ method: 'DELETE', url }, login)
    expect((await remove('cid')).status).toBe(404)
    expect((await remove('bob', statusLink)).json.message).toBe('The export is completed.')
    expect((await remove('bob')).status).toBe(204)
    expect((await send({ url: statusLink }, 'bob')).status).toBe(404)
    expect((await remove('bob')).status).toBe(404)
  })

  it('take an Idempotency-Key', async () => {
    const key = { 'idempotency-key': 'k-1' }
    const first = await post(BODY, 'ann', key)
    expect((await post(BODY, 'ann', key)).json.exportId).toBe(first.json.exportId)
    const other = await post(`${BODY}&viewFormat=days`, 'ann', key)
    expect([other.status, other.headers['x-error-code']]).toEqual([422, 'EXPORT_KEY_USED'])
    expect((await post(BODY, 'ann', { 'idempotency-key': 'x'.repeat(256) })).status).toBe(400)
    await ended()
  })

  it('work without a token in access mode open, but not for other pages in a browser', async () => {
    const { status } = await ended(BODY, null)
    expect(status).toBe('Successful')
    expect((await post(BODY, null, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  })
})
