import { z } from 'zod'
import type { Steps } from '../../core/base/in-slices.ts'
import type { ReportNames } from '../../core/catalogue/report-names.ts'
import type { FieldDefinition } from '../../core/fields/field.ts'
import type { Metric } from '../../core/measure/metric.ts'
import { chooseMetrics } from './choose-metrics.ts'
import { chooseStatuses } from './choose-statuses.ts'
import { jsonArray, jsonElements } from './json-parameter.ts'
import { MAX_COLUMNS } from './list-limits.ts'
import { hasEffect, type ParameterName, parameterNamed } from './parameters.ts'
import type { FieldColumn, ListField, StatusColumn } from './report-plan.ts'
import type { ColumnLevel, ReportType } from './report-types.ts'
import { quoted, sentence, Unresolved } from './request-problems.ts'
import type { RequestValues } from './request-values.ts'
import { namesOfPeople, resolveField, resolvePerson } from './resolve-names.ts'

/** The columns that a request selects. */
export interface ChosenColumns {
  readonly statusColumns: readonly StatusColumn[] | null
  readonly hiddenStatuses: readonly string[]
  readonly assignees: readonly string[] | null
  readonly groups: readonly string[] | null
  readonly historyFields: readonly FieldColumn[]
  readonly metrics: readonly Metric[]
}

/** Reads statuses, assignees, groups, historyFields, dbsMetrics and includeDeletedStatuses. */
export function* chooseColumns(
  values: RequestValues,
  catalogue: ReportNames,
  type: ReportType | undefined,
): Steps<ChosenColumns> {
  const hidden = hiddenStatuses(values, catalogue)
  const columns = {
    statusColumns: yield* chooseStatuses(values, catalogue, hidden),
    hiddenStatuses: hidden,
    assignees: yield* chooseAssignees(values, catalogue),
    groups: yield* chooseGroups(values, catalogue),
    historyFields: yield* chooseHistoryFields(values, catalogue),
    metrics: yield* chooseMetrics(values, catalogue),
  }
  if (!type) return columns
  rejectTooManyColumns(values, type, columns)
  for (const name of ['historyFields', 'dbsMetrics'] as const) {
    const isRequired = hasEffect(parameterNamed(name), type, null)
    if (isRequired && values.text(name) === undefined && !values.problems.has(name))
      values.require(name, ` when columnsBy is ${type.name}`)
  }
  return columns
}

/** The parameter that restricts each level of columns. */
export const narrowedBy = {
  status: 'statuses',
  transition: 'statuses',
  user: 'assignees',
  group: 'groups',
  metric: 'dbsMetrics',
  field: 'historyFields',
  value: 'historyFields',
} as const satisfies Record<ColumnLevel, ParameterName>

/** Rejects a selection that alone gives too many columns. Found columns are counted after the query has run. */
function rejectTooManyColumns(values: RequestValues, type: ReportType, columns: ChosenColumns): void {
  const selected = (level: ColumnLevel | null): number => {
    if (level === 'status') return columns.statusColumns?.length ?? 1
    if (level === 'user') return columns.assignees?.length ?? 1
    return level === 'group' ? (columns.groups?.length ?? 1) : 1
  }
  const count = selected(type.outer) * selected(type.inner)
  if (count > MAX_COLUMNS) values.problems.add(narrowedBy[type.outer], tooMany(count))
}

/** Returns the error for too many columns, without the name of the parameter. */
export function tooMany(count: number): string {
  return `gives ${count} value columns. Allowed: at most ${MAX_COLUMNS}; select fewer`
}

function hiddenStatuses(values: RequestValues, catalogue: ReportNames): string[] {
  if (values.choice('includeDeletedStatuses', ['true', 'false'], 'true') !== 'false') return []
  return catalogue.statuses.filter(({ deleted }) => deleted).map(({ id }) => id)
}

function* chooseAssignees(values: RequestValues, catalogue: ReportNames): Steps<string[] | null> {
  const texts = yield* assigneeTexts(values)
  if (texts.length === 0) return null
  const people = new Set<string>()
  for (const text of texts) {
    const person = resolvePerson(catalogue, text)
    if (person instanceof Unresolved) values.problems.add('assignees', `${quoted(text)} ${person.why}`)
    else if (person) people.add(person.id)
    else {
      const near = values.problems.suggestion(text, () => namesOfPeople(catalogue))
      values.warn(sentence(`assignees: ${quoted(text)} is not the login or the name of a user and was left out${near}`))
    }
    yield
  }
  return [...people]
}

/** Reads logins and names, separated by commas or as a JSON array of strings. */
function* assigneeTexts(values: RequestValues): Steps<string[]> {
  if (!values.text('assignees')?.startsWith('[')) return yield* values.list('assignees')
  return yield* jsonElements(values, 'assignees', yield* jsonArray(values, 'assignees'), () => z.string())
}

function* chooseGroups(values: RequestValues, catalogue: ReportNames): Steps<string[] | null> {
  const names = yield* values.list('groups')
  if (names.length === 0) return null
  const groups = new Set<string>()
  for (const name of names) {
    const group = catalogue.group(name)
    if (group !== undefined) groups.add(group)
    else {
      const near = values.problems.suggestion(name, () => catalogue.groups)
      values.problems.add('groups', `${quoted(name)} is not the name of a group${near}`)
    }
    yield
  }
  return [...groups]
}

/** The age of each issue in its current status (core/measure/current-status-age.ts). */
const CURRENT_STATUS_AGE: FieldDefinition<'duration'> = {
  id: 'currentStatusAge',
  name: 'Current Status Age',
  kind: 'duration',
  multi: false,
}

/**
 * Reads fields: a list of ids or names of fields, and of the id of the computed column. A field that is given by name has its
 * id.
 */
export function* chooseListFields(values: RequestValues, catalogue: ReportNames): Steps<ListField[]> {
  const computed = (item: string) =>
    item.toLowerCase() === CURRENT_STATUS_AGE.id.toLowerCase() ? CURRENT_STATUS_AGE : null
  const columns = yield* columnsOf(
    values,
    'fields',
    item => computed(item) ?? resolveField(catalogue, item, values.problems),
  )
  return columns.map(({ item, field }) => {
    const isId = catalogue.field(item) === field || computed(item) === field
    return { item: isId ? item : field.id, field }
  })
}

/** Reads historyFields: a list of ids or names of fields. */
function chooseHistoryFields(values: RequestValues, catalogue: ReportNames): Steps<FieldColumn[]> {
  return columnsOf(values, 'historyFields', item => resolveField(catalogue, item, values.problems))
}

function* columnsOf<Field extends object>(
  values: RequestValues,
  name: 'fields' | 'historyFields',
  resolve: (item: string) => Field | Unresolved,
): Steps<{ readonly item: string; readonly field: Field }[]> {
  const chosen = new Map<Field, { readonly item: string; readonly field: Field }>()
  for (const item of yield* values.list(name)) {
    yield
    const field = resolve(item)
    if (field instanceof Unresolved) values.problems.add(name, `${quoted(item)} ${field.why}`)
    else if (!chosen.has(field)) chosen.set(field, { item, field })
  }
  return [...chosen.values()]
}
