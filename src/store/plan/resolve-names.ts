import { firstOf } from '../../core/base/first-of.ts'
import type { JqlCatalogue, JqlEntry } from '../../core/catalogue/jql-catalogue.ts'
import type { Person, Project, SavedQuery, Status } from '../../core/catalogue/model.ts'
import type { ReportNames } from '../../core/catalogue/report-names.ts'
import type { FieldDefinition } from '../../core/fields/field.ts'
import { type Suggestions, Unresolved } from './request-problems.ts'

/** Resolves a status by id, or by a unique name. */
export function resolveStatus(catalogue: ReportNames, text: string, problems: Suggestions): Status | Unresolved {
  const found = onlyOf(catalogue.statusesNamed(text.trim()), 'statuses', ({ id }) => id)
  const near = () => problems.suggestion(text, () => catalogue.statuses.map(({ name }) => name))
  return found ?? new Unresolved(`is not the id or the name of a status${near()}`)
}

/** Resolves a user by login, account id or user key, or by a unique name; `undefined` if unknown. */
export function resolvePerson(catalogue: ReportNames, text: string): Person | Unresolved | undefined {
  return onlyOf(catalogue.peopleNamed(text.trim()), 'users', person => catalogue.loginOf(person))
}

/** Resolves a user like resolvePerson; an unknown one is an error. */
export function resolveKnownPerson(catalogue: ReportNames, text: string, problems: Suggestions): Person | Unresolved {
  const near = () => problems.suggestion(text, () => namesOfPeople(catalogue))
  return resolvePerson(catalogue, text) ?? new Unresolved(`is not the login or the name of a user${near()}`)
}

/** Returns the logins and names of people, for suggestions. */
export function namesOfPeople(catalogue: ReportNames, people = catalogue.people): string[] {
  return people.flatMap(person => [catalogue.loginOf(person), person.displayName])
}

/** Resolves a field by id, or by a unique name. */
export function resolveField(
  catalogue: ReportNames,
  text: string,
  problems: Suggestions,
): FieldDefinition | Unresolved {
  const found = onlyOf(catalogue.fieldsNamed(text.trim()), 'fields', ({ id }) => id)
  const near = () => problems.suggestion(text, () => catalogue.fields.flatMap(({ id, name }) => [name, id]))
  return found ?? new Unresolved(`is not the id or the name of a field${near()}`)
}

/** Resolves a project by key or id, or by a unique name. */
export function resolveProject(catalogue: ReportNames, text: string, problems: Suggestions): Project | Unresolved {
  const found = onlyOf(catalogue.projectsNamed(text.trim()), 'projects', ({ key }) => key)
  const near = () => problems.suggestion(text, () => catalogue.projects.flatMap(({ key, name }) => [name, key]))
  return found ?? new Unresolved(`is not the key or the name of a project${near()}`)
}

/** Resolves a sprint by id, or by a unique name. */
export function resolveSprint(jql: JqlCatalogue, text: string, problems: Suggestions): JqlEntry | Unresolved {
  const sprint = jql.entryOf('sprint', text.trim())
  const found = sprint ?? onlyOf(jql.entriesNamed('sprint', text.trim()), 'sprints', ({ id }) => id)
  const near = () => problems.suggestion(text, () => jql.entries('sprint').map(({ name }) => name))
  return found ?? new Unresolved(`is not the id or the name of a sprint${near()}`)
}

/** Resolves a saved query by id, or by a unique name. */
export function resolveSavedQuery(
  { filters }: JqlCatalogue,
  text: string,
  problems: Suggestions,
): SavedQuery | Unresolved {
  const found = idElseName(filters, text, 'saved queries')
  const near = () => problems.suggestion(text, () => filters.map(({ name }) => name))
  return found ?? new Unresolved(`is not the id or the name of a saved query${near()}`)
}

/** Finds an item by id, or by a unique name, ignoring case; `undefined` if unknown. */
export function idElseName<T extends { readonly id: string; readonly name: string }>(
  all: readonly T[],
  text: string,
  kind: string,
): T | Unresolved | undefined {
  const lower = text.trim().toLowerCase()
  const byId = all.find(({ id }) => id.toLowerCase() === lower)
  const named = () => all.filter(({ name }) => name.toLowerCase() === lower)
  return byId ?? onlyOf(named(), kind, ({ id }) => id)
}

/** The maximum number of ids in a message. */
const MAX_LISTED = 20

/** Returns the only item; `undefined` for an empty list, or an error that lists the ids of several. */
export function onlyOf<T>(found: readonly T[], kind: string, idOf: (item: T) => string): T | Unresolved | undefined {
  if (found.length < 2) return found[0]
  const ids = firstOf(found.map(idOf), MAX_LISTED)
  return new Unresolved(`is the name of ${found.length} ${kind}; give one of their ids: ${ids}`)
}
