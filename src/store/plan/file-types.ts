import type { Aggregate } from '../../core/measure/aggregate.ts'
import { aggregateNames, aggregates } from './aggregates.ts'
import { type FileFormatName, fileFormatNames, formats } from './formats.ts'
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

/** Returns the output type of a format, for a report that names its own aggregate. */
export function typeOfFormat(format: FileFormatName, endpoint: Endpoint): FileType {
  return { name: format.toUpperCase(), format, endpoint, aggregate: null }
}

const ofAggregates = aggregateNames.map(
  (aggregate): FileType => ({
    name: aggregates[aggregate].fileType,
    format: 'csv',
    endpoint: 'aggregation',
    aggregate,
  }),
)

/** The output types of exports: one for the lists of each format, and one of CSV for each aggregate. */
export const fileTypes: readonly FileType[] = fileFormatNames.flatMap(format => [
  typeOfFormat(format, 'list'),
  ...(format === 'csv' ? ofAggregates : []),
])

/** The layouts of Parquet files: a row for each value, or a row for each row of the report. */
export const layouts = ['long', 'wide'] as const

/** The layout of a Parquet file. */
export type Layout = (typeof layouts)[number]

/** The extensions of files, each with its full stop. */
export const extensions = fileFormatNames.map(name => `.${formats[name].extension}`)

/** Returns the format with a file extension; `undefined` for other extensions. */
export function formatOfExtension(extension: string): FileFormatName | undefined {
  return fileFormatNames.find(name => formats[name].extension === extension.toLowerCase())
}
