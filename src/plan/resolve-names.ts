import type { JqlCatalogue, JqlEntry } from '../catalogue/jql-catalogue.ts'
import type { Person, Project, SavedQuery, Status } from '../catalogue/model.ts'
import type { ReportNames } from '../catalogue/report-names.ts'
import type { FieldDefinition } from '../fields/field.ts'
import { type Mistakes, Unresolved } from './mistakes.ts'

/** The status that a text means: one of that id, else the only one of that name. */
export function resolveStatus(catalogue: ReportNames, text: string, mistakes: Mistakes): Status | Unresolved {
  const found = onlyOf(catalogue.statusesNamed(text.trim()), 'statuses', ({ id }) => id)
  const near = () => mistakes.suggestion(text, () => catalogue.statuses.map(({ name }) => name))
  return found ?? new Unresolved(`is not the id or the name of a status${near()}`)
}

/** The user that a text means: one of that login, account id or user key, else the only one of that name; else `undefined`. */
export function resolvePerson(catalogue: ReportNames, text: string): Person | Unresolved | undefined {
  return onlyOf(catalogue.peopleNamed(text.trim()), 'users', person => catalogue.loginOf(person))
}

/** Returns the names that people can be called by, for suggestions. */
export function namesOfPeople(catalogue: ReportNames, people = catalogue.people): string[] {
  return people.flatMap(person => [catalogue.loginOf(person), person.displayName])
}

/** Returns the field of an id, else the only one of a name. */
export function resolveField(catalogue: ReportNames, text: string, mistakes: Mistakes): FieldDefinition | Unresolved {
  const found = onlyOf(catalogue.fieldsNamed(text.trim()), 'fields', ({ id }) => id)
  const near = () => mistakes.suggestion(text, () => catalogue.fields.flatMap(({ id, name }) => [name, id]))
  return found ?? new Unresolved(`is not the id or the name of a field${near()}`)
}

/** Returns the project of a key or an id, else the only one of a name. */
export function resolveProject(catalogue: ReportNames, text: string, mistakes: Mistakes): Project | Unresolved {
  const found = onlyOf(catalogue.projectsNamed(text.trim()), 'projects', ({ key }) => key)
  const near = () => mistakes.suggestion(text, () => catalogue.projects.flatMap(({ key, name }) => [name, key]))
  return found ?? new Unresolved(`is not the key or the name of a project${near()}`)
}

/** Returns the sprint of an id, else the only one of a name. */
export function resolveSprint(jql: JqlCatalogue, text: string, mistakes: Mistakes): JqlEntry | Unresolved {
  const sprint = jql.entryOf('sprint', text.trim())
  const found = sprint ?? onlyOf(jql.entriesNamed('sprint', text.trim()), 'sprints', ({ id }) => id)
  const near = () => mistakes.suggestion(text, () => jql.entries('sprint').map(({ name }) => name))
  return found ?? new Unresolved(`is not the id or the name of a sprint${near()}`)
}

/** Returns the saved query of an id, else the only one of a name. */
export function resolveSavedQuery(
  { filters }: JqlCatalogue,
  text: string,
  mistakes: Mistakes,
): SavedQuery | Unresolved {
  const found = idElseName(filters, text, 'saved queries')
  const near = () => mistakes.suggestion(text, () => filters.map(({ name }) => name))
  return found ?? new Unresolved(`is not the id or the name of a saved query${near()}`)
}

/** Returns the one of an id, else the only one of a name; `undefined` for none. Case does not matter. */
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

/** The most ids that a message lists. */
const MOST_LISTED = 20

/** The only one of some things; `undefined` for none, and what is wrong where there are several: their ids. */
export function onlyOf<T>(found: readonly T[], kind: string, idOf: (thing: T) => string): T | Unresolved | undefined {
  if (found.length < 2) return found[0]
  const ids = found.slice(0, MOST_LISTED).map(idOf).join(', ')
  const more = found.length > MOST_LISTED ? ` and ${found.length - MOST_LISTED} more` : ''
  return new Unresolved(`is the name of ${found.length} ${kind}; give one of their ids: ${ids}${more}`)
}
