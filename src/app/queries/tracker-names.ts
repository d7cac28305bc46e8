import type { RequestContext } from '../../access/permissions/request-context.ts'
import { visibleCatalogue } from '../../access/permissions/visible-catalogue.ts'
import type { NamedValue, Person, Project, Status } from '../../core/catalogue/model.ts'
import { reportNamesOf } from '../../core/catalogue/report-names.ts'
import type { FieldDefinition } from '../../core/fields/field.ts'
import type { QueryDeps } from './queries.ts'

/** The element type of each list of tracker entities. Reports accept `id`. */
export interface NamedThings {
  readonly statuses: Status
  readonly projects: NamedValue & Pick<Project, 'key'>
  /** `id` is the login, or else the account id, or else the user key. */
  readonly people: NamedValue & Pick<Person, 'email'>
  /** A group's id is its name. */
  readonly groups: NamedValue & { readonly members: number }
  readonly fields: FieldDefinition
}

/** Lists the tracker's entities of one kind that are visible to the caller, in catalogue order. */
export async function listNames<K extends keyof NamedThings>(
  { engine }: Pick<QueryDeps, 'engine'>,
  kind: K,
  { caller, signal }: RequestContext,
): Promise<readonly NamedThings[K][]> {
  const catalogue = await engine.snapshot(snapshot => visibleCatalogue(snapshot, caller.browsable), signal)
  const { statuses, projects, people, groups } = catalogue
  const names = reportNamesOf(catalogue)
  const lists: { readonly [K in keyof NamedThings]: () => readonly NamedThings[K][] } = {
    statuses: () => statuses.map(({ id, name, category, deleted }) => ({ id, name, category, deleted })),
    projects: () => projects.map(({ ref, key, name }) => ({ id: ref, key, name })),
    people: () => people.map(person => ({ id: names.loginOf(person), name: person.displayName, email: person.email })),
    groups: () => groups.map(({ name, members }) => ({ id: name, name, members: members.length })),
    fields: () => names.fields.map(({ id, name, kind, multi }) => ({ id, name, kind, multi })),
  }
  return lists[kind]()
}
