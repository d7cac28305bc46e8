import type { CatalogueRows } from '../store/catalogue-rows.ts'
import { readCatalogue } from '../store/catalogue-rows.ts'
import { readFirstVisibleCreation } from '../store/named-issues.ts'
import type { Snapshot } from '../store/report-engine.ts'
import type { Run } from '../store/run-query.ts'
import { NAMED, readValueUse, type ValueUse } from '../store/value-use.ts'
import { visibleQueries } from './visible-queries.ts'

type Person = CatalogueRows['people'][number]

/** The most sets of projects whose catalogues are cached for one state of the store. */
const MOST_CACHED = 50

const cache = new WeakMap<CatalogueRows, Map<string, Promise<CatalogueRows>>>()

/**
 * Returns the dictionaries of a snapshot as a caller sees them who may browse some projects only; `null` is all.
 *
 * What no issue of these projects ever held is not in them, so that it is answered like something that does not exist:
 * projects, people, values of every kind, fields, the groups of such people, and saved queries that name any of these.
 * They are made once for each set of projects and state of the store.
 */
export async function visibleCatalogue(
  { run, cached }: Pick<Snapshot, 'run' | 'cached'>,
  browsable: readonly number[] | null,
): Promise<CatalogueRows> {
  const rows = await cached(readCatalogue)
  if (browsable === null) return rows
  const catalogues = cache.get(rows) ?? new Map<string, Promise<CatalogueRows>>()
  cache.set(rows, catalogues)
  const key = browsable.join()
  const known = catalogues.get(key)
  // Another request makes it. When that one is cancelled, this one makes its own.
  const shared = known && (await known.catch(() => null))
  if (shared) return shared
  const making = visibleRows(run, rows, browsable)
  if (catalogues.size >= MOST_CACHED) catalogues.delete(catalogues.keys().next().value!)
  catalogues.set(key, making)
  try {
    return await making
  } catch (error) {
    if (catalogues.get(key) === making) catalogues.delete(key)
    throw error
  }
}

async function visibleRows(run: Run, rows: CatalogueRows, browsable: readonly number[]): Promise<CatalogueRows> {
  const used = await readValueUse(run, browsable)
  const seen = (kind: string) => (one: { readonly id: string }) => used.get(kind)?.get(one.id) === true
  const listed = (kind: string, isListed: boolean, id: string) => isListed && !used.get(kind)?.has(id)
  const ids = new Set(browsable)
  const isNamed = seen('named user')
  const people = rows.people.filter(seen('user')).map(person => withKnownNames(person, isNamed(person)))
  const visible: CatalogueRows = {
    ...rows,
    projects: rows.projects.filter(({ id }) => ids.has(id)),
    people,
    statuses: rows.statuses.filter(one => seen('status')(one) || listed('status', !one.deleted, one.id)),
    fields: rows.fields.filter(one => seen('field')(one) || listed('field', one.listed, one.id)),
    groups: visibleGroups(rows, new Set(people.map(({ id }) => id))),
    types: rows.types.filter(seen('type')),
    priorities: rows.priorities.filter(seen('priority')),
    resolutions: rows.resolutions.filter(seen('resolution')),
    versions: rows.versions.filter(seen('version')),
    components: rows.components.filter(seen('component')),
    sprints: rows.sprints.filter(seen('sprint')),
    heldNames: heldNames(used, rows),
    firstCreated: await readFirstVisibleCreation(run, browsable),
  }
  return { ...visible, savedQueries: await visibleQueries(run, rows, visible, browsable) }
}

/**
 * Histories name people by id and display name only. A login may come from a hidden issue then, as any e-mail address
 * may that the tracker's own list does not have.
 */
function withKnownNames(person: Person, isNamed: boolean): Person {
  if (person.listed) return person
  return isNamed ? { ...person, email: null } : { ...person, name: null, key: null, accountId: null, email: null }
}

/** A group that nobody is in tells of nobody. */
function visibleGroups({ groups }: CatalogueRows, people: ReadonlySet<string>): CatalogueRows['groups'] {
  return groups
    .map(({ name, members }) => ({ name, members: members.filter(id => people.has(id)), empty: members.length === 0 }))
    .filter(({ members, empty }) => members.length > 0 || empty)
    .map(({ name, members }) => ({ name, members }))
}

function heldNames(use: ValueUse, { heldNames }: CatalogueRows): CatalogueRows['heldNames'] {
  return Object.fromEntries(
    Object.entries(heldNames).map(([id, names]) => [id, names.filter(name => use.get(NAMED + id)?.get(name))]),
  )
}
