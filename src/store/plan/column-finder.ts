import { isSame } from '../../core/base/is-same.ts'
import type { JqlCatalogue } from '../../core/catalogue/jql-catalogue.ts'
import type { Person } from '../../core/catalogue/model.ts'
import type { ReportNames } from '../../core/catalogue/report-names.ts'
import { dictionaryOf, type FieldDefinition } from '../../core/fields/field.ts'
import { type ChosenColumns, narrowedBy } from './choose-columns.ts'
import { compositeId, compositeParts } from './composite-id.ts'
import { type ColumnLevel, REST, type ReportType, userColumns } from './report-types.ts'
import { Unresolved } from './request-problems.ts'
import type { RequestValues } from './request-values.ts'
import { namesOfPeople, onlyOf } from './resolve-names.ts'

/** One level of a column: its id in responses, and its key in queries. */
interface LevelId {
  readonly id: string
  /** `null` for no value, REST for everything that is not selected. */
  readonly key: string | null
  /** Whether only the issues of the store show if there is such a value. */
  readonly isUnchecked?: true
}

/** Finds an id by text, and lists the names of all ids. */
interface Finder {
  readonly find: (text: string) => LevelId | Unresolved | undefined
  readonly names: () => readonly string[]
}

/** A value column, by the keys of its cells in queries. */
export interface FoundColumn {
  readonly outer: string | null
  readonly inner: string | null
  /** Whether only the issues of the store show if there is such a column. */
  readonly isUnchecked: boolean
}

/**
 * Returns a function that finds the id of a value column named in sortBy or filters, in a report with one level.
 *
 * If the parameter that selects the columns has an error, unknown columns are not reported.
 */
export function columnFinder(
  values: RequestValues,
  catalogue: ReportNames,
  type: ReportType,
  columns: ChosenColumns,
): (text: string) => string | Unresolved {
  const { find, names } = levelFinder(type.outer, catalogue, columns)
  return text => {
    const found = find(text.trim())
    if (found instanceof Unresolved) return found
    if (found !== undefined) return found.id
    if (values.problems.has(narrowedBy[type.outer])) return text
    return new Unresolved(`is not a column of this report${values.problems.suggestion(text, names)}`)
  }
}

/** Finds value columns in a report of any type, and lists the names that are near to a text. */
export interface ValueColumnFinder {
  readonly find: (text: string) => FoundColumn | Unresolved | undefined
  readonly namesNear: (text: string) => Iterable<string>
}

/**
 * Returns the finder of the value columns of a report. A column is named by its id; each part of the id can also be the
 * name of its level.
 */
export function valueColumnFinder(
  type: ReportType,
  catalogue: ReportNames,
  jql: JqlCatalogue,
  columns: ChosenColumns,
): ValueColumnFinder {
  const outer = levelFinder(type.outer, catalogue, columns)
  if (type.outer === 'transition') return transitionFinder(outer)
  if (type.inner === null) {
    return {
      find: text => columnOf(outer.find(text), { id: '', key: null }),
      namesNear: outer.names,
    }
  }
  const innerOf = (base: LevelId): Finder => {
    if (type.inner !== 'value') return levelFinder(type.inner!, catalogue, columns)
    return valueFinder(columns.historyFields.find(({ field }) => field.id === base.key)!.field, catalogue, jql, columns)
  }
  const baseOf = (text: string): LevelId | Unresolved | undefined => {
    const parts = compositeParts(text)
    return parts ? outer.find(parts.base.trim()) : undefined
  }
  return {
    find: text => {
      const base = baseOf(text)
      if (base === undefined || base instanceof Unresolved) return base
      return columnOf(base, innerOf(base).find(compositeParts(text)!.sub.trim()))
    },
    *namesNear(text) {
      const parts = compositeParts(text)
      const base = baseOf(text)
      const isFound = base !== undefined && !(base instanceof Unresolved)
      for (const name of parts && isFound ? [parts.base] : outer.names()) {
        const found = isFound ? base : outer.find(name)
        if (parts && !isFound) yield compositeId(name, parts.sub)
        else if (found !== undefined && !(found instanceof Unresolved))
          for (const sub of innerOf(found).names()) yield compositeId(name, sub)
      }
    },
  }
}

function columnOf(
  outer: LevelId | Unresolved | undefined,
  inner: LevelId | Unresolved | undefined,
): FoundColumn | Unresolved | undefined {
  if (outer === undefined || outer instanceof Unresolved) return outer
  if (inner === undefined || inner instanceof Unresolved) return inner
  return { outer: outer.key, inner: inner.key, isUnchecked: inner.isUnchecked === true }
}

/** Finds a transition by `FROM-TO` with ids, or by `From -> To`. Ids and names may contain the separator. */
function transitionFinder(status: Finder): ValueColumnFinder {
  const pair = (text: string, separator: string): FoundColumn | undefined => {
    for (let at = text.indexOf(separator); at !== -1; at = text.indexOf(separator, at + 1)) {
      const ends = columnOf(
        status.find(text.slice(0, at).trim()),
        status.find(text.slice(at + separator.length).trim()),
      )
      if (ends !== undefined && !(ends instanceof Unresolved)) return ends
    }
    return undefined
  }
  return {
    find: text => pair(text, '->') ?? pair(text, '-'),
    namesNear: text => {
      const [from] = text.split('->')
      const start = status.find(from!.trim())
      const isStatus = start !== undefined && !(start instanceof Unresolved)
      return status.names().map(name => (isStatus ? `${from!.trim()} -> ${name}` : name))
    },
  }
}

function levelFinder(level: ColumnLevel, catalogue: ReportNames, columns: ChosenColumns): Finder {
  switch (level) {
    case 'metric':
      return namedFinder(columns.metrics.map(({ name }) => ({ id: name, key: name, name })))
    case 'field':
      return namedFinder(
        columns.historyFields.map(({ item, field }) => ({ id: item, key: field.id, name: field.name })),
      )
    case 'group':
      return namedFinder([
        ...(columns.groups ?? []).map(name => ({ id: name, key: name, name })),
        { id: 'notAMember', key: REST, name: 'Not a member of selected groups' },
      ])
    case 'status':
      return statusFinder(catalogue, columns)
    case 'transition':
      return transitionStatusFinder(catalogue, columns)
    case 'user':
      return userFinder(catalogue, columns.assignees)
    case 'value':
      throw new Error('the values of a field depend on the field')
  }
}

/** Finds an id, or else a name, without regard to case. */
function namedFinder(all: readonly (LevelId & { readonly name: string })[]): Finder {
  return {
    find: text => all.find(({ id }) => isSame(id, text)) ?? all.find(({ name }) => isSame(name, text)),
    names: () => [...new Set(all.flatMap(({ id, name }) => [id, name]))],
  }
}

function statusFinder(catalogue: ReportNames, { statusColumns, hiddenStatuses }: ChosenColumns): Finder {
  if (statusColumns === null) return shownStatusFinder(catalogue, new Set(hiddenStatuses))
  return {
    find: text => {
      const column = statusColumns.find(({ id }) => isSame(id, text))
      return onlyId(column ? [column] : statusColumns.filter(({ name }) => isSame(name, text)))
    },
    names: () => statusColumns.map(({ name }) => name),
  }
}

function shownStatusFinder(catalogue: ReportNames, hidden: ReadonlySet<string>): Finder {
  const isShown = ({ id }: { readonly id: string }) => !hidden.has(id)
  return {
    find: text => onlyId(catalogue.statusesNamed(text).filter(isShown)),
    names: () => catalogue.statuses.filter(isShown).map(({ name }) => name),
  }
}

/** Both statuses of a transition are members of a selected column. */
function transitionStatusFinder(catalogue: ReportNames, { statusColumns, hiddenStatuses }: ChosenColumns): Finder {
  const members = statusColumns && new Set(statusColumns.flatMap(({ members }) => members))
  const left = members ? catalogue.statuses.filter(({ id }) => !members.has(id)).map(({ id }) => id) : []
  return shownStatusFinder(catalogue, new Set([...hiddenStatuses, ...left]))
}

function onlyId(columns: readonly { readonly id: string }[]): LevelId | Unresolved | undefined {
  const found = onlyOf(columns, 'statuses', ({ id }) => id)
  return found === undefined || found instanceof Unresolved ? found : { id: found.id, key: found.id }
}

/** The keys of the user columns that are not users. */
const SPECIAL_USERS: Readonly<Record<keyof typeof userColumns, string | null>> = { unassigned: null, otherUsers: REST }

function userFinder(catalogue: ReportNames, assignees: readonly string[] | null): Finder {
  const selected = assignees && new Set(assignees)
  const special = Object.entries(userColumns)
    .filter(([id]) => selected !== null || id === 'unassigned')
    .map(([id, name]) => ({ id, key: SPECIAL_USERS[id as keyof typeof userColumns], name }))
  const isShown = ({ id }: Person) => selected === null || selected.has(id)
  const find = (text: string): LevelId | Unresolved | undefined => {
    const people = catalogue.peopleNamed(text).filter(isShown)
    const isLogin = people.length > 0 && people[0] === catalogue.person(text)
    const byId = special.find(({ id }) => isSame(id, text))
    if (byId !== undefined && !isLogin) return byId
    const found = onlyOf(people, 'users', person => catalogue.loginOf(person))
    if (found === undefined) return special.find(({ name }) => isSame(name, text))
    return found instanceof Unresolved ? found : { id: catalogue.loginOf(found), key: found.id }
  }
  const names = () => [
    ...namesOfPeople(catalogue, catalogue.people.filter(isShown)),
    ...special.flatMap(({ id, name }) => [id, name]),
  ]
  return { find, names }
}

/** Finds a value of a field. Values without a dictionary are only known to the issues. */
function valueFinder(
  field: FieldDefinition,
  catalogue: ReportNames,
  jql: JqlCatalogue,
  { hiddenStatuses }: ChosenColumns,
): Finder {
  if (field.kind === 'user') return userFinder(catalogue, null)
  if (field.kind === 'status') return withNone(shownStatusFinder(catalogue, new Set(hiddenStatuses)))
  const kind = dictionaryOf(field.kind)
  const known = (text: string): LevelId | Unresolved | undefined => {
    if (kind === null) return undefined
    const entry = jql.entryOf(kind, text) ?? onlyOf(jql.entriesNamed(kind, text), 'values', ({ id }) => id)
    return entry === undefined || entry instanceof Unresolved ? entry : { id: entry.id, key: entry.id }
  }
  return withNone({
    find: text => known(text) ?? { id: text, key: text, isUnchecked: true },
    names: () => (kind === null ? [] : jql.entries(kind).map(({ name }) => name)),
  })
}

function withNone({ find, names }: Finder): Finder {
  return {
    find: text => (isSame(text, 'none') ? { id: 'none', key: null } : find(text)),
    names: () => [...names(), 'none'],
  }
}
