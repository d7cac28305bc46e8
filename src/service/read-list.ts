import type { Catalogue } from '../plan/catalogue.ts'
import type { ReportPlan } from '../plan/report-plan.ts'
import { compileList, compilePage } from '../sql/compile-list.ts'
import type { PageIssue } from '../sql/report-issues.ts'
import type { Snapshot } from '../store/report-engine.ts'
import { columnsOf } from '../table/columns-of.ts'
import { listRows } from '../table/list-rows.ts'
import type { ReportTable } from '../table/report-table.ts'
import { statusLists } from '../table/status-lists.ts'
import { type AnswerLimits, refuseTooManyCells } from './answer-limits.ts'
import { runAll } from './run-all.ts'

/** Reads a list's page: its rows hold only the cells that are not empty, and are in memory when this returns. */
export async function readList(
  plan: ReportPlan,
  { run, dialect }: Snapshot,
  catalogue: Catalogue,
  { maxCells }: AnswerLimits,
): Promise<ReportTable> {
  const { total, ...found } = await runAll(compileList(plan, dialect), run)
  const page = await runAll(compilePage(plan, found.rows as unknown as PageIssue[], dialect), run)
  const all = { ...found, ...page }
  const columns = columnsOf(plan, all, catalogue)
  refuseTooManyCells(found.rows.length, columns.length, maxCells)
  const rows = listRows(plan, all, columns, catalogue)
  return {
    plan,
    columns,
    rowCount: rows.length,
    issueCount: Number(total[0]!.total),
    repairedCount: Number(total[0]!.repaired),
    hasValues: rows.some(({ cells }) => cells.length > 0),
    ...statusLists(plan, all),
    rows: async function* () {
      yield rows
    },
    close: async () => {},
  }
}
