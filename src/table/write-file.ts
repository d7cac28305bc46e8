import type { FileFormatName } from '../plan/file-formats.ts'
import { inChunks } from './chunks.ts'
import type { FileFacts, Sheet } from './file-table.ts'
import { csvTexts } from './to-csv.ts'
import { ndjsonTexts } from './to-ndjson.ts'

type FileWriter = (sheets: readonly Sheet[], facts: FileFacts, signal?: AbortSignal) => AsyncGenerator<Uint8Array>

const writers = {
  csv: ([sheet], _facts, signal) => encoded(csvTexts(sheet!.table, signal), signal),
  ndjson: ([sheet], _facts, signal) => encoded(ndjsonTexts(sheet!.table, signal), signal),
} satisfies Partial<Record<FileFormatName, FileWriter>>

/**
 * Writes a file in batches of bytes. CSV and NDJSON contain the first sheet only.
 *
 * Rejects with the signal's reason when it is aborted.
 */
export function writeFile(
  format: keyof typeof writers,
  sheets: readonly Sheet[],
  facts: FileFacts,
  signal?: AbortSignal,
): AsyncGenerator<Uint8Array> {
  return writers[format](sheets, facts, signal)
}

async function* encoded(
  texts: AsyncIterable<Iterable<string>>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of inChunks(texts, signal)) yield Buffer.from(chunk)
}
