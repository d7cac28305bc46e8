import type { JqlCatalogue, JqlEntry, SavedFilter } from '../jql/catalogue.ts'
import type { Catalogue, CatalogueField, CataloguePerson, CatalogueProject, CatalogueStatus } from './catalogue.ts'
import { NoMeaning } from './mistakes.ts'

/** The status that a text means: one of that id, else the only one of that name. */
export function meantStatus(catalogue: Catalogue, text: string): CatalogueStatus | NoMeaning {
  const found = onlyOf(catalogue.statusesMeant(text.trim()), 'statuses', ({ id }) => id)
  return found ?? new NoMeaning('is not the id or the name of a status')
}

/** The user that a text means: one of that login, account id or user key, else the only one of that name; else `undefined`. */
export function meantPerson(catalogue: Catalogue, text: string): CataloguePerson | NoMeaning | undefined {
  return onlyOf(catalogue.peopleMeant(text.trim()), 'users', person => catalogue.loginOf(person))
}

/** Returns the field of an id, else the only one of a name. */
export function meantField(catalogue: Catalogue, text: string): CatalogueField | NoMeaning {
  const found = onlyOf(catalogue.fieldsMeant(text.trim()), 'fields', ({ id }) => id)
  return found ?? new NoMeaning('is not the id or the name of a field')
}

/** Returns the project of a key or an id, else the only one of a name. */
export function meantProject(catalogue: Catalogue, text: string): CatalogueProject | NoMeaning {
  const found = onlyOf(catalogue.projectsMeant(text.trim()), 'projects', ({ key }) => key)
  return found ?? new NoMeaning('is not the key or the name of a project')
}

/** Returns the sprint of an id, else the only one of a name. */
export function meantSprint(jql: JqlCatalogue, text: string): JqlEntry | NoMeaning {
  const sprint = jql.entryOf('sprint', text.trim())
  const found = sprint ?? onlyOf(jql.entriesNamed('sprint', text.trim()), 'sprints', ({ id }) => id)
  return found ?? new NoMeaning('is not the id or the name of a sprint')
}

/** Returns the saved query of an id, else the only one of a name. */
export function meantFilter({ filters }: JqlCatalogue, text: string): SavedFilter | NoMeaning {
  const found = idElseName(filters, text, 'saved queries')
  return found ?? new NoMeaning('is not the id or the name of a saved query')
}

/** Returns the one of an id, else the only one of a name; `undefined` for none. Case does not matter. */
export function idElseName<T extends { readonly id: string; readonly name: string }>(
  all: readonly T[],
  text: string,
  kind: string,
): T | NoMeaning | undefined {
  const lower = text.trim().toLowerCase()
  const byId = all.find(({ id }) => id.toLowerCase() === lower)
  const named = () => all.filter(({ name }) => name.toLowerCase() === lower)
  return byId ?? onlyOf(named(), kind, ({ id }) => id)
}

/** The most ids that a message lists. */
const MOST_LISTED = 20

/** The only one of some things; `undefined` for none, and what is wrong where there are several: their ids. */
export function onlyOf<T>(found: readonly T[], kind: string, idOf: (thing: T) => string): T | NoMeaning | undefined {
  if (found.length < 2) return found[0]
  const ids = found.slice(0, MOST_LISTED).map(idOf).join(', ')
  const more = found.length > MOST_LISTED ? ` and ${found.length - MOST_LISTED} more` : ''
  return new NoMeaning(`is the name of ${found.length} ${kind}; give one of their ids: ${ids}${more}`)
}
