import type { CellRange } from './cell-range.ts'
import { type Line, lineText } from './row-lines.ts'
import type { TableColumn } from './table-model.ts'

/** The most cells that are summed. More of them would block the page. */
export const MAX_SUMMED = 200_000
/** The most cells that are copied. */
export const MAX_COPIED = 50_000

/** What selected cells have in common. */
export interface Selected {
  /** The number of values, and their sum. Headings of groups do not count: their rows do. */
  readonly values: number
  readonly sum: number
}

/** Sums the selected values. They are in thousandths at most, so whole numbers are added. */
export function sumOf(lines: readonly Line[], columns: readonly TableColumn[], range: CellRange): Selected {
  let [values, thousandths] = [0, 0]
  const ids = columns.slice(range.left, range.right + 1).flatMap(({ id, kind }) => (kind === 'value' ? id : []))
  for (const line of lines.slice(range.top, range.bottom + 1)) {
    if (line.kind === 'group') continue
    for (const id of ids) {
      const raw = line.row.cells.get(id)?.raw ?? null
      if (raw === null) continue
      values++
      thousandths += Math.round(raw * 1000)
    }
  }
  return { values, sum: thousandths / 1000 }
}

/** Returns the texts of the selected cells, line by line. More than one cell has the column names above. */
export function copiedTexts(
  lines: readonly Line[],
  columns: readonly TableColumn[],
  range: CellRange,
): readonly (readonly string[])[] {
  const selected = columns.slice(range.left, range.right + 1)
  const body = lines
    .slice(range.top, range.bottom + 1)
    .map(line => selected.map((column, i) => textOf(line, column, range.left + i)))
  if (body.length === 1 && selected.length === 1) return body
  return [selected.map(({ above, name }) => plain(above === null ? name : `${above} · ${name}`)), ...body]
}

function textOf(line: Line, column: TableColumn, index: number): string {
  const text = lineText(line, column, index)
  return column.kind === 'value' || column.kind === 'count' ? text : plain(text)
}

/** Returns a text that spreadsheets show unchanged, on one line: a possible formula gets an apostrophe, as in CSV files. */
function plain(text: string): string {
  const line = text.replace(/[\t\r\n]+/g, ' ')
  return /^[=+\-@]./.test(line) && !/^[+-]?\d+([.,]\d+)*$/.test(line) ? `'${line}` : line
}

/** Writes copied texts as tab-separated values. */
export function toTabs(texts: readonly (readonly string[])[]): string {
  return texts.map(line => line.join('\t')).join('\n')
}

/**
 * Writes copied texts of columns as an HTML table. Excel keeps names and texts such as `4.10` as they are, and reads values as
 * numbers.
 */
export function toHtml(texts: readonly (readonly string[])[], columns: readonly Pick<TableColumn, 'kind'>[]): string {
  const isNumber = columns.map(({ kind }) => kind === 'value' || kind === 'count')
  const hasNames = texts.length > 1
  const cell = (text: string, line: number, column: number) =>
    `<td${isNumber[column] && !(hasNames && line === 0) ? '' : TEXT_STYLE}>${escaped(text)}</td>`
  const rows = texts.map((line, i) => `<tr>${line.map((text, column) => cell(text, i, column)).join('')}</tr>`)
  return `<table>${rows.join('')}</table>`
}

/** The number format of texts in Excel. */
const TEXT_STYLE = ` style="mso-number-format:'\\@'"`

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, sign => ENTITIES[sign]!)
}
