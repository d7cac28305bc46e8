import type { ReportHead } from './report-table.ts'

/** Returns a sentence that explains why a report is empty; `null` if it is not. */
export function emptyReason({ plan, issueCount, rowCount, hasValues }: ReportHead): string | null {
  if (issueCount === 0) return 'No issue matches the query of this report.'
  const matching = issueCount === 1 ? '1 issue matches' : `${issueCount} issues match`
  if (rowCount === 0) {
    return plan.endpoint === 'list'
      ? `${matching}, but the page is beyond the last of them.`
      : `${matching}, but no row meets the filters.`
  }
  if (hasValues) return null
  const isTrimmed = plan.trim.start !== null || plan.trim.end !== null
  const reasons = [
    ...(plan.statusColumns === null ? [] : ['in the chosen statuses']),
    ...(plan.assignees === null ? [] : ['for the chosen users']),
    ...(isTrimmed ? ['between trimHistoryStartDate and trimHistoryEndDate'] : []),
  ]
  return `${matching}, but the report has no value for ${issueCount === 1 ? 'it' : 'any of them'}${reasons.map(one => ` ${one}`).join('')}.`
}
