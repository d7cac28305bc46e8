import type { Ratio } from '../../core/time/decimal.ts'
import type { SheetOfAggregate } from '../../store/plan/aggregates.ts'
import type { ReportHead, RowSource } from './report-table.ts'

/** The whole result of a plan, as it goes into a file. */
export interface FileTable extends ReportHead, RowSource {
  /** The largest absolute value of each column; `null` where it has none. */
  readonly largest: readonly (Ratio | null)[]
}

/** A table of a file with its name. Formats other than XLSX have one. */
export interface Sheet {
  readonly name: 'List' | SheetOfAggregate
  readonly table: FileTable
}

/** Facts about a file that are not in its tables. */
export interface FileFacts {
  /** The version of Sojourn. */
  readonly version: string
  /** The parameters of the request, as sent. */
  readonly parameters: readonly { readonly name: string; readonly value: string }[]
  readonly warnings: readonly string[]
  /** The base addresses of trackers by the keys of their projects. */
  readonly addresses: ReadonlyMap<string, string>
}
