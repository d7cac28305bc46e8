import { mayBeSeen, mayBrowse } from '../sql/browsable.ts'
import { duckdb } from '../sql/dialect/duckdb.ts'
import { bigints, joinSql, sql, toQuery, varchar } from '../sql/sql.ts'
import type { CatalogueRows } from '../store/catalogue-rows.ts'
import type { Run } from '../store/engine.ts'
import type { Store } from '../store/store.ts'
import { visibleQueries } from './visible-queries.ts'

type Person = CatalogueRows['people'][number]

/** The most sights whose catalogues are kept for one state of the store. */
const MOST_KEPT = 50

const kept = new WeakMap<CatalogueRows, Map<string, Promise<CatalogueRows>>>()

/**
 * The dictionaries as somebody sees them who may browse some projects only; `null` stands for all.
 *
 * What no issue of these projects ever held is not in them, so that it is answered as what does not exist: projects,
 * people, values of every kind, fields, the groups of such people, and saved queries that name any of these. Made once
 * for each set of projects and state of the store.
 */
export async function visibleCatalogue(store: Store, browsable: readonly number[] | null): Promise<CatalogueRows> {
  const rows = await store.catalogue()
  if (browsable === null) return rows
  const sights = kept.get(rows) ?? new Map<string, Promise<CatalogueRows>>()
  kept.set(rows, sights)
  const key = browsable.join()
  const known = sights.get(key)
  if (known) return known
  const making = visibleRows(store, rows, browsable)
  if (sights.size >= MOST_KEPT) sights.delete(sights.keys().next().value!)
  sights.set(key, making)
  making.catch(() => sights.delete(key))
  return making
}

async function visibleRows(store: Store, rows: CatalogueRows, browsable: readonly number[]): Promise<CatalogueRows> {
  const used = await store.snapshot(run => readUse(run, browsable))
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
    firstCreated: await firstCreated(store, browsable),
  }
  return { ...visible, savedQueries: await visibleQueries(store, rows, visible, browsable) }
}

async function firstCreated(store: Store, browsable: readonly number[]): Promise<number | null> {
  const first = sql`select min(i.created_ms) as first from issue i where ${mayBrowse(browsable)}`
  const [row] = await store.query(toQuery(first, duckdb.place))
  return row!.first === null ? null : Number(row!.first)
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

/** Whether each id of a kind was used in a project that may be browsed; an id that no project used is not in it. */
type Use = ReadonlyMap<string, ReadonlyMap<string, boolean>>

const NAMED = 'named:'

/** The kinds of the fields that every tracker has. */
const KIND = sql`case h.field_id
    when 'status' then 'status' when 'issuetype' then 'type' when 'priority' then 'priority'
    when 'resolution' then 'resolution' when 'assignee' then 'user' when 'reporter' then 'user' when 'creator' then 'user'
    when 'fixVersions' then 'version' when 'versions' then 'version' when 'components' then 'component'
    when 'sprint' then 'sprint' when 'project' then 'project' when 'parent' then 'issue'
    else coalesce(f.kind, 'text') end`

/** Kinds of values that nobody asks for by name. */
const NAMELESS = sql`('text', 'number', 'date', 'datetime')`

async function readUse(run: Run, browsable: readonly number[]): Promise<Use> {
  const query = sql`with field_kind as (
  select h.field_id, ${KIND} as kind from (select distinct field_id from stay union select distinct field_id from issue_value) h
  left join field f on f.id = h.field_id
), named as (
  select distinct s.project_id, k.kind, s.field_id, s.value_id, s.value
  from stay s join field_kind k using (field_id) where s.value_id is not null and k.kind not in ${NAMELESS}
  union
  select distinct i.project_id, k.kind, v.field_id, v.value_id, v.text
  from issue_value v join field_kind k using (field_id) join issue i on i.id = v.issue_id where k.kind not in ${NAMELESS}
), told as (
  select *, ${whetherSeen(browsable)} as is_seen from named
), used as (
  select project_id, kind, value_id as id, is_seen from told
  union select project_id, ${varchar(NAMED)} || field_id, value, is_seen from told
  union select project_id, 'field', field_id, true from stay
  union select i.project_id, 'field', v.field_id, true from issue_value v join issue i on i.id = v.issue_id
  union select i.project_id, 'field', c.field_id, true from change c join issue i on i.id = c.issue_id
  union select i.project_id, 'user', c.author_id, true from change c join issue i on i.id = c.issue_id
  union select project_id, 'user', actor_id, true from stay
  -- Where trackers tell a person whole: login, key, account id.
  union select i.project_id, 'named user', c.author_id, true from change c join issue i on i.id = c.issue_id
  union select project_id, 'named user', unnest([assignee_id, reporter_id, creator_id]), true from issue
  union select i.project_id, 'named user', v.value_id, true
  from issue_value v join field_kind k using (field_id) join issue i on i.id = v.issue_id where k.kind = 'user'
  union select project_id, 'user', unnest([assignee_id, reporter_id, creator_id]), true from issue
  union select project_id, 'status', status_id, true from issue
  union select project_id, 'type', type_id, true from issue
  union select project_id, 'priority', priority_id, true from issue
  union select project_id, 'resolution', resolution_id, true from issue
)
select kind, id, bool_or(is_seen and project_id in (select unnest(${bigints(browsable)}))) as seen
from used where id is not null group by kind, id`
  const use = new Map<string, Map<string, boolean>>()
  for (const { kind, id, seen } of await run(toQuery(query, duckdb.place))) {
    const ids = use.get(String(kind)) ?? new Map<string, boolean>()
    use.set(String(kind), ids.set(String(id), seen === true))
  }
  return use
}

/** Whether a row of `named` tells of nothing that is hidden. */
function whetherSeen(browsable: readonly number[]) {
  const cases = ['project', 'issue', 'version', 'component'].map(
    kind => sql`when ${varchar(kind)} then ${mayBeSeen({ kind }, sql`value_id`, sql`value`, browsable) ?? sql`true`}`,
  )
  return sql`case kind ${joinSql(cases, ' ')} else true end`
}

function heldNames(use: Use, { heldNames }: CatalogueRows): CatalogueRows['heldNames'] {
  return Object.fromEntries(
    Object.entries(heldNames).map(([id, names]) => [id, names.filter(name => use.get(NAMED + id)?.get(name))]),
  )
}
