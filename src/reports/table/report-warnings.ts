import type { ReportPlan } from '../../store/plan/report-plan.ts'
import type { ReportHead } from './report-table.ts'

/** Returns the warnings of a report, starting with those of the request. */
export function reportWarnings({
  plan,
  columns,
  issueCount,
  unloggedCount,
  withoutFinishCount,
  carriedCount,
}: Pick<ReportHead, 'columns' | 'issueCount' | 'unloggedCount' | 'withoutFinishCount' | 'carriedCount'> & {
  readonly plan: Pick<ReportHead['plan'], 'warnings' | 'type'>
}): readonly string[] {
  const noLog = `no change log: the present values are counted from the creation on. Export again with expand=changelog.`
  const its = withoutFinishCount === 1 ? 'its' : 'their'
  const noFinish = `no log entry for ${its} finish, so ${its} last status counts from too early on. See sojourn repairs.`
  return [
    ...plan.warnings,
    ...(columns.length === 0 && issueCount === 0 ? [noColumns(plan.type)] : []),
    ...(carriedCount > 0 ? [inNoPeriod(carriedCount)] : []),
    ...(unloggedCount > 0 ? [`${issuesHave(unloggedCount)} ${noLog}`] : []),
    ...(withoutFinishCount > 0 ? [`${issuesHave(withoutFinishCount)} ${noFinish}`] : []),
  ]
}

function inNoPeriod(count: number): string {
  const [visits, them] = count === 1 ? ['1 visit began', 'it'] : [`${count} visits began`, 'them']
  return `${visits} before trimHistoryStartDate, so no period counts ${them}. The report without periods does.`
}

function noColumns({ outer, inner }: ReportPlan['type']): string {
  const choose = outer === 'status' && inner === null ? ' Choose statuses to get their columns.' : ''
  return `The report has no value columns, because no issue matches its query.${choose}`
}

function issuesHave(count: number): string {
  return count === 1 ? '1 issue of this report has' : `${count} issues of this report have`
}
