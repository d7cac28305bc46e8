import { UserError } from '../../core/base/errors.ts'
import type { Row } from '../../core/base/row.ts'
import type { ReportNames } from '../../core/catalogue/report-names.ts'
import { narrowedBy, tooMany } from '../../store/plan/choose-columns.ts'
import { compositeId } from '../../store/plan/composite-id.ts'
import { MAX_COLUMNS } from '../../store/plan/list-limits.ts'
import type { ReportPlan } from '../../store/plan/report-plan.ts'
import { type ColumnLevel, REST } from '../../store/plan/report-types.ts'
import { type ColumnKey, cellKey, columnKeysOf, headerOf, keyText, statusColumnOf } from './column-key.ts'
import type { FoundRows, HeaderCell, ValueColumn } from './report-table.ts'
import { sharedNames } from './shared-names.ts'

/** A value column with the key of its cells. */
export interface KeyedColumn extends ValueColumn {
  readonly key: ColumnKey
}

/**
 * Returns the value columns of a report, in order (docs/measures.md, columns): the selected ones, or all found ones.
 */
export function columnsOf(plan: ReportPlan, rows: FoundRows, catalogue: ReportNames): KeyedColumn[] {
  const { outer } = plan.type
  if (outer === 'metric')
    return plan.metrics.map(({ name }) => simpleColumn({ outer: name, inner: null }, { id: name, value: name }))
  const labels = labelsOf(rows)
  const keys = columnKeys(plan, rows)
  if (keys.length > MAX_COLUMNS) {
    throw new UserError('REPORT_INVALID', { messages: [`ERROR: ${narrowedBy[outer]} ${tooMany(keys.length)}.`] })
  }
  const isShared = sharedNames(plan, catalogue)
  return sortedKeys(keys, columnRank(plan, catalogue, labels)).map(key => {
    const column = columnOf(key, plan, catalogue, labels)
    return isShared(key) ? { ...column, isNameShared: true } : column
  })
}

/** Returns for each column the index of the column whose cells it shows: the first one with the same cells. */
export function cellIndexes(columns: readonly KeyedColumn[], plan: ReportPlan): number[] {
  const first = new Map<string, number>()
  return columns.map(({ key }, index) => {
    const cells = keyText(cellKey(key, plan))
    const found = first.get(cells) ?? index
    first.set(cells, found)
    return found
  })
}

/** Ranks each key once: a report has up to 20,000 columns. */
function sortedKeys(keys: readonly ColumnKey[], rank: (key: ColumnKey) => readonly Rank[]): ColumnKey[] {
  return keys
    .map(key => ({ key, ranks: rank(key) }))
    .sort((a, b) => compareAll(a.ranks, b.ranks))
    .map(({ key }) => key)
}

function compareAll(a: readonly Rank[], b: readonly Rank[]): number {
  for (let i = 0; i < a.length; i++) {
    const order = compareRanks(a[i]!, b[i]!)
    if (order !== 0) return order
  }
  return 0
}

/** Returns the total order of columns by their keys. `labels` are those of field values. */
export function columnOrder(
  plan: ReportPlan,
  catalogue: ReportNames,
  labels: ReadonlyMap<string, string | null>,
): (a: ColumnKey, b: ColumnKey) => number {
  const rank = columnRank(plan, catalogue, labels)
  return (a, b) => compareAll(rank(a), rank(b))
}

/** Returns a function that ranks a column by selection, status order, name or label; special columns are last. */
function columnRank(
  plan: ReportPlan,
  catalogue: ReportNames,
  labels: ReadonlyMap<string, string | null>,
): (key: ColumnKey) => readonly Rank[] {
  const { outer, inner } = plan.type
  const first = rankOf(outer, plan, catalogue, null)
  if (inner === null && outer !== 'transition') return key => [first(key.outer)]
  const second = rankOf(inner ?? outer, plan, catalogue, labels)
  return key => [first(key.outer), second(key.inner, key)]
}

/** Returns the labels of the found field values, by key. */
export function labelsOf(rows: FoundRows): ReadonlyMap<string, string | null> {
  return new Map((rows.columns ?? []).map(row => [keyText(keyOf(row)), (row.label as string | null) ?? null]))
}

/** Returns the ids of the statuses found in the histories of the issues. */
export function foundStatuses({ statuses, cells }: FoundRows): string[] {
  if (statuses) return statuses.map(row => row.status_id as string)
  return [...new Set(cells.map(row => row.outer_id as string))]
}

/** Returns the key of a row of cells or columns. */
export function keyOf(row: Row): ColumnKey {
  return { outer: row.outer_id as string | null, inner: row.inner_id as string | null }
}

/** Returns the keys of all columns, unordered: those with cells, and those that are always shown. */
function columnKeys(plan: ReportPlan, rows: FoundRows): ColumnKey[] {
  const keys = new Map<string, ColumnKey>()
  const found = (rows.columns ?? rows.cells).flatMap(row => columnKeysOf(keyOf(row), plan))
  for (const key of [...found, ...expectedKeys(plan, rows)]) keys.set(keyText(key), key)
  return [...keys.values()]
}

/** Returns the keys of the columns that are shown even without cells. */
function expectedKeys(plan: ReportPlan, rows: FoundRows): ColumnKey[] {
  const outer = selectedIds(plan.type.outer, plan, rows)
  if (plan.type.inner === null) return (outer ?? []).map(id => ({ outer: id, inner: null }))
  const inner = selectedIds(plan.type.inner, plan, rows)
  const bothSelected = isSelected(plan.type.outer, plan) && isSelected(plan.type.inner, plan)
  if (!bothSelected || outer === null || inner === null) return []
  return outer.flatMap(base => inner.map(sub => ({ outer: base, inner: sub })))
}

function isSelected(level: ColumnLevel, plan: ReportPlan): boolean {
  if (level === 'status') return plan.statusColumns !== null
  if (level === 'user') return plan.assignees !== null
  return level === 'group' && plan.groups !== null
}

function selectedIds(level: ColumnLevel, plan: ReportPlan, rows: FoundRows): (string | null)[] | null {
  if (level === 'status') {
    if (plan.statusColumns) return plan.statusColumns.map(({ id }) => id)
    return plan.type.inner === null ? foundStatuses(rows).filter(id => !plan.hiddenStatuses.includes(id)) : null
  }
  if (level === 'user') {
    const found = new Set((rows.people ?? []).map(row => row.assignee_id))
    return plan.assignees?.filter(id => found.has(id)) ?? null
  }
  // Without selected groups, one column contains everything and is always shown.
  if (level === 'group') return plan.groups ? [...plan.groups] : [REST]
  return null
}

/** The sort key of one level of a column: its position, then its text without case, its text, and its id. */
interface Rank {
  readonly position: number
  readonly folded: string
  readonly text: string
  readonly id: string
}

function ranked(position: number, text = '', id = ''): Rank {
  return { position, folded: text.toLowerCase(), text, id }
}

function compareRanks(a: Rank, b: Rank): number {
  return (
    a.position - b.position || compareText(a.folded, b.folded) || compareText(a.text, b.text) || compareText(a.id, b.id)
  )
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

const LAST = Number.MAX_SAFE_INTEGER

function rankOf(
  level: ColumnLevel,
  plan: ReportPlan,
  catalogue: ReportNames,
  labels: ReadonlyMap<string, string | null> | null,
): (id: string | null, key?: ColumnKey) => Rank {
  const selected = selection(level, plan)
  return (id, key) => {
    if (id === null) return ranked(LAST)
    if (id === REST) return ranked(LAST - 1)
    if (selected) return ranked(selected.get(id) ?? LAST - 2, '', id)
    if (level === 'status' || level === 'transition') return ranked(catalogue.statusOrder(id), '', id)
    const value = key && labels ? { field: key.outer ?? '', label: labels.get(keyText(key)) ?? null } : undefined
    return ranked(0, headerOf(level, id, plan, catalogue, value).value, id)
  }
}

function selection(level: ColumnLevel, plan: ReportPlan): Map<string, number> | null {
  // Reversed, so that an id that is selected twice keeps its first position.
  const positions = (ids: readonly string[]) => new Map(ids.map((id, position) => [id, position] as const).reverse())
  if (level === 'field') return positions(plan.historyFields.map(({ field }) => field.id))
  if (level === 'status') return plan.statusColumns && positions(plan.statusColumns.map(({ id }) => id))
  if (level === 'transition')
    return plan.statusColumns && positions(plan.statusColumns.flatMap(({ members }) => members))
  if (level === 'user') return plan.assignees && positions(plan.assignees)
  return level === 'group' && plan.groups ? positions(plan.groups) : null
}

function simpleColumn(
  key: ColumnKey,
  { id, value }: HeaderCell,
  consolidated: ValueColumn['consolidated'] = null,
): KeyedColumn {
  return { id, value, key, consolidated, levels: null, isNameShared: false }
}

/** Returns the column of a key. `labels` are those of field values. */
export function columnOf(
  key: ColumnKey,
  plan: ReportPlan,
  catalogue: ReportNames,
  labels: ReadonlyMap<string, string | null>,
): KeyedColumn {
  const { outer, inner } = plan.type
  if (outer === 'transition') {
    const [from, to] = [headerOf('status', key.outer, plan, catalogue), headerOf('status', key.inner, plan, catalogue)]
    return simpleColumn(key, { id: `${from.id}-${to.id}`, value: `${from.value} -> ${to.value}` })
  }
  const base = headerOf(outer, key.outer, plan, catalogue)
  if (inner === null) return simpleColumn(key, base, consolidatedOf(key.outer, plan, catalogue))
  const sub = headerOf(inner, key.inner, plan, catalogue, {
    field: key.outer ?? '',
    label: labels.get(keyText(key)) ?? null,
  })
  const status = outer === 'status' ? key.outer : inner === 'status' ? key.inner : null
  return {
    id: compositeId(base.id, sub.id),
    value: `${base.value} - ${sub.value}`,
    key,
    isNameShared: false,
    consolidated: consolidatedOf(status, plan, catalogue),
    levels: { base, sub, baseConsolidated: outer === 'status' && consolidatedOf(status, plan, catalogue) !== null },
  }
}

function consolidatedOf(id: string | null, plan: ReportPlan, catalogue: ReportNames): ValueColumn['consolidated'] {
  const column = id === null ? undefined : statusColumnOf(plan, id)
  if (!column?.consolidated) return null
  const hint = column.members.map(member => catalogue.status(member)?.name ?? member).join(', ')
  return { members: column.members, hint }
}
