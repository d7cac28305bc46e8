import type { ReportHead } from './report-table.ts'

/** Returns the warnings of a report, starting with those of the request. */
export function reportWarnings({
  plan,
  unloggedCount,
  withoutFinishCount,
}: Pick<ReportHead, 'unloggedCount' | 'withoutFinishCount'> & {
  readonly plan: Pick<ReportHead['plan'], 'warnings'>
}): readonly string[] {
  const noLog = `no change log: the present values are counted from the creation on. Export again with expand=changelog.`
  const noFinish = `a history without the change that finished them: their last status counts from too early on. See sojourn repairs.`
  return [
    ...plan.warnings,
    ...(unloggedCount > 0 ? [`${issuesHave(unloggedCount)} ${noLog}`] : []),
    ...(withoutFinishCount > 0 ? [`${issuesHave(withoutFinishCount)} ${noFinish}`] : []),
  ]
}

function issuesHave(count: number): string {
  return count === 1 ? '1 issue of this report has' : `${count} issues of this report have`
}
