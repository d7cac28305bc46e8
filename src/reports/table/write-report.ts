import type { ReportFormatName } from '../../store/plan/formats.ts'
import type { ReportTable } from './report-table.ts'
import { csvTexts } from './to-csv.ts'
import { jsonTexts } from './to-json.ts'

/**
 * Writes a report in batches of strings, which together are its body. `version` is the version of Sojourn.
 */
export type ReportWriter = (
  table: ReportTable,
  version: string,
  signal: AbortSignal | undefined,
) => AsyncGenerator<Iterable<string>>

const writers: Readonly<Record<ReportFormatName, ReportWriter>> = {
  csv: (table, _version, signal) => csvTexts(table, signal),
  json: jsonTexts,
}

/** Writes a report in its requested format. */
export const writeReport: ReportWriter = (table, version, signal) =>
  writers[table.plan.format.output](table, version, signal)
