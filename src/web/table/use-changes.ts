import { useMemo } from 'react'
import type { AggregationReport, Report } from '../api/report.ts'
import { useChoices } from '../state/use-choices.ts'
import { type ChangeOf, type Changes, changesBetween } from './changes.ts'
import type { Total } from './footer-lines.ts'
import type { ComparedReport } from './use-comparison.ts'
import { useSubtotals, useTotals } from './use-totals.ts'

/** The reports of the parts of a table. */
interface Parts {
  readonly report: Report
  readonly totals: readonly Total[]
  readonly subtotals: AggregationReport | undefined
}

/** Returns the changes of the parts of a table since another report, whose totals it loads; `null` without one. */
export function useChanges(
  { report, totals, subtotals }: Parts,
  compared: ComparedReport | null,
  write: ((raw: number) => string) | null,
): Changes | null {
  const { choices } = useChoices()
  const other = compared?.report
  const otherTotals = useTotals(other, compared?.choices ?? choices, false)
  const otherSubtotals = useSubtotals(other, compared?.choices ?? choices, false)
  return useMemo(() => {
    if (!other || !write) return null
    const between = (now: Report | undefined, before: Report | undefined): ChangeOf =>
      now && before ? changesBetween(now, before, write) : () => null
    return {
      rows: between(report, other),
      subtotals: between(subtotals, otherSubtotals),
      totals: between(totals[0]?.report, otherTotals[0]?.report),
    }
  }, [report, totals, subtotals, other, otherTotals, otherSubtotals, write])
}
