/** The longest address that is read. Bytes. */
export const ADDRESS_LIMIT = 64 * 1024

/** The largest address with its headers that is read. Bytes. */
export const HEAD_LIMIT = 80 * 1024

/** The most headers that a request may have. */
export const HEADER_LIMIT = 200

/** The longest part of a path that stands for something, such as an id. Letters. */
export const ID_LIMIT = 200

/** The most parameters that a request may have, in its address and in its body each. */
export const PARAMETER_LIMIT = 5_000

/** How long the server waits for slow clients. Milliseconds. */
export interface Timeouts {
  /** Until the headers of a request have arrived. */
  readonly head: number
  /** Until the whole of a request has arrived. */
  readonly request: number
  /** In which a client has to take ANSWER_BYTES of its answer. */
  readonly answer: number
  /** How often those whose head or request is late are looked for. */
  readonly check: number
  /** Between two answers to failed sign-ins of one address, beyond the first few. */
  readonly failure: number
}

/** How long the server waits, unless it is told otherwise. */
export const TIMEOUTS: Timeouts = { head: 10_000, request: 60_000, answer: 10_000, check: 5_000, failure: 1_000 }

/** How much of an answer a client has to take in `Patience.answer`. Bytes. */
export const ANSWER_BYTES = 64 * 1024

/** How long an idle connection is kept: longer than most proxies keep theirs. Milliseconds. */
export const KEEP_ALIVE = 72_000

/** How long the store may take to show that it lives, and how long what it showed is believed. Milliseconds. */
export const READY_TIMEOUT = 2_000
export const READY_FOR = 1_000

/** How long running requests may go on when the server stops, and how long their answers may take then. Milliseconds. */
export const STOP_GRACE = 10_000
export const CLOSE_TIMEOUT = 1_000
