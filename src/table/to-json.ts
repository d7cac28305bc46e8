import type { CatalogueStatus } from '../plan/catalogue.ts'
import type { ReportPlan } from '../plan/report-plan.ts'
import { formatDate } from '../time/date-pattern.ts'
import { cellWriter } from './cell-text.ts'
import type { HeaderCell, OpenCell, ReportTable, TableRow, TextCell, ValueColumn } from './report-table.ts'
import { reportWarnings } from './report-warnings.ts'
import { patternOf } from './table-of.ts'

type Json = Readonly<Record<string, unknown>>

/** The headers of the two issue columns of a list. */
export const ISSUE_COLUMNS: readonly HeaderCell[] = [
  { id: 'issuekey', value: 'Key' },
  { id: 'summary', value: 'Summary' },
]

/** The body of a report (contract §2.2), with the keys of its endpoint; `version` is this program's. */
export function toJson(table: ReportTable, version: string): Json {
  const { plan } = table
  const { format } = plan
  const warnings = reportWarnings(plan, table.unloggedCount)
  return {
    total: plan.endpoint === 'list' ? table.issueCount : table.rows.length,
    ...(plan.endpoint === 'list' ? pageKeys(table) : aggregationKeys(table)),
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
    includedStatuses: table.included.map(statusJson),
    excludedStatuses: table.excluded.map(statusJson),
    deletedStatuses: table.deleted.map(statusJson),
    isAggregationType: plan.endpoint === 'aggregation',
    isOverall: plan.endpoint === 'aggregation' && plan.groupBy.length === 0,
    isAverage: plan.aggregate === 'average',
    isSum: plan.aggregate === 'sum',
    calendar: plan.calendar.shown,
    repairedIssueCount: table.repairedCount,
    ...(warnings.length > 0 ? { warnings } : {}),
    table: { header: headerJson(table), body: { rows: rowsJson(table) } },
  }
}

function pageKeys({ plan, rows }: ReportTable): Json {
  const start = Math.floor(plan.page.index / plan.page.size) * plan.page.size
  return { startIssueIndex: start, endIssueIndex: start + rows.length - 1, pageSize: plan.page.size }
}

function aggregationKeys({ plan, rows, issueCount }: ReportTable): Json {
  return {
    totalIssueCount: issueCount,
    multiVisitBehavior: plan.multiVisit,
    dayLength: plan.dayLength,
    trimHistoryStartDate: plan.trim.start,
    trimHistoryEndDate: plan.trim.end,
    isMedian: plan.aggregate === 'median',
    isStddev: plan.aggregate === 'standardDeviation',
    drawAllChart: rows.some(({ values }) => values.some(({ raw }) => raw !== null)),
  }
}

function statusJson({ id, name, deleted }: CatalogueStatus): Json {
  return { id, name, deleted }
}

function headerJson({ plan, columns }: ReportTable): Json {
  return {
    headerColumns: plan.endpoint === 'list' ? ISSUE_COLUMNS : [],
    groupByColumns: plan.groupBy.map(({ item, label }) => ({ id: item, value: label })),
    fieldColumns: plan.fields.map(({ item, field }) => ({ id: item, value: field.name })),
    valueColumns: columns.map(columnJson),
    ...(plan.type.inner === null ? {} : compositeHeaders(columns)),
  }
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

function compositeHeaders(columns: readonly ValueColumn[]): Json {
  const bases = new Map<string, Json>()
  const subs: Json[] = []
  for (const { levels, consolidated } of columns) {
    if (!levels) continue
    const { base, sub, baseConsolidated } = levels
    if (!bases.has(base.id)) bases.set(base.id, { ...base, baseHeaderId: base.id, isConsolidated: baseConsolidated })
    subs.push({ ...sub, baseHeaderId: base.id, isConsolidated: consolidated !== null && !baseConsolidated })
  }
  return { baseHeader: { valueColumns: [...bases.values()] }, subHeader: { valueColumns: subs } }
}

function rowsJson({ plan, columns, rows }: ReportTable): Json[] {
  const written = cellWriter(plan)
  const empty = emptyJson(plan)
  const text = (id: string, value: TextCell): Json => (value === null ? { id, ...empty } : { id, value })
  return rows.map((row: TableRow) => ({
    headerColumns: row.header.map((value, i) => ({ id: ISSUE_COLUMNS[i]!.id, value })),
    groupByColumns: row.groups.map((value, i) => text(plan.groupBy[i]!.item, value)),
    fieldColumns: row.fields.map((value, i) => text(plan.fields[i]!.item, value)),
    valueColumns: row.values.map(({ raw, state }, i) => {
      const { id, levels } = columns[i]!
      return {
        id,
        ...(levels ? { baseHeaderId: levels.base.id, subHeaderId: levels.sub.id } : {}),
        ...(raw === null ? empty : { value: written(raw), raw }),
        ...(state ? { state } : {}),
      }
    }),
    currentState: row.current.map(cell => openJson(cell, written)),
    ...(plan.endpoint === 'aggregation' ? { issueCount: row.issueCount } : {}),
  }))
}

function openJson({ id, levels, raw }: OpenCell, written: (raw: string) => string): Json {
  return { id, ...(levels ? { baseHeaderId: levels.base, subHeaderId: levels.sub } : {}), value: written(raw), raw }
}

/** The value key of an empty cell: none at all with NoToken. */
function emptyJson({ format: { emptyToken } }: ReportPlan): Json {
  return emptyToken === null ? {} : { value: emptyToken }
}
