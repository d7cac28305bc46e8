import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LOCAL_CALLER } from '../../src/access/caller.ts'
import { createReportDeps, runReport } from '../../src/reports/run-report.ts'
import type { Store } from '../../src/store/store.ts'
import { fileColumns } from '../../src/table/file-columns.ts'
import type { FileTable } from '../../src/table/file-table.ts'
import { writeFile } from '../../src/table/write-file.ts'
import { parseRaw, printRaw } from '../../src/time/decimal.ts'
import { jsonOf } from '../support/collected.ts'
import { bytesOf, FACTS, fileTableOf } from '../support/file-tables.ts'
import { hasOpenpyxl, type ReadBook, type ReadCell, readXlsx } from '../support/read-xlsx.ts'
import { NOW, ZONE } from '../support/tracker-world.ts'
import { trackers } from '../support/trackers.ts'
import { parametersOf } from './parameters-of.ts'
import { type OracleRequest, requests } from './requests.ts'
import { withStore } from './world-store.ts'

const SEED = Number(process.env.ORACLE_SEED ?? 20_240_229)
const TRACKERS = 4
const REQUESTS = 25
const VIEWS = ['hhmmss', 'days', 'hours', 'minutes', 'seconds', 'milliseconds'] as const
const UNITS = { hhmmss: 3_600_000, hours: 3_600_000, minutes: 60_000, seconds: 1000, milliseconds: 1 }

type Kind = 'duration' | 'count' | 'date'

/** A report in all formats. `raw` is that of the JSON body; null for an empty cell. */
interface Formats {
  readonly kind: Kind
  readonly view: (typeof VIEWS)[number]
  /** Milliseconds. */
  readonly unit: number
  /** The index of the first value column, and their number. */
  readonly first: number
  readonly width: number
  readonly raw: readonly (readonly (string | null)[])[]
  readonly xlsx: Buffer
  readonly ndjson: readonly Readonly<Record<string, unknown>>[]
  readonly csv: readonly (readonly string[])[]
}

describe(`files have the raw values of the JSON body (ORACLE_SEED=${SEED})`, () => {
  for (const [location, tracker] of fc.sample(trackers, { seed: SEED, numRuns: TRACKERS }).entries()) {
    it(`of tracker ${location}`, { timeout: 300_000 }, async () => {
      const samples = fc.sample(requests, { seed: SEED + location, numRuns: REQUESTS })
      const all = await withStore(tracker, async store => {
        const made: Formats[] = []
        for (const [i, request] of samples.entries())
          made.push(await inAllFormats(store, request, VIEWS[i % VIEWS.length]!))
        return made
      })
      for (const formats of all) {
        expect(
          formats.ndjson.map(row =>
            Object.values(row)
              .slice(formats.first, formats.first + formats.width)
              .map(ndjsonRaw),
          ),
        ).toEqual(formats.raw)
        expect(
          formats.csv.map(row =>
            row.slice(formats.first, formats.first + formats.width).map(cell => csvRaw(cell, formats)),
          ),
        ).toEqual(formats.raw)
      }
      if (!hasOpenpyxl) return
      const books = readXlsx(...all.map(({ xlsx }) => xlsx))
      for (const [i, formats] of all.entries()) expect(valuesOf(books[i]!, formats)).toEqual(formats.raw)
    })
  }
})

async function inAllFormats(store: Store, request: OracleRequest, view: Formats['view']): Promise<Formats> {
  const { endpoint, parameters } = parametersOf(request)
  const sent = [
    ...parameters.filter(({ name }) => name !== 'viewFormat'),
    ...Object.entries({ viewFormat: view, durations: 'number', decimal: 'comma', delimiter: 'tab', emptyValueToken: 'NoChar' })
      .map(([name, value]) => ({ name, value, location: 'query' as const })),
  ] // biome-ignore format: short
  const deps = createReportDeps(store, {
    ...{ now: () => NOW, zone: { name: ZONE.name }, locale: 'en-US', dateFormat: null },
    dateTimeFormat: null,
  })
  const report = await runReport({ endpoint, parameters: sent }, deps, { caller: LOCAL_CALLER })
  const table = await fileTableOf(report)
  const { body } = (await jsonOf({ ...table, close: async () => {} }, 'test')).table as {
    body: { rows: { valueColumns: { raw?: string }[] }[] }
  }
  const written = (format: 'xlsx' | 'csv' | 'ndjson') => bytesOf(writeFile(format, [{ name: 'List', table }], FACTS))
  return {
    kind: table.plan.type.kind,
    view,
    unit: view === 'days' ? table.plan.format.day : UNITS[view],
    first: fileColumnCount(table) - table.columns.length,
    width: table.columns.length,
    raw: body.rows.map(({ valueColumns }) => valueColumns.map(({ raw }) => raw ?? null)),
    xlsx: await written('xlsx'),
    ndjson: String(await written('ndjson')).split('\n').slice(0, -1).map(line => JSON.parse(line)), // biome-ignore format: short
    csv: (parse(await written('csv'), { delimiter: '\t', relax_column_count: true }) as string[][]).slice(1),
  }
}

function ndjsonRaw(value: unknown): string | null {
  if (value === null) return null
  return typeof value === 'number' ? String(value) : String(Date.parse(value as string))
}

function csvRaw(text: string, { kind, unit }: Formats): string | null {
  if (text === '') return null
  if (kind === 'date') return String(instantOf(Date.parse(`${text.replace(' ', 'T')}Z`)))
  return thousandths(text.replace(',', '.'), kind === 'duration' ? unit : 1)
}

function valuesOf({ sheets }: ReadBook, formats: Formats): (string | null)[][] {
  const [, ...rows] = sheets[1]!.rows
  return rows.map(row =>
    row.slice(formats.first, formats.first + formats.width).map(cell => cell && xlsxRaw(cell, formats)),
  )
}

function fileColumnCount(table: FileTable): number {
  return Object.values(fileColumns(table)).flatMap(cells => cells ?? []).length
}

/** Returns the instant of a time on the clock of the world. */
function instantOf(local: number): number {
  return local - ZONE.offset
}

/** Returns a number in some unit as `raw`: to the thousandth of the smallest unit. */
function thousandths(text: string, unit: number): string {
  const { numerator, denominator } = parseRaw(text)
  return printRaw({ numerator: numerator * BigInt(unit), denominator })
}

function xlsxRaw({ value }: ReadCell, { kind, unit }: Formats): string {
  if (typeof value === 'string') return `text ${value}`
  if (kind === 'count') return typeof value === 'number' ? String(value) : 'not a count'
  if (typeof value === 'number') return String(Math.round(value * unit * 1000) / 1000)
  if (kind === 'date') return String(instantOf(Math.round(value.number * 86_400_000) + Date.UTC(1899, 11, 30)))
  return String(Math.round(value.number * 86_400_000 * 1000) / 1000)
}
