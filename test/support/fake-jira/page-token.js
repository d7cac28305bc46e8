// @ts-check
import { createHash } from 'node:crypto'
import { HttpError } from './answers.js'

const SEVEN_DAYS = 7 * 86_400_000

/**
 * Writes a page token of Cloud. It contains characters that must be encoded in an address.
 *
 * @param {{ query: string, now: number, startAt: number }} page
 */
export function writeToken({ query, now, startAt }) {
  return `${Buffer.from(JSON.stringify({ startAt, at: now, of: digest(query) })).toString('base64')}+/=`
}

/**
 * Returns where the page of a token starts. Throws when the token is of another query, or older than seven days.
 *
 * @param {string} token
 * @param {{ query: string, now: number }} page
 * @returns {number}
 */
export function readToken(token, { query, now }) {
  const page = token.endsWith('+/=') ? parse(token.slice(0, -3)) : null
  if (page === null || page.of !== digest(query) || now - page.at > SEVEN_DAYS) {
    throw new HttpError(400, 'The provided next page token is invalid or has expired.')
  }
  return page.startAt
}

/** @param {string} text */
function parse(text) {
  try {
    return JSON.parse(Buffer.from(text, 'base64').toString())
  } catch {
    return null
  }
}

/** @param {string} text */
function digest(text) {
  return createHash('sha256').update(text).digest('hex').slice(0, 12)
}
