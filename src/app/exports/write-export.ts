import { createHash } from 'node:crypto'
import { closeSync, fsyncSync, openSync, readSync, writeSync } from 'node:fs'
import type { Row } from '../../core/base/row.ts'
import type { Ratio } from '../../core/time/decimal.ts'
import type { KeyedHead } from '../../reports/report/aggregation-head.ts'
import { AGGREGATION_TABLES, aggregationRows } from '../../reports/report/read-aggregation.ts'
import { LIST_TABLES, wholeListRows } from '../../reports/report/read-list.ts'
import { cellKey, keyText } from '../../reports/table/column-key.ts'
import { keyOf } from '../../reports/table/columns-of.ts'
import type { FileTable, Sheet } from '../../reports/table/file-table.ts'
import type { TableRow } from '../../reports/table/report-table.ts'
import { writeFile } from '../../reports/table/write-file.ts'
import {
  createFileColumns,
  largestAnswerCells,
  largestListCells,
  longLayout,
} from '../../store/files/parquet-layout.ts'
import { copyWide } from '../../store/files/wide-parquet.ts'
import { copyToParquet, openWorkDatabase } from '../../store/files/work-files.ts'
import { unwritten } from './export-folder.ts'
import type { ExportJob, ExportProgress, SentSheet, WrittenPart } from './export-messages.ts'
import { receivedHead } from './export-messages.ts'
import { longNames, parquetTable, refuseWideLayout } from './parquet-table.ts'
import { selectColumns } from './select-columns.ts'

/** The maximum number of rows, and of non-empty cells, in memory at once. */
const PART_CELLS = 50_000

/** The time between two reports of progress. Milliseconds. */
const PROGRESS_MS = 100

const READ_BYTES = 1024 * 1024

type RunQuery = (query: Parameters<typeof copyToParquet>[1], signal?: AbortSignal) => Promise<Row[]>

/** A sheet of the job, with its tables. */
interface OpenSheet {
  readonly sent: SentSheet
  readonly head: KeyedHead
  readonly run: RunQuery
}

/**
 * Writes the file of an export from its work files, and flushes it to disk.
 *
 * Throws EXPORT_UNWRITTEN, EXPORT_TOO_WIDE, EXPORT_LAYOUT_TOO_WIDE and STORE_FAILED; rejects with the signal's reason when it is aborted.
 */
export async function writeExport(
  job: ExportJob,
  onProgress: (progress: ExportProgress) => void,
  signal: AbortSignal,
): Promise<WrittenPart> {
  const database = await openWorkDatabase(job.folder, job.limits)
  try {
    const sheets: OpenSheet[] = []
    for (const sent of job.sheets) {
      const names = sent.indexes === null ? LIST_TABLES : AGGREGATION_TABLES
      sheets.push({ sent, head: receivedHead(sent.head), run: await database.tablesIn(sent.folder, names) })
    }
    const { format } = job
    if (format === 'parquet') return await writeParquet(job, sheets[0]!, onProgress, signal)
    return await writeRows({ ...job, format }, sheets, onProgress, signal)
  } finally {
    database.close()
  }
}

async function writeRows(
  { file, format, columns, facts }: ExportJob & { readonly format: Exclude<ExportJob['format'], 'parquet'> },
  opened: readonly OpenSheet[],
  onProgress: (progress: ExportProgress) => void,
  signal: AbortSignal,
): Promise<WrittenPart> {
  const count = { rows: 0, issues: 0, size: 0 }
  const sheets: Sheet[] = []
  for (const sheet of opened) {
    const head = selectColumns(sheet.head, columns)
    const largest = format === 'xlsx' ? await largestOf({ ...sheet, head }, signal) : head.columns.map(() => null)
    const table: FileTable = {
      ...head,
      largest,
      rows: signal => counted(rowsOf(sheet, signal), sheet, sheet === opened[0], count),
    }
    sheets.push({ name: sheet.sent.name, table })
  }
  const hash = createHash('sha256')
  let shown = Number.NEGATIVE_INFINITY
  const descriptor = opening(file)
  try {
    for await (const bytes of writeFile(format, sheets, facts, signal)) {
      signal.throwIfAborted()
      hash.update(bytes)
      writeAll(descriptor, bytes)
      count.size += bytes.length
      const now = performance.now()
      if (now - shown < PROGRESS_MS) continue
      shown = now
      onProgress({ issues: count.issues })
    }
    flushing(descriptor)
  } finally {
    closeSync(descriptor)
  }
  return { size: count.size, sha256: hash.digest('hex'), rows: count.rows }
}

function rowsOf({ sent: { indexes }, head, run }: OpenSheet, signal?: AbortSignal) {
  if (indexes === null) return wholeListRows(head, run, PART_CELLS, signal)
  return aggregationRows({ head, indexes: new Map(indexes) }, run, PART_CELLS, signal)
}

/** Counts the rows of a file. Those of a workbook are the issues of its list. */
async function* counted(
  batches: AsyncIterable<readonly TableRow[]>,
  { sent: { name } }: OpenSheet,
  isFirst: boolean,
  count: { rows: number; issues: number },
): AsyncGenerator<readonly TableRow[]> {
  for await (const rows of batches) {
    yield rows
    if (isFirst) count.rows += rows.length
    if (name === 'List') count.issues += rows.length
  }
}

/** Returns the largest absolute value of each column. */
async function largestOf({ sent: { indexes }, head, run }: OpenSheet, signal: AbortSignal): Promise<(Ratio | null)[]> {
  const { plan, columns, cellIndexes } = head
  if (indexes === null) {
    const rows = await run(largestListCells, signal)
    const found = new Map(rows.map(row => [keyText(keyOf(row)), ratio(row.largest, 1n)]))
    return columns.map(({ key }) => found.get(keyText(cellKey(key, plan))) ?? null)
  }
  const indexOf = new Map(indexes)
  const rows = await run(largestAnswerCells, signal)
  const found = new Map(rows.map(row => [indexOf.get(Number(row.number)), ratio(row.largest, 1000n)]))
  return cellIndexes.map(index => found.get(index) ?? null)
}

function ratio(value: unknown, denominator: bigint): Ratio {
  return { numerator: BigInt(value as bigint), denominator }
}

async function writeParquet(
  job: ExportJob,
  { sent, head: whole, run }: OpenSheet,
  onProgress: (progress: ExportProgress) => void,
  signal: AbortSignal,
): Promise<WrittenPart> {
  const head = selectColumns(whole, job.columns)
  const table = parquetTable(head, sent.indexes, job.layout)
  if (job.layout === 'wide') refuseWideLayout(table.values.length)
  await run(createFileColumns(table.values), signal)
  const rows =
    job.layout === 'wide'
      ? await copyWide(table, { file: job.file, folder: sent.folder }, query => run(query, signal), onProgress)
      : Number((await run(copyToParquet(job.file, longLayout(table, longNames(head))), signal))[0]!.Count)
  return { ...digestOf(job.file), rows }
}

/** Flushes a file, and returns its size and digest. */
function digestOf(file: string): { readonly size: number; readonly sha256: string } {
  const hash = createHash('sha256')
  const buffer = Buffer.alloc(READ_BYTES)
  const descriptor = openSync(file, 'r+')
  try {
    flushing(descriptor)
    let size = 0
    for (;;) {
      const read = readSync(descriptor, buffer)
      if (read === 0) return { size, sha256: hash.digest('hex') }
      hash.update(buffer.subarray(0, read))
      size += read
    }
  } finally {
    closeSync(descriptor)
  }
}

function opening(file: string): number {
  try {
    return openSync(file, 'w', 0o600)
  } catch (error) {
    throw unwritten(error)
  }
}

function writeAll(descriptor: number, bytes: Uint8Array): void {
  try {
    for (let written = 0; written < bytes.length; ) written += writeSync(descriptor, bytes, written)
  } catch (error) {
    throw unwritten(error)
  }
}

function flushing(descriptor: number): void {
  try {
    fsyncSync(descriptor)
  } catch (error) {
    throw unwritten(error)
  }
}
