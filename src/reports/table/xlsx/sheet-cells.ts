import { isWorkField } from '../../../core/fields/system-fields.ts'
import { compareRatios, type Ratio, wholeRatio } from '../../../core/time/decimal.ts'
import type { Instant } from '../../../core/time/instant.ts'
import { DAY, type LocalMillis } from '../../../core/time/local-time.ts'
import { offsetAt } from '../../../core/time/zone.ts'
import { FEWEST_FOR_PERCENTILES } from '../../../store/plan/aggregates.ts'
import type { GroupBy, ListField, ReportPlan } from '../../../store/plan/report-plan.ts'
import { type DurationUnit, durationUnit, HOURS } from '../duration-unit.ts'
import { fileColumns } from '../file-columns.ts'
import type { FileTable } from '../file-table.ts'
import { cellsByColumn, type RowCell, type TableRow } from '../report-table.ts'
import { textWriter } from '../text-writer.ts'
import type { TypedCell } from '../typed-cell.ts'
import type { SheetCell } from './cell-xml.ts'
import { serialOf } from './serial.ts'
import type { SheetNotes } from './sheet-notes.ts'
import { fewStyle, type StyleName } from './styles.ts'

/** The columns of a sheet, and its cells. */
export interface SheetCells {
  readonly names: readonly string[]
  /** Returns the cells of a row, one for each column. */
  readonly of: (row: TableRow) => readonly SheetCell[]
}

/** The largest duration that Excel shows as hours, minutes and seconds: that of its last day. */
const LARGEST_TIME: Ratio = { numerator: BigInt(2_958_465 * DAY), denominator: 1n }

/**
 * The longest text with the format of texts, which keeps `4.10` a text when somebody edits the cell. Some versions of Excel show longer
 * ones as `####`. Characters.
 */
const MAX_TEXT_LENGTH = 255

/** Returns the cells of a table's sheet. Counts in `notes` what Excel cannot show. */
export function sheetCells(table: FileTable, notes: SheetNotes): SheetCells {
  const units = unitsOf(table)
  const columns = fileColumns(table, index => units[index]?.name ?? null, fieldUnits(table.plan))
  const first = [columns.header, columns.groups, columns.fields, columns.issueCount ? [columns.issueCount] : []].flat()
  const typed = typedCells(table.plan, notes)
  const value = valueCells(table.plan, units, typed)
  const fieldCell = (column: GroupBy | ListField) => (isWork(column) ? workCells(typed) : typed)
  const [groupCells, fieldCells] = [table.plan.groupBy.map(fieldCell), table.plan.fields.map(fieldCell)]
  const cellsOf = cellsByColumn(table)
  return {
    names: [...first, ...columns.values].map(({ value }) => value),
    of: row => {
      const count: SheetCell[] = columns.issueCount ? [{ value: row.issueCount, style: 'whole' }] : []
      const cells = [
        ...row.header.map(typed),
        ...row.groups.map((cell, i) => groupCells[i]!(cell)),
        ...row.fields.map((cell, i) => fieldCells[i]!(cell)),
        ...count,
      ]
      const cellAt = cellsOf(row)
      for (let i = 0; i < columns.values.length; i++) {
        const cell = cellAt(i)
        cells.push(cell ? shown(value(cell.value, i), cell, notes) : null)
      }
      return cells
    },
  }
}

/** Returns the cell of a value; a percentile of few values is grey. */
function shown(cell: SheetCell, { count }: RowCell, notes: SheetNotes): SheetCell {
  if (cell === null || count === undefined || count >= FEWEST_FOR_PERCENTILES) return cell
  notes.fewValues++
  return { ...cell, style: fewStyle(cell.style) }
}

/** Returns the unit of each column of durations; `null` for columns of times, counts and dates. */
function unitsOf({ plan, columns, largest }: FileTable): (DurationUnit | null)[] {
  if (plan.type.kind !== 'duration') return columns.map(() => null)
  const unit = durationUnit(plan)
  const isTooLong = (most: Ratio | null) => most !== null && compareRatios(most, LARGEST_TIME) > 0
  return columns.map((_, i) => unit ?? (isTooLong(largest[i] ?? null) ? HOURS : null))
}

/**
 * Returns a function that returns the unit of a field. Work is in hours, whatever the unit of the report is: the days of
 * a report are not those of the tracker's estimates.
 */
function fieldUnits(plan: ReportPlan): (field: ListField['field']) => string | null {
  const age = durationUnit(plan)?.name ?? null
  return field => (isWorkField(field) ? HOURS.name : field.kind === 'duration' ? age : null)
}

function isWork(column: GroupBy | ListField): boolean {
  return column.field !== null && isWorkField(column.field)
}

/** Returns a function that makes the cell of estimated or logged work: hours instead of seconds. */
function workCells(typed: (cell: TypedCell) => SheetCell): (cell: TypedCell) => SheetCell {
  return cell =>
    typeof cell === 'object' && cell !== null && 'number' in cell
      ? { value: (Number(cell.number) * 1000) / HOURS.millis, style: 'decimal' }
      : typed(cell)
}

/** Returns a function that makes the cell of a text, number or date. */
function typedCells(plan: ReportPlan, notes: SheetNotes): (cell: TypedCell) => SheetCell {
  const text = textWriter(plan)
  const dated = (cell: TypedCell, local: LocalMillis, style: StyleName): SheetCell => {
    const serial = serialOf(local)
    if (serial !== null) return { value: serial, style }
    notes.textDates++
    return textCell(text(cell)!)
  }
  const age = durationCells(plan)
  const ageUnit = durationUnit(plan)
  return cell => {
    if (cell === null) return null
    if (typeof cell === 'string') return textCell(cell)
    if ('number' in cell) return { value: Number(cell.number), style: 'general' }
    if ('duration' in cell) return age(wholeRatio(cell.duration), ageUnit)
    if ('date' in cell) return dated(cell, cell.date, 'date')
    return dated(cell, cell.instant + offsetAt(cell.instant, plan.format.zone), 'dateTime')
  }
}

function textCell(value: string): SheetCell {
  return { value, style: value.length > MAX_TEXT_LENGTH ? 'general' : 'text' }
}

function valueCells(
  plan: ReportPlan,
  units: readonly (DurationUnit | null)[],
  typed: (cell: TypedCell) => SheetCell,
): (value: Ratio, column: number) => SheetCell {
  switch (plan.type.kind) {
    case 'date':
      return ({ numerator }) => typed({ instant: Number(numerator) as Instant })
    case 'count': {
      const style = plan.aggregate === null || plan.aggregate === 'sum' ? 'whole' : 'decimal'
      return value => ({ value: quotient(value, 1), style })
    }
    case 'duration': {
      const duration = durationCells(plan)
      return (value, column) => duration(value, units[column]!)
    }
  }
}

/** Returns a function that makes the cell of a duration, in a unit or as a time. */
function durationCells({ format: { view } }: ReportPlan): (value: Ratio, unit: DurationUnit | null) => SheetCell {
  const style = view === 'seconds' || view === 'milliseconds' ? 'whole' : 'decimal'
  return (value, unit) =>
    unit === null ? { value: quotient(value, DAY), style: 'time' } : { value: quotient(value, unit.millis), style }
}

/** Returns the floating-point number nearest to a ratio, divided by a whole number, up to its last bit. */
function quotient({ numerator, denominator }: Ratio, divisor: number): number {
  return Number(numerator) / (Number(denominator) * divisor)
}
