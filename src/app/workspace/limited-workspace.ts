import type { RequestContext } from '../../access/permissions/request-context.ts'
import type { SettingValues } from '../../access/settings/known-settings.ts'
import { UserError } from '../../core/base/errors.ts'
import { FairQueue, type Load, type QueueErrors, type QueueLimits } from '../../core/base/fair-queue.ts'
import { HeavyReport } from '../../reports/report/heavy-report.ts'
import { EXPORT_LIMITS, TEMPORARY_LIMITS } from '../exports/export-limits.ts'
import { callsOfTopics, methodsOf, type TopicCalls } from '../operations/topics.ts'
import type { Workspace } from './workspace.ts'

/**
 * The limits of a server (contract §8). Long jobs are aggregations, flow measures, drill-downs that read as many issues,
 * and lists whose queries have many searches of histories. All others are short.
 */
export interface ServerLimits {
  readonly long: TimedLimits
  readonly short: TimedLimits
}

/** The limits of jobs that have a timeout. */
export type TimedLimits = QueueLimits & { readonly timeoutMs: number }

/** The current load of a server. */
export interface ServerLoad {
  readonly long: Load
  readonly short: Load
  readonly export: Load
}

/** A workspace with limits on concurrency and time. */
export type LimitedWorkspace = Workspace & {
  readonly load: () => ServerLoad
  /** Resolves when DuckDB has stopped all queries. A process that exits earlier hangs until then. */
  readonly idle: () => Promise<void>
}

/**
 * The number of connections that are reserved for other work: an import, the recording of last uses, a probe, exports,
 * and rows of saved reports.
 */
const RESERVED_QUERIES = 3 + EXPORT_LIMITS.slots + TEMPORARY_LIMITS.slots

const LONG_QUEUE = 50
const SHORT_QUEUE = 200

/** The Retry-After of rejected and timed-out requests. Seconds. */
const RETRY_AFTER = { long: 10, short: 2, user: 5, timeout: 5 }

/**
 * Returns the limits that the settings and the machine allow. Together the slots do not exceed the concurrent queries
 * of the store, so that no short job waits for a long one.
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
      // DuckDB has one memory limit for all queries, so two long jobs of one user would only compete for it.
      slots: long,
      slotsPerUser: 1,
      waiting: LONG_QUEUE,
      perUser: aggregationsPerUser,
      timeoutMs: aggregationTimeoutSeconds * 1000,
    },
    short: {
      slots: short,
      slotsPerUser: Math.min(short, Math.max(2, cores + 1)),
      waiting: SHORT_QUEUE,
      perUser: requestsPerUser,
      timeoutMs: listTimeoutSeconds * 1000,
    },
  }
}

/**
 * Returns the workspace with limits.
 *
 * Too many aggregations of one user throw AGGREGATIONS_TOO_MANY, and a timeout AGGREGATION_TIMEOUT. Short jobs throw
 * REQUESTS_TOO_MANY and LIST_TIMEOUT. A full queue throws SERVER_BUSY. All unauthenticated callers count as one user.
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
  return {
    ...workspace,
    ...limitedTopics(workspace, short, long),
    report: (request, requestContext) => {
      const { caller, signal } = requestContext
      const report = (signal: AbortSignal) => workspace.report(request, { ...requestContext, signal })
      if (request.endpoint === 'aggregation') return long.run(caller.login, report, signal)
      const light = (signal: AbortSignal) => workspace.report(request, { ...requestContext, signal, refuseHeavy: true })
      return short.run(caller.login, light, signal).catch(error => {
        // A heavy list waits among the aggregations, but has the limits and errors of a list.
        if (error instanceof HeavyReport) return long.run(caller.login, report, signal, heavyListLimits)
        throw error
      })
    },
    exportQueue: {
      ...workspace.exportQueue,
      write: (read, requestContext) => {
        const { caller, signal } = requestContext
        return workspace.exportQueue.write(read, requestContext, check => short.run(caller.login, check, signal))
      },
    },
    load: () => ({ long: long.load, short: short.load, export: workspace.exportQueue.load() }),
    idle: async () => {
      await long.idle()
      await short.idle()
    },
  }
}

/** Limits the operations of all topics by what they cost. */
function limitedTopics(topics: TopicCalls, short: FairQueue, long: FairQueue): TopicCalls {
  return callsOfTopics((topic, name, { cost }) => {
    const call = methodsOf(topics, topic)[name]!
    if (cost !== 'read' && cost !== 'heavy') return call
    const queue = cost === 'read' ? short : long
    return (...args) => {
      const requestContext = args.at(-1) as RequestContext
      const job = (signal: AbortSignal) => call(...args.slice(0, -1), { ...requestContext, signal })
      return queue.run(requestContext.caller.login, job, requestContext.signal)
    }
  })
}
