import { partsOf } from '../../../../core/base/parts-of.ts'
import { type JsonObject, textOf } from '../json.ts'
import { isWorthHalving, type JiraError } from './jira-error.ts'

/** One fetched issue as JSON with its change log, or why it cannot be fetched. */
export type RawIssue = JsonObject | { readonly id: string; readonly problem: string }

/** How to fetch issues. */
export interface Fetching {
  /** Fetches a batch. Issues that do not exist are absent. */
  readonly fetchBatch: (ids: readonly string[]) => Promise<readonly RawIssue[]>
  /** Resolves when the tracker responds to a small request. */
  readonly checkAlive: () => Promise<void>
  readonly batchIssues: number
  readonly concurrency: number
}

/** How often a single issue is fetched while the tracker responds otherwise. */
const SINGLE_ATTEMPTS = 3

/**
 * Fetches issues in batches. A batch that is too large for the tracker is halved, down to single issues; a single issue
 * that fails repeatedly while the tracker responds otherwise is a problem.
 */
export async function* fetchIssues(fetching: Fetching, ids: readonly string[]): AsyncGenerator<readonly RawIssue[]> {
  const batches = partsOf([...new Set(ids)], fetching.batchIssues)
  yield* inParallel(batches, fetching.concurrency, batch => fetchHalving(fetching, batch))
}

async function fetchHalving(fetching: Fetching, ids: readonly string[], attempt = 1): Promise<readonly RawIssue[]> {
  try {
    return await fetching.fetchBatch(ids)
  } catch (error) {
    if (!isWorthHalving(error)) throw error
    // Without this check, a tracker that is down would look like many broken issues.
    if (error.failure === 'unavailable') await fetching.checkAlive()
    if (ids.length === 1) {
      // Few issues change in most rounds, so a short outage of one endpoint must not look like broken issues.
      const isRetried = error.failure === 'unavailable' && attempt < SINGLE_ATTEMPTS
      return isRetried ? fetchHalving(fetching, ids, attempt + 1) : [{ id: ids[0]!, problem: problemOf(error) }]
    }
    const middle = Math.ceil(ids.length / 2)
    const first = await fetchHalving(fetching, ids.slice(0, middle))
    return [...first, ...(await fetchHalving(fetching, ids.slice(middle)))]
  }
}

function problemOf({ request, message }: JiraError): string {
  return `${request}: ${message}`
}

/** Returns whether a fetched issue is a problem. */
export function isProblem(issue: RawIssue): issue is { readonly id: string; readonly problem: string } {
  return textOf((issue as { problem?: unknown }).problem) !== null && !('fields' in issue)
}

/**
 * Runs `work` for each element, at most `limit` at the same time, and yields the results as they arrive.
 *
 * The first error ends it; results and errors after that are ignored.
 */
export async function* inParallel<T, R>(
  elements: Iterable<T>,
  limit: number,
  work: (element: T) => Promise<R>,
): AsyncGenerator<R> {
  const running = new Map<number, Promise<{ readonly number: number; readonly result: R }>>()
  let started = 0
  const rest = elements[Symbol.iterator]()
  const fill = (): void => {
    while (running.size < limit) {
      const next = rest.next()
      if (next.done) return
      const number = started++
      const promise = work(next.value).then(result => ({ number, result }))
      // The loop below may have ended when it rejects.
      promise.catch(() => {})
      running.set(number, promise)
    }
  }
  for (;;) {
    fill()
    if (running.size === 0) return
    const { number, result } = await Promise.race(running.values())
    running.delete(number)
    yield result
  }
}
