import { isCloseTo } from '../../is-close-to.ts'
import type { ListedIssue } from '../../tracker.ts'
import { textOf } from '../json.ts'
import type { Search } from './issue-search.ts'
import {
  type Collected,
  collectIssues,
  incomplete,
  type ReadUpdated,
  type Walk,
  WindowTooLarge,
} from './list-issues.ts'

const REQUEST = 'GET /rest/api/2/search'
const PAGE_SIZE = 1000
/** How many issues of a page are requested again with the next one. */
const OVERLAP = 20
const ROUNDS = 3

/** The dependencies of a walk by offsets. */
export interface OffsetWalk {
  readonly search: Search
  readonly readUpdated: ReadUpdated
}

/** How a walk ended: complete, or with the reason to repeat it. */
type Ending =
  | { readonly isComplete: true }
  | { readonly isComplete: false; readonly reason: string; readonly isClose: boolean }

/**
 * Returns a walk by the offsets of Data Center.
 *
 * A write between two pages moves the issues after it. So each page begins with the last issues of the page before it.
 * If they do not come again, the query is walked once more, and at last divided.
 */
export function offsetWalk({ search, readUpdated }: OffsetWalk): Walk {
  return async function* (jql, limit) {
    const collected = collectIssues(readUpdated)
    for (let round = 1; ; round++) {
      const ending: Ending = yield* walkOnce(jql, limit, collected, search)
      if (ending.isComplete) return
      if (round < ROUNDS) continue
      if (ending.isClose) return
      if (limit !== Number.POSITIVE_INFINITY) throw new WindowTooLarge()
      throw incomplete(REQUEST, ending.reason)
    }
  }
}

async function* walkOnce(
  jql: string,
  limit: number,
  collected: Collected,
  search: Search,
): AsyncGenerator<readonly ListedIssue[], Ending> {
  const ids = new Set<string>()
  let startAt = 0
  let expectedAgain: readonly string[] = []
  for (;;) {
    const page = await search({ jql, fields: ['updated'], maxResults: PAGE_SIZE, startAt })
    if (page.warnings.length > 0) throw incomplete(REQUEST, page.warnings.join('; '))
    const { total } = page
    if (total !== null && total > limit) throw new WindowTooLarge()
    const pageIds = page.issues.map(issue => textOf(issue.id)!)
    if (!beginsWith(pageIds, expectedAgain)) return moved
    const before = ids.size
    for (const id of pageIds) ids.add(id)
    const fresh = await collected.add(page.issues)
    if (fresh.length > 0) yield fresh

    const end = startAt + pageIds.length
    const isShort = page.pageSize !== null && pageIds.length < page.pageSize
    // A full page is never taken for the last one, even if the tracker says so. Without a total, neither is a short page:
    // some trackers return fewer issues than the page size that they say.
    const isLast = total !== null && end >= total && (isShort || page.pageSize === null)
    if (isLast || ids.size === before) return endingOf(ids.size, total)
    const overlap = Math.min(OVERLAP, Math.floor(pageIds.length / 2))
    expectedAgain = pageIds.slice(pageIds.length - overlap)
    startAt = end - overlap
  }
}

const moved: Ending = { isComplete: false, reason: 'issues moved between two pages', isClose: false }

function endingOf(found: number, total: number | null): Ending {
  if (total === null || found >= total) return { isComplete: true }
  const reason = `it ended after ${found} of ${total} issues`
  return { isComplete: false, reason, isClose: isCloseTo(found, total) }
}

/** Returns whether a page begins with these issues. Those that were created at the same time have no order. */
function beginsWith(ids: readonly string[], expected: readonly string[]): boolean {
  const first = new Set(ids.slice(0, expected.length))
  return expected.every(id => first.has(id))
}
