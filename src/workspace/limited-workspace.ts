import { LOCAL_CALLER } from '../access/caller.ts'
import type { RequestContext } from '../access/request-context.ts'
import { UserError } from '../base/errors.ts'
import type { Drilldown, Drilldowns } from '../page/drilldowns.ts'
import type { PageData } from '../page/page-data.ts'
import type { Queries } from '../queries/queries.ts'
import { HeavyReport } from '../reports/heavy-report.ts'
import type { SettingValues } from '../settings/known-settings.ts'
import { FairQueue, type Load, type QueueErrors, type QueueLimits } from './fair-queue.ts'
import type { Workspace } from './workspace.ts'

/**
 * How much a server accepts (contract §8). Long works are aggregations, what reads as many issues, and lists of queries
 * with many searches of histories; short ones are all others.
 */
export interface ServerLimits {
  readonly long: QueueLimits
  readonly short: QueueLimits
}

/** What is going on in a server. */
export interface ServerLoad {
  readonly long: Load
  readonly short: Load
}

/** A workspace that does not take on more than it can do. */
export type LimitedWorkspace = Workspace & {
  readonly load: () => ServerLoad
  /** Resolves when the engine has let go of all that was asked: a process that ends before hangs until then. */
  readonly idle: () => Promise<void>
}

/** Connections to the store for what has no queue: a batch being written, a time of last use, a probe. */
const RESERVED_QUERIES = 3

const LONG_QUEUE = 50
const SHORT_QUEUE = 200

/** When a client whose request was refused or ended should come again. Seconds. */
const RETRY_AFTER = { long: 10, short: 2, user: 5, timeout: 5 }

/**
 * Returns the limits that settings and the machine allow: together the slots are no more than the queries that the store
 * runs at once, so that no short work waits for a long one.
 */
export function serverLimits(
  {
    aggregationTimeoutSeconds,
    listTimeoutSeconds,
    aggregationsPerUser,
    requestsPerUser,
    heavyQueries,
  }: Pick<
    SettingValues,
    'aggregationTimeoutSeconds' | 'listTimeoutSeconds' | 'aggregationsPerUser' | 'requestsPerUser' | 'heavyQueries'
  >,
  { queries, cores }: { readonly queries: number; readonly cores: number },
): ServerLimits {
  const free = Math.max(2, queries - RESERVED_QUERIES)
  const long = Math.max(1, Math.min(heavyQueries, Math.floor(free / 2)))
  const short = free - long
  return {
    long: {
      // DuckDB has one memory limit for all queries: two long works of one user would only take it from each other.
      ...{ slots: long, slotsPerUser: 1, waiting: LONG_QUEUE, perUser: aggregationsPerUser },
      timeoutMs: aggregationTimeoutSeconds * 1000,
    },
    short: {
      ...{ slots: short, slotsPerUser: Math.min(short, Math.max(2, cores + 1)) },
      ...{ waiting: SHORT_QUEUE, perUser: requestsPerUser, timeoutMs: listTimeoutSeconds * 1000 },
    },
  }
}

/** What runs a work of a caller when it is its turn. */
type RunJob = <T>(requestContext: RequestContext, job: (signal: AbortSignal) => Promise<T>) => Promise<T>

/**
 * Returns the same workspace with limits.
 *
 * An aggregation beyond what its user may have is AGGREGATIONS_TOO_MANY, and AGGREGATION_TIMEOUT when it takes too long; a
 * short work beyond that is REQUESTS_TOO_MANY, and LIST_TIMEOUT; where too many works of a kind wait, one more is
 * SERVER_BUSY. Everybody who is not signed in counts as one user.
 */
export function limitedWorkspace(workspace: Workspace, limits: ServerLimits): LimitedWorkspace {
  const long = new FairQueue(limits.long, {
    timedOut: () => new UserError('AGGREGATION_TIMEOUT', { seconds: limits.long.timeoutMs / 1000 }),
    tooManyOfUser: () =>
      new UserError('AGGREGATIONS_TOO_MANY', { limit: limits.long.perUser, retryAfter: RETRY_AFTER.user }),
    tooManyWait: () => new UserError('SERVER_BUSY', { retryAfter: RETRY_AFTER.long }),
  })
  const shortErrors: QueueErrors = {
    timedOut: () =>
      new UserError('LIST_TIMEOUT', { seconds: limits.short.timeoutMs / 1000, retryAfter: RETRY_AFTER.timeout }),
    tooManyOfUser: () =>
      new UserError('REQUESTS_TOO_MANY', { limit: limits.short.perUser, retryAfter: RETRY_AFTER.user }),
    tooManyWait: () => new UserError('SERVER_BUSY', { retryAfter: RETRY_AFTER.short }),
  }
  const short = new FairQueue(limits.short, shortErrors)
  const heavyListLimits = { ...limits.short, errors: shortErrors }
  const runLong: RunJob = ({ caller, signal }, job) => long.run(caller.login, job, signal)
  const runShort: RunJob = ({ caller, signal }, job) => short.run(caller.login, job, signal)
  return {
    ...workspace,
    report: (request, requestContext) => {
      const report = (signal: AbortSignal) => workspace.report(request, { ...requestContext, signal })
      if (request.endpoint === 'aggregation') return runLong(requestContext, report)
      return runShort(requestContext, signal =>
        workspace.report(request, { ...requestContext, signal, refuseHeavy: true }),
      ).catch(error => {
        // It takes its turn among the aggregations, but is refused and ended like a list.
        if (error instanceof HeavyReport)
          return long.run(requestContext.caller.login, report, requestContext.signal, heavyListLimits)
        throw error
      })
    },
    queries: limitedQueries(workspace.queries, runShort),
    pageData: limitedPageData(workspace.pageData, runShort),
    page: limitedPage(workspace.page, runShort, runLong),
    calendars: {
      ...workspace.calendars,
      shown: () => runShort({ caller: LOCAL_CALLER }, () => workspace.calendars.shown()),
    },
    load: () => ({ long: long.load, short: short.load }),
    idle: async () => {
      await long.idle()
      await short.idle()
    },
  }
}

function limitedQueries(queries: Queries, run: RunJob): Queries {
  return {
    read: queries.read,
    mistakes: (text, requestContext) =>
      run(requestContext, signal => queries.mistakes(text, { ...requestContext, signal })),
    explain: (text, requestContext) =>
      run(requestContext, signal => queries.explain(text, { ...requestContext, signal })),
    suggest: (text, position, requestContext) =>
      run(requestContext, signal => queries.suggest(text, position, { ...requestContext, signal })),
    language: requestContext => run(requestContext, signal => queries.language({ ...requestContext, signal })),
  }
}

/** What the page requests to explain a report; for all issues of a cell it reads as much as the report. */
function limitedPage(page: Drilldowns, runShort: RunJob, runLong: RunJob): Drilldowns {
  const limited =
    <T>(run: RunJob, drilldown: Drilldown<T>): Drilldown<T> =>
    (parameters, requestContext) =>
      run(requestContext, signal => drilldown(parameters, { ...requestContext, signal }))
  return {
    explain: limited(runLong, page.explain),
    timeline: limited(runShort, page.timeline),
    repairs: limited(runShort, page.repairs),
    distribution: limited(runLong, page.distribution),
  }
}

/** What else the page requests. Saving waits for the writer, and takes no slot from readers. */
function limitedPageData(pageData: PageData, run: RunJob): PageData {
  return {
    ...pageData,
    catalogue: requestContext => run(requestContext, signal => pageData.catalogue({ ...requestContext, signal })),
    people: (text, requestContext) =>
      run(requestContext, signal => pageData.people(text, { ...requestContext, signal })),
    savedReports: requestContext => run(requestContext, signal => pageData.savedReports({ ...requestContext, signal })),
  }
}
