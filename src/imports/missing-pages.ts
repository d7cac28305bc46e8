import type { SearchPage } from '../source/source-document.ts'

/** An answer of a search of which the files hold only a part; `total` is `null` where the tracker does not say it. */
export interface MissingPages {
  readonly found: number
  readonly total: number | null
}

/**
 * Returns the searches whose pages hold fewer issues than they say there are, or of which a page is cut off.
 *
 * `pages` are in the order of the files. A page that starts at 0 begins another search; pages before the first of these
 * belong to it, because files may be sorted by name. The page that starts last knows the total best.
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
