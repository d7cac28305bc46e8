import type { Catalogue, CatalogueField, CatalogueStatus } from '../plan/catalogue.ts'
import type { ReportPlan } from '../plan/report-plan.ts'
import { type DatePattern, formatDate, isPatternMistake, parseDatePattern } from '../time/date-pattern.ts'
import { UTC } from '../time/zone.ts'
import { aggregateRaw } from './aggregate-raw.ts'
import { compositeId, headerOf } from './column-key.ts'
import { columnOrder, columnsOf, foundStatuses, type KeyedColumn, keyOf, labelsOf } from './columns-of.ts'
import { keptRows, sortedRows } from './order-rows.ts'
import type {
  MetricState,
  OpenCell,
  ReportRows,
  ReportTable,
  Row,
  TableRow,
  TextCell,
  ValueCell,
} from './report-table.ts'

/** The table of a report: what the store answered, with headers, in order, every cell in its place. */
export function tableOf(plan: ReportPlan, rows: ReportRows, catalogue: Catalogue): ReportTable {
  const columns = columnsOf(plan, rows, catalogue)
  const made = plan.endpoint === 'list' ? issueRows(plan, rows, columns, catalogue) : groupRows(plan, rows, columns)
  return {
    plan,
    columns,
    rows: sortedRows(keptRows(made, columns, plan), columns, plan),
    issueCount: totalOf(rows.total, 'total') ?? totalOf(rows.rows, 'issue_count') ?? 0,
    repairedCount: totalOf(rows.total ?? rows.rows, 'repaired') ?? 0,
    unloggedCount: totalOf(rows.total ?? rows.rows, 'unlogged') ?? 0,
    ...statusLists(plan, rows),
  }
}

/** A column of some rows added up; `null` where there are no such rows. */
function totalOf(rows: readonly Row[] | undefined, column: string): number | null {
  return rows ? rows.reduce((sum, row) => sum + Number(row[column]), 0) : null
}

function issueRows(
  plan: ReportPlan,
  rows: ReportRows,
  columns: readonly KeyedColumn[],
  catalogue: Catalogue,
): TableRow[] {
  const cells = rowsBy(row => row.issue_id, rows.cells)
  const open = rowsBy(row => row.issue_id, rows.open ?? [])
  const order = columnOrder(plan, catalogue, labelsOf(rows))
  const text = textWriter(plan)
  const placed = placedIn(columns)
  return rows.rows.map(row => {
    const values = placed(cells.get(row.issue_id) ?? [], issueCell(undefined, plan), cell => issueCell(cell, plan))
    return {
      header: [String(row.key), String(row.summary)],
      groups: groupTexts(plan, row, text),
      fields: plan.fields.map(({ field }, i) => text(field, row[`f${i + 1}_label`])),
      values,
      current:
        plan.type.outer === 'metric'
          ? openMetrics(columns, values)
          : (open.get(row.issue_id) ?? [])
              .toSorted((a, b) => order(keyOf(a), keyOf(b)))
              .map(cell => openCell(cell, plan, catalogue)),
      issueCount: 1,
    }
  })
}

function issueCell(cell: Row | undefined, plan: ReportPlan): ValueCell {
  const raw = cell === undefined ? null : String(cell.value)
  if (plan.type.outer !== 'metric') return { raw }
  return { raw, state: (cell?.state as MetricState | undefined) ?? 'notStarted' }
}

function openMetrics(columns: readonly KeyedColumn[], values: readonly ValueCell[]): OpenCell[] {
  return columns.flatMap(({ id }, i) => {
    const { raw, state } = values[i]!
    return raw !== null && (state === 'running' || state === 'paused') ? [{ id, levels: null, raw }] : []
  })
}

function openCell(row: Row, plan: ReportPlan, catalogue: Catalogue): OpenCell {
  const key = keyOf(row)
  const { outer, inner } = plan.type
  const base = headerOf(outer, key.outer, plan, catalogue).id
  const raw = String(row.value)
  if (inner === null) return { id: base, levels: null, raw }
  const sub = headerOf(inner, key.inner, plan, catalogue, { field: key.outer ?? '', label: null }).id
  return { id: compositeId(base, sub), levels: { base, sub }, raw }
}

function rowsBy<Key>(keyOf: (row: Row) => Key, rows: readonly Row[]): Map<Key, Row[]> {
  const map = new Map<Key, Row[]>()
  for (const row of rows) {
    const key = keyOf(row)
    const list = map.get(key)
    if (list) list.push(row)
    else map.set(key, [row])
  }
  return map
}

/** Puts the cells of a row where their columns are, and `empty` everywhere else. */
function placedIn(
  columns: readonly KeyedColumn[],
): (cells: readonly Row[], empty: ValueCell, shown: (cell: Row) => ValueCell) => ValueCell[] {
  const places = new Map<unknown, Map<unknown, number>>()
  for (const [place, { key }] of columns.entries()) {
    const inner = places.get(key.outer) ?? new Map<unknown, number>()
    places.set(key.outer, inner.set(key.inner, place))
  }
  return (cells, empty, shown) => {
    const values = Array.from<ValueCell>({ length: columns.length }).fill(empty)
    for (const cell of cells) {
      const place = places.get(cell.outer_id)?.get(cell.inner_id)
      if (place !== undefined) values[place] = shown(cell)
    }
    return values
  }
}

const NOTHING: ValueCell = { raw: null }

function groupRows(plan: ReportPlan, rows: ReportRows, columns: readonly KeyedColumn[]): TableRow[] {
  const groups = plan.groupBy.map((_, i) => `g${i + 1}_id`)
  // Most reports have one group: its id is a key already, and there may be a hundred thousand of them.
  const [only] = groups
  const groupKey = (row: Row) => (groups.length === 1 ? row[only!] : JSON.stringify(groups.map(id => row[id] ?? null)))
  const cells = rowsBy(groupKey, rows.cells)
  const text = textWriter(plan)
  const placed = placedIn(columns)
  return rows.rows.map(row => {
    const issueCount = Number(row.issue_count)
    return {
      header: [],
      groups: groupTexts(plan, row, text),
      fields: [],
      values: placed(cells.get(groupKey(row)) ?? [], NOTHING, cell => ({ raw: aggregateRaw(plan, cell, issueCount) })),
      current: [],
      issueCount,
    }
  })
}

/** Writes what an issue shows in a field; the label is that of the queries. */
export type TextWriter = (field: CatalogueField, label: unknown) => TextCell

function groupTexts(plan: ReportPlan, row: Row, text: TextWriter): TextCell[] {
  return plan.groupBy.map(({ field, unit }, i) => {
    const label = row[`g${i + 1}_label`]
    return unit === null ? text(field, label) : ((label as string | null) ?? null)
  })
}

/** Writes a field's text: moments and dates, which come as milliseconds, in the report's formats. */
export function textWriter({ format }: ReportPlan): TextWriter {
  const [date, dateTime] = [patternOf(format.date), patternOf(format.dateTime)]
  return (field, label) => {
    if (label === null || label === undefined || label === '') return null
    if (field.kind === 'datetime') return formatDate(Number(label), format.zone, dateTime, format.locale)
    if (field.kind === 'date') return formatDate(Number(label), UTC, date, format.locale)
    return String(label)
  }
}

/** The pattern that a plan's text spells: planning has refused all that spell none. */
export function patternOf(text: string): DatePattern {
  const read = parseDatePattern(text)
  if (isPatternMistake(read)) throw new Error(read.mistake)
  return read
}

function statusLists(plan: ReportPlan, rows: ReportRows): Pick<ReportTable, 'included' | 'excluded' | 'deleted'> {
  const found = new Set(foundStatuses(rows))
  const hidden = new Set(plan.hiddenStatuses)
  const heedsChoice = plan.type.outer !== 'metric' && plan.type.outer !== 'field'
  const chosen = heedsChoice && plan.statusColumns && new Set(plan.statusColumns.flatMap(({ members }) => members))
  const included = (chosen ? [...chosen] : [...found]).filter(id => !hidden.has(id))
  const lookup = new Map(plan.statuses.map(status => [status.id, status]))
  const order = new Map(plan.statuses.map(({ id }, place) => [id, place]))
  const inOrder = [...found].sort((a, b) => (order.get(a) ?? order.size) - (order.get(b) ?? order.size))
  const statusOf = (id: string): CatalogueStatus => lookup.get(id) ?? { id, name: id, deleted: false }
  const isIncluded = new Set(included)
  return {
    included: (chosen ? included : inOrder.filter(id => isIncluded.has(id))).map(statusOf),
    excluded: inOrder.filter(id => !isIncluded.has(id)).map(statusOf),
    deleted: inOrder.map(statusOf).filter(({ deleted }) => deleted),
  }
}
