import type { Snapshot } from '../../store/engine/report-engine.ts'
import { notAColumn } from '../../store/plan/choose-order.ts'
import type { ReportPlan } from '../../store/plan/report-plan.ts'
import { Problems } from '../../store/plan/request-problems.ts'
import { valueOccurs } from '../../store/sql/value-occurs.ts'
import { keyText } from '../table/column-key.ts'
import type { KeyedColumn } from '../table/columns-of.ts'

/**
 * Checks that the value column that sorts a list exists, if planning could not: it is of a field value that no
 * dictionary has.
 *
 * Throws REPORT_INVALID unless the value is a column of the list, or occurs in any visible issue.
 */
export async function checkOrder(
  plan: ReportPlan,
  columns: readonly KeyedColumn[],
  { run }: Pick<Snapshot, 'run'>,
): Promise<void> {
  const column = plan.orderBy?.column
  if (column?.kind !== 'value' || column.unchecked === null) return
  if (columns.some(({ key }) => keyText(key) === keyText(column))) return
  const { field } = plan.historyFields.find(({ field }) => field.id === column.outer)!
  if ((await run(valueOccurs(field, column.inner!, plan.browsable))).length > 0) return
  const problems = new Problems(['orderBy'])
  const near = problems.suggestion(column.unchecked, () => columns.map(({ id }) => id))
  problems.add('orderBy', notAColumn(column.unchecked, near))
  problems.check()
}
