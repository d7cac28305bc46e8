/** A format of a report's body. */
export interface OutputFormat {
  readonly mediaType: string
  /** The extension of the file name that browsers suggest for downloads; `null` to suggest none. */
  readonly extension: string | null
  /**
   * Whether the body contains its warnings and its page. Otherwise, the command line writes whole lists, and writes
   * warnings to the standard error.
   */
  readonly describesItself: boolean
}

/**
 * The formats of a report's body (`outputType`).
 *
 * To add a format, add an entry here, its writer in table/, and the entry in table/write-report.ts that selects it.
 */
export const outputFormats = {
  csv: { mediaType: 'text/csv', extension: 'csv', describesItself: false },
  json: { mediaType: 'application/json', extension: null, describesItself: true },
} as const satisfies Record<string, OutputFormat>

/** The name of an output format. */
export type OutputFormatName = keyof typeof outputFormats

/** The values of outputType, in the order of the contract (§2.1). */
export const outputFormatNames = ['csv', 'json'] as const satisfies readonly OutputFormatName[]
