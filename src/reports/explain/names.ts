import { jqlCatalogueOf } from '../../catalogue/jql-catalogue.ts'
import type { Catalogue } from '../../catalogue/model.ts'
import { type ReportNames, reportNamesOf } from '../../catalogue/report-names.ts'
import { dictionaryOf, type FieldKind } from '../../fields/field.ts'

/** How things are called, as whoever asks may see them: by their id. */
export interface Names {
  readonly catalogue: Catalogue
  readonly reportNames: ReportNames
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
export function namesIn(catalogue: Catalogue): Names {
  const reportNames = reportNamesOf(catalogue)
  const person = (id: string) => reportNames.personById(id)?.displayName ?? id
  return {
    catalogue,
    reportNames,
    status: id => reportNames.status(id)?.name ?? id,
    person: id => (id === null ? 'Unassigned' : person(id)),
    actor: id => (id === null ? null : person(id)),
    value: (kind, id) => {
      const dictionary = dictionaryOf(kind)
      const entries = dictionary === null ? [] : jqlCatalogueOf(catalogue).entries(dictionary)
      return entries.find(entry => entry.id === id)?.name ?? null
    },
    members: group => new Set(catalogue.groups.find(({ name }) => name === group)?.members),
  }
}
