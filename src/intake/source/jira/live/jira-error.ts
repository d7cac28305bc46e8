import { TrackerError, type TrackerFailure } from '../../tracker.ts'

/** A request to Jira that failed, with the status of the response. */
export class JiraError extends TrackerError {
  /** `null` without a response. */
  readonly status: number | null

  constructor(
    failure: TrackerFailure,
    request: string,
    detail: string,
    {
      status = null,
      retryAfterMs = null,
    }: { readonly status?: number | null; readonly retryAfterMs?: number | null } = {},
  ) {
    super(failure, request, detail, { retryAfterMs })
    this.status = status
  }
}

/** Returns whether the tracker lacks the endpoint, or does not let this account use it. */
export function isEndpointMissing(error: unknown): error is JiraError {
  return error instanceof JiraError && (error.failure === 'not-found' || error.failure === 'forbidden')
}

/** Returns whether a smaller request may succeed. */
export function isWorthHalving(error: unknown): error is JiraError {
  if (!(error instanceof JiraError)) return false
  if (error.failure === 'unavailable' || error.failure === 'unreadable') return true
  return error.failure === 'rejected'
}

/** Returns whether the tracker refuses to search that deep. */
export function isResultWindow(error: unknown): error is JiraError {
  return error instanceof JiraError && error.failure === 'rejected' && RESULT_WINDOW.test(error.message)
}

/** The text of Data Center when a search goes beyond `jira.search.platform.max.result.window`. */
export const RESULT_WINDOW = /search (?:platform )?limit|result window/i
