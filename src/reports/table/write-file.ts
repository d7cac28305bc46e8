import type { FileFormatName } from '../../store/plan/formats.ts'
import { inBytes } from './chunks.ts'
import type { FileFacts, Sheet } from './file-table.ts'
import { csvTexts } from './to-csv.ts'
import { ndjsonTexts } from './to-ndjson.ts'
import { xlsxBytes } from './to-xlsx.ts'

type FileWriter = (sheets: readonly Sheet[], facts: FileFacts, signal?: AbortSignal) => AsyncGenerator<Uint8Array>

const writers = {
  xlsx: xlsxBytes,
  csv: ([sheet], _facts, signal) => inBytes(csvTexts(sheet!.table, signal), signal),
  ndjson: ([sheet], _facts, signal) => inBytes(ndjsonTexts(sheet!.table, signal), signal),
} satisfies Record<Exclude<FileFormatName, 'parquet'>, FileWriter>

/**
 * Returns the bytes of a file in batches. CSV and NDJSON contain the first sheet only. DuckDB writes Parquet (app/exports/).
 *
 * Rejects with the signal's reason when it is aborted, and with EXPORT_TOO_WIDE.
 */
export function writeFile(
  format: keyof typeof writers,
  sheets: readonly Sheet[],
  facts: FileFacts,
  signal?: AbortSignal,
): AsyncGenerator<Uint8Array> {
  return writers[format](sheets, facts, signal)
}
