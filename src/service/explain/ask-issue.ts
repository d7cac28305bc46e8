import { isUserError, UserError } from '../../base/errors.ts'
import { quoted } from '../../plan/mistakes.ts'
import { planReport } from '../../plan/plan-report.ts'
import type { ReportPlan } from '../../plan/report-plan.ts'
import type { SentParameter } from '../../plan/request-values.ts'
import type { Snapshot } from '../../store/report-engine.ts'
import type { Asking } from '../asking.ts'
import { planContext, type ReportDeps, withSnapshot } from '../run-report.ts'
import { visibleCatalogue } from '../visible-catalogue.ts'
import { type IssueLife, readLife } from './issue-life.ts'
import { type Names, namesIn } from './names.ts'

/** The parameters of a question of the page, as they were sent. */
export type SentAs = readonly SentParameter[]

/** One issue, as a report about it sees it. */
export interface AskedIssue {
  readonly plan: ReportPlan
  readonly life: IssueLife
  readonly names: Names
}

/** What a question asks beside its report. */
export interface AskedBeside {
  /** The mistakes in it. */
  readonly mistakes: readonly string[]
  /** As much of the report as it is about. */
  readonly narrow: (plan: ReportPlan) => ReportPlan
}

/**
 * Plans the report of one issue, reads the issue, and runs `work` over the same state of the store. Throws REPORT_INVALID
 * with every mistake, those of `beside` after the others.
 */
export function withAskedIssue<T>(
  parameters: SentAs,
  deps: ReportDeps,
  asking: Asking,
  beside: AskedBeside,
  work: (asked: AskedIssue, snapshot: Snapshot) => T | Promise<T>,
): Promise<T> {
  const request = { endpoint: 'issue', parameters } as const
  return withSnapshot(deps, asking, async snapshot => {
    const context = await planContext(snapshot, request, deps, asking)
    const plan = beside.narrow(withMistakes(beside.mistakes, () => planReport(request, context)))
    const life = await readLife(plan, snapshot)
    if (life === null) {
      // Planning has found it; that it is not there means that it was created after asOf.
      const key = quoted(sentValue(parameters, 'issueKey') ?? '')
      throw new UserError('REPORT_INVALID', { messages: [`ERROR: issueKey ${key} is not the key of an issue.`] })
    }
    const catalogue = await visibleCatalogue(snapshot, asking.caller.projects)
    return work({ plan, life, names: namesIn(catalogue) }, snapshot)
  })
}

/** Adds nothing to the report of the issue. */
export const NOTHING_BESIDE: AskedBeside = { mistakes: [], narrow: plan => plan }

/** The value of a parameter that is not one of the report's; the last one wins. */
export function sentValue(sent: SentAs, name: string): string | undefined {
  return sent.findLast(one => one.name.toLowerCase() === name.toLowerCase())?.value || undefined
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
