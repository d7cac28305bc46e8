import type { Instant } from '../../../../core/time/instant.ts'
import type { ListedIssue } from '../../tracker.ts'
import { type JsonObject, textOf } from '../json.ts'
import { instantIn, type Search } from './issue-search.ts'
import { isResultWindow, JiraError } from './jira-error.ts'
import { boundary, lowerBound } from './jql-dates.ts'
import { BY_CREATION, projectClause, type QueriedProject, type QueryForm } from './query-form.ts'

/** Issues created in `[from, to)`; `null` is no bound. */
interface Window {
  readonly from: Instant | null
  readonly to: Instant | null
}

/** A query whose result is larger than the limit, or could not be read in stable pages. */
export class WindowTooLarge extends Error {}

/**
 * Walks through all pages of a query.
 *
 * Throws WindowTooLarge when the query finds more than `limit` issues, and JiraError `incomplete`.
 */
export type Walk = (jql: string, limit: number) => AsyncIterable<readonly ListedIssue[]>

/** The dependencies of listing. */
export interface Listing {
  readonly search: Search
  readonly walk: Walk
  readonly form: QueryForm
  /** Returns the time of the tracker's clock. */
  readonly now: () => Instant
}

/** The largest number of issues of a query. Windows with more are halved. */
export const WINDOW_LIMIT = 5000
const MINUTE = 60_000

/**
 * Lists the issues of a project with `updated` at or after `from`, newest windows of creation first.
 *
 * There is never an upper bound on `updated`: an issue that changes during the walk must not leave the result.
 */
export async function* listIssues(
  { search, walk, form, now }: Listing,
  project: QueriedProject,
  from: Instant | null,
): AsyncGenerator<readonly ListedIssue[]> {
  const since = from === null ? null : lowerBound(from, form.dates)
  const base = `${projectClause(project, form.project)}${since === null ? '' : ` AND updated >= ${since}`}`
  const order = form.isOrdered ? BY_CREATION : ''

  const walkWindow = async function* (window: Window): AsyncGenerator<readonly ListedIssue[]> {
    const query = `${base}${windowClause(window, form)}`
    try {
      yield* walk(`${query}${order}`, WINDOW_LIMIT)
      return
    } catch (error) {
      if (!(error instanceof WindowTooLarge) && !isResultWindow(error)) throw error
    }
    const middle = await middleOf(window, query)
    if (middle === null) yield* walkWhole(`${query}${order}`)
    else {
      yield* walkWindow({ from: middle, to: window.to })
      yield* walkWindow({ from: window.from, to: middle })
    }
  }

  const walkWhole = async function* (jql: string): AsyncGenerator<readonly ListedIssue[]> {
    try {
      yield* walk(jql, Number.POSITIVE_INFINITY)
    } catch (error) {
      if (!(error instanceof WindowTooLarge)) throw error
      throw new JiraError('incomplete', 'search', 'issues move between the pages of a list that cannot be divided')
    }
  }

  /** Returns the whole minute in the middle of a window; `null` when it cannot be divided. */
  const middleOf = async (window: Window, query: string): Promise<Instant | null> => {
    if (form.dates.kind === 'none') return null
    const oldest = window.from ?? (await oldestIn(search, query, form))
    const newest = window.to ?? now()
    const middle = Math.floor((oldest + newest) / 2 / MINUTE) * MINUTE
    return middle > oldest && middle < newest ? middle : null
  }

  yield* walkWindow({ from: null, to: null })
}

/** Returns when the oldest issue of a query was created. */
async function oldestIn(search: Search, query: string, { isOrdered }: QueryForm): Promise<Instant> {
  const epoch = Date.UTC(1990, 0, 1)
  if (!isOrdered) return epoch
  const { issues } = await search({ jql: `${query}${BY_CREATION}`, fields: ['created'], maxResults: 1 })
  return (issues[0] && instantIn(issues[0], 'created')) ?? epoch
}

function windowClause({ from, to }: Window, { dates }: QueryForm): string {
  const lower = from === null ? '' : ` AND created >= ${boundary(from, dates)}`
  const upper = to === null ? '' : ` AND created < ${boundary(to, dates)}`
  return `${lower}${upper}`
}

/** Reads the last update of one issue by its address: `null` for a missing issue, 0 for one without an update. */
export type ReadUpdated = (id: string) => Promise<number | null>

/** Collects the issues of a walk, and which of them a page has first. */
export interface Collected {
  readonly ids: ReadonlySet<string>
  /** Adds the issues of a page. Returns those that no page before had. */
  readonly add: (issues: readonly JsonObject[]) => Promise<readonly ListedIssue[]>
}

/** Creates an empty collection. Issues without `updated` in the page are read by their address. */
export function collectIssues(readUpdated: ReadUpdated): Collected {
  const ids = new Set<string>()
  return {
    ids,
    add: async issues => {
      const listed: ListedIssue[] = []
      for (const issue of issues) {
        const id = textOf(issue.id)!
        if (ids.has(id)) continue
        ids.add(id)
        const updated = instantIn(issue, 'updated') ?? (await readUpdated(id))
        if (updated !== null) listed.push({ id, key: textOf(issue.key), updated })
      }
      return listed
    },
  }
}

/** Returns the error for a list that ended early or could not be verified. */
export function incomplete(request: string, reason: string): JiraError {
  return new JiraError('incomplete', request, `the list of issues is incomplete: ${reason}`)
}
