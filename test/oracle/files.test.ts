import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LOCAL_CALLER } from '../../src/access/permissions/caller.ts'
import { ExportQueue } from '../../src/app/exports/export-queue.ts'
import type { OpenExports } from '../../src/app/exports/open-exports.ts'
import { parseRaw, printRaw, roundHalfAway } from '../../src/core/time/decimal.ts'
import { createReportDeps, type ReportDeps, runReport } from '../../src/reports/report/run-report.ts'
import type { Store } from '../../src/store/engine/store.ts'
import { aggregationsOf, readFileRequest } from '../../src/store/plan/file-request.ts'
import type { Layout } from '../../src/store/plan/file-types.ts'
import type { FileFormatName } from '../../src/store/plan/formats.ts'
import type { ReportRequest } from '../../src/store/plan/plan-report.ts'
import type { ReportPlan } from '../../src/store/plan/report-plan.ts'
import { parquetRows } from '../app/exports/exports-world.ts'
import { jsonOf } from '../support/collected.ts'
import { exportHere } from '../support/export-here.ts'
import { hasOpenpyxl, type ReadCell, readXlsx } from '../support/read-xlsx.ts'
import { readXlsxHere } from '../support/read-xlsx-here.ts'
import { IS_DEEP, runs, SEED } from '../support/sampling.ts'
import { NOW, ZONE } from '../support/tracker-world.ts'
import { largeTrackers } from '../support/trackers.ts'
import { parametersOf } from './parameters-of.ts'
import { type OracleRequest, requests } from './requests.ts'
import { withStore } from './world-store.ts'

/** The number of requests in each tracker. */
const REQUESTS = IS_DEEP ? 4 : 2
const VIEWS = ['hhmmss', 'days', 'hours', 'minutes', 'seconds', 'milliseconds'] as const
const UNITS = { hhmmss: 3_600_000, hours: 3_600_000, minutes: 60_000, seconds: 1000, milliseconds: 1 }

/** The content of a column. Raw values of durations are milliseconds, and those of instants are epoch milliseconds. */
type Content = 'text' | 'count' | 'duration' | 'instant'

/** A table with raw values; `null` for an empty cell. */
interface RawTable {
  readonly contents: readonly Content[]
  /** The unit of durations in files for people. Milliseconds. */
  readonly unit: number
  /** The index of the first value column. */
  readonly first: number
  readonly ids: readonly string[]
  readonly rows: readonly (readonly (string | null)[])[]
}

interface Cell {
  readonly id: string
  readonly value: string
  readonly raw?: string
  readonly percentiles?: Readonly<Record<string, { readonly raw: string }>>
}

type Columns = 'headerColumns' | 'groupByColumns' | 'fieldColumns' | 'valueColumns'
type Row = Readonly<Record<Columns, readonly Cell[]>> & { readonly issueCount?: number }

// Writes files of generated requests through the pipeline of exports, and compares each cell with the JSON body of the
// same report.
describe('files have the raw values of the JSON body', () => {
  for (const [location, tracker] of fc.sample(largeTrackers, runs(1)).entries()) {
    it(`of tracker ${location}`, async () => {
      const samples = fc.sample(requests, { seed: SEED + location, numRuns: REQUESTS })
      const books: Buffer[] = []
      const expected: RawTable[][] = []
      await withStore(tracker, async store => {
        const world = worldOf(store)
        for (const [i, request] of samples.entries()) {
          const sent = sentOf(request, VIEWS[(SEED + i) % VIEWS.length]!)
          const whole = await rawTable(sent, world.deps)
          await compareRows(world.exports, sent, whole)
          const book = await written(world.exports, sent, 'xlsx')
          const sheets = [whole, ...(await otherSheets(sent, whole.plan, world.deps))]
          expect(valuesOf(readXlsxHere(book), sheets)).toEqual(sheets.map(({ rows }) => rows))
          books.push(book)
          expected.push(sheets)
        }
      })
      if (!hasOpenpyxl) return
      const read = readXlsx(...books).map(({ sheets }) =>
        sheets.map(({ name, rows }) => ({ name, rows: rows.map(row => row.map(cell => cell?.value ?? null)) })),
      )
      for (const [i, sheets] of expected.entries())
        expect(valuesOf(read[i]!, sheets)).toEqual(sheets.map(({ rows }) => rows))
    })
  }
})

function worldOf(store: Store): { readonly exports: OpenExports; readonly deps: ReportDeps } {
  const now = () => NOW
  const formats = { now, zone: { name: ZONE.name }, locale: 'en-US', dateFormat: null, dateTimeFormat: null }
  const reportDeps = createReportDeps(store, formats)
  const exports = new ExportQueue({
    store,
    reportDeps,
    now,
    version: 'test',
    startThread: exportHere,
    keepMs: 3_600_000,
    quotaBytes: 1024 ** 3,
  })
  return { exports, deps: reportDeps }
}

/** Returns a request for a whole report, in which numbers, dates and empty cells can be read back. */
function sentOf(request: OracleRequest, view: (typeof VIEWS)[number]): ReportRequest {
  const { endpoint, parameters } = parametersOf({ ...request, page: null })
  const own = { viewFormat: view, durations: 'number', decimal: 'comma', delimiter: 'tab', emptyValueToken: 'NoChar' }
  const kept = parameters.filter(({ name }) => name !== 'viewFormat')
  const added = Object.entries(own).map(([name, value]) => ({ name, value, location: 'query' as const }))
  return { endpoint, parameters: [...kept, ...added] }
}

/** Returns the raw values of the JSON body. The trackers have fewer issues than a page. */
async function rawTable(request: ReportRequest, deps: ReportDeps): Promise<RawTable & { readonly plan: ReportPlan }> {
  const report = await runReport(request, deps, { caller: LOCAL_CALLER })
  const { plan } = report
  const { table } = (await jsonOf(report, 'test')) as unknown as {
    table: { header: Record<Columns, readonly { id: string }[]>; body: { rows: readonly Row[] } }
  }
  const { header, body } = table
  const parts = partsOf(plan)
  const fields = header.fieldColumns.map(({ id }) => contentOf(id))
  const isList = plan.endpoint === 'list'
  const before: Content[] = [
    ...(isList ? (['text', 'text'] as const) : []),
    ...header.groupByColumns.map(() => 'text' as const),
    ...(isList ? fields : (['count'] as const)),
  ]
  const kind = plan.type.kind === 'date' ? 'instant' : plan.type.kind
  const values = header.valueColumns.flatMap(({ id }) => parts.map(part => (part === null ? id : `${id}:p${part}`)))
  return {
    plan,
    unit: plan.format.view === 'days' ? plan.format.day : UNITS[plan.format.view as keyof typeof UNITS],
    contents: [...before, ...values.map(() => kind)],
    first: before.length,
    ids: values,
    rows: body.rows.map(row => [
      ...(isList ? row.headerColumns.map(({ value }) => value || null) : []),
      ...row.groupByColumns.map(({ value }) => value || null),
      ...(isList ? row.fieldColumns.map((cell, i) => fieldRaw(cell, fields[i]!)) : [String(row.issueCount)]),
      ...row.valueColumns.flatMap(cell => parts.map(part => partRaw(cell, part, plan))),
    ]),
  }
}

/** Returns which values the files have of a cell: `null` stands for its value, others are percentiles. */
function partsOf({ percent, percentiles }: ReportPlan): readonly (number | null)[] {
  if (percentiles.length === 0) return [null]
  return percent === null ? [null, ...percentiles] : [...new Set([percent, ...percentiles])].sort((a, b) => a - b)
}

function partRaw({ raw, percentiles }: Cell, part: number | null, { percent }: ReportPlan): string | null {
  if (raw === undefined) return null
  return part === null || part === percent ? raw : percentiles![String(part)]!.raw
}

function contentOf(field: string): Content {
  if (field === 'currentStatusAge') return 'duration'
  return field === 'created' || field === 'resolutiondate' ? 'instant' : 'text'
}

function fieldRaw({ value, raw }: Cell, content: Content): string | null {
  if (content === 'duration') return raw ?? null
  if (value === '') return null
  return content === 'instant' ? String(instantOf(value)) : value
}

/** Returns the instant of a time on the clock of the world. */
function instantOf(text: string): number {
  return Date.parse(`${text.replace(' ', 'T')}Z`) - ZONE.offset
}

/** Returns the tables of the aggregated sheets of a workbook. */
function otherSheets(sent: ReportRequest, plan: ReportPlan, deps: ReportDeps): Promise<RawTable[]> {
  if (plan.endpoint !== 'list') return Promise.resolve([])
  const { request } = readRequest(sent, 'xlsx')
  return Promise.all(aggregationsOf(request, plan).map(other => rawTable(withJson(other.request), deps)))
}

function withJson({ endpoint, parameters }: ReportRequest): ReportRequest {
  return { endpoint, parameters: parameters.filter(({ name }) => name !== 'outputType') }
}

function readRequest({ endpoint, parameters }: ReportRequest, format: FileFormatName, layout: Layout = 'long') {
  const type = { name: format.toUpperCase(), format, endpoint: endpoint as 'list' | 'aggregation', aggregate: null }
  return readFileRequest([...parameters, { name: 'layout', value: layout, location: 'query' }], type)
}

/** Writes a file, and returns its bytes, or what `read` makes of its path. */
async function written(exports: OpenExports, sent: ReportRequest, format: FileFormatName): Promise<Buffer>
async function written<T>(
  exports: OpenExports,
  sent: ReportRequest,
  format: FileFormatName,
  layout: Layout,
  read: (path: string) => Promise<T>,
): Promise<T>
async function written<T>(
  exports: OpenExports,
  sent: ReportRequest,
  format: FileFormatName,
  layout: Layout = 'long',
  read: (path: string) => Promise<T | Buffer> = async path => readFileSync(path),
): Promise<T | Buffer> {
  const file = await exports.write(readRequest(sent, format, layout), { caller: LOCAL_CALLER })
  return read(file.path).finally(file.release)
}

/** Compares the formats with one row for each row of the report. */
async function compareRows(exports: OpenExports, sent: ReportRequest, table: RawTable): Promise<void> {
  const ndjson = String(await written(exports, sent, 'ndjson'))
    .split('\n')
    .slice(0, -1)
  expect(ndjson.map(line => Object.values(JSON.parse(line)).map(ndjsonRaw(table)))).toEqual(table.rows)

  const csv = parse(await written(exports, sent, 'csv'), { delimiter: '\t', relax_column_count: true }) as string[][]
  const shownCounts = table.rows.map(row => row.map((raw, i) => (table.contents[i] === 'count' ? tenths(raw) : raw)))
  expect(csv.slice(1).map(row => row.map(csvRaw(table)))).toEqual(shownCounts)

  const wide = await written(exports, sent, 'parquet', 'wide', parquetRows)
  const types = Object.values(wide.types)
  expect(types.map(contentOfType)).toEqual(table.contents.map(content => (content === 'duration' ? 'count' : content)))
  expect(wide.rows.map(row => Object.values(row).map(parquetRaw))).toEqual(table.rows)

  const long = await written(exports, sent, 'parquet', 'long', parquetRows)
  const filled = table.rows.flatMap(row =>
    table.ids.flatMap((id, i) => {
      const raw = row[table.first + i]!
      return raw === null ? [] : [[...row.slice(0, table.first), id, raw]]
    }),
  )
  const valueName = { instant: 'Time', duration: 'Milliseconds', count: 'Count', text: '' }[table.contents.at(-1)!]
  const shown = long.rows.map(row => [
    ...Object.values(row).slice(0, table.first).map(parquetRaw),
    row['Column ID'],
    parquetRaw(row[valueName]),
  ])
  expect(shown).toEqual(filled)
}

function ndjsonRaw({ contents }: RawTable) {
  return (value: unknown, i: number): string | null => {
    if (value === null) return null
    if (contents[i] === 'instant') return typeof value === 'string' ? String(Date.parse(value)) : `not a time ${value}`
    const isText = typeof value === 'string'
    return isText === (contents[i] === 'text') ? String(value) : `not a ${contents[i]} ${value}`
  }
}

function csvRaw({ contents, unit }: RawTable) {
  return (text: string, i: number): string | null => {
    if (text === '') return null
    if (contents[i] === 'text') return text
    if (contents[i] === 'instant') return String(instantOf(text))
    return thousandths(text.replace(',', '.'), contents[i] === 'duration' ? unit : 1)
  }
}

/** Returns a count as CSV shows it: averages have one decimal (contract §2.2). */
function tenths(raw: string | null): string | null {
  if (raw === null) return null
  const { numerator, denominator } = parseRaw(raw)
  return printRaw({ numerator: roundHalfAway(10n * numerator, denominator), denominator: 10n })
}

/** Returns a number in some unit as `raw`: to the thousandth of the smallest unit. */
function thousandths(text: string, unit: number): string {
  const { numerator, denominator } = parseRaw(text)
  return printRaw({ numerator: numerator * BigInt(unit), denominator })
}

function contentOfType(type: string): Content | string {
  if (type === 'BIGINT' || type === 'DECIMAL(38,3)') return 'count'
  return { VARCHAR: 'text', 'TIMESTAMP WITH TIME ZONE': 'instant' }[type] ?? type
}

function parquetRaw(value: unknown): string | null {
  if (value === null) return null
  if (value instanceof Date) return String(value.getTime())
  return typeof value === 'object' ? printRaw(parseRaw(String(value))) : String(value)
}

/** Returns the raw values of the sheets of a workbook before the last, which is about the file. */
function valuesOf(
  sheets: readonly { readonly rows: readonly (readonly (ReadCell['value'] | null)[])[] }[],
  tables: readonly RawTable[],
): (string | null)[][][] {
  return sheets.slice(0, -1).map(({ rows: [, ...rows] }, i) =>
    rows.map(row =>
      tables[i]!.contents.map((content, j) => {
        const value = row[j] ?? null
        return value === null ? null : xlsxRaw(value, content, tables[i]!.unit)
      }),
    ),
  )
}

function xlsxRaw(value: ReadCell['value'], content: Content, unit: number): string {
  if (typeof value === 'string') return content === 'text' ? value : `text ${value}`
  if (content === 'count') return typeof value === 'number' ? rounded(value) : 'not a count'
  if (content === 'text') return 'not a text'
  if (typeof value === 'number') return content === 'duration' ? rounded(value * unit) : 'not a time'
  const ms = value.number * 86_400_000
  if (content === 'duration') return value.kind === 'time' ? rounded(ms) : 'not a duration'
  return value.kind === 'date' ? String(Math.round(ms) + Date.UTC(1899, 11, 30) - ZONE.offset) : 'not a time'
}

/** Returns a number with three places. */
function rounded(value: number): string {
  return String(Math.round(value * 1000) / 1000)
}
