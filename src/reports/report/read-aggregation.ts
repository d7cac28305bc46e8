import type { ReportNames } from '../../core/catalogue/report-names.ts'
import type { Snapshot, SpooledTables } from '../../store/engine/report-engine.ts'
import type { ReportPlan } from '../../store/plan/report-plan.ts'
import {
  answerCellCount,
  answerCells,
  answerPart,
  answerRowCount,
  answerRows,
  cellColumns,
  compileAggregation,
  compileFoundInAggregation,
  groupTotals,
  groupTotalsWithIssues,
  type RowChoice,
  smallAnswer,
} from '../../store/sql/compile-aggregation.ts'
import { groupRowMaker } from '../table/group-rows.ts'
import type { ReportTable, TableRow } from '../table/report-table.ts'
import {
  batchOf,
  type FoundInHistories,
  headOf,
  issueNumbersOf,
  type KeyedHead,
  numberedColumns,
  numberOfColumn,
} from './aggregation-head.ts'
import { type AnswerLimits, refuseTooManyCells } from './answer-limits.ts'
import { checkPeriods } from './check-periods.ts'
import { runAll } from './run-all.ts'
import { readSmallAggregation } from './small-aggregation.ts'

/**
 * Reads an aggregation. Computes the cells from the histories once, and everything else from these cells.
 *
 * A small result is in memory when this returns; if its size is known in advance, nothing is spooled for it. A larger one
 * stays in temporary tables, from which the rows are read in parts. The store may change meanwhile.
 */
export async function readAggregation(
  plan: ReportPlan,
  snapshot: Snapshot,
  catalogue: ReportNames,
  limits: AnswerLimits,
): Promise<ReportTable> {
  const found = await findColumns(plan, snapshot)
  const small = await readSmallAggregation(plan, snapshot, { found, catalogue, limits })
  if (small) return small
  const { maxCells, partCells } = limits
  const computed = await computeCells(plan, snapshot, { found, catalogue, maxCells })
  const { indexes, groupCount, cellCount } = computed
  if (groupCount <= partCells && cellCount <= partCells) {
    const { run, dialect } = snapshot.spooled
    const queries = smallAnswer(plan, computed.choice, dialect)
    const groups = await run(queries.rows)
    const cells = await run(queries.cells)
    const head = headOf(computed, groups.length, cells.length > 0, maxCells)
    const rows = groupRowMaker(plan, indexes)(groups, cells)
    return { ...head, rows: () => batchOf(rows), close: async () => {} }
  }
  const head = await spoolAnswer(computed, snapshot, maxCells)
  const kept = await snapshot.detach()
  return { ...head, rows: signal => aggregationRows({ head, indexes }, kept.run, partCells, signal), close: kept.close }
}

/** An aggregation in AGGREGATION_TABLES. */
export interface PreparedAggregation {
  readonly head: KeyedHead
  /** The index of the first column that shows the cells of each cell column. */
  readonly indexes: ReadonlyMap<number, number>
}

/** The names of the spooled tables from which `aggregationRows` reads. */
export const AGGREGATION_TABLES = ['answer_row', 'answer_cell'] as const

/** Spools an aggregation to AGGREGATION_TABLES. Throws REPORT_TOO_LARGE. */
export async function prepareAggregation(
  plan: ReportPlan,
  snapshot: Snapshot,
  catalogue: ReportNames,
  maxCells: number,
): Promise<PreparedAggregation> {
  const found = await findColumns(plan, snapshot)
  const computed = await computeCells(plan, snapshot, { found, catalogue, maxCells })
  return { head: await spoolAnswer(computed, snapshot, maxCells), indexes: computed.indexes }
}

/** Reads what occurs in the histories of an aggregation. */
async function findColumns(plan: ReportPlan, { run, dialect }: Snapshot): Promise<FoundInHistories> {
  return runAll(compileFoundInAggregation(plan, dialect), run)
}

/** Computes the groups and their cells, as tables `report_group` and `total_cell`. */
async function computeCells(
  plan: ReportPlan,
  snapshot: Snapshot,
  {
    found,
    catalogue,
    maxCells,
  }: { readonly found: FoundInHistories; readonly catalogue: ReportNames; readonly maxCells: number },
) {
  const { dialect, spooled } = snapshot
  const hasPeriod = plan.groupBy.some(({ field }) => field === null)
  const statusStays = hasPeriod ? await snapshot.statusStays() : null
  const { cells, cellsOfLargeGroups, periods, groups, ...queries } = compileAggregation(plan, dialect, statusStays)
  const { issues, carried } = await runAll(queries, snapshot.run)
  const groupsOfCells = periods?.groups ?? null
  const spoolPeriods = async () => {
    await snapshot.spool('counted_cell', cells)
    await snapshot.spool('whole_period', periods!.whole)
  }
  if (groupsOfCells) {
    await spoolPeriods()
    await spooled.spool('report_group', groupsOfCells(spooled.dialect))
  } else await snapshot.spool('report_group', groups)
  const [totals] = await spooled.run(issues ? groupTotals : groupTotalsWithIssues)
  const counted = (issues?.[0] ?? totals)!
  const groupCount = Number(totals!.groups)
  checkPeriods(plan, groupCount)
  refuseTooManyCells(groupCount, 1, maxCells)
  const isLarge = Number(totals!.largest) > dialect.maxGathered
  if (periods) {
    // Groups that need no cells are checked before the cells are computed.
    if (!groupsOfCells) await spoolPeriods()
    await spooled.spool('total_cell', periods.total(spooled.dialect))
  } else await snapshot.spool('total_cell', isLarge ? cellsOfLargeGroups : cells)
  const numbered = await spooled.run(cellColumns)
  const numbers = issueNumbersOf(counted, carried)
  const columns = numberedColumns(plan, { ...found, cells: numbered }, catalogue, numbers)
  return {
    ...columns,
    choice: rowChoice(plan, numberOfColumn(columns)),
    groupCount,
    cellCount: numbered.reduce((sum, { cells }) => sum + Number(cells), 0),
  }
}

type ComputedCells = Awaited<ReturnType<typeof computeCells>>

/** Spools the rows and cells of an answer to AGGREGATION_TABLES. Throws REPORT_TOO_LARGE. */
async function spoolAnswer(computed: ComputedCells, { spooled }: Snapshot, maxCells: number): Promise<KeyedHead> {
  const { plan } = computed.head
  await spooled.spool('cell_column', cellColumns)
  await spooled.spool('answer_row', answerRows(plan, computed.choice, spooled.dialect))
  const rowCount = Number((await spooled.run(answerRowCount))[0]!.rows)
  // Before the cells, which may be too many.
  refuseTooManyCells(rowCount, computed.head.columns.length, maxCells)
  await spooled.spool('answer_cell', answerCells(plan, spooled.dialect))
  const [filled] = await spooled.run(answerCellCount)
  return headOf(computed, rowCount, Number(filled!.cells) > 0, maxCells)
}

/** Reads the rows of an aggregation from AGGREGATION_TABLES, in parts. */
export async function* aggregationRows(
  { head: { plan, rowCount }, indexes }: PreparedAggregation,
  run: SpooledTables['run'],
  partCells: number,
  signal?: AbortSignal,
): AsyncGenerator<readonly TableRow[]> {
  const toRows = groupRowMaker(plan, indexes)
  const step = Math.max(1, Math.floor(partCells / Math.max(1, indexes.size)))
  for (let from = 0; from < rowCount; from += step) {
    const rows = await run(answerPart('answer_row', from, from + step), signal)
    const cells = await run(answerPart('answer_cell', from, from + step), signal)
    yield toRows(rows, cells)
  }
}

/** Maps the columns of the sort order and the filters to the numbers of cell columns. */
function rowChoice({ sort, filters }: ReportPlan, numberOf: (column: string) => number | null): RowChoice {
  return {
    sort: sort && { number: numberOf(sort.column), descending: sort.descending },
    filters: filters.map(filter => ({ number: numberOf(filter.column), filter })),
  }
}
