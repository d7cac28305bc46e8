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
  if (MARKDOWN.test(text)) return { format: 'a Markdown file', next: EXPORT_JSON }
  return isTable(text) ? { format: 'a CSV file', next: `A CSV export has no change logs. ${EXPORT_JSON}` } : null
}

/** A heading, a fence, front matter, a quote, a list item or a table row at the start of a text. */
const MARKDOWN = /^(?:#{1,6} |```|---\r?\n|> |[-*+] |\|.*\||[^\r\n]+\r?\n(?:=+|-+)\r?\n)/

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
