import type { ReportTable, TableRow } from '../../../src/reports/table/report-table.ts'
import type { ReportPlan } from '../../../src/store/plan/report-plan.ts'
import { NEEDED, planned, raw } from '../../store/plan/sample.ts'

/** A row of a list: key, summary, and milliseconds by column; `null` is an empty cell. */
export interface SampleRow {
  readonly key: string
  readonly summary: string
  readonly values: readonly (number | null)[]
}

/** Returns the plan of a list with durations in milliseconds. */
export function listPlan(sent: Readonly<Record<string, string>> = {}): ReportPlan {
  return planned('list', raw({ ...NEEDED, viewFormat: 'milliseconds', ...sent }))
}

/** Returns the table of a list, whose rows come in batches of `batch`. */
export function listTable(
  plan: ReportPlan,
  names: readonly string[],
  rows: readonly SampleRow[],
  batch = rows.length,
): ReportTable {
  return {
    plan,
    columns: names.map((value, i) => ({ id: String(i), value, consolidated: null, levels: null, isNameShared: false })),
    cellIndexes: names.map((_, i) => i),
    rowCount: rows.length,
    issueCount: rows.length,
    repairedCount: 0,
    unloggedCount: 0,
    withoutFinishCount: 0,
    carriedCount: 0,
    hasValues: rows.length > 0,
    included: [],
    excluded: [],
    deleted: [],
    rows: async function* () {
      for (let from = 0; from < rows.length; from += Math.max(1, batch))
        yield rows.slice(from, from + Math.max(1, batch)).map(tableRow)
    },
    close: async () => {},
  }
}

function tableRow({ key, summary, values }: SampleRow): TableRow {
  return {
    header: [key, summary],
    groups: [],
    fields: [],
    cells: values.flatMap((value, index) =>
      value === null ? [] : [{ index, value: { numerator: BigInt(value), denominator: 1n } }],
    ),
    current: [],
    issueCount: 1,
  }
}
