import { compareRatios, type Ratio } from '../../src/core/time/decimal.ts'
import type { FileFacts, FileTable } from '../../src/reports/table/file-table.ts'
import type { ReportTable, TableRow } from '../../src/reports/table/report-table.ts'

/** Facts of files in tests. */
export const FACTS: FileFacts = { version: 'test', parameters: [], warnings: [], addresses: new Map() }

/** Reads a report into memory, as a table that can be written several times. */
export async function fileTableOf({ rows, close, ...head }: ReportTable): Promise<FileTable> {
  const batches: (readonly TableRow[])[] = []
  for await (const batch of rows()) batches.push(batch)
  await close()
  return { ...head, largest: largestOf(batches.flat(), head.cellIndexes), rows: () => replay(batches) }
}

async function* replay<T>(values: readonly T[]): AsyncGenerator<T> {
  yield* values
}

function largestOf(rows: readonly TableRow[], cellIndexes: readonly number[]): (Ratio | null)[] {
  return cellIndexes.map(index => {
    const values = rows.flatMap(({ cells }) => cells.filter(cell => cell.index === index).map(({ value }) => value))
    return values.toSorted(compareRatios).at(-1) ?? null
  })
}

/** Returns the whole content of a file. */
export async function bytesOf(batches: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = []
  for await (const batch of batches) all.push(batch)
  return Buffer.concat(all)
}
