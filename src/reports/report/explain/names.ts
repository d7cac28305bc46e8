import { jqlCatalogueOf } from '../../../core/catalogue/jql-catalogue.ts'
import type { Catalogue } from '../../../core/catalogue/model.ts'
import { type ReportNames, reportNamesOf } from '../../../core/catalogue/report-names.ts'
import { dictionaryOf, type FieldKind } from '../../../core/fields/field.ts'

/** The names of entities by their id, filtered to what the caller may see. */
export interface Names {
  readonly catalogue: Catalogue
  readonly reportNames: ReportNames
  readonly status: (id: string) => string
  /** Returns `Unassigned` for nobody. */
  readonly person: (id: string | null) => string
  /** Returns the person who made a change; `null` for nobody. */
  readonly actor: (id: string | null) => string | null
  /** Returns the present name of a value of a field of this kind; `null` when the value is its own name. */
  readonly value: (kind: FieldKind, id: string) => string | null
  readonly members: (group: string) => ReadonlySet<string>
}

/** Returns the names in a catalogue. */
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
