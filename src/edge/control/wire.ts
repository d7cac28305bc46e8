import type { ErrorCode } from '../../core/base/errors.ts'

/** A call of a command to a server: the name of a method, and its arguments except the signal. */
export interface Call {
  /** For example `savedQueries.add`; see app/operations/topics.ts. */
  readonly call: string
  readonly arguments: readonly unknown[]
}

/** The calls whose response is not JSON: its body is the report, streamed in chunks. */
export const REPORT_CALLS = ['workspace.report', 'workspace.flow'] as const

/** One of them. */
export type ReportCall = (typeof REPORT_CALLS)[number]

/** The header with the format of a report. A response without it is an Answer. */
export const REPORT_FORMAT = 'x-report-format'

/** The header with the facts of a report: JSON, percent-encoded. */
export const REPORT_FACTS = 'x-report-facts'

/** The answer of a server: the result of the method, a user error, or an internal error. */
export type Answer =
  | { readonly result?: unknown }
  | { readonly error: { readonly code: ErrorCode; readonly parameters: unknown; readonly message: string } }
  | { readonly defect: true }
