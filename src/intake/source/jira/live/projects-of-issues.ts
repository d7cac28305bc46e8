import { objectOf, textOf } from '../json.ts'
import type { Search } from './issue-search.ts'
import { JiraError } from './jira-error.ts'
import type { DatedProject } from './tracker-lists.ts'

const PAGE_SIZE = 1000

/**
 * Returns the projects of all issues, for trackers without a list of projects. Projects without issues are unknown then.
 *
 * `queries` find all issues; the first one that the tracker accepts is used.
 */
export async function projectsOfIssues(
  search: Search,
  [query = '', ...others]: readonly string[],
): Promise<readonly DatedProject[]> {
  try {
    return await projectsIn(search, query)
  } catch (error) {
    const isRejected = error instanceof JiraError && error.failure === 'rejected'
    if (!isRejected || others.length === 0) throw error
    return projectsOfIssues(search, others)
  }
}

async function projectsIn(search: Search, jql: string): Promise<readonly DatedProject[]> {
  const projects = new Map<string, DatedProject>()
  const ids = new Set<unknown>()
  let token: string | null = null
  for (let startAt = 0; ; ) {
    const page = await search({ jql, fields: ['project'], maxResults: PAGE_SIZE, startAt, token })
    const before = ids.size
    for (const { id, fields } of page.issues) {
      ids.add(id)
      const project = objectOf(objectOf(fields)?.project)
      const key = textOf(project?.key)
      if (key === null) continue
      // One issue with the id of the project is enough.
      const projectId = textOf(project?.id) ?? projects.get(key)?.id ?? key
      projects.set(key, { id: projectId, key, name: textOf(project?.name) ?? key, lastUpdate: null })
    }
    startAt += page.issues.length
    token = page.nextToken
    const isEnd = page.isLast === true || (page.total !== null && startAt >= page.total)
    if (isEnd || ids.size === before || (page.isLast === false && token === null)) return [...projects.values()]
  }
}
