import { createContext, useContext } from 'react'
import type { PageCatalogue } from '../../service/page-types.ts'

/** Given by the frame once it is there. */
export const CatalogueContext = createContext<PageCatalogue | null>(null)

/** What choices are made from. */
export function useCatalogue(): PageCatalogue {
  const catalogue = useContext(CatalogueContext)
  if (!catalogue) throw new Error('outside of the frame')
  return catalogue
}
