import type { Instant, Millis } from '../../core/time/instant.ts'

/** How often the schedule is checked. Milliseconds. */
const TICK: Millis = 1000

/** The share of the interval that is added at random, so that many servers do not ask a tracker at the same time. */
const JITTER = 0.1

/** How soon a round starts that something requests: other requests often follow at once. Milliseconds. */
const SOON: Millis = 5000

/** When a connection may have its next round. */
export interface Scheduled {
  readonly name: string
  /** The time from `last` to the next round. Milliseconds. */
  readonly every: Millis
  /** When the connection tries again; `null` if nothing but the interval decides. */
  readonly nextTry: Instant | null
  /** From when the interval counts, such as the end of the last round; `null` without one. */
  readonly last: Instant | null
}

/** The dependencies of a schedule. */
export interface ScheduleDeps {
  /** Returns the connections that may have rounds. */
  readonly due: () => Promise<readonly Scheduled[]>
  readonly isRunning: (name: string) => boolean
  /** Runs a round. Never rejects. */
  readonly run: (name: string) => Promise<void>
  /** The issues that webhooks named: whether they can be read now, and how. `read` never rejects. */
  readonly hints?: { readonly areReady: (name: string) => boolean; readonly read: (name: string) => Promise<void> }
  readonly now: () => Instant
  /** Returns a number from 0 to 1. */
  readonly random: () => number
  /** Called with what `due` throws. */
  readonly onError: (error: unknown) => void
}

/** The schedule of rounds. */
export interface RoundSchedule {
  /** Starts the rounds that are due. */
  readonly tick: () => Promise<void>
  /** Makes the next round of a connection start soon. */
  readonly startSoon: (name: string) => void
  readonly stop: () => void
}

/**
 * Starts rounds as they become due: an interval after the last one, and a random part of it. Between them it reads what
 * webhooks named.
 */
export function scheduleRounds(deps: ScheduleDeps): RoundSchedule {
  const { due, isRunning, run, hints, now, random, onError } = deps
  const jitter = new Map<string, number>()
  const requested = new Map<string, Instant>()
  const isWaiting = ({ nextTry, last }: Scheduled) => nextTry !== null && (last === null || nextTry > last)
  const startOf = (one: Scheduled): Instant => {
    const { name, every, nextTry, last } = one
    if (isWaiting(one)) return nextTry!
    if (last === null) return 0
    const regular = last + every * (1 + JITTER * (jitter.get(name) ?? 0))
    return Math.min(regular, requested.get(name) ?? regular)
  }
  const tick = async () => {
    try {
      for (const one of await due()) {
        const { name } = one
        if (isRunning(name)) continue
        if (startOf(one) <= now()) {
          jitter.set(name, random())
          requested.delete(name)
          void run(name)
        } else if (!isWaiting(one) && hints?.areReady(name)) void hints.read(name)
      }
    } catch (error) {
      onError(error)
    }
  }
  let isChecking = false
  const timer = setInterval(async () => {
    if (isChecking) return
    isChecking = true
    await tick()
    isChecking = false
  }, TICK)
  timer.unref()
  return {
    tick,
    startSoon: name => {
      if (!requested.has(name)) requested.set(name, now() + SOON)
    },
    stop: () => clearInterval(timer),
  }
}
