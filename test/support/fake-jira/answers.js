// @ts-check

/** @import { Answer, Json } from './model.ts' */

/** An answer that ends a request early. */
export class HttpError extends Error {
  /**
   * @param {number} status
   * @param {string | Json} body A message, or the whole body.
   * @param {Record<string, string>} [headers]
   */
  constructor(status, body, headers = {}) {
    super(typeof body === 'string' ? body : `status ${status}`)
    /** @type {Answer} */
    this.answer = { status, body: typeof body === 'string' ? { errorMessages: [body], errors: {} } : body, headers }
  }
}

/**
 * @param {unknown} body
 * @returns {Answer}
 */
export function ok(body) {
  return { status: 200, body }
}

/**
 * Reads a whole number of a query or a body.
 *
 * @param {unknown} value
 * @param {string} name
 * @param {number} fallback
 */
export function wholeNumber(value, name, fallback) {
  if (value === null || value === undefined || value === '') return fallback
  const number = Number(value)
  if (!Number.isInteger(number)) throw new HttpError(400, `'${value}' is not a valid value for ${name}.`)
  return number
}

/**
 * Splits a list that is an array in a body, and text with commas in a query.
 *
 * @param {unknown} value
 * @returns {string[]}
 */
export function textList(value) {
  const parts = Array.isArray(value) ? value.map(String) : typeof value === 'string' ? value.split(',') : []
  return parts.map(part => part.trim()).filter(part => part !== '')
}

/**
 * Answers one page of a list, as most lists of Jira do.
 *
 * @template T
 * @param {readonly T[]} list
 * @param {URLSearchParams} query
 * @param {{ size: number, limit: number, address: string | null, hasTotal?: boolean,
 *   write: (element: T) => unknown }} options `address` is that of the list, for links; `null` without links.
 * @returns {Answer}
 */
export function pageOf(list, query, { size, limit, address, hasTotal = true, write }) {
  const startAt = Math.max(0, wholeNumber(query.get('startAt'), 'startAt', 0))
  const maxResults = Math.max(1, Math.min(limit, wholeNumber(query.get('maxResults'), 'maxResults', size)))
  const values = list.slice(startAt, startAt + maxResults)
  const isLast = startAt + values.length >= list.length
  const page = (/** @type {number} */ start) => {
    const parameters = new URLSearchParams(query)
    parameters.set('startAt', `${start}`)
    parameters.set('maxResults', `${maxResults}`)
    return `${address}?${parameters}`
  }
  return ok({
    ...(address !== null && { self: page(startAt) }),
    ...(address !== null && !isLast && { nextPage: page(startAt + maxResults) }),
    maxResults,
    startAt,
    ...(hasTotal && { total: list.length }),
    isLast,
    values: values.map(write),
  })
}
