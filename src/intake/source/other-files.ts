import { foreignFormat } from './foreign-format.ts'

const [TEXT, CSV, MARKDOWN, PICTURE] = ['a text file', 'a CSV file', 'a Markdown file', 'a picture']

/** The files that are next to exports, by the extension of their names. */
const EXTENSIONS: ReadonlyMap<string, string> = new Map([
  ...['txt', 'text', 'log', 'rst', 'adoc'].map(extension => [extension, TEXT] as const),
  ...['csv', 'tsv'].map(extension => [extension, CSV] as const),
  ...['md', 'markdown'].map(extension => [extension, MARKDOWN] as const),
  ...['png', 'jpg', 'jpeg', 'gif', 'webp', 'svg', 'bmp', 'ico', 'tif', 'tiff', 'heic', 'avif'].map(
    extension => [extension, PICTURE] as const,
  ),
])

/** Names that say that a file is an export, so that other content in it is an error. */
const EXPORTS = /\.(?:json|jsonl|ndjson)(?:\.gz)?$|\.gz$/i

/** The first bytes of pictures. */
const PICTURES = ['\x89PNG', '\xff\xd8\xff', 'GIF8', 'BM', '\0\0\x01\0', 'II*\0', 'MM\0*']

/** The number of bytes that are enough to recognize a file. */
export const HEAD_BYTES = 512

/**
 * Returns the kind of a file that does not belong to an export: a text, CSV, Markdown or a picture; `null` for any other
 * file. Decides by its name, or else by its first bytes.
 */
export function otherFile(name: string, head: Buffer): string | null {
  if (EXPORTS.test(name)) return null
  const byName = EXTENSIONS.get(/\.([^./\\]+)$/.exec(name)?.[1]?.toLowerCase() ?? '')
  return byName ?? byContent(head)
}

function byContent(head: Buffer): string | null {
  const bytes = head.toString('latin1')
  if (PICTURES.some(magic => bytes.startsWith(magic)) || /^RIFF[\s\S]{4}WEBP/.test(bytes)) return PICTURE
  const text = head
    .toString()
    .replace(/^\uFEFF/, '')
    .trimStart()
  if (/^(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*)?<svg\b/i.test(text)) return PICTURE
  const foreign = foreignFormat(head)
  if (foreign) return foreign.format === CSV || foreign.format === MARKDOWN ? foreign.format : null
  // A file that begins like JSON is an export, so truncated or broken JSON is an error.
  const isText =
    text !== '' &&
    !text.includes('\0') &&
    !text.includes('\uFFFD') &&
    !/^[{[\]}",:\d-]|^(?:null|true|false)\b/.test(text)
  return isText ? TEXT : null
}
