/** The largest body that is read. Bytes. */
export const BODY_LIMIT = 6 * 1024 * 1024

/** The largest address with its headers that is read; addresses of 64 kB have room in it. Bytes. */
export const HEAD_LIMIT = 80 * 1024

/** The most parameters that a request may have, in its address and in its body each. */
export const PARAMETER_LIMIT = 5_000

/** How long a client may take to send its headers, and its whole request. Milliseconds. */
export const HEAD_TIMEOUT = 10_000
export const REQUEST_TIMEOUT = 60_000

/** How long an idle connection is kept: longer than most proxies keep theirs. Milliseconds. */
export const KEEP_ALIVE = 72_000

/** How long the store may take to show that it lives. Milliseconds. */
export const READY_TIMEOUT = 2_000

/** How long running requests may go on when the server stops, and how long their answers may take then. Milliseconds. */
export const STOP_GRACE = 10_000
export const FAREWELL = 1_000
