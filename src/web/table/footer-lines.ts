import type { AggregationReport } from '../api/report.ts'
import { texts } from '../texts/en.ts'
import { formatNumber, localizeNumbers } from '../texts/format.ts'
import { type ChangeOf, withChange } from './changes.ts'
import { COUNT, countText, valueKindOf } from './table-model.ts'

/** What a footer row shows: the report over all issues in one row, or the sum and the average of a list. */
export type TotalName = 'all' | 'sum' | 'average'

/** The answer for a footer row. */
export interface Total {
  readonly name: TotalName
  /** Whether it is over the issues of one group. */
  readonly isOfGroup: boolean
  readonly report: AggregationReport
}

/** A footer row: the totals over all issues of the report or of its group, on this page or not. */
export interface FooterLine {
  readonly name: TotalName
  readonly isOfGroup: boolean
  readonly values: ReadonlyMap<string, string>
}

/** Returns the name of a footer row, and what it is over. */
export function footNames({ name, isOfGroup }: Pick<FooterLine, 'name' | 'isOfGroup'>): readonly [string, string] {
  const [own, over] = texts.table.foot[name]
  return [own!, isOfGroup ? texts.table.foot.ofGroup : over!]
}

/**
 * Returns a footer row. `decimals` are the columns of counts with decimals; an average of a list always has one. With `changeOf`, each
 * value has its change.
 */
export function footerLine(
  { name, isOfGroup, report }: Total,
  decimals: ReadonlySet<string>,
  changeOf: ChangeOf = () => null,
): FooterLine {
  const isCount = valueKindOf(report) === 'count'
  const cells = report.table.body.rows[0]?.valueColumns ?? []
  const written = cells.map(({ id, value = '', raw }) => {
    if (raw === undefined) return [id, value] as const
    const text = isCount ? countText(value, name === 'average' || decimals.has(id)) : localizeNumbers(value)
    return [id, withChange(text, changeOf(0, id))] as const
  })
  return { name, isOfGroup, values: new Map([[COUNT, formatNumber(report.totalIssueCount)], ...written]) }
}
