import type { RequestContext } from '../../../access/permissions/request-context.ts'
import { visibleCatalogue } from '../../../access/permissions/visible-catalogue.ts'
import { isUserError, UserError } from '../../../core/base/errors.ts'
import type { Snapshot } from '../../../store/engine/report-engine.ts'
import type { ReportPlan } from '../../../store/plan/report-plan.ts'
import { quoted } from '../../../store/plan/request-problems.ts'
import type { RawParameter } from '../../../store/plan/request-values.ts'
import { planAlone, type ReportDeps, withSnapshot } from '../run-report.ts'
import { loadHistory, type StoredHistory } from './load-history.ts'
import { type Names, namesIn } from './names.ts'

/** The parameters of a page request, as the client sent them. */
export type RawParameters = readonly RawParameter[]

/** One issue and its report. */
export interface ExplainedIssue {
  readonly plan: ReportPlan
  readonly history: StoredHistory
  readonly names: Names
}

/** The part of a request that is not in the report's parameters. */
export interface ExtraParameters {
  /** The errors in it. */
  readonly problems: readonly string[]
  /** Reduces the report to the part that the request concerns. */
  readonly narrow: (plan: ReportPlan) => ReportPlan
}

/**
 * Plans the report of one issue, reads the issue, and runs `work` on the same snapshot. Throws REPORT_INVALID with all
 * errors, those of `extra` last.
 */
export function withExplainedIssue<T>(
  parameters: RawParameters,
  deps: ReportDeps,
  requestContext: RequestContext,
  extra: ExtraParameters,
  work: (issue: ExplainedIssue, snapshot: Snapshot) => T | Promise<T>,
): Promise<T> {
  const request = { endpoint: 'issue', parameters } as const
  return withSnapshot(deps, requestContext, async whole => {
    const planned = await withProblems(extra.problems, planAlone(whole, request, deps, requestContext))
    const { snapshot } = planned
    const plan = extra.narrow(planned.plan)
    const history = await loadHistory(plan, snapshot)
    if (history === null) {
      // Planning found the issue, so it was created after asOf.
      const key = quoted(rawValue(parameters, 'issueKey') ?? '')
      throw new UserError('REPORT_INVALID', { messages: [`ERROR: issueKey ${key} is not the key of an issue.`] })
    }
    const catalogue = await visibleCatalogue(snapshot, requestContext.caller.browsable)
    return work({ plan, history, names: namesIn(catalogue) }, snapshot)
  })
}

/** Adds nothing to the report of the issue. */
export const NO_EXTRA_PARAMETERS: ExtraParameters = { problems: [], narrow: plan => plan }

/** Returns the value of a parameter that is not one of the report's. The last occurrence wins. */
export function rawValue(rawParameters: RawParameters, name: string): string | undefined {
  return rawParameters.findLast(one => one.name.toLowerCase() === name.toLowerCase())?.value || undefined
}

async function withProblems<T>(more: readonly string[], work: Promise<T>): Promise<T> {
  try {
    const result = await work
    if (more.length === 0) return result
  } catch (error) {
    if (!isUserError(error, 'REPORT_INVALID')) throw error
    throw new UserError('REPORT_INVALID', { messages: [...error.parameters.messages, ...more] })
  }
  throw new UserError('REPORT_INVALID', { messages: more })
}
