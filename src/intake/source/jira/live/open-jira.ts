import { partsOf } from '../../../../core/base/parts-of.ts'
import { parseInstant } from '../../../../core/time/instant.ts'
import { namesOf } from '../../source-document.ts'
import type { OpenTracker, Tracker, TrackerAccess } from '../../tracker.ts'
import { countOf, objectOf, textOf } from '../json.ts'
import { type KnownFields, knownFields, learnNames } from '../known-fields.ts'
import { createCredentials } from './credentials.ts'
import { openExchange } from './exchange.ts'
import { cloudFetch } from './fetch-cloud.ts'
import { type Fetching, fetchIssues, isProblem } from './fetch-issues.ts'
import { serverFetch } from './fetch-server.ts'
import { findIssue } from './find-issue.ts'
import { cloudSearch, type Search, serverSearch } from './issue-search.ts'
import { createClient } from './jira-client.ts'
import { isEndpointMissing, JiraError } from './jira-error.ts'
import { listIssues, type Walk } from './list-issues.ts'
import { createPace } from './pace.ts'
import { projectsOfIssues } from './projects-of-issues.ts'
import { findQueryForm, projectsClause, type QueriedProject, type QueryForm } from './query-form.ts'
import { readRawIssue, withProjectId } from './raw-issue.ts'
import { readPermissions } from './read-permissions.ts'
import { GATEWAY, openSession, type Session, siteAddress } from './session.ts'
import { type DatedProject, readHourlyLists, readProjects, readRoundLists } from './tracker-lists.ts'
import { offsetWalk } from './walk-offsets.ts'
import { tokenWalk } from './walk-tokens.ts'

/** The largest batches: of `issue/bulkfetch` on Cloud, and what servers can be expected to answer. */
const BATCH_LIMITS = { cloud: 100, server: 200 }

/** The largest number of projects in a query, so that its address is not too long. */
const PROJECTS_AT_ONCE = 200

/** Opens a Jira: Cloud with REST v3, Server or Data Center with REST v2. */
export const openJira: OpenTracker = access => {
  const { clock, signal } = access
  const client = createClient({
    exchange: openExchange(access),
    pace: createPace(access),
    credentials: createCredentials(access),
    origins: new Set([new URL(siteAddress(access.url)).origin, new URL(access.gateway ?? GATEWAY).origin]),
    clock,
    signal,
    tries: access.tries,
  })
  const session = openSession(client, access)
  return createTracker(access, session, client)
}

function createTracker(access: TrackerAccess, session: Session, client: Pick<Tracker, 'traffic' | 'close'>): Tracker {
  let projects: ReadonlyMap<string, DatedProject> | null = null
  let known: KnownFields | null = null
  let form: QueryForm | null = null
  let opened: Promise<Dialect> | null = null

  const dialect = (): Promise<Dialect> => {
    const pending = opened ?? openDialect(session, names => known && learnNames(known, namesOf(names) ?? {}))
    opened = pending
    pending.catch(() => {
      opened = null
    })
    return pending
  }

  const readAllProjects = async (): Promise<readonly DatedProject[]> => {
    const list = await readProjects(session).catch(async error => {
      if (!isEndpointMissing(error)) throw error
      const { search, allIssues } = await dialect()
      return projectsOfIssues(search, allIssues)
    })
    projects = new Map(list.map(project => [project.id, project]))
    return list
  }

  const projectOf = async (id: string): Promise<QueriedProject & { readonly lastUpdate: string | null }> => {
    if (projects === null) await readAllProjects()
    return projects?.get(id) ?? { id, key: null, lastUpdate: null }
  }

  const idOfProject = async (key: string): Promise<string | null> => {
    const list = projects === null ? await readAllProjects() : [...projects.values()]
    return list.find(project => project.key === key)?.id ?? null
  }

  const formFor = async (search: Search, project: QueriedProject): Promise<QueryForm | null> => {
    form ??= await findQueryForm(search, project, await session.site())
    return form
  }

  const roundLists: Tracker['roundLists'] = async () => {
    const lists = await readRoundLists(session)
    if ('items' in lists.fields) known = knownFields(lists.fields.items)
    return lists
  }

  return {
    name: access.name,
    hello: async () => {
      const zone = session.knownSite()?.zone?.name
      const hello = await session.hello()
      // What a single failure made us do without is tried again in each round.
      opened = null
      if (form?.isCertain === false || session.knownSite()?.zone?.name !== zone) form = null
      return hello
    },
    projects: async () => (await readAllProjects()).map(({ id, key, name }) => ({ id, key, name })),
    roundLists,
    hourlyLists: ids => readHourlyLists(session, ids),
    listIssues: async function* (id, from) {
      const { search, walk } = await dialect()
      const project = await projectOf(id)
      const queryForm = await formFor(search, project)
      if (queryForm === null) return
      const lastUpdate = parseInstant(project.lastUpdate ?? '')
      const mayBeEmpty = from !== null && (lastUpdate === null || lastUpdate < from)
      const { clockOffset } = await session.site()
      const now = () => access.clock.now() + clockOffset
      yield* listIssues({ search, walk: walk(mayBeEmpty), form: queryForm, now }, project, from)
    },
    countIssues: async ids => {
      const { search, count } = await dialect()
      const counted = await Promise.all(ids.map(projectOf))
      let sum = 0
      for (const part of partsOf(counted, PROJECTS_AT_ONCE)) {
        const queryForm = await formFor(search, part[0]!)
        // Only this project is known to have no issues.
        if (queryForm === null && part.length > 1) return null
        const found = queryForm === null ? 0 : await count(projectsClause(part, queryForm.project))
        if (found === null) return null
        sum += found
      }
      return sum
    },
    issues: async function* (ids) {
      const { kind, address } = await session.site()
      const { fetchBatch } = await dialect()
      if (known === null) await roundLists()
      known ??= knownFields([])
      const fields = known
      const fetching: Fetching = {
        fetchBatch,
        checkAlive: async () => void (await session.get('/myself').catch(ignoreMissing)),
        batchIssues: Math.min(access.batchIssues, BATCH_LIMITS[kind]),
        concurrency: access.concurrency,
      }
      for await (const batch of fetchIssues(fetching, ids)) {
        for (const issue of batch) {
          yield isProblem(issue) ? issue : readRawIssue(await withProjectId(issue, idOfProject), fields, address)
        }
      }
    },
    find: id => findIssue(session, id, idOfProject),
    mayBrowse: async id => {
      try {
        return textOf(objectOf(await session.get(`/project/${encodeURIComponent(id)}`))?.id) === id
      } catch (error) {
        if (error instanceof JiraError && ['not-found', 'forbidden'].includes(error.failure)) return false
        throw error
      }
    },
    get permissions() {
      return readPermissions(session)
    },
    traffic: client.traffic,
    close: client.close,
  }
}

/** The differences between Cloud and Data Center. */
interface Dialect {
  readonly search: Search
  /** Returns a walk; `mayBeEmpty` says whether an empty result needs no check. */
  readonly walk: (mayBeEmpty: boolean) => Walk
  readonly count: (jql: string) => Promise<number | null>
  /** Queries for all issues, the best one first. */
  readonly allIssues: readonly string[]
  readonly fetchBatch: Fetching['fetchBatch']
}

async function openDialect(session: Session, learn: Parameters<typeof serverFetch>[2]): Promise<Dialect> {
  const readUpdated = async (id: string): Promise<number | null> => {
    try {
      // Only the update is used, so the key will do.
      const found = await findIssue(session, id, async key => key)
      return found.state === 'found' ? found.updated : null
    } catch (error) {
      if (!(error instanceof JiraError) || error.failure !== 'unreadable') throw error
      // One damaged issue must not stop the list of its project. When it is fetched, it fails with the reason.
      return 0
    }
  }
  const { kind } = await session.site()
  if (kind === 'cloud') {
    const search = cloudSearch(session)
    const count = cloudCount(session)
    return {
      search,
      count,
      // Cloud rejects queries without a restriction.
      allIssues: ['created >= "1980-01-01" ORDER BY created ASC'],
      walk: mayBeEmpty => tokenWalk({ search, count, readUpdated, mayBeEmpty }),
      fetchBatch: cloudFetch(session, search),
    }
  }
  const search = serverSearch(session)
  return {
    search,
    count: jql => orUncounted(async () => (await search({ jql, fields: ['updated'], maxResults: 0 })).total),
    allIssues: ['ORDER BY created ASC', ''],
    walk: () => offsetWalk({ search, readUpdated }),
    fetchBatch: serverFetch(session, search, learn),
  }
}

/** Returns the approximate count of Jira Cloud. */
function cloudCount(session: Session): (jql: string) => Promise<number | null> {
  return jql =>
    orUncounted(async () => {
      // The count rejects queries with an order.
      const answer = await session.post('/search/approximate-count', { jql: jql.replace(/ ORDER BY .*$/, '') })
      return countOf(objectOf(answer)?.count)
    })
}

/** Returns the count; `null` when the tracker has none, or rejects the request for it. */
async function orUncounted(count: () => Promise<number | null>): Promise<number | null> {
  try {
    return await count()
  } catch (error) {
    if (isEndpointMissing(error) || (error instanceof JiraError && error.failure === 'rejected')) return null
    throw error
  }
}

function ignoreMissing(error: unknown): void {
  const isAnswer = error instanceof JiraError && ['not-found', 'forbidden', 'rejected'].includes(error.failure)
  if (!isAnswer) throw error
}
