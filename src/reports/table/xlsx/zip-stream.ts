import { pipeline, Readable } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'

/** A file in a ZIP archive. It is read before the next one is requested. */
export interface ZipEntry {
  /** Its path, in ASCII. */
  readonly name: string
  readonly chunks: AsyncIterable<Uint8Array>
}

/** An entry that has been written. Sizes and offsets are in bytes. */
interface WrittenEntry {
  readonly name: string
  readonly crc: number
  readonly size: number
  readonly compressed: number
  readonly offset: number
}

/** Fast, and about a tenth larger than the usual level 6 for sheets. */
const LEVEL = 3

/** The end of the 32-bit range: larger numbers have 64-bit fields. */
const MAX_32 = 0xffff_ffff

/** Sizes follow the data, and names are UTF-8. */
const FLAGS = 0x0808

/** 1980-01-01, the first date there is: equal contents give equal archives. */
const FIRST_DATE = 0x0021

/**
 * Writes a ZIP archive in batches of bytes. Memory does not grow with its entries' sizes.
 *
 * An entry has less than 4 GiB, because readers of spreadsheets support no larger ones; a larger one is a defect. The
 * archive may be larger (ZIP64).
 *
 * Source: https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT, 4.3 and 4.5.3.
 */
export async function* zipStream(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const written: WrittenEntry[] = []
  let offset = 0
  const placed = (bytes: Uint8Array): Uint8Array => {
    offset += bytes.length
    return bytes
  }
  for await (const { name, chunks } of entries) {
    const start = offset
    const read = { crc: 0, size: 0 }
    yield placed(localHeader(name))
    const data = offset
    for await (const part of deflated(measured(chunks, read))) yield placed(part)
    const entry = { name, ...read, compressed: offset - data, offset: start }
    if (Math.max(entry.size, entry.compressed) >= MAX_32) throw new Error(`${name} has ${entry.size} bytes.`)
    yield placed(descriptor(entry))
    written.push(entry)
  }
  const directory = offset
  for (const entry of written) yield placed(directoryRecord(entry))
  yield endRecords(written.length, offset - directory, directory)
}

/** Passes on chunks, and computes their checksum and size. */
async function* measured(
  chunks: AsyncIterable<Uint8Array>,
  read: { crc: number; size: number },
): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    read.crc = crc32(chunk, read.crc)
    read.size += chunk.length
    yield chunk
  }
}

/** Compresses on another thread, no faster than the result is read. */
function deflated(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  const deflate = createDeflateRaw({ level: LEVEL, chunkSize: 64 * 1024 })
  // Reading the result throws the error of the chunks.
  pipeline(Readable.from(chunks, { objectMode: false }), deflate, () => {})
  return deflate
}

function localHeader(name: string): Uint8Array {
  const fixed = fields([4, 0x04034b50], [2, 20], ...kind, [4, 0], [4, 0], [4, 0], [2, name.length], [2, 0])
  return Buffer.concat([fixed, Buffer.from(name)])
}

function descriptor({ crc, size, compressed }: WrittenEntry): Uint8Array {
  return fields([4, 0x08074b50], [4, crc], [4, compressed], [4, size])
}

function directoryRecord({ name, crc, size, compressed, offset }: WrittenEntry): Uint8Array {
  const isFar = offset >= MAX_32
  const extra = isFar ? fields([2, 1], [2, 8], [8, offset]) : Buffer.alloc(0)
  const fixed = fields(
    ...([[4, 0x02014b50], [2, isFar ? 45 : 20], [2, isFar ? 45 : 20], ...kind] as const),
    ...([[4, crc], [4, compressed], [4, size], [2, name.length], [2, extra.length]] as const),
    // No comment, disk 0, no attributes.
    ...([[2, 0], [2, 0], [2, 0], [4, 0], [4, Math.min(offset, MAX_32)]] as const),
  ) // biome-ignore format: a layout
  return Buffer.concat([fixed, Buffer.from(name), extra])
}

function endRecords(count: number, size: number, offset: number): Uint8Array {
  const isFar = offset + size >= MAX_32
  const far = [
    fields([4, 0x06064b50], [8, 44], [2, 45], [2, 45], [4, 0], [4, 0], [8, count], [8, count], [8, size], [8, offset]),
    fields([4, 0x07064b50], [4, 0], [8, offset + size], [4, 1]),
  ]
  const end = fields(
    ...([
      [4, 0x06054b50],
      [2, 0],
      [2, 0],
      [2, count],
      [2, count],
    ] as const),
    ...([
      [4, Math.min(size, MAX_32)],
      [4, Math.min(offset, MAX_32)],
      [2, 0],
    ] as const),
  )
  return Buffer.concat(isFar ? [...far, end] : [end])
}

/** A number with its width in bytes. */
type Field = readonly [width: 2 | 4 | 8, value: number]

/** Flags, deflate, time and date. */
const kind: readonly Field[] = [[2, FLAGS], [2, 8], [2, 0], [2, FIRST_DATE]] // biome-ignore format: a layout

/** Returns numbers in little-endian order. */
function fields(...all: readonly Field[]): Buffer {
  const bytes = Buffer.alloc(all.reduce((sum, [width]) => sum + width, 0))
  let at = 0
  for (const [width, value] of all) {
    if (width === 8) bytes.writeBigUInt64LE(BigInt(value), at)
    else bytes.writeUIntLE(value, at, width)
    at += width
  }
  return bytes
}
