/** The longest accepted URL. Bytes. */
export const ADDRESS_LIMIT = 64 * 1024

/** The largest accepted request line with headers. Bytes. */
export const HEAD_LIMIT = 80 * 1024

/** The most headers in a request. */
export const HEADER_LIMIT = 200

/** The longest path parameter, such as an id. Characters. */
export const ID_LIMIT = 200

/** The most parameters in a request, in its URL and in its body each. */
export const PARAMETER_LIMIT = 5_000

/** The timeouts for slow clients, in milliseconds. Those of reports are settings (access/settings/known-settings.ts). */
export interface Timeouts {
  /** For the headers of a request. */
  readonly head: number
  /** For a whole request. */
  readonly request: number
  /** In which a client must read ANSWER_BYTES of its response. */
  readonly answer: number
  /** The interval of the checks for late requests. */
  readonly check: number
  /** Between two responses to failed sign-ins of one address, beyond the first few. */
  readonly failure: number
}

/** The default timeouts. */
export const TIMEOUTS: Timeouts = { head: 10_000, request: 60_000, answer: 10_000, check: 5_000, failure: 1_000 }

/** How much of a response a client must read within `Timeouts.answer`. Bytes. */
export const ANSWER_BYTES = 64 * 1024

/** How long an idle connection stays open: longer than in most proxies. Milliseconds. */
export const KEEP_ALIVE = 72_000

/** The timeout of the readiness check, and how long its result is cached. Milliseconds. */
export const READY_TIMEOUT = 2_000
export const READY_FOR = 1_000

/** The grace period for running requests when the server stops, and then for their responses. Milliseconds. */
export const STOP_GRACE = 10_000
export const CLOSE_TIMEOUT = 1_000

/** The longest `Idempotency-Key`. Characters. */
export const IDEMPOTENCY_KEY_LIMIT = 255

/** The most exports on a page of their list. */
export const EXPORT_PAGE_LIMIT = 200
