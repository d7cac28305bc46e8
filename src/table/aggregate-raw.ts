import type { ReportPlan } from '../plan/report-plan.ts'
import { deviationRaw, printRaw } from '../time/decimal.ts'
import type { Row } from './report-table.ts'

/**
 * The aggregate of a cell as raw: exact, from the whole numbers that the query added up.
 *
 * With `rowCount` every issue of the row counts, those without a value as 0. The deviation is that of the population.
 */
export function aggregateRaw({ aggregate, denominator }: ReportPlan, cell: Row, issueCount: number): string {
  const total = BigInt(cell.total as bigint)
  const count = denominator === 'rowCount' ? BigInt(issueCount) : BigInt(cell.count as bigint)
  switch (aggregate) {
    case 'average':
      return printRaw({ numerator: total, denominator: count })
    case 'standardDeviation':
      return deviationRaw(count, total, BigInt(cell.squares as bigint))
    case 'median':
      // The mean of two whole numbers has at most one half in it, which a double holds exactly.
      return printRaw({ numerator: BigInt(Math.round(Number(cell.median) * 2)), denominator: 2n })
    case 'sum':
      return printRaw({ numerator: total, denominator: 1n })
    case null:
      throw new Error('a list has no aggregate')
  }
}
