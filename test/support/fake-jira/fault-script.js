// @ts-check
import { FAULT_KINDS } from './fault-kinds.js'

/**
 * @import { FaultKind, FaultName, Hit } from './fault-kinds.js'
 * @import { Answer, LoggedRequest } from './model.ts'
 * @import { FakeTracker } from './tracker.js'
 */

/**
 * What to do wrong, and when.
 *
 * @typedef {object} FaultOptions
 * @property {FaultName} kind
 * @property {string} [path] Only requests whose path contains it.
 * @property {string} [method]
 * @property {number} [at] The first of these requests to which the fault applies and that it affects. Counts from 1.
 * @property {number} [times] How many of them, one after the other, are affected. 1 by default.
 * @property {number} [seconds] Of a wait.
 * @property {number} [ms] Of a slow body or an index.
 * @property {number} [megabytes] Of a large body.
 * @property {number} [entries] How many entries a cut log keeps.
 * @property {string} [field] The field that an issue lacks.
 * @property {string} [address] Where a redirect leads.
 * @property {(tracker: FakeTracker) => void} [act] What users write meanwhile.
 */

/** @typedef {FaultOptions & { seen: number, fired: number }} Fault A fault with the requests it could affect, and did affect. */

/** The faults of a fake tracker. Each counts its own requests. */
export class FaultScript {
  /** @type {Fault[]} */
  list = []
  #tracker

  /** @param {FakeTracker} tracker */
  constructor(tracker) {
    this.#tracker = tracker
  }

  /**
   * Adds a fault. `fired` of the result counts the answers it changed.
   *
   * @param {FaultOptions} options
   * @returns {Fault}
   */
  add(options) {
    if (!(options.kind in FAULT_KINDS)) {
      throw new RangeError(`unknown fault '${options.kind}': use ${Object.keys(FAULT_KINDS).join(', ')}`)
    }
    const fault = { ...options, seen: 0, fired: 0 }
    this.list.push(fault)
    return fault
  }

  clear() {
    this.list = []
  }

  /**
   * Returns what happens to a request before it is answered.
   *
   * @param {LoggedRequest} request
   * @returns {Hit | null}
   */
  start(request) {
    /** @type {Hit | null} */
    let hit = null
    for (const { fault, kind } of this.#matching(request)) {
      if (!kind.start || !fires(fault)) continue
      request.fault = fault.kind
      hit = Object.assign(hit ?? {}, kind.start({ fault, request, tracker: this.#tracker }))
    }
    return hit
  }

  /**
   * Returns the answer with its data changed.
   *
   * @param {LoggedRequest} request
   * @param {Answer} answer
   * @returns {Answer}
   */
  alter(request, answer) {
    for (const { fault, kind } of this.#matching(request)) {
      const altered = kind.alter?.({ fault, request, tracker: this.#tracker }, answer) ?? null
      if (altered === null || !fires(fault)) continue
      request.fault = fault.kind
      answer = altered
    }
    return answer
  }

  /** @param {LoggedRequest} request */
  #matching({ path, method }) {
    return this.list
      .filter(fault => path.includes(fault.path ?? '') && (fault.method === undefined || fault.method === method))
      .map(fault => ({ fault, kind: /** @type {FaultKind} */ (FAULT_KINDS[fault.kind]) }))
  }
}

/**
 * Counts a request to which a fault applies, and returns whether the fault affects it.
 *
 * @param {Fault} fault
 */
function fires(fault) {
  const { at = 1, times = 1 } = fault
  fault.seen++
  const isAffected = fault.seen >= at && fault.seen < at + times
  if (isAffected) fault.fired++
  return isAffected
}
