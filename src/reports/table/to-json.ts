import type { Status } from '../../core/catalogue/model.ts'
import { formatDate } from '../../core/time/date-pattern.ts'
import { printRaw, type Ratio } from '../../core/time/decimal.ts'
import { isMaximum, mapFlags } from '../../store/plan/aggregates.ts'
import { listedPeriod } from '../../store/plan/listed-period.ts'
import type { ReportPlan } from '../../store/plan/report-plan.ts'
import { cellWriter } from './cell-text.ts'
import {
  cellsByColumn,
  type HeaderCell,
  type OpenCell,
  type ReportHead,
  type ReportTable,
  type RowCell,
  type TableRow,
  type ValueColumn,
} from './report-table.ts'
import { reportWarnings } from './report-warnings.ts'
import { patternOf, textWriter } from './text-writer.ts'
import type { TypedCell } from './typed-cell.ts'

type Json = Readonly<Record<string, unknown>>

/** The headers of the two issue columns of a list. */
export const ISSUE_COLUMNS: readonly HeaderCell[] = [
  { id: 'issuekey', value: 'Key' },
  { id: 'summary', value: 'Summary' },
]

/**
 * Writes the body of a report as JSON (contract §2.2), in batches of strings. `version` is the version of Sojourn.
 *
 * The joined strings equal JSON.stringify of the whole body, which is never in memory.
 */
export async function* jsonTexts(
  table: ReportTable,
  version: string,
  signal?: AbortSignal,
): AsyncGenerator<Iterable<string>> {
  yield headTexts(table, version)
  const write = rowWriter(table)
  let isFirst = true
  for await (const rows of table.rows(signal)) {
    yield rowTexts(rows, write, isFirst)
    isFirst &&= rows.length === 0
  }
  yield [']}}}']
}

function* rowTexts(
  rows: readonly TableRow[],
  write: (row: TableRow) => Iterable<string>,
  isFirst: boolean,
): Iterable<string> {
  for (const [i, row] of rows.entries()) {
    if (i > 0 || !isFirst) yield ','
    yield* write(row)
  }
}

/** Writes everything before the first row. */
function* headTexts(head: ReportHead, version: string): Iterable<string> {
  const { plan, columns } = head
  yield `${JSON.stringify(headJson(head, version)).slice(0, -1)},"table":{"header":{`
  yield `"headerColumns":${JSON.stringify(plan.endpoint === 'list' ? ISSUE_COLUMNS : [])},`
  yield `"groupByColumns":${JSON.stringify(plan.groupBy.map(({ item, label }) => ({ id: item, value: label })))},`
  yield `"fieldColumns":${JSON.stringify(plan.fields.map(({ item, field }) => ({ id: item, value: field.name })))},`
  yield '"valueColumns":['
  for (const [i, column] of columns.entries()) yield `${i > 0 ? ',' : ''}${JSON.stringify(columnJson(column))}`
  yield ']'
  if (plan.type.inner !== null) yield* compositeTexts(columns)
  yield '},"body":{"rows":['
}

function headJson(head: ReportHead, version: string): Json {
  const { plan } = head
  const { format } = plan
  const warnings = reportWarnings(head)
  return {
    total: plan.endpoint === 'list' ? head.issueCount : head.rowCount,
    ...(plan.endpoint === 'list' ? pageKeys(head) : aggregationKeys(head)),
    dateTimeFormat: format.dateTime,
    dateFormat: format.date,
    timeZone: format.zone.name,
    locale: format.locale,
    viewFormat: format.view,
    version,
    isComposite: plan.type.inner !== null,
    columnsBy: plan.type.label,
    query: plan.query,
    reportDate: formatDate(plan.asOf, format.zone, patternOf(format.dateTime), format.locale),
    includedStatuses: head.included.map(statusJson),
    excludedStatuses: head.excluded.map(statusJson),
    deletedStatuses: head.deleted.map(statusJson),
    isAggregationType: plan.endpoint === 'aggregation',
    isOverall: plan.endpoint === 'aggregation' && plan.groupBy.length === 0,
    ...mapFlags(true, name => name === plan.aggregate),
    calendar: plan.calendar.shown,
    repairedIssueCount: head.repairedCount,
    ...(warnings.length > 0 ? { warnings } : {}),
  }
}

function pageKeys({ plan, rowCount }: ReportHead): Json {
  const start = Math.floor(plan.page.index / plan.page.size) * plan.page.size
  return { startIssueIndex: start, endIssueIndex: start + rowCount - 1, pageSize: plan.page.size }
}

function aggregationKeys({ plan, hasValues, issueCount }: ReportHead): Json {
  return {
    totalIssueCount: issueCount,
    multiVisitBehavior: plan.multiVisit,
    dayLength: plan.dayLength,
    trimHistoryStartDate: plan.trim.start,
    trimHistoryEndDate: plan.trim.end,
    ...mapFlags(false, name => name === plan.aggregate),
    ...(plan.percent === null ? {} : { isPercentile: true, percentile: plan.percent }),
    drawAllChart: hasValues,
  }
}

function statusJson({ id, name, deleted }: Status): Json {
  return { id, name, deleted }
}

function columnJson({ id, value, consolidated, levels }: ValueColumn): Json {
  return {
    id,
    value,
    isConsolidated: consolidated !== null,
    ...(consolidated ? { containsStatuses: consolidated.members, hint: consolidated.hint } : {}),
    ...(levels ? { baseHeaderId: levels.base.id, subHeaderId: levels.sub.id } : {}),
  }
}

function* compositeTexts(columns: readonly ValueColumn[]): Iterable<string> {
  const bases = new Map<string, Json>()
  for (const { levels } of columns) {
    if (!levels || bases.has(levels.base.id)) continue
    const { base, baseConsolidated } = levels
    bases.set(base.id, { ...base, baseHeaderId: base.id, isConsolidated: baseConsolidated })
  }
  yield `,"baseHeader":{"valueColumns":${JSON.stringify([...bases.values()])}},"subHeader":{"valueColumns":[`
  let isFirst = true
  for (const { levels, consolidated } of columns) {
    if (!levels) continue
    const isConsolidated = consolidated !== null && !levels.baseConsolidated
    yield `${isFirst ? '' : ','}${JSON.stringify({ ...levels.sub, baseHeaderId: levels.base.id, isConsolidated })}`
    isFirst = false
  }
  yield ']}'
}

/** The JSON texts of a column's cells: the common start of a cell, and a complete empty cell. */
interface ColumnTexts {
  readonly start: string
  readonly empty: string
}

/** Returns a function that writes a row, cell by cell. */
function rowWriter({ plan, columns, cellIndexes }: ReportTable): (row: TableRow) => Iterable<string> {
  const written = cellWriter(plan)
  const texts = columns.map(columnTexts(plan))
  const cellsOf = cellsByColumn({ cellIndexes })
  const empty = emptyJson(plan)
  const format = textWriter(plan)
  const text = (id: string, cell: TypedCell): Json => {
    const value = format(cell)
    if (value === null) return { id, ...empty }
    const isDuration = typeof cell === 'object' && cell !== null && 'duration' in cell
    return { id, value, ...(isDuration ? { raw: String(cell.duration) } : {}) }
  }
  return function* (row) {
    const headerColumns = row.header.map((value, i) => ({ id: ISSUE_COLUMNS[i]!.id, value }))
    const groupByColumns = row.groups.map((value, i) => text(plan.groupBy[i]!.item, value))
    const fieldColumns = row.fields.map((value, i) => text(plan.fields[i]!.item, value))
    yield `${JSON.stringify({ headerColumns, groupByColumns, fieldColumns }).slice(0, -1)},"valueColumns":[`
    const cellAt = cellsOf(row)
    for (let i = 0; i < texts.length; i++) {
      const { start, empty } = texts[i]!
      const cell = cellAt(i)
      const comma = i > 0 ? ',' : ''
      if (cell) {
        const state = cell.state ? `,"state":"${cell.state}"` : ''
        const rank = plan.percent === null ? '' : rankText(cell, plan.percent)
        yield `${comma}${start}${valueText(cell.value, written)}${rank}${percentilesText(cell, plan, written)}${state}}`
      } else yield comma + empty
    }
    const current = row.current.map(cell => openJson(cell, written))
    const count = plan.endpoint === 'aggregation' ? `,"issueCount":${row.issueCount}` : ''
    yield `],"currentState":${JSON.stringify(current)}${count}}`
  }
}

function valueText(value: Ratio, written: (value: Ratio) => string): string {
  return `,"value":${JSON.stringify(written(value))},"raw":"${printRaw(value)}"`
}

/** Returns the number of values of a percentile, and whether it is the largest one; nothing if the number is unknown. */
function rankText({ count }: RowCell, percent: number): string {
  return count === undefined ? '' : `,"n":${count},"isMaximum":${isMaximum(percent, count)}`
}

/** Returns the percentiles of a cell; nothing if the report has none. */
function percentilesText(cell: RowCell, plan: ReportPlan, written: (value: Ratio) => string): string {
  const { percentiles = [] } = cell
  if (percentiles.length === 0) return ''
  const texts = percentiles.map((value, i) => {
    const percent = plan.percentiles[i]!
    return `"${percent}":{${valueText(value, written).slice(1)}${rankText(cell, percent)}}`
  })
  return `,"percentiles":{${texts.join(',')}}`
}

function columnTexts(plan: ReportPlan): (column: ValueColumn) => ColumnTexts {
  // A metric without time in a period may have started.
  const isMetricOfIssue = plan.endpoint === 'list' && plan.type.outer === 'metric' && listedPeriod(plan) === null
  const state = isMetricOfIssue ? { state: 'notStarted' } : {}
  return ({ id, levels }) => {
    const ids = { id, ...(levels ? { baseHeaderId: levels.base.id, subHeaderId: levels.sub.id } : {}) }
    return {
      start: JSON.stringify(ids).slice(0, -1),
      empty: JSON.stringify({ ...ids, ...emptyJson(plan), ...state }),
    }
  }
}

function openJson({ id, levels, value }: OpenCell, written: (value: Ratio) => string): Json {
  const ids = { id, ...(levels ? { baseHeaderId: levels.base, subHeaderId: levels.sub } : {}) }
  return { ...ids, value: written(value), raw: printRaw(value) }
}

/** Returns the value key of an empty cell; no key with NoToken. */
function emptyJson({ format: { emptyToken } }: ReportPlan): Json {
  return emptyToken === null ? {} : { value: emptyToken }
}
