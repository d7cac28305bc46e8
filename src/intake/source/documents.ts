import { UserError } from '../../core/base/errors.ts'
import { DocumentParser } from './document-parser.ts'
import { foreignFormat } from './foreign-format.ts'
import type { SourceDocument } from './source-document.ts'
import { GzipBroken, unzipped } from './unzipped.ts'

export type { SourceDocument } from './source-document.ts'

/** The maximum size of a chunk that is parsed at once. Bytes. */
const MAX_CHUNK_BYTES = 64 * 1024

const LINE_FEED = 0x0a

/** The number of bytes that identify the format of a file. */
const HEAD = 512

const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf])

/**
 * Returns the documents of an export in order, each with its location. Parsing continues after an error, which becomes a
 * document with a `problem`.
 *
 * Reads plain or gzipped JSON in any layout: JSON Lines (one issue per line), an array of issues, a search page with its
 * `names`, one issue, or several of these. Blank lines are counted but empty. Memory is bounded by the longest issue, not
 * by the input. Throws FILE_UNREADABLE with `name` if `input` fails, and IMPORT_FOREIGN if it is not JSON.
 */
export async function* readDocuments(
  input: AsyncIterable<Uint8Array>,
  { name }: { readonly name: string },
): AsyncGenerator<SourceDocument> {
  const parser = new DocumentParser()
  let isFirst = true
  try {
    for await (const chunk of longHeaded(unzipped(readable(input, name)))) {
      const foreign = isFirst ? foreignFormat(chunk) : null
      if (foreign) throw new UserError('IMPORT_FOREIGN', { file: name, ...foreign })
      const text = isFirst && chunk.subarray(0, 3).equals(BYTE_ORDER_MARK) ? chunk.subarray(3) : chunk
      isFirst = false
      for (const [part, endsLine] of lineChunks(text)) yield* parser.push(part, endsLine)
    }
  } catch (error) {
    if (!(error instanceof GzipBroken)) throw error
    yield* parser.end(error.message)
    return
  }
  yield* parser.end()
}

async function* readable(input: AsyncIterable<Uint8Array>, file: string): AsyncGenerator<Uint8Array> {
  try {
    yield* input
  } catch (error) {
    throw new UserError('FILE_UNREADABLE', { file, reason: reasonOf(error) })
  }
}

/** Returns the same bytes, with a first chunk that is long enough to identify the format. */
async function* longHeaded(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let head: Buffer | null = Buffer.alloc(0)
  for await (const chunk of chunks) {
    const longer: Buffer = head === null ? chunk : Buffer.concat([head, chunk])
    if (head !== null && longer.length < HEAD) head = longer
    else {
      head = null
      yield longer
    }
  }
  if (head !== null && head.length > 0) yield head
}

function* lineChunks(chunk: Buffer): Generator<[part: Buffer, endsLine: boolean]> {
  for (let from = 0; from < chunk.length; ) {
    const lineEnd = chunk.indexOf(LINE_FEED, from)
    const end = lineEnd === -1 ? chunk.length : lineEnd
    for (; end - from > MAX_CHUNK_BYTES; from += MAX_CHUNK_BYTES)
      yield [chunk.subarray(from, from + MAX_CHUNK_BYTES), false]
    yield [chunk.subarray(from, end), lineEnd !== -1]
    from = end + 1
  }
}

function reasonOf(error: unknown): string {
  const { code, message } = error as { code?: unknown; message?: unknown }
  if (code === 'ENOENT') return 'there is no such file'
  if (code === 'EISDIR') return 'it is a directory'
  if (code === 'EACCES' || code === 'EPERM') return 'permission is denied'
  return String(message ?? error)
}
