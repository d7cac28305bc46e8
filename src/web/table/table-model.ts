import type { Report, ReportColumn } from '../api/report.ts'
import { formatNumber, localizeDate, localizeNumbers, localizePeriod } from '../texts/format.ts'
import { shownName, transitionName } from '../texts/shown-name.ts'
import { dateWriter } from './date-writer.ts'
import { groupText } from './group-text.ts'

/** The kind of a column: values, or something that identifies rows. */
export type ColumnKind = 'issue' | 'group' | 'field' | 'count' | 'value'

/** A column of the table. */
export interface TableColumn {
  /** Unique in the table; for a value column, the id in the report. */
  readonly id: string
  readonly name: string
  readonly kind: ColumnKind
  /** The name of the outer column in a composite report. */
  readonly above: string | null
  /** The field whose value the column is for, by id or name; `null` for no value, and in reports of other things. */
  readonly historyField: string | null
  readonly hint: string | null
}

/** A cell with a value. */
export interface TableCell {
  /** In the locale of the user; an empty cell has the text of the report. */
  readonly text: string
  /** `null` for an empty cell, which is not the same as 0. */
  readonly raw: number | null
  /** Whether the value is ongoing. */
  readonly isOpen: boolean
  /** The number of values of a percentile of few values; `null` for other cells. */
  readonly few: number | null
}

/** Percentiles of fewer values are grey. */
const FEWEST_FOR_PERCENTILES = 10

/** A row of the table. */
export interface ShownRow {
  /** Its index in the response. */
  readonly index: number
  /** The key of the issue in lists; `null` in aggregations. */
  readonly issueKey: string | null
  /** The number of issues in aggregations; `null` in lists. */
  readonly issueCount: number | null
  readonly texts: ReadonlyMap<string, string>
  readonly cells: ReadonlyMap<string, TableCell>
}

/** A report as columns and rows. */
export interface TableModel {
  /** Columns that identify rows; they stay in view when the others scroll. */
  readonly keys: readonly TableColumn[]
  readonly values: readonly TableColumn[]
  readonly rows: readonly ShownRow[]
}

/** The id of the column with the numbers of issues. */
export const COUNT = 'issueCount'

/** The inner id of the column for the time without a value. */
const NO_VALUE = 'none'

/** Returns whether the values of a grouping are periods of time; `id` is that of its column, or the grouping itself. */
export function hasPeriodsOf(id: string): boolean {
  return /^(group\.)?(date|period):/i.test(id)
}

/**
 * Returns the text of a row in a column that identifies or describes it, as the page shows it: periods in the locale of the
 * user. The texts of the row stay as they are in the report, because they sort and identify rows.
 */
export function shownText({ id, kind }: Pick<TableColumn, 'id' | 'kind'>, { texts }: Pick<ShownRow, 'texts'>): string {
  const text = texts.get(id) ?? ''
  return kind === 'group' && hasPeriodsOf(id) ? localizePeriod(text) : text
}

/** The texts that a report does not have. */
export interface TableOptions {
  /** The name of the column with the number of issues. */
  readonly issues: string
  /** Whether dates stay as the report formats them, because the user chose a format. */
  readonly keepsDates: boolean
  /** Returns what a field holds; `text` if its values stay as the report formats them. */
  readonly fieldKind: (field: string) => 'number' | 'date' | 'text'
  /** The text of an empty value in the report; `null` if it is omitted. */
  readonly emptyToken: string | null
  /** The columns of counts with decimals elsewhere, such as in totals; see decimalColumns. */
  readonly decimals?: ReadonlySet<string>
}

/** Converts a report to columns and rows. */
export function tableModel(report: Report, options: TableOptions): TableModel {
  const { headerColumns, groupByColumns, fieldColumns, valueColumns } = report.table.header
  const keyed = (kind: ColumnKind, columns: readonly { readonly id: string; readonly value: string }[]) =>
    columns.map(({ id, value }) => ({
      id: keyId(kind, id),
      name: value,
      kind,
      above: null,
      historyField: null,
      hint: null,
    }))
  const above = new Map(report.table.header.baseHeader?.valueColumns.map(({ id, value }) => [id, value]))
  const inner = new Map(report.table.header.subHeader?.valueColumns.map(({ id, value }) => [id, value]))
  const isOfFields = /^Any Field/.test(report.columnsBy)
  const write = report.columnsBy === 'Transition Count' ? transitionName : shownName
  const counted = {
    id: COUNT,
    name: options.issues,
    kind: 'count',
    above: null,
    historyField: null,
    hint: null,
  } as const
  return {
    keys: [
      ...keyed('group', groupByColumns),
      ...keyed('issue', headerColumns),
      ...(report.isAggregationType ? [counted] : []),
    ],
    values: [
      ...keyed('field', fieldColumns),
      ...valueColumns
        .map(column => valueColumn(column, above, inner, isOfFields))
        .map(column => ({
          ...column,
          name: write(column.name),
          above: column.above === null ? null : shownName(column.above),
        })),
    ],
    rows: rowsOf(report, options),
  }
}

function keyId(kind: ColumnKind, id: string): string {
  return `${kind}.${id}`
}

function valueColumn(
  { id, value, hint, baseHeaderId, subHeaderId }: ReportColumn,
  above: ReadonlyMap<string, string>,
  inner: ReadonlyMap<string, string>,
  isOfFields: boolean,
): TableColumn {
  const name = (subHeaderId !== undefined && inner.get(subHeaderId)) || value
  const outer = baseHeaderId === undefined ? null : (above.get(baseHeaderId) ?? baseHeaderId)
  const historyField = isOfFields && subHeaderId !== NO_VALUE ? (baseHeaderId ?? null) : null
  return { id, name, kind: 'value', above: outer, historyField, hint: hint ?? null }
}

function rowsOf(report: Report, options: TableOptions): ShownRow[] {
  const { fieldKind, emptyToken } = options
  const write = valueWriter(report, options)
  const isMaximum = report.isAggregationType && report.percentile === 100
  const kinds = new Map(report.table.header.fieldColumns.map(({ id }) => [id, fieldKind(id)]))
  return report.table.body.rows.map((row, index) => {
    const open = new Set(row.currentState.map(({ id }) => id))
    const texts = new Map<string, string>()
    for (const cell of row.groupByColumns) {
      texts.set(keyId('group', cell.id), groupText(cell, emptyToken) ?? cell.value ?? '')
    }
    for (const { id, value } of row.headerColumns) texts.set(keyId('issue', id), value)
    for (const { id, value = '', raw } of row.fieldColumns) {
      const kind = raw === undefined ? kinds.get(id) : 'number'
      const text = kind === 'number' ? localizeNumbers(value) : kind === 'date' ? localizeDate(value) : value
      texts.set(keyId('field', id), text)
    }
    const issueCount = 'issueCount' in row ? row.issueCount : null
    if (issueCount !== null) texts.set(COUNT, formatNumber(issueCount))
    const cells = new Map(
      row.valueColumns.map(cell => [cell.id, new ReportCell(cell, open.has(cell.id), write, isMaximum)] as const),
    )
    const issueKey = row.headerColumns.find(({ id }) => id === 'issuekey')?.value ?? null
    return { index, issueKey, issueCount, texts, cells }
  })
}

/** Formats an exact value of a column; `text` is its format in the report. */
type ValueWriter = (raw: number, text: string, column: string) => string

function valueWriter(report: Report, { keepsDates, decimals = new Set() }: TableOptions): ValueWriter {
  const kind = valueKindOf(report)
  if (kind === 'duration') return (_, text) => localizeNumbers(text)
  if (kind === 'count') {
    const all = new Set([...decimals, ...decimalColumns(report)])
    return (_, text, column) => countText(text, all.has(column))
  }
  const write = keepsDates ? null : dateWriter(report.timeZone)
  return (raw, text) => write?.(raw) ?? text
}

/** Returns the columns of counts with a decimal in some row. The server writes whole counts without: `2` and `2.5`. */
export function decimalColumns(report: Report): readonly string[] {
  if (!report.isAggregationType || valueKindOf(report) !== 'count') return []
  const cells = report.table.body.rows.flatMap(({ valueColumns }) => valueColumns)
  return cells.flatMap(({ id, value, raw }) => (raw !== undefined && value?.includes('.') ? id : []))
}

/** Formats a count of the server in the locale of the user; with a decimal if others in its column have one. */
export function countText(text: string, hasDecimal: boolean): string {
  return localizeNumbers(hasDecimal && !text.includes('.') ? `${text}.0` : text)
}

/** Returns what the values of a report are. */
export function valueKindOf({ columnsBy }: Report): 'duration' | 'count' | 'date' {
  if (/Date$/.test(columnsBy)) return 'date'
  return /Count$/.test(columnsBy) ? 'count' : 'duration'
}

/** A cell of a report. */
interface SentCell {
  readonly id: string
  readonly value?: string | undefined
  readonly raw?: string | undefined
  /** The number of values of a percentile. */
  readonly n?: number | undefined
}

/** Formats its text when it is read: of the million cells of a report, a few are visible. */
class ReportCell implements TableCell {
  readonly raw: number | null
  readonly few: number | null
  readonly isOpen: boolean
  private readonly column: string
  private readonly value: string
  private readonly write: ValueWriter

  constructor({ id, value, raw, n }: SentCell, isOpen: boolean, write: ValueWriter, isMaximum: boolean) {
    this.column = id
    this.value = value ?? ''
    this.raw = raw === undefined ? null : Number(raw)
    // A maximum needs no other values.
    this.few = isMaximum || n === undefined || n >= FEWEST_FOR_PERCENTILES ? null : n
    this.isOpen = isOpen
    this.write = write
  }

  get text(): string {
    return this.raw === null ? this.value : this.write(this.raw, this.value, this.column)
  }
}
