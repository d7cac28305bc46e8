import type { Instant, Millis } from '../time/instant.ts'

/** How often the schedule is checked. Milliseconds. */
const TICK: Millis = 1000

/** The share of the interval that is added at random, so that many servers do not ask a tracker at the same time. */
const JITTER = 0.1

/** How soon a round starts after a webhook: others often follow at once. Milliseconds. */
const HINT_DELAY: Millis = 5000

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
  /** Makes the next round start soon, because a webhook has come. */
  readonly hint: (name: string) => void
  readonly stop: () => void
}

/** Starts rounds as they become due: an interval after the last one, and a random part of it. */
export function scheduleRounds({ due, isRunning, run, now, random, onError }: ScheduleDeps): RoundSchedule {
  const jitter = new Map<string, number>()
  const hints = new Map<string, Instant>()
  const startOf = ({ name, every, nextTry, last }: Scheduled): Instant => {
    const hinted = hints.get(name)
    if (nextTry !== null && (last === null || nextTry > last)) return nextTry
    if (last === null) return 0
    const regular = last + every * (1 + JITTER * (jitter.get(name) ?? 0))
    return hinted === undefined ? regular : Math.min(regular, hinted)
  }
  const tick = async () => {
    try {
      for (const one of await due()) {
        if (isRunning(one.name) || startOf(one) > now()) continue
        jitter.set(one.name, random())
        hints.delete(one.name)
        void run(one.name)
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
    hint: name => {
      if (!hints.has(name)) hints.set(name, now() + HINT_DELAY)
    },
    stop: () => clearInterval(timer),
  }
}
