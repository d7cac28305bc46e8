import { createHash } from 'node:crypto'
import type { RequestContext } from '../access/request-context.ts'
import { isUserError, UserError } from '../base/errors.ts'
import { type FileRequest, joinProblems, reportOf } from '../plan/file-request.ts'
import type { ReportPlan } from '../plan/report-plan.ts'
import { planOn, type ReportDeps, withSnapshot } from '../reports/run-report.ts'
import { matchingIssueCount } from '../sql/matching-issues.ts'

/** A checked export: its plan, and the number of its issues. */
export interface PlannedExport {
  readonly plan: ReportPlan
  readonly issues: number
}

/** Plans an export, and counts its issues. Throws REPORT_INVALID with all mistakes, also `problems`. */
export async function planExport(
  request: FileRequest,
  problems: readonly string[],
  deps: ReportDeps,
  requestContext: RequestContext,
): Promise<PlannedExport> {
  try {
    return await withSnapshot(deps, requestContext, async whole => {
      const { plan, snapshot } = await planOn(whole, reportOf(request), deps, requestContext, request.warnings)
      if (problems.length > 0) throw new UserError('REPORT_INVALID', { messages: [] })
      const { where, browsable, asOf } = plan
      const [row] = await snapshot.run(matchingIssueCount(where, browsable, asOf, snapshot.dialect))
      return { plan, issues: Number(row!.issues) }
    })
  } catch (error) {
    if (isUserError(error, 'REPORT_INVALID')) joinProblems(problems, error)
    throw error
  }
}

/** Returns a digest of the parameters of a file. Their order and the case of their names have no effect. */
export function digestOf({ warnings: _, ...request }: FileRequest): string {
  const parameters = request.parameters.map(({ name, value }) => [name.toLowerCase(), value]).sort()
  return createHash('sha256')
    .update(JSON.stringify({ ...request, parameters }))
    .digest('hex')
}
