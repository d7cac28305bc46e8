import type { Catalogue } from '../../catalogue/model.ts'
import type { ReportNames } from '../../catalogue/report-names.ts'

/** How things are called, as whoever asks may see them: by their id. */
export interface Names {
  readonly catalogue: ReportNames
  readonly rows: Catalogue
  readonly status: (id: string) => string
  /** Of nobody: Unassigned. */
  readonly person: (id: string | null) => string
  /** Who did something; `null` for nobody. */
  readonly actor: (id: string | null) => string | null
  /** The present name of a value of a field of this kind; `null` where it is named by itself. */
  readonly value: (kind: string, id: string) => string | null
  readonly members: (group: string) => ReadonlySet<string>
}

/** The names in a catalogue. */
export function namesIn(rows: Catalogue, catalogue: ReportNames): Names {
  const person = (id: string) => catalogue.personById(id)?.displayName ?? id
  const nameIn = (named: readonly { readonly id: string; readonly name: string }[], id: string) =>
    named.find(one => one.id === id)?.name ?? null
  return {
    catalogue,
    rows,
    status: id => catalogue.status(id)?.name ?? id,
    person: id => (id === null ? 'Unassigned' : person(id)),
    actor: id => (id === null ? null : person(id)),
    value: (kind, id) => {
      const dictionary = DICTIONARIES.get(kind)
      return dictionary ? nameIn(dictionary(rows), id) : null
    },
    members: group => new Set(rows.groups.find(({ name }) => name === group)?.members),
  }
}

/** The dictionary of each kind of values that have one. */
const DICTIONARIES: ReadonlyMap<
  string,
  (rows: Catalogue) => readonly { readonly id: string; readonly name: string }[]
> = new Map([
  ['status', rows => rows.statuses],
  ['type', rows => rows.types],
  ['priority', rows => rows.priorities],
  ['resolution', rows => rows.resolutions],
  ['version', rows => rows.versions],
  ['component', rows => rows.components],
  ['sprint', rows => rows.sprints],
  ['project', rows => rows.projects.map(({ ref, name }) => ({ id: ref, name }))],
  ['user', rows => rows.people.map(({ id, displayName }) => ({ id, name: displayName }))],
])
