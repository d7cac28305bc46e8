/** A format in which Sojourn writes reports, flow measures and files. */
export interface Format {
  readonly mediaType: string
  /** The extension of file names; `null` if browsers suggest no file name. */
  readonly extension: string | null
  /** Whether it is text in UTF-8, which the standard output can show. */
  readonly isText: boolean
  /**
   * Whether it contains its warnings and its page. Otherwise, the command line writes whole lists, and writes warnings to the
   * standard error.
   */
  readonly describesItself: boolean
  /** Whether it is a format of reports (`outputType`). Its writer is in reports/table/write-report.ts. */
  readonly report: boolean
  /** Whether it is a format of flow measures (`outputType`). Its writer is in reports/flow/flow-body.ts. */
  readonly flow: boolean
  /**
   * Its name on the page as a format of files, and whether the page offers it for groups; `null` if it is none. Its writer is in
   * reports/table/write-file.ts.
   */
  readonly file: { readonly label: string; readonly hasGroups: boolean } | null
}

/**
 * All formats. The values of outputType, content types, file names, the OpenAPI document, the menu of the page and the options of
 * commands come from here. The order of the formats of reports is that of the contract (§2.1).
 */
export const formats = {
  xlsx: {
    mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    extension: 'xlsx',
    isText: false,
    describesItself: true,
    report: false,
    flow: false,
    file: { label: 'Excel workbook (.xlsx)', hasGroups: true },
  },
  csv: {
    mediaType: 'text/csv',
    extension: 'csv',
    isText: true,
    describesItself: false,
    report: true,
    flow: true,
    file: { label: 'CSV (.csv)', hasGroups: true },
  },
  json: {
    mediaType: 'application/json',
    extension: null,
    isText: true,
    describesItself: true,
    report: true,
    flow: true,
    file: null,
  },
  ndjson: {
    mediaType: 'application/x-ndjson',
    extension: 'ndjson',
    isText: true,
    describesItself: false,
    report: false,
    flow: false,
    file: { label: 'NDJSON (.ndjson)', hasGroups: false },
  },
  parquet: {
    mediaType: 'application/vnd.apache.parquet',
    extension: 'parquet',
    isText: false,
    describesItself: false,
    report: false,
    flow: false,
    file: { label: 'Parquet (.parquet)', hasGroups: false },
  },
} as const satisfies Record<string, Format>

type Formats = typeof formats
type Use = 'report' | 'flow' | 'file'
type NameWith<U extends Use> = { [N in keyof Formats]: Formats[N][U] extends false | null ? never : N }[keyof Formats]

/** The name of a format of reports. */
export type ReportFormatName = NameWith<'report'>

/** The name of a format of flow measures. */
export type FlowFormatName = NameWith<'flow'>

/** The name of a format of files. */
export type FileFormatName = NameWith<'file'>

function namesWith<U extends Use>(use: U): readonly NameWith<U>[] {
  return (Object.keys(formats) as (keyof Formats)[]).filter((name): name is keyof Formats & NameWith<U> =>
    Boolean(formats[name][use]),
  )
}

/** The formats of reports. */
export const reportFormatNames = namesWith('report')

/** The formats of flow measures. */
export const flowFormatNames = namesWith('flow')

/** The formats of files. */
export const fileFormatNames = namesWith('file')
