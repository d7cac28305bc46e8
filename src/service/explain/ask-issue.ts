import { isUserError, UserError } from '../../base/errors.ts'
import { quoted } from '../../plan/mistakes.ts'
import { planReport } from '../../plan/plan-report.ts'
import type { ReportPlan } from '../../plan/report-plan.ts'
import type { SentParameter } from '../../plan/request-values.ts'
import type { Asking } from '../asking.ts'
import { planContext, type ReportDeps } from '../run-report.ts'
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
 * Plans the report of one issue, and reads the issue. Throws REPORT_INVALID with every mistake, those of `beside` after the
 * others.
 */
export async function askIssue(
  parameters: SentAs,
  deps: ReportDeps,
  asking: Asking,
  beside: AskedBeside = { mistakes: [], narrow: plan => plan },
): Promise<AskedIssue> {
  const request = { endpoint: 'issue', parameters } as const
  const context = await planContext(request, deps, asking)
  const plan = beside.narrow(withMistakes(beside.mistakes, () => planReport(request, context)))
  const life = await readLife(plan, deps.store, asking.signal)
  if (life === null) {
    // It was taken away since it was looked up.
    const key = quoted(sentValue(parameters, 'issueKey') ?? '')
    throw new UserError('REPORT_INVALID', { messages: [`ERROR: issueKey ${key} is not the key of an issue.`] })
  }
  const rows = await visibleCatalogue(deps.store, asking.caller.projects)
  return { plan, life, names: namesIn(rows, context.catalogue) }
}

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
