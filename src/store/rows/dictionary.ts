import type { Entity, Observation } from '../../core/history/model.ts'

type Cell = string | number | boolean | null

/** The columns of a dictionary table except `id`, with the function that reads each from an entity. */
type Columns<K extends Entity['kind']> = Readonly<Record<string, (entity: Extract<Entity, { kind: K }>) => Cell>>

interface Dictionary<K extends Entity['kind']> {
  readonly table: string
  readonly columns: Columns<K>
}

/** The table of each kind of entity, and its columns between `id` and `authority`. */
export const dictionaries: { readonly [K in Entity['kind']]: Dictionary<K> } = {
  field: {
    table: 'field',
    columns: {
      name: e => e.name,
      kind: e => e.type,
      multi: e => e.multi,
      alias: e => e.alias ?? null,
      untranslated_name: e => e.untranslatedName ?? null,
    },
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
  type: {
    table: 'issue_type',
    columns: { name: e => e.name, subtask: e => e.subtask, hierarchy_level: e => e.hierarchyLevel },
  },
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
    columns: {
      name: e => e.name,
      state: e => e.state,
      start_ms: e => e.start,
      end_ms: e => e.end,
      completed_ms: e => e.completed,
    },
  },
}

/** A row of a dictionary table, by column name. */
export type DictionaryRow = Record<string, Cell>

/** The authority of entities that are known only by name: their id is the name. */
export const NAME_ONLY = 0

const AUTHORITY = { history: 1, present: 2, list: 3 } as const

type Column = readonly [name: string, cell: (entity: Entity) => Cell]

const COLUMNS = Object.fromEntries(
  Object.entries(dictionaries).map(([kind, { columns }]) => [kind, Object.entries(columns)]),
) as unknown as Record<Entity['kind'], readonly Column[]>

/** Returns the row for an observation. */
export function dictionaryRow({ entity, authority, at }: Observation): DictionaryRow {
  const row: DictionaryRow = { id: entity.id }
  for (const [name, cell] of COLUMNS[entity.kind]) row[name] = cell(entity)
  row.authority = AUTHORITY[authority]
  row.seen_ms = at
  return row
}

/**
 * Merges an observation into the row of its entity, and returns whether the row changed.
 *
 * Values of the higher authority win, and of the later observation among equals. Missing values are filled from the
 * other. The order of observations does not matter.
 */
export function improveRow(row: DictionaryRow, observation: Observation): boolean {
  const { entity, authority, at } = observation
  if (entity.kind === 'person' && (authority === 'history') !== Number(row.authority) <= AUTHORITY.history) {
    // A history only has an id and a name. Whether the id is a key or an account id is a guess, unlike in a user
    // object.
    if (authority !== 'history') Object.assign(row, dictionaryRow(observation))
    return authority !== 'history'
  }
  const stronger = isStronger(row, entity, AUTHORITY[authority], at)
  let changed = false
  // Called for every name in every history, so it must not allocate without changes.
  for (const [name, cell] of COLUMNS[entity.kind]) {
    const value = cell(entity)
    const before = row[name]!
    if (value === null || value === before || !(stronger || before === null)) continue
    row[name] = value
    changed = true
  }
  if (!stronger) return changed
  changed ||= row.authority !== AUTHORITY[authority] || row.seen_ms !== at
  row.authority = AUTHORITY[authority]
  row.seen_ms = at
  return changed
}

/** Fills missing values of a row from another row of the same entity. */
export function fillRow(row: DictionaryRow, other: DictionaryRow): void {
  for (const [name, cell] of Object.entries(other)) row[name] ??= cell
}

function isStronger(row: DictionaryRow, entity: Entity, authority: number, at: number): boolean {
  const step = authority - Number(row.authority) || at - Number(row.seen_ms)
  if (step !== 0) return step > 0
  // A tie: any fixed choice makes the result independent of the order of the files.
  return nameOf(entity) > String(row.name ?? row.display_name)
}

function nameOf(entity: Entity): string {
  return entity.kind === 'person' ? (entity.name ?? entity.displayName) : entity.name
}
