import type { Catalogue, CatalogueStatus } from './catalogue.ts'
import { NoMeaning } from './mistakes.ts'

/** The status that a text means. */
export function meantStatus(catalogue: Catalogue, text: string): CatalogueStatus | NoMeaning {
  return catalogue.status(text.trim()) ?? new NoMeaning('is not the id of a status')
}
