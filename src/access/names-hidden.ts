import type { Catalogue } from '../catalogue/model.ts'
import type { NamedIds, NamedKind } from '../plan/named-in-plan.ts'

/** Returns whether a catalogue for a caller lacks something that is named and that the `whole` catalogue has. */
export function namesHidden(named: NamedIds, whole: Catalogue, visible: Catalogue): boolean {
  return (Object.keys(named) as NamedKind[]).some(kind => {
    const [all, shown] = [idsIn(whole, kind), idsIn(visible, kind)]
    return named[kind]!.some(id => all.has(id) && !shown.has(id))
  })
}

/** Returns the ids of the users whose login names, keys or account ids a catalogue has. */
export function knownLogins({ people }: Pick<Catalogue, 'people'>): ReadonlySet<string> {
  return new Set(people.filter(({ name, key, accountId }) => name ?? key ?? accountId).map(({ id }) => id))
}

function idsIn(catalogue: Catalogue, kind: NamedKind): ReadonlySet<string> {
  const ids = (list: readonly { readonly id: string }[]) => list.map(({ id }) => id)
  switch (kind) {
    case 'component':
      return new Set(ids(catalogue.components))
    case 'field':
      return new Set(ids(catalogue.fields))
    case 'group':
      return new Set(catalogue.groups.map(({ name }) => name))
    case 'issue':
      // Issues are not in catalogues.
      return new Set()
    case 'login':
      return knownLogins(catalogue)
    case 'priority':
      return new Set(ids(catalogue.priorities))
    case 'project':
      return new Set(catalogue.projects.map(({ ref }) => ref))
    case 'query':
      return new Set(ids(catalogue.savedQueries))
    case 'resolution':
      return new Set(ids(catalogue.resolutions))
    case 'sprint':
      return new Set(ids(catalogue.sprints))
    case 'status':
      return new Set(ids(catalogue.statuses))
    case 'type':
      return new Set(ids(catalogue.types))
    case 'user':
      return new Set(ids(catalogue.people))
    case 'version':
      return new Set(ids(catalogue.versions))
  }
}
