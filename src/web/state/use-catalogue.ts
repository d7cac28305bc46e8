import { createContext, useContext } from 'react'
import type { PageCatalogue } from '../../reports/page/page-types.ts'

/** Provided by App once the catalogue has loaded. */
export const CatalogueContext = createContext<PageCatalogue | null>(null)

/** Returns the catalogue: projects, statuses, fields and more. */
export function useCatalogue(): PageCatalogue {
  const catalogue = useContext(CatalogueContext)
  if (!catalogue) throw new Error('outside of the frame')
  return catalogue
}
