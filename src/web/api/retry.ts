import { ApiError } from './client.ts'

/** How often a request is repeated. */
const RETRIES = 2

/**
 * The options of queries. A request that a busy server refuses is repeated after the time that the server names: when many
 * people share a server, the next try usually succeeds.
 */
export const whenBusy = {
  retry: (failures: number, error: Error) => failures < RETRIES && delayOf(error) !== null,
  retryDelay: (_failures: number, error: Error) => delayOf(error) ?? 0,
}

/** Returns when a refused request may be repeated: milliseconds; `null` if that is of no use. */
function delayOf(error: Error): number | null {
  if (!(error instanceof ApiError) || error.retryAfter === null) return null
  const isBusy = error.status === 429 || error.code === 'SERVER_BUSY'
  return isBusy ? error.retryAfter * 1000 : null
}
