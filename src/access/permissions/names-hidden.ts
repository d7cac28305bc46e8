import type { Steps } from '../../core/base/in-slices.ts'
import type { Catalogue } from '../../core/catalogue/model.ts'
import type { NamedIds, NamedKind } from '../../store/plan/named-in-plan.ts'

/** The ids in catalogues, by kind. Cached, because a page of exports needs them for each export. */
const known = new WeakMap<Catalogue, Map<NamedKind, ReadonlySet<string>>>()

/** The number of ids in one step. */
const STEP_IDS = 100

/** Returns whether a named item is in the `whole` catalogue, but missing from the caller's `visible` one. */
export function* namesHidden(named: NamedIds, whole: Catalogue, visible: Catalogue): Steps<boolean> {
  if (whole === visible) return false
  for (const kind of Object.keys(named) as NamedKind[]) {
    const [all, shown] = [yield* idsIn(whole, kind), yield* idsIn(visible, kind)]
    if (named[kind]!.some(id => all.has(id) && !shown.has(id))) return true
  }
  return false
}

/** Returns the ids of the users whose login names, keys or account ids a catalogue has. */
export function knownLogins(catalogue: Catalogue): Steps<ReadonlySet<string>> {
  return idsIn(catalogue, 'login')
}

function* idsIn(catalogue: Catalogue, kind: NamedKind): Steps<ReadonlySet<string>> {
  const ofCatalogue = known.get(catalogue) ?? new Map<NamedKind, ReadonlySet<string>>()
  known.set(catalogue, ofCatalogue)
  const found = ofCatalogue.get(kind)
  if (found) return found
  const ids = new Set<string>()
  for (const id of listed(catalogue, kind)) {
    ids.add(id)
    // Reading the clock between steps costs more than adding an id.
    if (ids.size % STEP_IDS === 0) yield
  }
  ofCatalogue.set(kind, ids)
  return ids
}

function* listed(catalogue: Catalogue, kind: NamedKind): Iterable<string> {
  switch (kind) {
    case 'group':
      for (const { name } of catalogue.groups) yield name
      return
    case 'issue':
      // Issues are not in catalogues.
      return
    case 'login':
      for (const { id, name, key, accountId } of catalogue.people) if (name ?? key ?? accountId) yield id
      return
    case 'project':
      for (const { ref } of catalogue.projects) yield ref
      return
    case 'component':
    case 'field':
    case 'priority':
    case 'query':
    case 'resolution':
    case 'sprint':
    case 'status':
    case 'type':
    case 'user':
    case 'version':
      for (const { id } of catalogue[LISTS[kind]]) yield id
  }
}

/** The lists of a catalogue with things that have an id. */
const LISTS = {
  component: 'components',
  field: 'fields',
  priority: 'priorities',
  query: 'savedQueries',
  resolution: 'resolutions',
  sprint: 'sprints',
  status: 'statuses',
  type: 'types',
  user: 'people',
  version: 'versions',
} as const
