import type { TrackerClock } from '../../tracker.ts'

/** Decides when requests of one connection may start. */
export interface Pace {
  /**
   * Runs a request as soon as the rate, the concurrency and the pauses allow it, in order of arrival. Rejects with the
   * signal's reason.
   */
  readonly run: <T>(endpoint: string, request: () => Promise<T>) => Promise<T>
  /** Starts no request to an endpoint for some milliseconds; `null` is all endpoints. */
  readonly pause: (endpoint: string | null, ms: number) => void
  /** Halves the rate for some milliseconds. */
  readonly slowDown: (ms: number) => void
  /** Returns the total length of the pauses in milliseconds. Pauses at the same time count once. */
  readonly pausedMs: () => number
}

/** The limits of one connection. */
export interface PaceLimits {
  readonly requestsPerSecond: number
  readonly concurrency: number
  readonly clock: TrackerClock
  readonly signal?: AbortSignal | undefined
}

/**
 * Creates the pace of one connection.
 *
 * Starts are at least `1000 / requestsPerSecond` ms apart, so no second contains more than `requestsPerSecond` of them,
 * not even after an idle time.
 */
export function createPace({ requestsPerSecond, concurrency, clock, signal }: PaceLimits): Pace {
  const spacing = 1000 / requestsPerSecond
  const gate = createGate(concurrency)
  const pausedUntil = new Map<string | null, number>()
  let lastStart = Number.NEGATIVE_INFINITY
  let slowUntil = Number.NEGATIVE_INFINITY
  let turns: Promise<unknown> = Promise.resolve()
  let pausedMs = 0
  let countedUntil = Number.NEGATIVE_INFINITY

  const endOfPause = (endpoint: string): number =>
    Math.max(pausedUntil.get(null) ?? Number.NEGATIVE_INFINITY, pausedUntil.get(endpoint) ?? Number.NEGATIVE_INFINITY)

  const untilResumed = async (endpoint: string): Promise<void> => {
    for (;;) {
      signal?.throwIfAborted()
      const wait = endOfPause(endpoint) - clock.now()
      if (wait <= 0) return
      await clock.sleep(wait, signal)
    }
  }

  /** Returns whether the request may start now; `false` when its endpoint was paused in the meantime. */
  const takeTurn = async (endpoint: string): Promise<boolean> => {
    for (;;) {
      signal?.throwIfAborted()
      const now = clock.now()
      if (endOfPause(endpoint) > now) return false
      // A clock that was set back must not delay the next request by that much.
      lastStart = Math.min(lastStart, now)
      const wait = lastStart + (slowUntil > now ? 2 * spacing : spacing) - now
      if (wait <= 0) {
        lastStart = now
        return true
      }
      await clock.sleep(Math.ceil(wait), signal)
    }
  }

  const mayStart = (endpoint: string): Promise<boolean> => {
    const turn = turns.then(() => takeTurn(endpoint))
    turns = turn.catch(() => {})
    return turn
  }

  return {
    run: async (endpoint, request) => {
      for (;;) {
        await untilResumed(endpoint)
        await gate.enter()
        try {
          if (await mayStart(endpoint)) return await request()
        } finally {
          gate.leave()
        }
      }
    },
    pause: (endpoint, ms) => {
      const now = clock.now()
      const until = now + ms
      pausedUntil.set(endpoint, Math.max(pausedUntil.get(endpoint) ?? until, until))
      pausedMs += Math.max(0, until - Math.max(now, countedUntil))
      countedUntil = Math.max(countedUntil, until)
    },
    slowDown: ms => {
      slowUntil = Math.max(slowUntil, clock.now() + ms)
    },
    pausedMs: () => pausedMs,
  }
}

/** Lets a limited number of requests run at the same time. */
interface Gate {
  readonly enter: () => Promise<void>
  readonly leave: () => void
}

function createGate(limit: number): Gate {
  let running = 0
  const waiting: (() => void)[] = []
  return {
    enter: async () => {
      if (running < limit) {
        running++
        return
      }
      // The place of the one that leaves is handed over, so `running` stays the same.
      await new Promise<void>(resolve => waiting.push(resolve))
    },
    leave: () => {
      const next = waiting.shift()
      if (next) next()
      else running--
    },
  }
}
