/** The format of a file that is not JSON, and the next step, both as text for users. */
export interface ForeignFormat {
  readonly format: string
  readonly next: string
}

const EXPORT_JSON = "Export JSON from Jira's REST API with expand=changelog; docs/guides/import.md has the commands."
const UNPACK = 'Unpack it, and import the JSON in it.'

/** Formats that begin with fixed bytes. */
const MAGIC: readonly (readonly [bytes: string, format: ForeignFormat])[] = [
  ['PK\x03\x04', { format: 'a ZIP archive or an Excel workbook', next: `${UNPACK} ${EXPORT_JSON}` }],
  ['PK\x05\x06', { format: 'an empty ZIP archive', next: EXPORT_JSON }],
  ['\x28\xb5\x2f\xfd', { format: 'compressed with zstd', next: UNPACK }],
  ['\xfd7zXZ\x00', { format: 'compressed with xz', next: UNPACK }],
  ['BZh', { format: 'compressed with bzip2', next: UNPACK }],
  ['7z\xbc\xaf\x27\x1c', { format: 'a 7z archive', next: UNPACK }],
  ['Rar!', { format: 'a RAR archive', next: UNPACK }],
  ['\xff\xfe', { format: 'in UTF-16', next: 'Write it as UTF-8.' }],
  ['\xfe\xff', { format: 'in UTF-16', next: 'Write it as UTF-8.' }],
  ['%PDF', { format: 'a PDF document', next: EXPORT_JSON }],
  ['\xd0\xcf\x11\xe0', { format: 'an old Office document', next: EXPORT_JSON }],
]

/** Returns the format of a file whose first bytes show that it is not JSON; otherwise `null`. */
export function foreignFormat(head: Buffer): ForeignFormat | null {
  const bytes = head.toString('latin1')
  const known = MAGIC.find(([magic]) => bytes.startsWith(magic))
  if (known) return known[1]
  const text = head
    .toString()
    .replace(/^\uFEFF/, '')
    .trimStart()
  if (/^[{[]/.test(text)) return null
  if (text.startsWith('<')) return markup(text)
  if (text.includes('\0')) return { format: 'a binary file', next: EXPORT_JSON }
  if (MARKDOWN_START.test(text)) return { format: 'a Markdown file', next: EXPORT_JSON }
  return isTable(text) ? { format: 'a CSV file', next: `A CSV export has no change logs. ${EXPORT_JSON}` } : null
}

/** A heading, a fence, front matter, a quote, a list item or a table row at the start of a text. */
const MARKDOWN_START = /^(?:#{1,6} |```|---\r?\n|> |[-*+] |\|.*\||[^\r\n]+\r?\n(?:=+|-+)\r?\n)/

function markup(text: string): ForeignFormat {
  if (/<log[\s>][\s\S]*xes|xes-standard|\bxes\.version=/i.test(text)) {
    return { format: 'an XES event log', next: EXPORT_JSON }
  }
  if (/^(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*)?<(?:!doctype\s+html|html|head|body)\b/i.test(text)) {
    const cause = 'A tracker answers with a page when it wants a sign-in: check the address and the token.'
    return { format: 'an HTML page', next: cause }
  }
  return { format: 'an XML file', next: EXPORT_JSON }
}

/** Returns whether the first line consists of names or values with separators between them. */
function isTable(text: string): boolean {
  const line = text.split(/\r?\n/, 1)[0]!
  if (/[{}[\]]|":/.test(line)) return false
  return [',', ';', '\t'].some(separator => line.split(separator).length > 1) && /\p{L}/u.test(line)
}

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
