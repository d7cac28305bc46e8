/** A format of an exported file. */
export interface FileFormat {
  readonly mediaType: string
  /** The extension of the file name. */
  readonly extension: string
}

/** The formats of exported files. */
export const fileFormats = {
  xlsx: { mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', extension: 'xlsx' },
  csv: { mediaType: 'text/csv', extension: 'csv' },
  ndjson: { mediaType: 'application/x-ndjson', extension: 'ndjson' },
  parquet: { mediaType: 'application/vnd.apache.parquet', extension: 'parquet' },
} as const satisfies Record<string, FileFormat>

/** The name of a format of exported files. */
export type FileFormatName = keyof typeof fileFormats
