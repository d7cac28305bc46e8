import type { Report } from '../api/report.ts'
import { groupText } from '../table/group-text.ts'
import { hasPeriodsOf } from '../table/table-model.ts'
import { texts } from '../texts/en.ts'
import { localizePeriod } from '../texts/format.ts'
import { isolateName } from '../texts/isolated-name.ts'
import { aggregationRow, emptyTokenOf } from './drilldown-parameters.ts'
import type { GroupText } from './opened.ts'
import type { ReportContext } from './use-report-context.ts'

/** Returns the name of a row: the values of its groups. */
export function rowTitle(
  report: Report | undefined,
  { parameters }: Pick<ReportContext, 'parameters'>,
  group: GroupText,
): string {
  const { row: rowTexts } = texts.drilldown
  const row = aggregationRow(parameters, report, group)
  if (row === null) return rowTexts.title
  const token = emptyTokenOf(parameters.emptyValueToken)
  const names = row.groupByColumns.map(cell => {
    const text = groupText(cell, token)
    return text !== null && hasPeriodsOf(cell.id) ? localizePeriod(text) : isolateName(text ?? rowTexts.none)
  })
  return names.join(' · ') || rowTexts.all
}
