import { setTimeout } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isUserError } from '../base/errors.ts'
import type { RunningRequests } from './running-requests.ts'

/** How many failures of an address are answered at once. */
const FREE_FAILURES = 5

/** The longest time that a failure waits for its answer. Milliseconds. */
const LONGEST_WAIT = 10_000

/** An address without a failure for so long starts anew. Milliseconds. */
const FORGIVEN_AFTER = 60_000

/** The most addresses that are remembered. */
const MOST_ADDRESSES = 10_000

interface Failures {
  count: number
  /** When the answer to the last failure goes out. */
  last: number
}

/**
 * Counts the failed sign-ins of each address, and says how long the answer to one more has to wait.
 *
 * A valid token never waits: a proxy has one address for all its users.
 */
export class FailedSignIns {
  readonly #pause: number
  readonly #now: () => number
  /** The address that failed longest ago comes first. */
  readonly #addresses = new Map<string, Failures>()

  /** `pause` is the time between two answers to failures beyond the first few, in milliseconds. */
  constructor(pause: number, now: () => number = () => performance.now()) {
    this.#pause = pause
    this.#now = now
  }

  /** Counts one more failure of an address. Returns how long its answer has to wait, in milliseconds. */
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

/** Does `work`, and delays its failure if that is a failed sign-in. */
export type SlowFailures = <T>(request: FastifyRequest, reply: FastifyReply, work: () => Promise<T>) => Promise<T>

/** Slows down the failed sign-ins of each address; see FailedSignIns. */
export function slowFailures(running: RunningRequests, pause: number): SlowFailures {
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
