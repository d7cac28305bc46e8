import { setTimeout } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isUserError } from '../../core/base/errors.ts'
import type { RunningRequests } from './running-requests.ts'

/** Number of failures of an address without a delay. */
const FREE_FAILURES = 5

/** The longest delay of a response to a failure. Milliseconds. */
const LONGEST_WAIT = 10_000

/** An address without a failure for this long starts again at zero. Milliseconds. */
const FORGIVEN_AFTER = 60_000

/** The most addresses in memory. */
const MOST_ADDRESSES = 10_000

interface Failures {
  count: number
  /** When the response to the last failure is sent. */
  last: number
}

/**
 * Counts the failed sign-ins of each address, and computes the delay of the next response.
 *
 * A valid token is never delayed, because all users behind a proxy share one address.
 */
export class FailedSignIns {
  readonly #pause: number
  readonly #now: () => number
  /** Ordered by last failure, the oldest first. */
  readonly #addresses = new Map<string, Failures>()

  /** `pause` is the time between two responses to failures beyond the first few, in milliseconds. */
  constructor(pause: number, now: () => number = () => performance.now()) {
    this.#pause = pause
    this.#now = now
  }

  /** Counts a failure of an address. Returns the delay of its response, in milliseconds. */
  failed(address: string): number {
    const now = this.#now()
    this.#forgive(now)
    const { count, last } = this.#addresses.get(address) ?? { count: 0, last: now }
    const due = count < FREE_FAILURES ? now : Math.min(Math.max(now, last) + this.#pause, now + LONGEST_WAIT)
    this.#addresses.delete(address)
    this.#addresses.set(address, { count: count + 1, last: due })
    return due - now
  }

  #forgive(now: number): void {
    for (const [address, { last }] of this.#addresses) {
      if (now - last < FORGIVEN_AFTER && this.#addresses.size < MOST_ADDRESSES) return
      this.#addresses.delete(address)
    }
  }
}

/** Runs `work`, and delays its rejection if that is a failed sign-in. */
export type DelayFailures = <T>(request: FastifyRequest, reply: FastifyReply, work: () => Promise<T>) => Promise<T>

/** Delays the failed sign-ins of each address; see FailedSignIns. */
export function failureDelay(running: RunningRequests, pause: number): DelayFailures {
  const failures = new FailedSignIns(pause)
  return async ({ ip }, reply, work) => {
    try {
      return await work()
    } catch (error) {
      const wait = isUserError(error, 'NOT_SIGNED_IN') ? failures.failed(ip) : 0
      if (wait > 0) {
        const signal = running.signalFor(reply)
        await setTimeout(wait, null, { ref: false, signal }).catch(() => signal.throwIfAborted())
      }
      throw error
    }
  }
}
