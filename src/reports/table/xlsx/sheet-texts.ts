import type { ReportFormat } from '../../../store/plan/report-plan.ts'
import type { TableRow } from '../report-table.ts'
import { columnLetters, rowXml, type SheetCell } from './cell-xml.ts'
import { columnWidths } from './column-widths.ts'
import type { RowReader } from './row-reader.ts'
import type { SheetCells } from './sheet-cells.ts'
import { MAX_LINKS, type SheetNotes } from './sheet-notes.ts'
import { MAX_CELL_LENGTH, XML_HEAD } from './xml-text.ts'

/** The maximum number of rows of a sheet, the header among them. */
export const MAX_ROWS = 1_048_576

/** The size at which a sheet ends. Readers support files of less than 4 GiB. Bytes. */
const MAX_BYTES = 4_000_000_000

/** The number of rows, and of their cells, that determine the widths of columns. */
const [MEASURED_ROWS, MEASURED_CELLS] = [1_000, 200_000]

/** The number of cells that are converted at once: a few milliseconds. */
const CELLS_AT_ONCE = 10_000

/** The input of a sheet. */
export interface SheetSource {
  readonly cells: SheetCells
  readonly rows: RowReader<TableRow>
  readonly format: ReportFormat
  /** Whether it is the sheet that is shown first. */
  readonly isShown: boolean
  /** Returns the target of a row's key; `null` if the key is no link. */
  readonly linkOf: (key: string) => string | null
  /** Whether the first column stays in view. */
  readonly hasKey: boolean
}

/** A sheet that is being written. */
export interface WrittenSheet {
  /** With the header. */
  rowCount: number
  /** Bytes so far. */
  size: number
  /** The links of keys: the number of the row, and its target. */
  readonly links: { readonly row: number; readonly target: string }[]
}

/** Writes the next rows as a sheet, until it is full, in batches of strings. Keeps `sheet` current. */
export async function* sheetTexts(
  source: SheetSource,
  sheet: WrittenSheet,
  notes: SheetNotes,
): AsyncGenerator<Iterable<string>> {
  const { cells, rows, format } = source
  const letters = cells.names.map((_, i) => columnLetters(i))
  const linked = keyLinks(source, sheet, notes)
  const xml = (row: readonly SheetCell[]): Iterable<string> => {
    notes.cutTexts += row.filter(isCut).length
    return rowXml(++sheet.rowCount, row, letters)
  }
  const written = function* (batch: readonly (readonly SheetCell[])[]): Iterable<string> {
    for (const row of batch) yield* xml(linked(row))
  }
  const first = await firstRows(rows, cells)
  const step = Math.max(1, Math.floor(CELLS_AT_ONCE / letters.length))
  yield [viewXml(source), widthsXml(columnWidths(cells.names, first, format)), '<sheetData>']
  yield xml(cells.names.map(headerCell))
  yield written(first)
  while (sheet.rowCount < MAX_ROWS && sheet.size < MAX_BYTES) {
    const batch = await rows.next(Math.min(step, MAX_ROWS - sheet.rowCount))
    if (batch.length === 0) break
    yield written(batch.map(cells.of))
  }
  yield [`</sheetData><autoFilter ref="A1:${letters.at(-1)}${sheet.rowCount}"/>`, linksXml(sheet.links), WORKSHEET_END]
}

function headerCell(value: string): SheetCell {
  return { value, style: 'header' }
}

function isCut(cell: SheetCell): boolean {
  return typeof cell?.value === 'string' && cell.value.length > MAX_CELL_LENGTH
}

/** Returns a function that makes the key of the next row a link, and collects the links. */
function keyLinks(
  { linkOf }: SheetSource,
  sheet: WrittenSheet,
  notes: SheetNotes,
): (row: readonly SheetCell[]) => readonly SheetCell[] {
  return row => {
    const value = String(row[0]?.value)
    const target = linkOf(value)
    if (target === null) return row
    if (sheet.links.length === MAX_LINKS) {
      notes.unlinkedKeys++
      return row
    }
    sheet.links.push({ row: sheet.rowCount + 1, target })
    return [{ value, style: 'link' }, ...row.slice(1)]
  }
}

async function firstRows(rows: RowReader<TableRow>, cells: SheetCells): Promise<(readonly SheetCell[])[]> {
  const first: (readonly SheetCell[])[] = []
  const most = Math.max(1, Math.min(MEASURED_ROWS, Math.floor(MEASURED_CELLS / cells.names.length)))
  while (first.length < most && !(await rows.isAtEnd())) {
    first.push(...(await rows.next(most - first.length)).map(cells.of))
  }
  return first
}

function viewXml({ isShown, hasKey }: SheetSource): string {
  const pane = hasKey
    ? '<pane xSplit="1" ySplit="1" topLeftCell="B2" activePane="bottomRight" state="frozen"/>'
    : '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>'
  const selected = isShown ? ' tabSelected="1"' : ''
  return `${WORKSHEET}<sheetViews><sheetView${selected} workbookViewId="0">${pane}</sheetView></sheetViews>`
}

/** The start of a sheet. Its `fitToPage` makes programs respect `fitToWidth`. */
export const WORKSHEET = `${XML_HEAD}<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>`

/** The end of a sheet. It is printed in landscape, one page wide and as many pages long as it needs. */
export const WORKSHEET_END = '<pageSetup orientation="landscape" fitToWidth="1" fitToHeight="0"/></worksheet>'

/** Returns the widths of columns as XML. */
export function widthsXml(widths: readonly number[]): string {
  const columns = widths.map((width, i) => `<col min="${i + 1}" max="${i + 1}" width="${width}" customWidth="1"/>`)
  return `<cols>${columns.join('')}</cols>`
}

function linksXml(links: WrittenSheet['links']): string {
  if (links.length === 0) return ''
  return `<hyperlinks>${links.map(({ row }, i) => `<hyperlink ref="A${row}" r:id="rId${i + 1}"/>`).join('')}</hyperlinks>`
}
