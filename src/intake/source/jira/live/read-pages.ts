import { countOf, elementsOf, objectOf } from '../json.ts'
import { JiraError } from './jira-error.ts'

/** How to read a list in pages. */
export interface PagedList {
  /** Names the list in errors: method and path. */
  readonly request: string
  readonly read: (startAt: number) => Promise<unknown>
  /** Returns what identifies an element. */
  readonly idOf: (element: unknown) => string | null
  /** The members in which a page may have its elements; by default `values`. */
  readonly members?: readonly string[]
  /** Whether a plain array is a page, and not the whole list. */
  readonly isArrayPaged?: boolean
}

/**
 * Reads all pages of a list, without duplicates. Throws JiraError `incomplete` when the list ends before the number of
 * elements that the tracker says.
 */
export async function readPages({
  request,
  read,
  idOf,
  members,
  isArrayPaged,
}: PagedList): Promise<readonly unknown[]> {
  const found = new Map<string, unknown>()
  let startAt = 0
  for (;;) {
    const page = await read(startAt)
    const elements = elementsOf(page, members)
    if (elements === null) throw new JiraError('unreadable', request, 'the response is no list')
    const before = found.size
    elements.forEach((element, i) => {
      const id = idOf(element) ?? `#${startAt + i}`
      if (!found.has(id)) found.set(id, element)
    })
    startAt += elements.length
    if (
      Array.isArray(page) ? !isArrayPaged || found.size === before : isLastPage(page, startAt, found.size === before)
    ) {
      const total = countOf(objectOf(page)?.total)
      if (total === null || startAt >= total) return [...found.values()]
      throw new JiraError('incomplete', request, `the list ended after ${startAt} of ${total} elements`)
    }
  }
}

function isLastPage(page: unknown, startAt: number, isWithoutProgress: boolean): boolean {
  const { isLast, total } = objectOf(page) ?? {}
  if (isWithoutProgress || isLast === true) return true
  const count = countOf(total)
  // A page that says neither is followed by another request: the list may be longer than a page.
  return count !== null && startAt >= count
}
