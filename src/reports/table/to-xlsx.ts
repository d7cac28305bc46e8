import { UserError } from '../../core/base/errors.ts'
import type { Ratio } from '../../core/time/decimal.ts'
import { inBytes } from './chunks.ts'
import { fileColumns } from './file-columns.ts'
import type { FileFacts, FileTable, Sheet } from './file-table.ts'
import { columnsPerValue, withPercentileColumns } from './percentile-columns.ts'
import { aboutTexts } from './xlsx/about-sheet.ts'
import { createRowReader } from './xlsx/row-reader.ts'
import { sheetCells } from './xlsx/sheet-cells.ts'
import { noteTexts, type SheetNotes } from './xlsx/sheet-notes.ts'
import { sheetTexts, type WrittenSheet } from './xlsx/sheet-texts.ts'
import { dateFormatsOf, styleSheet } from './xlsx/styles.ts'
import { type SheetPart, sheetLinks, sheetPath, type WorkbookPart, workbookParts } from './xlsx/workbook-parts.ts'
import { type ZipEntry, zipStream } from './xlsx/zip-stream.ts'

/** The maximum number of columns of a sheet. */
const MAX_COLUMNS = 16_384

/** Throws EXPORT_TOO_WIDE when a table has more columns than a sheet of Excel can have. */
export function refuseWideSheet(table: Pick<FileTable, 'plan' | 'columns'>): void {
  const columns = Object.values(fileColumns(table)).flatMap(cells => cells ?? []).length
  if (columns > MAX_COLUMNS) throw new UserError('EXPORT_TOO_WIDE', { columns, limit: MAX_COLUMNS })
}

/**
 * Writes tables as an Excel workbook (ECMA-376) in batches of bytes. The last sheet, About, describes the file: programs that read the
 * first sheet only get the data.
 *
 * A table with more rows than a sheet can have continues in another sheet. Throws EXPORT_TOO_WIDE.
 */
export async function* xlsxBytes(
  sheets: readonly Sheet[],
  facts: FileFacts,
  signal?: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const expanded = sheets.map(({ name, table }) => ({ name, table: withPercentiles(table) }))
  for (const { table } of expanded) refuseWideSheet(table)
  yield* zipStream(workbookEntries(expanded, facts, signal))
}

function withPercentiles(table: FileTable): FileTable {
  const perValue = columnsPerValue(table.plan)
  const largest = table.largest.flatMap(value => Array<Ratio | null>(perValue).fill(value))
  return { ...withPercentileColumns(table), largest }
}

async function* workbookEntries(
  sheets: readonly Sheet[],
  facts: FileFacts,
  signal: AbortSignal | undefined,
): AsyncGenerator<ZipEntry> {
  const formats = dateFormatsOf(sheets[0]!.table.plan.format)
  const notes: SheetNotes = {
    fewValues: 0,
    cutTexts: 0,
    textDates: 0,
    unlinkedKeys: 0,
    continuations: [],
    plainDates: formats.isReplaced,
  }
  const parts: SheetPart[] = []
  for (const sheet of sheets) yield* sheetEntries(sheet, facts, notes, parts, signal)
  parts.push({ name: 'About', table: null })
  yield { name: sheetPath(parts.length), chunks: inBytes([aboutTexts(sheets, facts, noteTexts(notes))], signal) }
  for (const part of [...workbookParts(parts), ['xl/styles.xml', styleSheet(formats)] as const]) yield entryOf(part)
}

/** Writes a table as one sheet or several, and adds them to `parts`. */
async function* sheetEntries(
  { name, table }: Sheet,
  { addresses }: FileFacts,
  notes: SheetNotes,
  parts: SheetPart[],
  signal: AbortSignal | undefined,
): AsyncGenerator<ZipEntry> {
  const { plan } = table
  const isList = plan.endpoint === 'list'
  const cells = sheetCells(table, notes)
  const rows = createRowReader(table.rows(signal))
  const fixed = { cells, rows, format: plan.format, linkOf: isList ? issueLinks(addresses) : () => null }
  try {
    for (let continued = 1; continued === 1 || !(await rows.isAtEnd()); continued++) {
      const number = parts.length + 1
      const sheet: WrittenSheet = { rowCount: 0, size: 0, links: [] }
      const source = { ...fixed, isShown: number === 1, hasKey: isList || plan.groupBy.length > 0 }
      yield { name: sheetPath(number), chunks: counted(inBytes(sheetTexts(source, sheet, notes), signal), sheet) }
      if (sheet.links.length > 0) {
        const targets = sheet.links.map(({ target }) => target)
        yield entryOf(sheetLinks(number, targets))
      }
      const ownName = continued === 1 ? name : `${name} (${continued})`
      if (continued > 1) notes.continuations.push(ownName)
      parts.push({ name: ownName, table: { columns: cells.names.length, rows: sheet.rowCount } })
    }
  } finally {
    await rows.close()
  }
}

/** Returns a function that returns the address of an issue in its tracker, from its key; `null` if it is unknown. */
function issueLinks(addresses: FileFacts['addresses']): (key: string) => string | null {
  return key => {
    const address = addresses.get(key.slice(0, key.lastIndexOf('-')))
    return address === undefined ? null : `${address}/browse/${encodeURIComponent(key)}`
  }
}

function entryOf([name, text]: WorkbookPart): ZipEntry {
  return { name, chunks: inBytes([[text]]) }
}

async function* counted(chunks: AsyncIterable<Uint8Array>, sheet: WrittenSheet): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    sheet.size += chunk.length
    yield chunk
  }
}
