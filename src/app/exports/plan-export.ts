import { createHash } from 'node:crypto'
import type { RequestContext } from '../../access/permissions/request-context.ts'
import { UserError } from '../../core/base/errors.ts'
import { readListColumns } from '../../reports/report/read-list.ts'
import { type PlannedReport, planOn, type ReportDeps, withSnapshot } from '../../reports/report/run-report.ts'
import { columnsOf } from '../../reports/table/columns-of.ts'
import { columnsPerValue } from '../../reports/table/percentile-columns.ts'
import { refuseWideSheet } from '../../reports/table/to-xlsx.ts'
import type { Snapshot } from '../../store/engine/report-engine.ts'
import { type FileRequest, joinProblems, reportOf } from '../../store/plan/file-request.ts'
import type { ReportPlan } from '../../store/plan/report-plan.ts'
import { matchingIssueCount } from '../../store/sql/matching-issues.ts'
import { refuseWideLayout } from './parquet-table.ts'
import { selectedIndexes } from './select-columns.ts'

/** A checked export: its plan, and the number of its issues. */
export interface PlannedExport {
  readonly plan: ReportPlan
  readonly issues: number
}

/**
 * Plans an export, and counts its issues.
 *
 * Throws REPORT_INVALID with all errors: those of the plan, and `problems`. Throws EXPORT_TOO_WIDE and EXPORT_LAYOUT_TOO_WIDE.
 */
export async function planExport(
  request: FileRequest,
  problems: readonly string[],
  deps: ReportDeps,
  requestContext: RequestContext,
): Promise<PlannedExport> {
  try {
    return await withSnapshot(deps, requestContext, async whole => {
      const { plan, snapshot, catalogue } = await planOn(
        whole,
        reportOf(request),
        deps,
        requestContext,
        request.warnings,
      )
      // joinProblems adds the problems of the file to an error of the plan.
      if (problems.length > 0) throw new UserError('REPORT_INVALID', { messages: [] })
      await refuseWide(request, plan, snapshot, catalogue)
      const { where, browsable, asOf } = plan
      const [row] = await snapshot.run(matchingIssueCount(where, browsable, asOf, snapshot.dialect))
      return { plan, issues: Number(row!.issues) }
    })
  } catch (error) {
    return joinProblems(problems, error)
  }
}

/**
 * Refuses a file that would have too many columns. The columns of a wide Parquet file are read for this; those of a
 * workbook are known as far as the request selects them.
 */
async function refuseWide(
  { format, layout, columns: selected }: FileRequest,
  plan: ReportPlan,
  snapshot: Snapshot,
  catalogue: PlannedReport['catalogue'],
): Promise<void> {
  if (plan.endpoint !== 'list') return
  if (format === 'parquet' && layout === 'wide') {
    const columns = selectedIndexes(await readListColumns(plan, snapshot, catalogue), selected)
    refuseWideLayout(columns.length * columnsPerValue(plan))
  }
  if (format === 'xlsx') {
    const columns = columnsOf(plan, { cells: [] }, catalogue)
    refuseWideSheet({ plan, columns: selectedIndexes(columns, selected).map(index => columns[index]!) })
  }
}

/** Returns a digest of the parameters of a file. Their order and the case of their names have no effect. */
export function digestOf({ warnings: _, ...request }: FileRequest): string {
  const parameters = request.parameters.map(({ name, value }) => [name.toLowerCase(), value]).sort()
  return createHash('sha256')
    .update(JSON.stringify({ ...request, parameters }))
    .digest('hex')
}
