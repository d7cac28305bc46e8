import type { SearchPage } from '../source/source-document.ts'

/** A search whose pages are not all in the files; `total` is `null` if the tracker does not report it. */
export interface MissingPages {
  readonly found: number
  readonly total: number | null
}

/**
 * Returns the searches whose pages contain fewer issues than announced, or have a page that is cut off.
 *
 * `pages` are in the order of the files. A page that starts at 0 starts a new search. Pages before the first such page
 * belong to it, because files may be sorted by name. The page with the highest start has the most recent total.
 */
export function missingPages(pages: readonly SearchPage[]): readonly MissingPages[] {
  const numbered = pages.filter(({ total }) => total !== null)
  const parts = searchesOf(numbered).flatMap((search): MissingPages[] => {
    const found = search.reduce((sum, { issues }) => sum + issues, 0)
    const { total } = search.reduce((last, page) => (page.startAt >= last.startAt ? page : last))
    return found < total! ? [{ found, total }] : []
  })
  const others = pages.filter(({ total }) => total === null)
  const found = others.reduce((sum, { issues }) => sum + issues, 0)
  const hasEnd = others.some(({ goesOn }) => !goesOn)
  const isCut = others.some(page => page.isCut)
  return others.length > 0 && (isCut || !hasEnd) ? [...parts, { found, total: null }] : parts
}

function searchesOf(pages: readonly SearchPage[]): SearchPage[][] {
  const searches: SearchPage[][] = []
  let isStarted = false
  for (const page of pages) {
    const search = searches.at(-1)
    if (search && !(page.startAt === 0 && isStarted)) search.push(page)
    else searches.push([page])
    isStarted ||= page.startAt === 0
  }
  return searches
}
