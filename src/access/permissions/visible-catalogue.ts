import { inSlices } from '../../core/base/in-slices.ts'
import type { Catalogue, Group, Person } from '../../core/catalogue/model.ts'
import { systemFields } from '../../core/fields/system-fields.ts'
import type { PresentState } from '../../store/engine/report-engine.ts'
import type { Run } from '../../store/engine/run-query.ts'
import type { Browsable, BrowsableIssues } from '../../store/plan/browsable.ts'
import { readFirstVisibleCreation } from '../../store/rows/named-issues.ts'
import { readCatalogue } from '../../store/rows/read-catalogue.ts'
import { inOrderOfUse } from '../../store/rows/status-order.ts'
import { readIssuePermissionDigest } from '../../store/rows/tracker-permissions.ts'
import { NAMED, readValueUse, type ValueUse } from '../../store/rows/value-use.ts'
import { browsableIn } from './browsable-in.ts'
import { readQueries, visibleQueries } from './visible-queries.ts'
import { visibleWorkflows } from './visible-workflows.ts'

/** The maximum number of cached catalogues for one revision of the store, one for each set of visible issues. */
const MAX_CACHED = 50

const SYSTEM_FIELDS: ReadonlySet<string> = new Set(systemFields.map(({ id }) => id))

const cache = new WeakMap<Catalogue, Map<string, Promise<Catalogue>>>()

/**
 * Returns the catalogue of a snapshot, filtered for a caller who may browse these issues.
 *
 * Leaves out projects, people, values, fields, groups and saved queries that occur only in hidden issues, also in
 * workflows. Requests treat them as if they did not exist. The result is cached for each set of visible issues and revision of the store.
 * `readOwn` reads the catalogue of a published state, which is filtered by the present use of names.
 */
export async function visibleCatalogue(
  { run, cached }: PresentState,
  callers: Browsable,
  readOwn = readCatalogue,
): Promise<Catalogue> {
  const catalogue = await cached(readOwn)
  const browsable = await browsableIn({ cached }, { browsable: callers })
  if (browsable === null) return catalogue
  const catalogues = cache.get(catalogue) ?? new Map<string, Promise<Catalogue>>()
  cache.set(catalogue, catalogues)
  const key = await keyOf(run, browsable)
  const known = catalogues.get(key)
  // Another request is computing it. If that one is cancelled, this one computes its own.
  const shared = known && (await known.catch(() => null))
  if (shared) return shared
  const catalogueInProgress = filterCatalogue(run, catalogue, browsable)
  if (catalogues.size >= MAX_CACHED) catalogues.delete(catalogues.keys().next().value!)
  catalogues.set(key, catalogueInProgress)
  try {
    return await catalogueInProgress
  } catch (error) {
    if (catalogues.get(key) === catalogueInProgress) catalogues.delete(key)
    throw error
  }
}

/** Returns a key that is equal for callers who may browse the same issues of the snapshot. */
async function keyOf(run: Run, { projects, levels }: BrowsableIssues): Promise<string> {
  if (levels === null) return projects.join()
  const granted: string[] = []
  for (const { projects, account } of levels) {
    const issues = account === null ? 'all' : await readIssuePermissionDigest(run, account)
    granted.push(`${issues} ${projects}`)
  }
  return [projects, ...granted.sort()].join(';')
}

async function filterCatalogue(run: Run, catalogue: Catalogue, browsable: BrowsableIssues): Promise<Catalogue> {
  const used = await readValueUse(run, browsable)
  const isUsed = (kind: string) => (one: { readonly id: string }) => used.get(kind)?.get(one.id) === true
  const isListedOnly = (kind: string, isListed: boolean, id: string) => isListed && !used.get(kind)?.has(id)
  const ids = new Set(browsable.projects)
  const isNamed = isUsed('named user')
  const people = catalogue.people.filter(isUsed('user')).map(person => withKnownNames(person, isNamed(person)))
  const statuses = catalogue.statuses.filter(
    one => isUsed('status')(one) || isListedOnly('status', !one.deleted, one.id),
  )
  const visible: Catalogue = {
    ...catalogue,
    projects: catalogue.projects.filter(({ id }) => ids.has(id)),
    people,
    statuses: await inOrderOfUse(run, statuses, browsable),
    fields: catalogue.fields.filter(
      one => isUsed('field')(one) || isListedOnly('field', one.listed, one.id) || isListedSystemField(one),
    ),
    groups: visibleGroups(catalogue, new Set(people.map(({ id }) => id))),
    types: catalogue.types.filter(isUsed('type')),
    priorities: catalogue.priorities.filter(isUsed('priority')),
    resolutions: catalogue.resolutions.filter(isUsed('resolution')),
    versions: catalogue.versions.filter(isUsed('version')),
    components: catalogue.components.filter(isUsed('component')),
    sprints: catalogue.sprints.filter(isUsed('sprint')),
    valueNames: usedNames(used, catalogue),
    firstCreated: await readFirstVisibleCreation(run, browsable),
  }
  return {
    ...visible,
    savedQueries: await visibleQueries(
      run,
      await inSlices(readQueries(catalogue.savedQueries)),
      { catalogue, visible },
      browsable,
    ),
    workflows: await visibleWorkflows(catalogue, visible),
  }
}

/** A listed field that every tracker has reveals nothing, even when only hidden issues have values of it. */
function isListedSystemField({ id, listed }: Catalogue['fields'][number]): boolean {
  return listed && SYSTEM_FIELDS.has(id)
}

/**
 * Removes the names that may come from a hidden issue. Histories have only ids and display names of people, so other
 * names come from present values. Only people in the tracker's own list keep all names.
 */
function withKnownNames(person: Person, isNamed: boolean): Person {
  if (person.listed) return person
  return isNamed ? { ...person, email: null } : { ...person, name: null, key: null, accountId: null, email: null }
}

/** Returns the groups with their visible members. Keeps a group without any members, because it reveals nothing. */
function visibleGroups({ groups }: Catalogue, people: ReadonlySet<string>): Group[] {
  return groups
    .map(({ name, members }) => ({ name, members: members.filter(id => people.has(id)), empty: members.length === 0 }))
    .filter(({ members, empty }) => members.length > 0 || empty)
    .map(({ name, members }) => ({ name, members }))
}

function usedNames(use: ValueUse, { valueNames }: Catalogue): Catalogue['valueNames'] {
  return Object.fromEntries(
    Object.entries(valueNames).map(([id, names]) => [id, names.filter(name => use.get(NAMED + id)?.get(name))]),
  )
}
