import { UserError } from '../base/errors.ts'
import type { Asking } from './asking.ts'
import { Budget, type Load } from './budget.ts'
import type { SettingValues } from './known-settings.ts'
import type { PageData } from './page-data.ts'
import type { PageQuestion, PageQuestions } from './page-questions.ts'
import type { Queries } from './queries.ts'
import { refuseSlowly } from './refuse-slowly.ts'
import type { Workspace } from './workspace.ts'

/**
 * How much a server takes on (contract §8): long questions are aggregations, and what asks for as many issues; short ones
 * all others.
 */
export interface ServerLimits {
  readonly aggregationsPerUser: number
  readonly long: WorkLimits
  readonly short: WorkLimits
}

/** How much of one kind is taken on; see BudgetLimits. */
export interface WorkLimits {
  readonly slots: number
  readonly queue: number
  readonly timeoutMs: number
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

/** Room in the engine for what has no budget: a batch being written, a note of last use, and whether the store lives. */
const SPARE_QUERIES = 3

const LONG_QUEUE = 50
const SHORT_QUEUE = 200

/** When those who are refused should come again. Seconds. */
const RETRY = { long: 10, short: 2, user: 5, timeout: 5 }

/**
 * The limits that settings and the machine make: together the slots are no more than the queries that the engine runs at
 * once, so that nothing short ever waits for something long.
 */
export function serverLimits(
  {
    aggregationTimeoutSeconds,
    listTimeoutSeconds,
    aggregationsPerUser,
  }: Pick<SettingValues, 'aggregationTimeoutSeconds' | 'listTimeoutSeconds' | 'aggregationsPerUser'>,
  { queries, cores }: { readonly queries: number; readonly cores: number },
): ServerLimits {
  const free = Math.max(2, queries - SPARE_QUERIES)
  // A long question keeps a core busy; more of them at once would only make each slower.
  const long = Math.max(1, Math.min(Math.max(2, cores), Math.floor(free / 2)))
  return {
    aggregationsPerUser,
    long: { slots: long, queue: LONG_QUEUE, timeoutMs: aggregationTimeoutSeconds * 1000 },
    short: { slots: free - long, queue: SHORT_QUEUE, timeoutMs: listTimeoutSeconds * 1000 },
  }
}

/**
 * The same workspace, with its questions under limits.
 *
 * An aggregation beyond what its user may have at once is AGGREGATIONS_TOO_MANY, and AGGREGATION_TIMEOUT when it takes too
 * long; a short question that does is LIST_TIMEOUT; where too many of a kind wait already, one more is SERVER_BUSY. What
 * is asked on behalf of nobody in particular counts as one user.
 */
export function limitedWorkspace(workspace: Workspace, limits: ServerLimits): LimitedWorkspace {
  const long = new Budget({
    ...limits.long,
    timedOut: () => new UserError('AGGREGATION_TIMEOUT', { seconds: limits.long.timeoutMs / 1000 }),
    retryAfter: RETRY.long,
  })
  const short = new Budget({
    ...limits.short,
    timedOut: () =>
      new UserError('LIST_TIMEOUT', { seconds: limits.short.timeoutMs / 1000, retryAfter: RETRY.timeout }),
    retryAfter: RETRY.short,
  })
  const ofUser = limitedPerUser(limits.aggregationsPerUser)
  const aggregated = <T>({ caller, signal }: Asking, answer: (signal: AbortSignal) => Promise<T>) =>
    ofUser(caller.login, () => long.run(answer, signal), signal)
  return {
    ...workspace,
    report: (request, asking) => {
      const answer = (signal: AbortSignal) => workspace.report(request, { ...asking, signal })
      if (request.endpoint !== 'aggregation') return short.run(answer, asking.signal)
      return aggregated(asking, answer)
    },
    queries: limitedQueries(workspace.queries, short),
    pageData: limitedPageData(workspace.pageData, short),
    page: limitedPage(workspace.page, short, aggregated),
    calendars: { ...workspace.calendars, shown: () => short.run(() => workspace.calendars.shown()) },
    load: () => ({ long: long.load, short: short.load }),
    idle: async () => {
      await long.idle()
      await short.idle()
    },
  }
}

function limitedQueries(queries: Queries, budget: Budget): Queries {
  return {
    read: queries.read,
    mistakes: (text, asking) => budget.run(signal => queries.mistakes(text, { ...asking, signal }), asking.signal),
    explain: (text, asking) => budget.run(signal => queries.explain(text, { ...asking, signal }), asking.signal),
    suggest: (text, position, asking) =>
      budget.run(signal => queries.suggest(text, position, { ...asking, signal }), asking.signal),
    language: asking => budget.run(signal => queries.language({ ...asking, signal }), asking.signal),
  }
}

/** What the page asks to understand a report; of all issues of a cell it reads as much as the report. */
function limitedPage(
  page: PageQuestions,
  budget: Budget,
  aggregated: <T>(asking: Asking, answer: (signal: AbortSignal) => Promise<T>) => Promise<T>,
): PageQuestions {
  const limited =
    <T>(ask: PageQuestion<T>): PageQuestion<T> =>
    (sent, asking) =>
      budget.run(signal => ask(sent, { ...asking, signal }), asking.signal)
  const asLong =
    <T>(ask: PageQuestion<T>): PageQuestion<T> =>
    (sent, asking) =>
      aggregated(asking, signal => ask(sent, { ...asking, signal }))
  return {
    explain: asLong(page.explain),
    timeline: limited(page.timeline),
    repairs: limited(page.repairs),
    distribution: asLong(page.distribution),
  }
}

/** What else the page asks; what it saves waits for the writer, and takes no place from those who read. */
function limitedPageData(pageData: PageData, budget: Budget): PageData {
  return {
    ...pageData,
    catalogue: asking => budget.run(signal => pageData.catalogue({ ...asking, signal }), asking.signal),
    people: (text, asking) => budget.run(signal => pageData.people(text, { ...asking, signal }), asking.signal),
    savedReports: asking => budget.run(signal => pageData.savedReports({ ...asking, signal }), asking.signal),
  }
}

/** Runs what a user asks unless as many of that user are answered already. */
type OfUser = <T>(login: string | null, work: () => Promise<T>, signal: AbortSignal | undefined) => Promise<T>

function limitedPerUser(limit: number): OfUser {
  const running = new Map<string | null, number>()
  return async (login, work, signal) => {
    const others = running.get(login) ?? 0
    if (others >= limit) {
      await refuseSlowly(new UserError('AGGREGATIONS_TOO_MANY', { limit, retryAfter: RETRY.user }), signal)
    }
    running.set(login, others + 1)
    try {
      return await work()
    } finally {
      const left = running.get(login)! - 1
      if (left > 0) running.set(login, left)
      else running.delete(login)
    }
  }
}
