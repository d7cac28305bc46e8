import { z } from 'zod'
import type { Catalogue, CatalogueField } from './catalogue.ts'
import { jsonElements, MOST_ELEMENTS, word } from './json-parameter.ts'
import { quoted } from './mistakes.ts'
import type { ParameterName } from './parameters.ts'
import type { FieldColumn, Metric, MetricEnd, StatusColumn } from './report-plan.ts'
import type { ColumnLevel, ReportType } from './report-types.ts'
import type { RequestValues } from './request-values.ts'

/** What the columns of a report are made of. */
export interface ChosenColumns {
  readonly statusColumns: readonly StatusColumn[] | null
  readonly hiddenStatuses: readonly string[]
  readonly assignees: readonly string[] | null
  readonly groups: readonly string[] | null
  readonly historyFields: readonly FieldColumn[]
  readonly metrics: readonly Metric[]
}

/** Reads statuses, assignees, groups, historyFields, dbsMetrics and includeDeletedStatuses. */
export function chooseColumns(
  values: RequestValues,
  catalogue: Catalogue,
  type: ReportType | undefined,
): ChosenColumns {
  const levels = type ? [type.outer, type.inner] : []
  const hidden = hiddenStatuses(values, catalogue)
  const columns = {
    statusColumns: withoutHidden(chooseStatuses(values, catalogue), hidden),
    hiddenStatuses: hidden,
    assignees: chooseAssignees(values, catalogue),
    groups: chooseGroups(values, catalogue),
    historyFields: chooseFields(values, 'historyFields', catalogue),
    metrics: chooseMetrics(values, catalogue),
  }
  if (!type) return columns
  refuseTooMany(values, type, columns)
  const uses = {
    assignees: levels.includes('user'),
    groups: levels.includes('group'),
    historyFields: levels.includes('field'),
    dbsMetrics: levels.includes('metric'),
  }
  for (const [name, used] of Object.entries(uses) as [keyof typeof uses, boolean][]) {
    if (!used && values.text(name) !== undefined) values.warn(`${name} was ignored: it has no effect on ${type.name}.`)
  }
  if ((uses.historyFields || uses.dbsMetrics) && values.text('statuses') !== undefined) {
    values.warn(`statuses was ignored: it has no effect on ${type.name}.`)
  }
  for (const name of ['historyFields', 'dbsMetrics'] as const) {
    if (uses[name] && values.text(name) === undefined && !values.mistakes.has(name))
      values.require(name, ` when columnsBy is ${type.name}`)
  }
  return columns
}

/** The most value columns of a report. */
export const MOST_COLUMNS = 20_000

/** The parameter that narrows each level of columns. */
export const narrowedBy = {
  status: 'statuses',
  transition: 'statuses',
  user: 'assignees',
  group: 'groups',
  metric: 'dbsMetrics',
  field: 'historyFields',
  value: 'historyFields',
} as const satisfies Record<ColumnLevel, ParameterName>

/** What is selected alone can be more than a report may have; what is found is counted when it is known. */
function refuseTooMany(values: RequestValues, type: ReportType, columns: ChosenColumns): void {
  const selected = (level: ColumnLevel | null): number => {
    if (level === 'status') return columns.statusColumns?.length ?? 1
    if (level === 'user') return columns.assignees?.length ?? 1
    return level === 'group' ? (columns.groups?.length ?? 1) : 1
  }
  const count = selected(type.outer) * selected(type.inner)
  if (count > MOST_COLUMNS) values.mistakes.add(narrowedBy[type.outer], tooMany(count))
}

/** How the mistake of too many columns goes on after the name of the parameter. */
export function tooMany(count: number): string {
  return `gives ${count} value columns. Allowed: at most ${MOST_COLUMNS}; select fewer`
}

function hiddenStatuses(values: RequestValues, catalogue: Catalogue): string[] {
  if (values.choice('includeDeletedStatuses', ['true', 'false'], 'true') !== 'false') return []
  return catalogue.statuses.filter(({ deleted }) => deleted).map(({ id }) => id)
}

/** A deleted status gets no column of its own; a consolidated one stays, without it. */
function withoutHidden(
  columns: readonly StatusColumn[] | null,
  hidden: readonly string[],
): readonly StatusColumn[] | null {
  if (columns === null || hidden.length === 0) return columns
  return columns
    .filter(({ id, consolidated }) => consolidated || !hidden.includes(id))
    .map(column => ({
      ...column,
      members: column.members.filter(id => !hidden.includes(id)),
      leftOut: column.members.filter(id => hidden.includes(id)),
    }))
}

const STANDARD = z.strictObject({ type: z.literal('std'), id: z.string(), name: z.string().optional() })
const CONSOLIDATED = z.strictObject({
  type: z.literal('cons'),
  id: z.string().optional(),
  name: z.string(),
  statuses: z.array(z.string()),
})
const TYPE = z.looseObject({ type: word(['std', 'cons']) })

/** A column of the advanced form; the type decides which other keys it has. */
const statusElement = z.unknown().transform((value, context): z.infer<typeof STANDARD | typeof CONSOLIDATED> => {
  const typed = TYPE.safeParse(value)
  const read = typed.success ? (typed.data.type === 'std' ? STANDARD : CONSOLIDATED).safeParse(typed.data) : typed
  if (read.success) return read.data as z.infer<typeof STANDARD | typeof CONSOLIDATED>
  for (const issue of read.error.issues) context.issues.push({ ...issue, input: value } as z.core.$ZodRawIssue)
  return z.NEVER
})

function chooseStatuses(values: RequestValues, catalogue: Catalogue): StatusColumn[] | null {
  const text = values.text('statuses')
  if (text === undefined) return null
  const columns = text.startsWith('[')
    ? jsonElements(values, 'statuses', statusElement).flatMap(({ index, value }) =>
        value.type === 'std'
          ? standardColumn(values, catalogue, value.id, `element ${index}: `)
          : consolidatedColumn(values, catalogue, value.name, value.statuses, `element ${index}: `),
      )
    : values.list('statuses').flatMap(id => standardColumn(values, catalogue, id, ''))
  refuseDuplicates(values, columns)
  return columns.length > 0 ? columns : null
}

function standardColumn(values: RequestValues, catalogue: Catalogue, id: string, place: string): StatusColumn[] {
  const status = catalogue.status(id.trim())
  if (status) return [{ id: status.id, name: status.name, consolidated: false, members: [status.id], leftOut: [] }]
  values.mistakes.add('statuses', `${place}${quoted(id)} is not the id of a status`)
  return []
}

function consolidatedColumn(
  values: RequestValues,
  catalogue: Catalogue,
  name: string,
  ids: readonly string[],
  place: string,
): StatusColumn[] {
  const trimmed = name.trim()
  if (trimmed === '') values.mistakes.add('statuses', `${place}name is empty`)
  if (ids.length === 0)
    values.mistakes.add('statuses', `${place}statuses is empty: a consolidated column needs at least one status`)
  const members = ids.flatMap(id => standardColumn(values, catalogue, id, place).flatMap(column => column.members))
  return [{ id: trimmed, name: trimmed, consolidated: true, members: [...new Set(members)], leftOut: [] }]
}

function refuseDuplicates(values: RequestValues, columns: readonly StatusColumn[]): void {
  const seen = new Set<string>()
  for (const { id } of columns) {
    const lower = id.toLowerCase()
    if (seen.has(lower)) values.mistakes.add('statuses', `${quoted(id)} is the id of two columns`)
    seen.add(lower)
  }
}

function chooseAssignees(values: RequestValues, catalogue: Catalogue): string[] | null {
  const logins = values.list('assignees')
  if (logins.length === 0) return null
  const people = logins.flatMap(login => {
    const person = catalogue.person(login)
    if (!person) values.warn(`assignees: ${quoted(login)} is not the login of a user and was left out.`)
    return person ? [person.id] : []
  })
  return [...new Set(people)]
}

function chooseGroups(values: RequestValues, catalogue: Catalogue): string[] | null {
  const names = values.list('groups')
  if (names.length === 0) return null
  const groups = names.flatMap(name => {
    const group = catalogue.group(name)
    if (group === undefined) values.mistakes.add('groups', `${quoted(name)} is not the name of a group`)
    return group ?? []
  })
  return [...new Set(groups)]
}

/** Reads a list of field ids. */
export function chooseFields(
  values: RequestValues,
  name: 'fields' | 'historyFields',
  catalogue: Catalogue,
): FieldColumn[] {
  const chosen = new Map<CatalogueField, FieldColumn>()
  for (const item of values.list(name)) {
    const field = catalogue.field(item)
    if (!field) values.mistakes.add(name, `${quoted(item)} is not the id of a field`)
    else if (!chosen.has(field)) chosen.set(field, { item, field })
  }
  return [...chosen.values()]
}

const metricEnd = z.strictObject({ id: z.string(), order: word(['first', 'last']).optional() })
const metricElement = z.strictObject({
  name: z.string().regex(/^[\p{L}\p{N}\p{M} ]*$/u, 'is not a name. Allowed: letters, digits and blanks'),
  from: metricEnd.nullish(),
  to: metricEnd,
  excluded: z.array(z.string()).nullish(),
})

function chooseMetrics(values: RequestValues, catalogue: Catalogue): Metric[] {
  const names = new Set<string>()
  const elements = jsonElements(values, 'dbsMetrics', metricElement, MOST_ELEMENTS)
  if (elements.length === 0 && values.text('dbsMetrics') !== undefined && !values.mistakes.has('dbsMetrics')) {
    values.mistakes.add('dbsMetrics', 'has no elements. Allowed: 1 to 10 metrics')
  }
  return elements.map(({ index, value }) => {
    const place = `element ${index}: `
    const end = ({ id, order }: z.infer<typeof metricEnd>): MetricEnd => ({
      status: standardMember(values, catalogue, id, place),
      order: order ?? 'first',
    })
    const name = value.name.trim()
    if (name === '') values.mistakes.add('dbsMetrics', `${place}name is empty`)
    if (names.has(name.toLowerCase())) values.mistakes.add('dbsMetrics', `${place}name ${quoted(name)} is given twice`)
    names.add(name.toLowerCase())
    return {
      name,
      from: value.from ? end(value.from) : null,
      to: end(value.to),
      excluded: [...new Set((value.excluded ?? []).map(id => standardMember(values, catalogue, id, place)))],
    }
  })
}

function standardMember(values: RequestValues, catalogue: Catalogue, id: string, place: string): string {
  const status = catalogue.status(id.trim())
  if (!status) values.mistakes.add('dbsMetrics', `${place}${quoted(id)} is not the id of a status`)
  return status?.id ?? id
}

/** The ids of the value columns that a request can name in sortBy and filters, as a test of one id. */
export function columnFinder(
  catalogue: Catalogue,
  type: ReportType,
  columns: ChosenColumns,
): (id: string) => string | undefined {
  const lower = (id: string) => id.trim().toLowerCase()
  if (type.outer === 'metric') return id => columns.metrics.find(({ name }) => lower(name) === lower(id))?.name
  if (type.outer === 'status') {
    return id => {
      if (columns.statusColumns) return columns.statusColumns.find(column => lower(column.id) === lower(id))?.id
      const status = catalogue.status(id.trim())
      return status && !columns.hiddenStatuses.includes(status.id) ? status.id : undefined
    }
  }
  return id => {
    const person = catalogue.person(id.trim())
    if (person && (columns.assignees === null || columns.assignees.includes(person.id)))
      return catalogue.loginOf(person)
    const special = columns.assignees === null ? ['unassigned'] : ['unassigned', 'otherUsers']
    return special.find(one => lower(one) === lower(id))
  }
}
