import type { Instant } from '../../../../core/time/instant.ts'
import { textOf } from '../json.ts'
import { instantIn, type Search } from './issue-search.ts'
import { JiraError } from './jira-error.ts'
import { type DateForm, lowerBound } from './jql-dates.ts'
import type { Site } from './session.ts'

/** How to write queries so that this tracker understands them. */
export interface QueryForm {
  /** Whether projects are named by id, which survives a new key, or by key. */
  readonly project: 'id' | 'key'
  /** Whether results can be sorted by creation. */
  readonly isOrdered: boolean
  readonly dates: DateForm
  /** Whether the tracker answered all test queries, and did not fail at one. */
  readonly isCertain: boolean
}

/** A project, as queries name it. */
export interface QueriedProject {
  readonly id: string
  /** `null` when it is not known. */
  readonly key: string | null
}

/** Before the update of any issue. */
const OLD = Date.UTC(1980, 0, 1)
const FUTURE = Date.UTC(2100, 0, 1)
/** A tracker that fails with 5xx for unknown syntax must not delay the next attempt by minutes. */
const PROBE = { tries: 2 }

/**
 * Finds out how to write queries for this tracker, with the issues of one project; `null` when it has none.
 *
 * Jira takes a bare number as epoch milliseconds, which needs no zone. Whether the tracker does is tested: it must find an
 * issue by its own update, and none after 2099. Throws the rejection of the simplest query.
 */
export async function findQueryForm(
  search: Search,
  project: QueriedProject,
  { zone }: Pick<Site, 'zone'>,
): Promise<QueryForm | null> {
  const found = await findBase(search, project)
  if (!found) return null
  const { clause, order } = found
  let isCertain = true
  const isFound = async (condition: string): Promise<boolean | null> => {
    const query = { jql: `${clause} AND ${condition}${order}`, fields: ['updated'], maxResults: 1 }
    try {
      return (await search(query, PROBE)).issues.length > 0
    } catch (error) {
      if (!(error instanceof JiraError) || !['rejected', 'unavailable', 'not-found'].includes(error.failure))
        throw error
      if (error.failure === 'unavailable') isCertain = false
      return null
    }
  }
  const works = async (form: DateForm): Promise<boolean> =>
    (await isFound(`updated >= ${lowerBound(found.updated, form)}`)) === true &&
    (await isFound(`updated >= ${lowerBound(FUTURE, form)}`)) === false

  const base = { project: found.project, isOrdered: order !== '' }
  if (await works({ kind: 'milliseconds' })) return { ...base, dates: { kind: 'milliseconds' }, isCertain }
  // Jira reads both. A tracker that compares texts reads only the ISO form right, but may seem to read the other one.
  for (const separator of ['-', '/'] as const) {
    const anyZone = { kind: 'text', separator, zone: null } as const
    if (!(await works(anyZone))) continue
    const form = { ...anyZone, zone }
    const isZoneRight =
      zone !== null && (await isFound(`key = "${found.key}" AND updated >= ${lowerBound(found.updated, form)}`))
    return { ...base, dates: isZoneRight ? form : anyZone, isCertain }
  }
  return { ...base, dates: { kind: 'none' }, isCertain }
}

/** The order of lists: by creation, which no change moves. */
export const BY_CREATION = ' ORDER BY created ASC'

interface Found {
  readonly project: QueryForm['project']
  readonly clause: string
  readonly order: string
  /** One of the issues of the project. */
  readonly key: string | null
  readonly updated: Instant
}

/** Finds a clause for the project, and an order, with which the tracker returns an issue. */
async function findBase(search: Search, { id, key }: QueriedProject): Promise<Found | null> {
  const names = key === null ? (['id'] as const) : (['id', 'key'] as const)
  let rejection: unknown = null
  let isAnswered = false
  for (const order of [BY_CREATION, '']) {
    for (const project of names) {
      const clause = projectClause({ id, key }, project)
      try {
        const { issues } = await search({ jql: `${clause}${order}`, fields: ['updated'], maxResults: 1 })
        isAnswered = true
        const [first] = issues
        if (first)
          return { project, clause, order, key: textOf(first.key), updated: instantIn(first, 'updated') ?? OLD }
      } catch (error) {
        if (!(error instanceof JiraError) || error.failure !== 'rejected') throw error
        rejection ??= error
      }
    }
    if (isAnswered) return null
  }
  throw rejection
}

/** Returns the condition that an issue is in a project. */
export function projectClause(project: QueriedProject, form: QueryForm['project']): string {
  return `project = ${nameIn(project, form)}`
}

/** Returns the condition that an issue is in one of the projects. */
export function projectsClause(projects: readonly QueriedProject[], form: QueryForm['project']): string {
  const [first, ...others] = projects
  // Some trackers do not know lists.
  if (others.length === 0) return projectClause(first!, form)
  return `project in (${projects.map(project => nameIn(project, form)).join(', ')})`
}

function nameIn({ id, key }: QueriedProject, form: QueryForm['project']): string {
  return `"${(form === 'id' ? id : (key ?? id)).replace(/["\\]/g, '\\$&')}"`
}
