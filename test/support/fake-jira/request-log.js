// @ts-check

/** @import { LoggedRequest } from './model.ts' */

/** How many requests are kept. */
const KEPT_REQUESTS = 10_000

/** The requests that a fake tracker got, without those of its control API. */
export class RequestLog {
  /** @type {LoggedRequest[]} The last requests, oldest first. */
  all = []
  /** How many requests there were since the start or the last `clear`. */
  count = 0
  /** How many requests were answered at once, at most, since the start or the last `clear`. */
  mostAtOnce = 0
  #open = 0
  /** @type {Map<string, number>} */
  #counts = new Map()

  /** @param {Omit<LoggedRequest, 'number'>} request */
  start(request) {
    const logged = { number: ++this.count, ...request }
    this.all.push(logged)
    if (this.all.length > 2 * KEPT_REQUESTS) this.all.splice(0, KEPT_REQUESTS)
    this.mostAtOnce = Math.max(this.mostAtOnce, ++this.#open)
    return logged
  }

  /**
   * Counts a request whose endpoint is known now.
   *
   * @param {LoggedRequest} request
   */
  answer({ method, endpoint, path }) {
    const name = `${method} ${endpoint ?? path}`
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1)
  }

  /** Ends a request: its answer is sent, or its connection is closed. */
  end() {
    this.#open--
  }

  /** Returns the numbers of answers by endpoint: `GET search/jql`. Unknown endpoints are counted by their path. */
  byEndpoint() {
    return Object.fromEntries(this.#counts)
  }

  /**
   * Returns the last requests whose path contains a text.
   *
   * @param {string} text
   */
  to(text) {
    return this.all.filter(({ path }) => path.includes(text))
  }

  clear() {
    this.all = []
    this.count = 0
    this.mostAtOnce = this.#open
    this.#counts.clear()
  }
}
