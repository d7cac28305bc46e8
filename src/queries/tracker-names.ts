import type { RequestContext } from '../access/request-context.ts'
import { visibleCatalogue } from '../access/visible-catalogue.ts'
import type { NamedValue, Person, Project, Status } from '../catalogue/model.ts'
import { reportNamesOf } from '../catalogue/report-names.ts'
import type { FieldDefinition } from '../fields/field.ts'
import type { ReportEngine } from '../store/report-engine.ts'

/** The lists of what a tracker has, by name, and an element of each: its id is what reports accept. */
export interface NamedThings {
  readonly statuses: Status
  readonly projects: NamedValue & Pick<Project, 'key'>
  /** `id` is the login, else the account id, else the user key. */
  readonly people: NamedValue & Pick<Person, 'email'>
  /** Groups have no id but their name. */
  readonly groups: NamedValue & { readonly members: number }
  readonly fields: FieldDefinition
}

/** Lists what a tracker has, as the caller may see it, in the order of its catalogue. */
export interface TrackerNames {
  readonly list: <K extends keyof NamedThings>(
    kind: K,
    requestContext: RequestContext,
  ) => Promise<readonly NamedThings[K][]>
}

/** The lists of a store. */
export function trackerNamesOver({ engine }: { readonly engine: ReportEngine }): TrackerNames {
  return {
    list: async (kind, { caller, signal }) => {
      const catalogue = await engine.snapshot(snapshot => visibleCatalogue(snapshot, caller.projects), signal)
      const { statuses, projects, people, groups } = catalogue
      const names = reportNamesOf(catalogue)
      const lists: { readonly [K in keyof NamedThings]: () => readonly NamedThings[K][] } = {
        statuses: () => statuses.map(({ id, name, category, deleted }) => ({ id, name, category, deleted })),
        projects: () => projects.map(({ ref, key, name }) => ({ id: ref, key, name })),
        people: () =>
          people.map(person => ({ id: names.loginOf(person), name: person.displayName, email: person.email })),
        groups: () => groups.map(({ name, members }) => ({ id: name, name, members: members.length })),
        fields: () => names.fields.map(({ id, name, kind, multi }) => ({ id, name, kind, multi })),
      }
      return lists[kind]()
    },
  }
}
