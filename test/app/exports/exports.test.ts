import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { MessageChannel } from 'node:worker_threads'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { OpenExports } from '../../../src/app/exports/open-exports.ts'
import { serveExport } from '../../../src/app/exports/serve-exports.ts'
import type { UserError } from '../../../src/core/base/errors.ts'
import type { Store } from '../../../src/store/engine/store.ts'
import { readFileRequest } from '../../../src/store/plan/file-request.ts'
import { fileTypes } from '../../../src/store/plan/file-types.ts'
import { demoStore } from '../../support/demo-store.ts'
import { itDrawn } from '../../support/drawn-test.ts'
import { exportHere } from '../../support/export-here.ts'
import { NOW, rawParameters } from '../../support/run-reports.ts'
import { callerNamed, endOf, exported, exportsOf, heldThreads, LOCAL, parquetRows, startOf } from './exports-world.ts'

const LIST = 'filterType=project&projectKey=WEB&columnsBy=statusDuration&calendar=normalHours'
const CSV = `${LIST}&outputType=CSV`
const CSV_TYPE = fileTypes.find(({ name }) => name === 'CSV')!
const HOUR = 3_600_000

let store: Store
let opened: OpenExports[] = []

beforeAll(async () => {
  store = await demoStore()
})
afterEach(async () => {
  await Promise.all(opened.map(exports => exports.close()))
  opened = []
  rmSync(store.exportsFolder, { recursive: true, force: true })
})

function open(...own: Parameters<typeof exportsOf> extends [Store, ...infer Rest] ? Rest : never): OpenExports {
  const exports = exportsOf(store, ...own)
  opened.push(exports)
  return exports
}

function folders(): string[] {
  return existsSync(store.exportsFolder) ? readdirSync(store.exportsFolder) : []
}

function filesOf(id: string): string[] {
  return readdirSync(join(store.exportsFolder, id)).sort()
}

function codeOf(promise: Promise<unknown>): Promise<string> {
  return promise.then(
    () => 'ok',
    (error: UserError) => error.code ?? String(error),
  )
}

describe('an export', () => {
  it('has the same bytes as the report on the command line, with its facts', async () => {
    const { view, bytes, path } = await exported(open(), CSV)
    const { createReportDeps, runReport } = await import('../../../src/reports/report/run-report.ts')
    const { reportBody, textOf } = await import('../../../src/reports/report/report-body.ts')
    const { UTC } = await import('../../../src/core/time/zone.ts')
    const formats = { now: () => NOW, zone: UTC, locale: 'en-US', dateFormat: null, dateTimeFormat: null }
    const request = { endpoint: 'list', parameters: rawParameters(CSV), wholeList: true } as const
    const table = await runReport(request, createReportDeps(store, formats), LOCAL)
    expect(bytes.toString()).toBe(await textOf(await reportBody(table, 'test')))
    expect(view).toMatchObject({
      status: 'Successful',
      completed: 922,
      total: 922,
      rows: 922,
      message: null,
      outputType: 'CSV',
      created: NOW,
      started: NOW,
      finished: NOW,
      expires: NOW + 24 * HOUR,
      asOf: NOW,
      warnings: [],
      size: bytes.length,
      fileName: expect.stringMatching(/^time-in-status-list-project-web-2026-11-01-\d{8}\.csv$/),
      query: 'project = "WEB" ORDER BY key DESC',
    })
    const { createHash } = await import('node:crypto')
    expect(view.sha256).toBe(createHash('sha256').update(bytes).digest('hex'))
    expect(view.exportId).toMatch(/^[0-9a-f]{32}$/)
    expect(readdirSync(join(path, '..')).sort()).toEqual(['file', 'ids', 'state.json'])
  })

  it('has the columns that its request selects, in their order, in each format', async () => {
    const exports = open()
    const columns = encodeURIComponent('["10100","3","nowhere"]')
    const { bytes, view } = await exported(exports, `${CSV}&columns=${columns}&columnNames=id`)
    const whole = await exported(exports, `${CSV}&columnNames=id`)
    expect(view.fileName).not.toBe(whole.view.fileName)
    const table = (of: typeof whole) =>
      of.bytes
        .toString()
        .trimEnd()
        .split('\r\n')
        .map(line => line.slice(1, -1).split('","'))
    const [header, ...rows] = table(whole)
    const places = ['issuekey', 'summary', '10100', '3'].map(id => header!.indexOf(id))
    expect(table({ bytes, view } as typeof whole)).toEqual([header!, ...rows].map(row => places.map(i => row[i])))
    expect(view.warnings).toEqual([
      "columns: 'nowhere' is not a value column of this report. The file does not have it.",
    ])
    const aggregation = await exported(
      exports,
      `${LIST}&groupByFields=issuetype&columnNames=id&outputType=CSVSUM&columns=${columns}`,
    )
    expect(table(aggregation)[0]).toEqual(['issuetype', 'issueCount', '10100', '3'])
    const all = await exported(exports, `${LIST}&groupByFields=issuetype&columnNames=id&outputType=CSVSUM`)
    const groupPlaces = ['issuetype', 'issueCount', '10100', '3'].map(id => table(all)[0]!.indexOf(id))
    expect(table(aggregation)).toEqual(table(all).map(row => groupPlaces.map(i => row[i])))
    const wide = await exported(exports, `${LIST}&outputType=PARQUET&layout=wide&columns=${columns}`)
    const { types, rows: read } = await parquetRows(wide.path)
    expect(Object.keys(types)).toEqual(['Key', 'Summary', 'Code Review', 'In Progress'])
    expect(read).toHaveLength(922)
    const none = await exported(exports, `${CSV}&columns=[]`)
    expect(table(none)[0]).toEqual(['Key', 'Summary'])
    for (const wrong of ['3', '{"a":1}', '[3]']) {
      const bad = (await startOf(exports, `${CSV}&columns=${wrong}`).catch(
        error => error,
      )) as UserError<'REPORT_INVALID'>
      expect(bad.parameters.messages).toEqual([
        `ERROR: columns '${wrong}' is not a JSON array of texts such as ["10100","3"].`,
      ])
    }
  })

  it('writes aggregations with the aggregate of its output type', async () => {
    const exports = open()
    const query = `${LIST}&groupByFields=issuetype`
    const { bytes, view } = await exported(exports, `${query}&outputType=csvMedian&aggregationType=sum`)
    const other = await exported(exports, `${query}&outputType=CSVAVERAGE`)
    expect(view.fileName).toMatch(/^time-in-status-median-project-web-2026-11-01-\d{8}\.csv$/)
    expect(other.view.fileName).toMatch(/^time-in-status-average-project-web-2026-11-01-\d{8}\.csv$/)
    expect(bytes.toString().split('\r\n')[0]).toBe(other.bytes.toString().split('\r\n')[0])
    expect(bytes.equals(other.bytes)).toBe(false)
    expect(view.total).toBe(922)
  })

  it('reports all mistakes at once before it is queued', async () => {
    const bad = startOf(open(), 'outputType=pdf&layout=tall&columnsBy=statusDuration&filterType=project')
    const { parameters } = (await bad.catch(error => error)) as UserError<'REPORT_INVALID'>
    expect(parameters.messages).toEqual([
      "ERROR: outputType 'pdf' is not a possible value. Possible values: XLSX, CSV, CSVAVERAGE, CSVSUM, CSVMEDIAN, CSVSTDDEV, CSVPERCENTILE, NDJSON or PARQUET.",
      "ERROR: layout 'tall' is not a possible value. Possible values: long or wide.",
      'ERROR: projectKey is required when filterType is project.',
      'ERROR: calendar is required. Possible values: normalHours or the id of a custom calendar.',
    ])
    expect(await codeOf(startOf(open(), LIST))).toBe('REPORT_INVALID')
    expect(folders()).toEqual([])
  })

  it('names a parameter of files that resembles an unknown one', async () => {
    const bad = startOf(open(), `${LIST}&outputTyp=csv`)
    const { parameters } = (await bad.catch(error => error)) as UserError<'REPORT_INVALID'>
    expect(parameters.messages).toEqual([
      expect.stringMatching(/^ERROR: outputType is required\./),
      "ERROR: 'outputTyp' is not a parameter. Did you mean 'outputType'?",
    ])
    expect((await startOf(open(), `${CSV}&layot=wide&columnBy=x`)).warnings).toEqual([
      "Unknown parameter 'columnBy' was ignored. Did you mean 'columnsBy'?",
      "Unknown parameter 'layot' was ignored. Did you mean 'layout'?",
    ])
  })

  it('warns about parameters without an effect on a file', async () => {
    const view = await startOf(open(), `${CSV}&pageSize=10&startIssueIndex=5&engine=trino&sortBy=1`)
    expect(view.warnings).toEqual([
      'sortBy was ignored: it is a parameter of the aggregation report.',
      'pageSize was ignored: a file has all issues.',
      'startIssueIndex was ignored: a file has all issues.',
      'engine was ignored: files are computed in the store.',
    ])
  })

  it('is of the time when it was started, also if it waits', async () => {
    let now = NOW
    const { start, next } = heldThreads()
    let isHeld = true
    const exports = open({
      now: () => now,
      startThread: () => {
        if (isHeld) return start()
        const { port1, port2 } = new MessageChannel()
        serveExport(port1)
        return port2
      },
    })
    const running = next()
    const first = await startOf(exports, CSV)
    const second = await startOf(exports, CSV)
    await running
    expect(second.status).toBe('Waiting')
    now += HOUR
    isHeld = false
    await exports.cancel(first.exportId, LOCAL)
    const ended = await endOf(exports, second.exportId)
    expect(ended).toMatchObject({ status: 'Successful', asOf: NOW, created: NOW, started: NOW + HOUR })
  })
})

describe('the owner of an export', () => {
  it('is the only one who sees, cancels and downloads it', async () => {
    const exports = open()
    const [ann, bob] = [callerNamed('ann'), callerNamed('bob')]
    const { exportId } = await startOf(exports, CSV, ann)
    await endOf(exports, exportId, ann)
    const unknown = 'f'.repeat(32)
    for (const id of [exportId, unknown, '../x', '']) {
      for (const attempt of [
        exports.find(id, bob),
        exports.cancel(id, bob),
        exports.file(id, bob),
        exports.remove(id, bob),
      ]) {
        await expect(attempt).rejects.toThrow(
          `The export with id ${id} could not be found or you do not have permission to view it.`,
        )
      }
    }
    expect((await exports.list(0, 10, bob)).total).toBe(0)
    expect((await exports.list(0, 10, LOCAL)).total).toBe(0)
    expect((await exports.list(0, 10, ann)).exports.map(view => view.exportId)).toEqual([exportId])
    expect(await codeOf(exports.file(exportId, ann))).toBe('ok')
    await exports.remove(exportId, ann)
  })

  it('lists own exports in pages, newest first', async () => {
    let now = NOW
    const exports = open({ now: () => now })
    const ids: string[] = []
    for (let i = 0; i < 3; i++) {
      now += 1000
      const { exportId } = await startOf(exports, CSV)
      await endOf(exports, exportId)
      ids.unshift(exportId)
    }
    const idsOf = async (from: number, size: number) =>
      (await exports.list(from, size, LOCAL)).exports.map(view => view.exportId)
    expect(await idsOf(0, 2)).toEqual(ids.slice(0, 2))
    expect(await idsOf(2, 2)).toEqual(ids.slice(2))
    expect((await exports.list(9, 2, LOCAL)).total).toBe(3)
  })
})

describe('an Idempotency-Key', () => {
  it('returns the same export for the same parameters, of the same user only', async () => {
    const exports = open()
    const [first, second] = await Promise.all([startOf(exports, CSV, LOCAL, 'a'), startOf(exports, CSV, LOCAL, 'a')])
    expect(second.exportId).toBe(first.exportId)
    await endOf(exports, first.exportId)
    // The order and the case of names do not matter.
    const same = rawParameters(CSV)
      .reverse()
      .map(one => ({ ...one, name: one.name.toUpperCase() }))
    expect((await exports.start(readFileRequest(same), 'a', LOCAL)).exportId).toBe(first.exportId)
    expect(await codeOf(startOf(exports, `${CSV}&viewFormat=days`, LOCAL, 'a'))).toBe('EXPORT_KEY_USED')
    const other = await startOf(exports, `${CSV}&viewFormat=days`, callerNamed('bob'), 'a')
    expect(other.exportId).not.toBe(first.exportId)
    expect((await startOf(exports, CSV)).exportId).not.toBe(first.exportId)
  })
})

describe('the limits', () => {
  it('let one export of a user run, two in all, and five wait or run', async () => {
    const { start, next } = heldThreads()
    const exports = open({ startThread: start })
    const running = next()
    const views = []
    for (let i = 0; i < 5; i++) views.push(await startOf(exports, CSV))
    await running
    expect(exports.load()).toEqual({ running: 1, waiting: 4 })
    expect(await codeOf(startOf(exports, CSV))).toBe('EXPORTS_TOO_MANY')
    for (const login of ['ann', 'bob']) await startOf(exports, CSV, callerNamed(login))
    expect(exports.load()).toEqual({ running: 2, waiting: 5 })
    await exports.cancel(views[4]!.exportId, LOCAL)
    expect(exports.load()).toEqual({ running: 2, waiting: 4 })
  })

  it('refuse an export when the files take up their quota, until some have expired', async () => {
    let now = NOW
    const exports = open({ now: () => now, quotaBytes: 200_000, keepMs: HOUR })
    const codes: string[] = []
    for (let i = 0; i < 20 && !codes.includes('EXPORT_QUOTA'); i++) {
      const view = await startOf(exports, CSV).catch(error => error)
      codes.push(view.code ?? (await endOf(exports, view.exportId)).status)
    }
    expect(codes).toContain('EXPORT_QUOTA')
    const refused = await startOf(exports, CSV).catch(error => error)
    expect(refused.parameters).toEqual({ megabytes: 0.1, retryAfter: 3600 })
    now += HOUR
    const after = await startOf(exports, CSV)
    expect((await endOf(exports, after.exportId)).status).toBe('Successful')
  })

  it('leave half of the quota to others', async () => {
    const [ann, bob] = [callerNamed('ann'), callerNamed('bob')]
    const exports = open({ quotaBytes: 400_000 })
    const codes: string[] = []
    for (let i = 0; i < 20 && !codes.includes('EXPORT_SHARE'); i++) {
      const view = await startOf(exports, CSV, ann).catch(error => error)
      codes.push(view.code ?? (await endOf(exports, view.exportId, ann)).status)
    }
    expect(codes).toContain('EXPORT_SHARE')
    // Half of 400,000 bytes is more than 0 MB.
    await expect(startOf(exports, CSV, ann)).rejects.toThrow('take up all of your 0.1 MB')
    const other = await startOf(exports, CSV, bob)
    expect((await endOf(exports, other.exportId, bob)).status).toBe('Successful')
    // A removed file makes space for the next one.
    const { exports: own } = await exports.list(0, 20, ann)
    for (const { exportId, status } of own) if (status === 'Successful') await exports.remove(exportId, ann)
    const next = await startOf(exports, CSV, ann)
    expect((await endOf(exports, next.exportId, ann)).status).toBe('Successful')
  })

  itDrawn('remove downloaded files to make space, the oldest first, and no others', async () => {
    let now = NOW
    const [ann, bob] = [callerNamed('ann'), callerNamed('bob')]
    const { size } = (await exported(open(), CSV, ann)).view
    rmSync(store.exportsFolder, { recursive: true })
    // Files have the ids of their issues, and tables while they are written.
    const exports = open({ now: () => now, quotaBytes: 16 * size! })
    const made = async (context: typeof ann) => {
      now += 1000
      const { exportId } = await startOf(exports, CSV, context)
      return { exportId, status: (await endOf(exports, exportId, context)).status }
    }
    const statusOf = async (id: string, context = ann) => (await exports.find(id, context)).status
    const ofBob = (await made(bob)).exportId
    await exports.downloaded(ofBob, bob)
    const [kept, older, newer] = [(await made(ann)).exportId, (await made(ann)).exportId, (await made(ann)).exportId]
    for (const id of [newer, older]) await exports.downloaded(id, ann)
    expect((await exports.find(older, ann)).downloaded).toBe(now)
    const expired: string[][] = []
    for (let i = 0; i < 12 && expired.at(-1)?.length !== 2; i++) {
      await made(ann)
      const statuses = [await statusOf(older), await statusOf(newer)]
      expired.push(statuses.filter(status => status === 'Expired'))
      if (statuses[0] !== 'Expired') expect(statuses[1]).toBe('Successful')
    }
    expect(expired.map(({ length }) => length)).toContain(2)
    expect((await exports.find(older, ann)).message).toBe('Its file was downloaded, and then removed to make space.')
    // The ids decide whether its owner may see its query.
    expect(filesOf(older)).toEqual(['ids', 'state.json'])
    expect(await codeOf(exports.file(older, ann))).toBe('EXPORT_EXPIRED')
    expect([await statusOf(kept), await statusOf(ofBob, bob)]).toEqual(['Successful', 'Successful'])
  })

  it('fail an export that grows beyond the quota, and remove its files', async () => {
    const exports = open({ quotaBytes: 1000 })
    const { exportId } = await startOf(exports, CSV)
    const view = await endOf(exports, exportId)
    expect(view).toMatchObject({ status: 'Failed', message: expect.stringContaining('exportQuotaMb') })
    expect(filesOf(exportId)).toEqual(['state.json'])
  })
})

describe('canceling', () => {
  it('ends an export that waits', async () => {
    const { start } = heldThreads()
    const exports = open({ startThread: start })
    await startOf(exports, CSV)
    const { exportId } = await startOf(exports, CSV)
    const view = await exports.cancel(exportId, LOCAL)
    expect(view).toMatchObject({
      status: 'Aborted',
      started: null,
      completed: 0,
      total: 922,
      message: 'Report is aborted by user',
    })
    expect(filesOf(exportId)).toEqual(['state.json'])
  })

  it('ends an export that runs, and frees its place at once', async () => {
    const { start, next } = heldThreads()
    const exports = open({ startThread: start })
    const running = next()
    const { exportId } = await startOf(exports, CSV)
    await running
    expect((await exports.find(exportId, LOCAL)).status).toBe('In Progress')
    expect(filesOf(exportId)).toEqual(['ids', 'state.json', 'work'])
    expect(await codeOf(exports.file(exportId, LOCAL))).toBe('EXPORT_NOT_READY')
    expect((await exports.cancel(exportId, LOCAL)).status).toBe('Aborted')
    expect(exports.load()).toEqual({ running: 0, waiting: 0 })
    expect(filesOf(exportId)).toEqual(['state.json'])
    const error = await exports.file(exportId, LOCAL).catch(error => error as UserError<'EXPORT_FAILED'>)
    expect((error as UserError<'EXPORT_FAILED'>).parameters.reasons).toEqual(['Report is aborted by user'])
  })

  it('ends an export at once while DuckDB computes its tables', async () => {
    const exports = open()
    for (let i = 0; i < 3; i++) {
      const { exportId } = await startOf(exports, CSV)
      const code = await codeOf(exports.cancel(exportId, LOCAL))
      expect(code).toBe('ok')
      expect(filesOf(exportId)).toEqual(['state.json'])
    }
    expect(exports.load()).toEqual({ running: 0, waiting: 0 })
  })

  it('is refused after the end', async () => {
    const exports = open()
    const { exportId } = await startOf(exports, CSV)
    await endOf(exports, exportId)
    await expect(exports.cancel(exportId, LOCAL)).rejects.toThrow('The export is completed.')
    const other = await startOf(exports, CSV)
    await exports.cancel(other.exportId, LOCAL)
    await expect(exports.cancel(other.exportId, LOCAL)).rejects.toThrow('The export is completed.')
  })
})

describe('expiry', () => {
  it('removes a file, then the export', async () => {
    let now = NOW
    const exports = open({ now: () => now, keepMs: HOUR })
    const { exportId } = await startOf(exports, CSV)
    await endOf(exports, exportId)
    now += HOUR - 1
    expect(await codeOf(exports.file(exportId, LOCAL))).toBe('ok')
    now += 1
    expect(await codeOf(exports.file(exportId, LOCAL))).toBe('EXPORT_EXPIRED')
    expect(filesOf(exportId)).toEqual(['ids', 'state.json'])
    expect((await exports.find(exportId, LOCAL)).status).toBe('Expired')
    now += HOUR
    expect(await codeOf(exports.find(exportId, LOCAL))).toBe('EXPORT_UNKNOWN')
    expect(folders()).toEqual([])
  })

  it('happens in a server without a request', async () => {
    let now = NOW
    const before = open({ now: () => now, keepMs: HOUR })
    const { exportId } = await startOf(before, CSV)
    await endOf(before, exportId)
    await before.close()
    now += HOUR
    const stop = open({ now: () => now, keepMs: HOUR }).watch({ info: () => {}, error: () => {} })
    await expect.poll(() => filesOf(exportId)).toEqual(['ids', 'state.json'])
    stop()
  })

  it('ends a file whose download is noted at the same time', async () => {
    let now = NOW
    const exports = open({ now: () => now, keepMs: HOUR })
    const { exportId } = (await exported(exports, CSV)).view
    const noted = exports.downloaded(exportId, LOCAL)
    // Its state is being written.
    await setImmediate()
    now += HOUR
    const [{ exports: listed }] = await Promise.all([exports.list(0, 1, LOCAL), noted])
    const stored = JSON.parse(readFileSync(join(store.exportsFolder, exportId, 'state.json'), 'utf8'))
    for (const one of [listed[0], stored]) expect(one).toMatchObject({ status: 'Expired', downloaded: NOW })
  })
})

describe('after a restart', () => {
  it('complete files are kept, and exports that ran have failed', async () => {
    const { start, next } = heldThreads()
    let isHeld = false
    const before = open({
      startThread: () => {
        if (isHeld) return start()
        const { port1, port2 } = new MessageChannel()
        serveExport(port1)
        return port2
      },
    })
    const complete = await startOf(before, CSV, LOCAL, 'key')
    await endOf(before, complete.exportId)
    isHeld = true
    const running = next()
    const run = await startOf(before, CSV)
    const wait = await startOf(before, CSV)
    await running
    // Another process finds the files as this one would leave them when it is killed.
    mkdirSync(join(store.exportsFolder, 'a'.repeat(32)))
    writeFileSync(join(store.exportsFolder, run.exportId, 'file.part'), 'half')
    // What DuckDB spills.
    mkdirSync(join(store.exportsFolder, run.exportId, 'temporary'))
    writeFileSync(join(store.exportsFolder, run.exportId, 'temporary', 'duckdb_temp_storage-0.tmp'), 'x')
    const after = open()
    for (const { exportId } of [run, wait]) {
      expect(await after.find(exportId, LOCAL)).toMatchObject({ status: 'Failed', message: 'The server was stopped.' })
      expect(filesOf(exportId)).toEqual(['state.json'])
    }
    expect(folders()).not.toContain('a'.repeat(32))
    const { path } = await after.file(complete.exportId, LOCAL)
    expect(readFileSync(path).length).toBe((await after.find(complete.exportId, LOCAL)).size)
    expect((await startOf(after, CSV, LOCAL, 'key')).exportId).toBe(complete.exportId)
  })

  it('is prepared by a server that stops', async () => {
    const { start, next } = heldThreads()
    const exports = open({ startThread: start })
    const running = next()
    const { exportId } = await startOf(exports, CSV)
    await running
    await exports.close()
    expect(await open().find(exportId, LOCAL)).toMatchObject({ status: 'Failed', message: 'The server was stopped.' })
    expect(await codeOf(startOf(exports, CSV))).toBe('STOPPING')
  })
})

describe('a file for one request', () => {
  it('is in no list, and removed after its use', async () => {
    const exports = open()
    const parameters = rawParameters(`${LIST}&groupByFields=issuetype&aggregationType=sum`)
    const file = await exports.write(readFileRequest(parameters, { ...CSV_TYPE, endpoint: 'aggregation' }), LOCAL)
    expect(file).toMatchObject({ total: 4, mediaType: 'text/csv' })
    expect(file.fileName).toMatch(/^time-in-status-sum-project-web-2026-11-01-\d{8}\.csv$/)
    expect(readFileSync(file.path).length).toBe(file.size)
    expect((await exports.list(0, 10, LOCAL)).total).toBe(0)
    await file.release()
    expect(folders()).toEqual([])
  })

  it('is removed when the request is aborted, or fails', async () => {
    const { start, next } = heldThreads()
    const exports = open({ startThread: start })
    const read = readFileRequest(rawParameters(LIST), CSV_TYPE)
    const stop = new AbortController()
    const running = next()
    const aborted = exports.write(read, { ...LOCAL, signal: stop.signal })
    aborted.catch(() => {})
    await running
    expect(folders()).toHaveLength(1)
    stop.abort(new Error('gone'))
    await expect(aborted).rejects.toThrow('gone')
    const failing = open({ quotaBytes: 1000 })
    expect(await codeOf(failing.write(read, LOCAL))).toBe('EXPORT_QUOTA')
    expect(folders()).toEqual([])
  })

  it('does not wait for exports, and has limits of its own', async () => {
    const { start, next } = heldThreads()
    let isHeld = true
    const exports = open({ startThread: () => (isHeld ? start() : exportHere()) })
    const running = next()
    for (let i = 0; i < 5; i++) await startOf(exports, CSV)
    await running
    isHeld = false
    const read = readFileRequest(rawParameters(LIST), CSV_TYPE)
    const file = await exports.write(read, LOCAL)
    expect(file.total).toBe(922)
    const stop = new AbortController()
    isHeld = true
    const held = next()
    const many = Array.from({ length: 25 }, () => {
      // Each request has a signal of its own.
      const signal = AbortSignal.any([stop.signal])
      return exports.write(read, { ...LOCAL, signal }).catch(error => error)
    })
    await held
    await expect.poll(exports.load).toEqual({ running: 2, waiting: 4 + 24 })
    expect(await codeOf(exports.write(read, LOCAL))).toBe('ROWS_TOO_MANY')
    stop.abort(new Error('gone'))
    expect(await Promise.all(many)).toEqual(Array(25).fill(stop.signal.reason))
    await file.release()
  })

  it('is checked when it is the turn of the check, with all mistakes at once', async () => {
    const exports = open()
    const { request } = readFileRequest(rawParameters('filterType=project'), CSV_TYPE)
    const checked: string[] = []
    const write = exports.write({ request, problems: ['ERROR: format'] }, LOCAL, async check => {
      checked.push('began')
      return check(new AbortController().signal)
    })
    const { parameters } = (await write.catch(error => error)) as UserError<'REPORT_INVALID'>
    expect(parameters.messages.map(text => text.split(' ')[1])).toEqual(['format', 'projectKey', 'columnsBy'])
    expect(checked).toEqual(['began'])
    expect(folders()).toEqual([])
  })
})
