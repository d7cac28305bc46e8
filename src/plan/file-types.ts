import type { Aggregate } from '../measure/aggregate.ts'
import { aggregateNames, aggregates } from './aggregates.ts'
import { type FileFormatName, fileFormats } from './file-formats.ts'
import type { Endpoint } from './parameters.ts'

/** An output type of exports (`outputType`). */
export interface FileType {
  readonly name: string
  readonly format: FileFormatName
  /** The report whose parameters it takes. */
  readonly endpoint: Endpoint
  /** The aggregate of an aggregation; `null` for lists. */
  readonly aggregate: Aggregate | null
}

function listType(format: FileFormatName): FileType {
  return { name: format.toUpperCase(), format, endpoint: 'list', aggregate: null }
}

/** The output types of exports, in the order of the contract's service, followed by our own. */
export const fileTypes: readonly FileType[] = [
  ...(['xlsx', 'csv'] as const).map(listType),
  ...aggregateNames.map(
    (aggregate): FileType => ({
      name: aggregates[aggregate].fileType,
      format: 'csv',
      endpoint: 'aggregation',
      aggregate,
    }),
  ),
  ...(['ndjson', 'parquet'] as const).map(listType),
]

/** The layouts of Parquet files: a row for each value, or a row for each row of the report. */
export const layouts = ['long', 'wide'] as const

/** The layout of a Parquet file. */
export type Layout = (typeof layouts)[number]

/** Returns the format with a file extension; `undefined` for other extensions. */
export function formatOfExtension(extension: string): FileFormatName | undefined {
  const names = Object.keys(fileFormats) as FileFormatName[]
  return names.find(name => fileFormats[name].extension === extension.toLowerCase())
}
