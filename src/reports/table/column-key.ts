import type { ReportNames } from '../../core/catalogue/report-names.ts'
import type { ReportPlan, StatusColumn } from '../../store/plan/report-plan.ts'
import { type ColumnLevel, REST, userColumns } from '../../store/plan/report-types.ts'
import { sourceColumns } from '../../store/plan/source-columns.ts'
import type { HeaderCell } from './report-table.ts'

/** The ids of both levels of a column, as in query results; `null` for no value. */
export interface ColumnKey {
  readonly outer: string | null
  readonly inner: string | null
}

/** Returns a string that is equal for equal keys only: each id after its length. */
export function keyText({ outer, inner }: ColumnKey): string {
  return idText(outer) + idText(inner)
}

function idText(id: string | null): string {
  return id === null ? '-' : `${id.length}:${id}`
}

/** Returns the key of the cells that a column shows: those of its source column. */
export function cellKey(key: ColumnKey, plan: ReportPlan): ColumnKey {
  const { sourceOf } = sourceColumns(plan) ?? {}
  return sourceOf ? withStatuses(key, plan, id => [sourceOf.get(id) ?? id])[0]! : key
}

/** Returns the keys of the columns that show the cells with a key. */
export function columnKeysOf(cells: ColumnKey, plan: ReportPlan): readonly ColumnKey[] {
  const { shownBy } = sourceColumns(plan) ?? {}
  return shownBy ? withStatuses(cells, plan, id => shownBy.get(id) ?? [id]) : [cells]
}

/** Returns one key for each status that `replace` returns, or the key itself if it has no status. */
function withStatuses(
  { outer, inner }: ColumnKey,
  { type }: ReportPlan,
  replace: (id: string) => readonly string[],
): readonly ColumnKey[] {
  if (type.outer === 'status' && outer !== null) return replace(outer).map(id => ({ outer: id, inner }))
  if (type.inner === 'status' && inner !== null) return replace(inner).map(id => ({ outer, inner: id }))
  return [{ outer, inner }]
}

const SPECIAL: Readonly<Record<string, HeaderCell>> = {
  otherUsers: { id: 'otherUsers', value: userColumns.otherUsers },
  unassigned: { id: 'unassigned', value: userColumns.unassigned },
  notAMember: { id: 'notAMember', value: 'Not a member of selected groups' },
  none: { id: 'none', value: 'None' },
}

/** Returns the header of one level of a column. For field values, `value.field` is the id of the outer level. */
export function headerOf(
  level: ColumnLevel,
  id: string | null,
  plan: ReportPlan,
  catalogue: ReportNames,
  value?: { readonly field: string; readonly label: string | null },
): HeaderCell {
  switch (level) {
    case 'status':
    case 'transition':
      return statusHeader(id ?? '', plan, catalogue)
    case 'user':
      return userHeader(id, catalogue)
    case 'group':
      return id === null || id === REST ? SPECIAL.notAMember! : { id, value: id }
    case 'metric':
      return { id: id ?? '', value: id ?? '' }
    case 'field':
      return fieldHeader(id ?? '', plan)
    case 'value': {
      const kind = plan.historyFields.find(({ field }) => field.id === value?.field)?.field.kind
      if (kind === 'user') return userHeader(id, catalogue)
      return id === null ? SPECIAL.none! : { id, value: value?.label ?? id }
    }
  }
}

function statusHeader(id: string, plan: ReportPlan, catalogue: ReportNames): HeaderCell {
  return { id, value: statusColumnOf(plan, id)?.name ?? catalogue.status(id)?.name ?? id }
}

const statusColumns = new WeakMap<readonly StatusColumn[], ReadonlyMap<string, StatusColumn>>()

/** Returns the selected column of statuses with an id, if any. */
export function statusColumnOf({ statusColumns: selected }: ReportPlan, id: string): StatusColumn | undefined {
  if (selected === null) return undefined
  const byId = statusColumns.get(selected) ?? new Map(selected.map(column => [column.id, column]))
  statusColumns.set(selected, byId)
  return byId.get(id)
}

function userHeader(id: string | null, catalogue: ReportNames): HeaderCell {
  if (id === null) return SPECIAL.unassigned!
  if (id === REST) return SPECIAL.otherUsers!
  const person = catalogue.personById(id)
  return person ? { id: catalogue.loginOf(person), value: person.displayName } : { id, value: id }
}

function fieldHeader(id: string, plan: ReportPlan): HeaderCell {
  const found = plan.historyFields.find(({ field }) => field.id === id)
  return { id: found?.item ?? id, value: found?.field.name ?? id }
}
