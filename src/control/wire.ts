import type { ErrorCode } from '../base/errors.ts'

/** What a command asks of a server: a method by its part and name, and its arguments but for their signal. */
export interface Call {
  /** For example `savedQueries.add`; see callable.ts. */
  readonly call: string
  readonly arguments: readonly unknown[]
}

/** The one call whose answer is not JSON: its body is the report, piece by piece. */
export const REPORT_CALL = 'workspace.report'

/** The header that names the format of a report. An answer without it is an Answer. */
export const REPORT_FORMAT = 'x-report-format'

/** The header with the facts of a report: JSON, percent-encoded. */
export const REPORT_FACTS = 'x-report-facts'

/** What a server answers: what the method gave, a mistake that the caller can mend, or that something else went wrong. */
export type Answer =
  | { readonly result?: unknown }
  | { readonly error: { readonly code: ErrorCode; readonly parameters: unknown; readonly message: string } }
  | { readonly defect: true }
