import { compositeParts } from '../../../store/plan/composite-id.ts'
import type { ReportPlan } from '../../../store/plan/report-plan.ts'
import { type ColumnLevel, REST } from '../../../store/plan/report-types.ts'
import { type ColumnKey, headerOf } from '../../table/column-key.ts'
import type { StoredHistory } from './load-history.ts'
import type { Names } from './names.ts'

/** The inputs that decide which columns a report can have. */
export interface ColumnLookup {
  readonly plan: ReportPlan
  readonly history: StoredHistory
  readonly names: Names
  /** Returns whether any visible issue ever had a value in a field. */
  readonly valueExists: (field: string, value: string) => Promise<boolean>
}

/**
 * Returns the key of the column with this id; `null` when the report cannot have such a column.
 *
 * The result does not depend on the history of this issue: a column of the list may be empty in its row.
 */
export async function findColumn(id: string, lookup: ColumnLookup): Promise<ColumnKey | null> {
  const { outer, inner } = lookup.plan.type
  if (outer === 'transition') return findTransition(id, lookup)
  const parts = inner === null ? { base: id, sub: '' } : compositeParts(id)
  const base = parts ? findId(outer, parts.base, lookup) : undefined
  if (!parts || base === undefined) return null
  if (inner === null) return { outer: base, inner: null }
  const sub = inner === 'value' ? await findValue(base!, parts.sub, lookup) : findId(inner, parts.sub, lookup)
  return sub === undefined ? null : { outer: base, inner: sub }
}

/** Returns the entity that an id refers to at its level: `null` for nobody, `undefined` when there is none. */
function findId(level: ColumnLevel, id: string, lookup: ColumnLookup): string | null | undefined {
  const { plan, names } = lookup
  return idsAt(level, lookup).find(one => headerOf(level, one, plan, names.reportNames).id === id)
}

/** Returns the ids of all possible columns of a level. */
function idsAt(level: ColumnLevel, lookup: ColumnLookup): readonly (string | null)[] {
  const { plan, history, names } = lookup
  switch (level) {
    case 'status':
      return plan.statusColumns?.map(({ id }) => id) ?? statusesIn(lookup)
    case 'user': {
      if (plan.assignees) return [...plan.assignees, REST, null]
      return [
        ...new Set([
          ...names.catalogue.people.map(({ id }) => id),
          ...history.assignments.map(({ assignee }) => assignee),
        ]),
        null,
      ]
    }
    case 'group':
      return [...(plan.groups ?? []), REST]
    case 'metric':
      return plan.metrics.map(({ name }) => name)
    case 'field':
      return plan.historyFields.map(({ field }) => field.id)
    case 'transition':
    case 'value':
      // findTransition and findValue handle these levels.
      return []
  }
}

/** Returns the statuses that can count in any column. */
function statusesIn({ plan, history, names }: ColumnLookup): string[] {
  const all = plan.statusColumns
    ? plan.statusColumns.flatMap(({ members }) => members)
    : [...names.reportNames.statuses.map(({ id }) => id), ...history.statuses.flatMap(({ value }) => value?.id ?? [])]
  return [...new Set(all)].filter(id => !plan.hiddenStatuses.includes(id))
}

/**
 * Finds the transition of an id `FROM-TO`. A status id may contain a hyphen, so this tries each hyphen until both sides
 * are statuses.
 */
function findTransition(id: string, lookup: ColumnLookup): ColumnKey | null {
  const statuses = new Set(statusesIn(lookup))
  for (let at = id.indexOf('-'); at !== -1; at = id.indexOf('-', at + 1)) {
    const [outer, inner] = [id.slice(0, at), id.slice(at + 1)]
    if (statuses.has(outer) && statuses.has(inner)) return { outer, inner }
  }
  return null
}

async function findValue(fieldId: string, id: string, lookup: ColumnLookup): Promise<string | null | undefined> {
  const { plan, history, names, valueExists } = lookup
  const { kind } = plan.historyFields.find(({ field }) => field.id === fieldId)!.field
  if (kind === 'user') {
    const fromHistory = history.fields.flatMap(({ field, value }) => (field === fieldId ? (value?.id ?? null) : []))
    const all = [...new Set([...fromHistory, ...names.catalogue.people.map(one => one.id)]), null]
    const value = { field: fieldId, label: null }
    return all.find(one => headerOf('value', one, plan, names.reportNames, value).id === id)
  }
  if (fieldId === 'status' && plan.hiddenStatuses.includes(id)) return undefined
  if (history.fields.some(({ field, value }) => field === fieldId && value?.id === id)) return id
  if (id === headerOf('value', null, plan, names.reportNames, { field: fieldId, label: null }).id) return null
  return (await valueExists(fieldId, id)) ? id : undefined
}
