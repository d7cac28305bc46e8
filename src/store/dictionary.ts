import type { Entity, Sighting } from '../history/model.ts'

type Cell = string | number | boolean | null

/** One column of a dictionary table beside `id`, and where an entity keeps it. */
type Columns<K extends Entity['kind']> = Readonly<Record<string, (entity: Extract<Entity, { kind: K }>) => Cell>>

interface Dictionary<K extends Entity['kind']> {
  readonly table: string
  readonly columns: Columns<K>
}

/** Where the entities of each kind are kept: the table, and its columns between `id` and `authority`. */
export const dictionaries: { readonly [K in Entity['kind']]: Dictionary<K> } = {
  field: {
    table: 'field',
    columns: { name: e => e.name, kind: e => e.type, multi: e => e.multi, alias: e => e.alias ?? null },
  },
  status: {
    table: 'status',
    columns: { name: e => e.name, category: e => e.category, position: () => null, listed: () => false },
  },
  person: {
    table: 'person',
    columns: {
      name: e => e.name,
      key: e => e.key,
      account_id: e => e.accountId,
      display_name: e => e.displayName,
      email: e => e.email,
      active: e => e.active,
      time_zone: e => e.timeZone,
    },
  },
  type: { table: 'issue_type', columns: { name: e => e.name, subtask: e => e.subtask } },
  priority: { table: 'priority', columns: { name: e => e.name } },
  resolution: { table: 'resolution', columns: { name: e => e.name } },
  version: {
    table: 'version',
    columns: {
      project_ref: e => e.projectId,
      name: e => e.name,
      released: e => e.released,
      archived: e => e.archived,
      release_date: e => e.releaseDate,
    },
  },
  component: { table: 'component', columns: { project_ref: e => e.projectId, name: e => e.name } },
  sprint: {
    table: 'sprint',
    columns: { name: e => e.name, state: e => e.state, start_ms: e => e.start, end_ms: e => e.end },
  },
}

/** A row of a dictionary table by column name. */
export type DictionaryRow = Record<string, Cell>

const AUTHORITY = { history: 1, present: 2, list: 3 } as const

/** The row a sighting amounts to. */
export function dictionaryRow({ entity, authority, at }: Sighting): DictionaryRow {
  const { columns } = dictionaries[entity.kind] as Dictionary<Entity['kind']>
  const row: DictionaryRow = { id: entity.id }
  for (const [name, cell] of Object.entries(columns)) row[name] = (cell as (e: Entity) => Cell)(entity)
  row.authority = AUTHORITY[authority]
  row.seen_ms = at
  return row
}

/**
 * What is kept of two sightings of one entity: the words of the stronger, and of the later among equals. What the
 * winner does not know is kept from the other.
 */
export function strongerRow(a: DictionaryRow, b: DictionaryRow): DictionaryRow {
  const [loser, winner] = isStronger(b, a) ? [a, b] : [b, a]
  const row: DictionaryRow = {}
  for (const name of Object.keys(winner)) row[name] = winner[name] ?? loser[name] ?? null
  return row
}

function isStronger(b: DictionaryRow, a: DictionaryRow): boolean {
  const step = Number(b.authority) - Number(a.authority) || Number(b.seen_ms) - Number(a.seen_ms)
  // Equal in both: any fixed choice will do, so that the order of the files does not matter.
  return step > 0 || (step === 0 && String(b.name ?? b.display_name) > String(a.name ?? a.display_name))
}
