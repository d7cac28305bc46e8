import { UserError } from '../../core/base/errors.ts'
import type { Millis } from '../../core/time/instant.ts'

/** How long the test of a connection for a request may take. Milliseconds. */
export const TEST_LIMIT: Millis = 30_000

/** When a client may try again while another connection is tested. Seconds. */
const RETRY_AFTER = 5

/**
 * Runs the test of a connection to a tracker at `address` when no other one runs. Throws CONNECTION_BUSY, and
 * CONNECTION_FAILED after the time limit.
 */
export type RunTest = <T>(
  address: string,
  signal: AbortSignal | undefined,
  test: (signal: AbortSignal) => Promise<T>,
) => Promise<T>

/** Returns a function that runs one test at a time. */
export function createTestTurn(limit: Millis = TEST_LIMIT): RunTest {
  let isBusy = false
  return async (address, signal, test) => {
    if (isBusy) throw new UserError('CONNECTION_BUSY', { retryAfter: RETRY_AFTER })
    isBusy = true
    const late = new AbortController()
    const reason = `it gave no complete answer within ${limit / 1000} seconds`
    const timer = setTimeout(
      () => late.abort(new UserError('CONNECTION_FAILED', { address, failure: 'unavailable', reason })),
      limit,
    )
    try {
      return await test(signal ? AbortSignal.any([signal, late.signal]) : late.signal)
    } finally {
      clearTimeout(timer)
      isBusy = false
    }
  }
}
