import type { Row } from '../../core/base/row.ts'
import type { ReportNames } from '../../core/catalogue/report-names.ts'
import type { Snapshot } from '../../store/engine/report-engine.ts'
import type { ReportPlan } from '../../store/plan/report-plan.ts'
import type { ColumnLevel } from '../../store/plan/report-types.ts'
import { sourceColumns } from '../../store/plan/source-columns.ts'
import { compileSmallAggregation } from '../../store/sql/compile-aggregation.ts'
import { chosenGroups, numberedCells } from '../table/chosen-groups.ts'
import { groupRowMaker } from '../table/group-rows.ts'
import type { ReportTable } from '../table/report-table.ts'
import { batchOf, type FoundInHistories, headOf, numberedColumns, numberOfColumn } from './aggregation-head.ts'
import { type AnswerLimits, refuseTooManyCells } from './answer-limits.ts'

/**
 * Reads an aggregation without spooled tables. Returns `null` if it may have more than `partCells` rows or cells, and for
 * reports that need such tables: those by period, and those of another database.
 */
export async function readSmallAggregation(
  plan: ReportPlan,
  { run, dialect, spooled }: Snapshot,
  {
    found,
    catalogue,
    limits: { maxCells, partCells },
  }: { readonly found: FoundInHistories; readonly catalogue: ReportNames; readonly limits: AnswerLimits },
): Promise<ReportTable | null> {
  if (dialect !== spooled.dialect || plan.groupBy.some(({ field }) => field === null)) return null
  const mostGroups = Math.floor(partCells / Math.max(1, mostColumns(plan, found, catalogue)))
  if (mostGroups === 0) return null
  const queries = compileSmallAggregation(plan, dialect)
  const first = await run(queries.groups(mostGroups + 1))
  if (first.length > mostGroups) return null
  refuseTooManyCells(first.length, 1, maxCells)
  const { groups, columns, cells } = numberedCells(plan, first, await run(queries.cells))
  const computed = numberedColumns(plan, { ...found, cells: columns }, catalogue, issueNumbers(groups))
  const shown = chosenGroups(plan, groups, cells, numberOfColumn(computed))
  const head = headOf(computed, shown.groups.length, shown.cells.length > 0, maxCells)
  const rows = groupRowMaker(plan, computed.indexes)(shown.groups, shown.cells)
  return { ...head, rows: () => batchOf(rows), close: async () => {} }
}

/** Adds up the numbers of issues of all groups. */
function issueNumbers(groups: readonly Row[]) {
  const sumOf = (name: string) => groups.reduce((sum, group) => sum + Number(group[name]), 0)
  return {
    issueCount: sumOf('issue_count'),
    repairedCount: sumOf('repaired'),
    unloggedCount: sumOf('unlogged'),
    withoutFinishCount: sumOf('without_finish'),
    carriedCount: 0,
  }
}

/** Returns a number of columns with cells that a group cannot exceed. */
function mostColumns(plan: ReportPlan, { columns }: FoundInHistories, catalogue: ReportNames): number {
  if (columns) return columns.length
  const { outer, inner } = plan.type
  // A transition has two statuses.
  const levels = outer === 'transition' ? (['status', 'status'] as const) : [outer, inner]
  return levels.reduce((product, level) => product * (level === null ? 1 : mostIds(level, plan, catalogue)), 1)
}

/** Returns a number of ids of a level that a report cannot exceed. */
function mostIds(level: ColumnLevel, plan: ReportPlan, catalogue: ReportNames): number {
  switch (level) {
    case 'status':
      return catalogue.statuses.length + (sourceColumns(plan)?.sources.length ?? 0)
    case 'user':
      // And two columns for others and for nobody.
      return catalogue.people.length + 2
    case 'group':
      // And a column for others.
      return catalogue.groups.length + 1
    case 'metric':
      return plan.metrics.length
    case 'transition':
    case 'field':
    case 'value':
      return Number.POSITIVE_INFINITY
  }
}
