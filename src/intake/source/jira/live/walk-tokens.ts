import { isCloseTo } from '../../is-close-to.ts'
import type { ListedIssue } from '../../tracker.ts'
import type { Search } from './issue-search.ts'
import { collectIssues, incomplete, type ReadUpdated, type Walk, WindowTooLarge } from './list-issues.ts'

const REQUEST = 'POST /rest/api/3/search/jql'
const PAGE_SIZE = 5000
const EMPTY_PAGES = 3

/** The dependencies of a walk by tokens. */
export interface TokenWalk {
  readonly search: Search
  /** Returns how many issues a query finds; `null` when the tracker cannot say. */
  readonly count: (jql: string) => Promise<number | null>
  readonly readUpdated: ReadUpdated
  /** Whether an empty result needs no check. */
  readonly mayBeEmpty: boolean
}

/**
 * Returns a walk by the page tokens of Jira Cloud.
 *
 * A walk that ends normally may still be incomplete, so its issues are counted. If some are missing, the query is walked
 * once more.
 */
export function tokenWalk(parts: TokenWalk): Walk {
  return async function* (jql, limit) {
    const collected = collectIssues(parts.readUpdated)
    let expected: number | null = null
    for (let round = 1; round <= 2; round++) {
      yield* walkOnce(jql, limit, collected, parts)
      if (collected.ids.size === 0 && parts.mayBeEmpty) return
      expected = await parts.count(jql)
      if (expected === null || collected.ids.size >= expected) return
    }
    if (!isCloseTo(collected.ids.size, expected!)) {
      throw incomplete(REQUEST, `it ended after ${collected.ids.size} of ${expected} issues`)
    }
  }
}

async function* walkOnce(
  jql: string,
  limit: number,
  collected: ReturnType<typeof collectIssues>,
  { search, count }: TokenWalk,
): AsyncGenerator<readonly ListedIssue[]> {
  const tokens = new Set<string>()
  const ids = new Set<unknown>()
  let token: string | null = null
  let emptyPages = 0
  for (;;) {
    const page = await search({ jql, fields: ['updated'], maxResults: PAGE_SIZE, token })
    if (page.warnings.length > 0) throw incomplete(REQUEST, page.warnings.join('; '))
    const before = ids.size
    for (const { id } of page.issues) ids.add(id)
    emptyPages = page.issues.length === 0 ? emptyPages + 1 : 0
    const fresh = await collected.add(page.issues)
    if (fresh.length > 0) yield fresh

    const next = page.isLast === true ? null : page.nextToken
    if (next === null) return
    if (tokens.has(next)) throw incomplete(REQUEST, 'the tracker repeats the token of a page')
    if (emptyPages >= EMPTY_PAGES) throw incomplete(REQUEST, `${EMPTY_PAGES} pages in a row were empty`)
    if (page.issues.length > 0 && ids.size === before) throw incomplete(REQUEST, 'a page repeats the one before it')
    if (token === null && limit !== Number.POSITIVE_INFINITY) {
      const expected = page.total ?? (await count(jql))
      if (expected !== null && expected > limit) throw new WindowTooLarge()
    }
    tokens.add(next)
    token = next
  }
}
