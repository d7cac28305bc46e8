import type { ReportTable } from '../table/report-table.ts'
import { toCsv } from '../table/to-csv.ts'
import { toJson } from '../table/to-json.ts'

/** A report as it goes over the wire, and byte for byte the same to the standard output. */
export interface ReportBody {
  readonly format: 'json' | 'csv'
  readonly text: string
}

/** The body of a report in the format that was asked for; `version` is this program's. */
export function reportBody(table: ReportTable, version: string): ReportBody {
  const format = table.plan.format.output
  return { format, text: format === 'csv' ? toCsv(table) : JSON.stringify(toJson(table, version)) }
}
