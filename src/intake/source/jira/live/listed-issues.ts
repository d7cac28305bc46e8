import type { ListedIssue } from '../../tracker.ts'
import { type JsonObject, textOf } from '../json.ts'
import { instantIn } from './issue-search.ts'
import { JiraError } from './jira-error.ts'

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
