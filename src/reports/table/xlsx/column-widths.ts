import { formatDate } from '../../../core/time/date-pattern.ts'
import { UTC } from '../../../core/time/zone.ts'
import type { ReportFormat } from '../../../store/plan/report-plan.ts'
import { patternOf } from '../text-writer.ts'
import type { SheetCell } from './cell-xml.ts'

/** The minimum and the maximum width of a column, in characters. */
const [LEAST, MOST] = [8, 60]

/** The space for the filter button next to a name. */
const BUTTON = 4

/** A date with long names. */
const LONG_DATE = Date.UTC(2024, 8, 25, 22, 22, 22, 222)

/** Returns the width of each column: that of its name or of its widest cell, in characters. */
export function columnWidths(
  names: readonly string[],
  rows: readonly (readonly SheetCell[])[],
  format: ReportFormat,
): number[] {
  const dateWidth = (pattern: string) => textWidth(formatDate(LONG_DATE, UTC, patternOf(pattern), format.locale))
  const dates = { date: dateWidth(format.date), dateTime: dateWidth(format.dateTime) }
  const widths = names.map(name => textWidth(name) + BUTTON)
  for (const cells of rows) {
    for (const [i, cell] of cells.entries()) widths[i] = Math.max(widths[i]!, cellWidth(cell, dates) + 2)
  }
  return widths.map(width => Math.min(MOST, Math.max(LEAST, width)))
}

function cellWidth(cell: SheetCell, dates: { readonly date: number; readonly dateTime: number }): number {
  if (cell === null) return 0
  const { value, style } = cell
  if (typeof value === 'string') return textWidth(value)
  if (style === 'date' || style === 'dateTime') return dates[style]
  if (style === 'time') return String(Math.floor(value * 24)).length + ':00:00'.length
  return (style === 'general' ? String(value) : value.toFixed(style === 'decimal' ? 1 : 0)).length
}

/** Returns the width of the longest line; Chinese, Japanese and Korean characters and emoji are twice as wide. */
function textWidth(text: string): number {
  let [most, width] = [0, 0]
  for (const character of text.slice(0, 10 * MOST)) {
    width = character === '\n' ? 0 : width + (character > '\u2e7f' ? 2 : 1)
    most = Math.max(most, width)
  }
  return most
}
