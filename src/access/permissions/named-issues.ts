import { inSlices, type Steps } from '../../core/base/in-slices.ts'
import type { JqlCatalogue } from '../../core/catalogue/jql-catalogue.ts'
import { issuesNamedIn } from '../../core/jql/issues-named-in.ts'
import type { JqlQuery } from '../../core/jql/query-tree.ts'
import type { Run } from '../../store/engine/run-query.ts'
import type { Browsable } from '../../store/plan/browsable.ts'
import type { KnownIssue } from '../../store/plan/plan-context.ts'
import { readFormerKeys, readNamedIssues } from '../../store/rows/named-issues.ts'

/**
 * Returns the visible issues that queries name. The map has the form that JqlContext expects: by upper-case key and by
 * id. A former key means the issue that had it, unless another visible issue has it now. A key of a hidden project is
 * unknown, so that nobody can find out its name.
 */
export async function namedIssues(
  { run, present }: { readonly run: Run; readonly present: { readonly run: Run } },
  queries: readonly JqlQuery[],
  catalogue: JqlCatalogue,
  browsable: Browsable,
): Promise<ReadonlyMap<string, KnownIssue>> {
  const names = await inSlices(namesIn(queries, catalogue))
  const issues = await issuesByName(run, names, browsable)
  const unknown = names.filter(name => !issues.has(name))
  if (unknown.length === 0) return issues
  const former = (await readFormerKeys(present.run, unknown)).filter(
    ({ project }) => project === null || catalogue.entryOf('project', project) !== undefined,
  )
  const moved = await issuesByName(run, [...new Set(former.map(({ id }) => id))], browsable)
  const formerly = former.flatMap(({ key, id }) => (moved.has(id) ? [[key, moved.get(id)!] as const] : []))
  return new Map([...formerly, ...moved, ...issues])
}

function* namesIn(queries: readonly JqlQuery[], catalogue: JqlCatalogue): Steps<string[]> {
  const names = new Set<string>()
  for (const query of queries) for (const name of yield* issuesNamedIn(query, catalogue)) names.add(name)
  return [...names]
}

async function issuesByName(
  run: Run,
  names: readonly string[],
  browsable: Browsable,
): Promise<Map<string, KnownIssue>> {
  if (names.length === 0) return new Map()
  const found = await readNamedIssues(run, names, browsable)
  return new Map(
    found.flatMap(issue => [
      [issue.id, issue],
      [issue.key.toUpperCase(), issue],
    ]),
  )
}
