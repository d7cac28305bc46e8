import type { RequestContext } from '../../access/request-context.ts'
import { visibleCatalogue } from '../../access/visible-catalogue.ts'
import { isUserError, UserError } from '../../base/errors.ts'
import { quoted } from '../../plan/mistakes.ts'
import { planReport } from '../../plan/plan-report.ts'
import type { ReportPlan } from '../../plan/report-plan.ts'
import type { SentParameter } from '../../plan/request-values.ts'
import type { Snapshot } from '../../store/report-engine.ts'
import { planContext, type ReportDeps, withSnapshot } from '../run-report.ts'
import { loadHistory, type StoredHistory } from './load-history.ts'
import { type Names, namesIn } from './names.ts'

/** The parameters of a question of the page, as they were sent. */
export type RawParameters = readonly SentParameter[]

/** One issue, as a report about it sees it. */
export interface ExplainedIssue {
  readonly plan: ReportPlan
  readonly history: StoredHistory
  readonly names: Names
}

/** What a question asks beside its report. */
export interface ExtraParameters {
  /** The mistakes in it. */
  readonly mistakes: readonly string[]
  /** As much of the report as it is about. */
  readonly narrow: (plan: ReportPlan) => ReportPlan
}

/**
 * Plans the report of one issue, reads the issue, and runs `work` over the same state of the store. Throws REPORT_INVALID
 * with every mistake, those of `beside` after the others.
 */
export function withExplainedIssue<T>(
  parameters: RawParameters,
  deps: ReportDeps,
  requestContext: RequestContext,
  extra: ExtraParameters,
  work: (issue: ExplainedIssue, snapshot: Snapshot) => T | Promise<T>,
): Promise<T> {
  const request = { endpoint: 'issue', parameters } as const
  return withSnapshot(deps, requestContext, async snapshot => {
    const context = await planContext(snapshot, request, deps, requestContext)
    const plan = extra.narrow(withMistakes(extra.mistakes, () => planReport(request, context)))
    const history = await loadHistory(plan, snapshot)
    if (history === null) {
      // Planning has found it; that it is not there means that it was created after asOf.
      const key = quoted(rawValue(parameters, 'issueKey') ?? '')
      throw new UserError('REPORT_INVALID', { messages: [`ERROR: issueKey ${key} is not the key of an issue.`] })
    }
    const catalogue = await visibleCatalogue(snapshot, requestContext.caller.projects)
    return work({ plan, history, names: namesIn(catalogue) }, snapshot)
  })
}

/** Adds nothing to the report of the issue. */
export const NO_EXTRA_PARAMETERS: ExtraParameters = { mistakes: [], narrow: plan => plan }

/** The value of a parameter that is not one of the report's; the last one wins. */
export function rawValue(rawParameters: RawParameters, name: string): string | undefined {
  return rawParameters.findLast(one => one.name.toLowerCase() === name.toLowerCase())?.value || undefined
}

function withMistakes<T>(more: readonly string[], work: () => T): T {
  try {
    const result = work()
    if (more.length === 0) return result
  } catch (error) {
    if (!isUserError(error, 'REPORT_INVALID')) throw error
    throw new UserError('REPORT_INVALID', { messages: [...error.parameters.messages, ...more] })
  }
  throw new UserError('REPORT_INVALID', { messages: more })
}
