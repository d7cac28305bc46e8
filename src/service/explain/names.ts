import { jqlCatalogueOf } from '../../catalogue/jql-catalogue.ts'
import type { Catalogue } from '../../catalogue/model.ts'
import type { ReportNames } from '../../catalogue/report-names.ts'
import { dictionaryOf, type FieldKind } from '../../fields/field.ts'

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
  readonly value: (kind: FieldKind, id: string) => string | null
  readonly members: (group: string) => ReadonlySet<string>
}

/** The names in a catalogue. */
export function namesIn(rows: Catalogue, catalogue: ReportNames): Names {
  const person = (id: string) => catalogue.personById(id)?.displayName ?? id
  return {
    catalogue,
    rows,
    status: id => catalogue.status(id)?.name ?? id,
    person: id => (id === null ? 'Unassigned' : person(id)),
    actor: id => (id === null ? null : person(id)),
    value: (kind, id) => {
      const dictionary = dictionaryOf(kind)
      const entry =
        dictionary &&
        jqlCatalogueOf(rows)
          .entries(dictionary)
          .find(one => one.id === id)
      return entry?.name ?? null
    },
    members: group => new Set(rows.groups.find(({ name }) => name === group)?.members),
  }
}
