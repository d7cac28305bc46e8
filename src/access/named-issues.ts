import type { JqlCatalogue } from '../catalogue/jql-catalogue.ts'
import { issuesNamedIn } from '../jql/issues-named-in.ts'
import type { JqlQuery } from '../jql/query-tree.ts'
import type { Browsable } from '../plan/browsable.ts'
import type { KnownIssue } from '../plan/plan-context.ts'
import { readNamedIssues } from '../store/named-issues.ts'
import type { Run } from '../store/run-query.ts'

/**
 * Returns the visible issues that queries name. The map has the form that JqlContext expects: by upper-case key and by
 * id.
 */
export async function namedIssues(
  run: Run,
  queries: readonly JqlQuery[],
  catalogue: JqlCatalogue,
  browsable: Browsable,
): Promise<ReadonlyMap<string, KnownIssue>> {
  const names = new Set(queries.flatMap(query => [...issuesNamedIn(query, catalogue)]))
  if (names.size === 0) return new Map()
  const issues = new Map<string, KnownIssue>()
  for (const issue of await readNamedIssues(run, [...names], browsable)) {
    issues.set(issue.id, issue)
    issues.set(issue.key.toUpperCase(), issue)
  }
  return issues
}
