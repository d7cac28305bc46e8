// @ts-check
import { instantOfLocal } from './zone.js'

/**
 * @typedef {{ text: string, quoted: boolean }} Operand
 * @typedef {{ field: string, operator: string, operands: Operand[] }} Clause
 * @typedef {{ field: string, descending: boolean }} Order
 * @typedef {{ clauses: Clause[], order: Order[] }} ParsedJql
 */

/** A query that the tracker rejects with 400. */
export class JqlError extends Error {}

const TOKEN = /\s*(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|(>=|<=|!=|=|>|<|\(|\)|,)|([^\s"'=<>!(),]+))/y

/** The fields of the supported subset of JQL, by the names in queries. */
const FIELDS = new Map([
  ['project', 'project'],
  ['created', 'created'],
  ['createddate', 'created'],
  ['updated', 'updated'],
  ['updateddate', 'updated'],
  ['id', 'id'],
  ['issue', 'id'],
  ['issuekey', 'id'],
  ['key', 'id'],
])

/**
 * Parses the subset of JQL that a synchronisation needs: clauses joined by AND, then ORDER BY.
 *
 * @param {string} text
 * @returns {ParsedJql}
 */
export function parseJql(text) {
  const tokens = tokenize(text)
  let at = 0
  const next = () => tokens[at++]
  const isWord = (/** @type {string} */ word) => tokens[at]?.quoted === false && tokens[at]?.text.toLowerCase() === word

  /** @type {Clause[]} */
  const clauses = []
  while (at < tokens.length && !isWord('order')) {
    if (clauses.length > 0) {
      if (!isWord('and')) throw new JqlError(`Error in the JQL Query: Expecting 'AND' but got '${tokens[at]?.text}'.`)
      next()
    }
    clauses.push(readClause(next))
  }
  return { clauses, order: readOrder(tokens.slice(at)) }
}

/** @param {string} text */
function tokenize(text) {
  /** @type {Operand[]} */
  const tokens = []
  TOKEN.lastIndex = 0
  const end = text.trimEnd().length
  while (TOKEN.lastIndex < end) {
    const start = TOKEN.lastIndex
    const match = TOKEN.exec(text)
    if (!match) throw new JqlError(`Error in the JQL Query: unexpected text at character ${start + 1}.`)
    const quoted = match[1] ?? match[2]
    tokens.push(
      quoted === undefined
        ? { text: match[3] ?? match[4] ?? '', quoted: false }
        : { text: quoted.replaceAll(/\\(.)/g, '$1'), quoted: true },
    )
  }
  return tokens
}

/**
 * @param {() => Operand | undefined} next
 * @returns {Clause}
 */
function readClause(next) {
  const name = next()?.text ?? ''
  const field = FIELDS.get(name.toLowerCase())
  if (!field) throw new JqlError(`Field '${name}' does not exist or you do not have permission to view it.`)
  const operator = next()?.text.toLowerCase() ?? ''
  if (operator !== 'in') {
    if (!['=', '>=', '<=', '>', '<'].includes(operator)) {
      throw new JqlError(`Error in the JQL Query: Expecting an operator but got '${operator}'.`)
    }
    return { field, operator, operands: [readOperand(next())] }
  }
  if (next()?.text !== '(') throw new JqlError("Error in the JQL Query: Expecting '(' after 'in'.")
  const operands = []
  for (;;) {
    operands.push(readOperand(next()))
    const after = next()?.text
    if (after === ')') return { field, operator, operands }
    if (after !== ',') throw new JqlError("Error in the JQL Query: Expecting ',' or ')' in a list.")
  }
}

/** @param {Operand | undefined} token */
function readOperand(token) {
  if (!token || (!token.quoted && /^[(),]$/.test(token.text))) {
    throw new JqlError('Error in the JQL Query: Expecting a value.')
  }
  return token
}

/**
 * @param {Operand[]} tokens
 * @returns {Order[]}
 */
function readOrder(tokens) {
  if (tokens.length === 0) return []
  if (tokens[1]?.text.toLowerCase() !== 'by') throw new JqlError("Error in the JQL Query: Expecting 'BY'.")
  const rest = tokens.slice(2).map(token => token.text)
  return rest
    .join(' ')
    .split(',')
    .map(part => {
      const [name = '', direction = 'asc', more] = part.trim().split(/\s+/)
      const field = FIELDS.get(name.toLowerCase())
      if (!field) throw new JqlError(`Not able to sort using field '${name}'.`)
      if (more !== undefined || !/^(asc|desc)$/i.test(direction)) {
        throw new JqlError("Error in the JQL Query: Expecting 'ASC' or 'DESC'.")
      }
      return { field, descending: direction.toLowerCase() === 'desc' }
    })
}

/** What a tracker does with a bare number as a date. */
export const NUMBER_DATES = /** @type {const} */ (['accepted', 'rejected', 'ignored', 'empty'])

const DATE = /^(\d{4})[/-](\d{1,2})[/-](\d{1,2})(?: (\d{1,2}):(\d{2}))?$/
const PERIOD = /^([+-]?)(\d+)([wdhm])$/
const UNITS = { w: 604_800_000, d: 86_400_000, h: 3_600_000, m: 60_000 }

/**
 * Returns the instant that a date in JQL means, in milliseconds: NaN matches nothing, `null` everything.
 *
 * @param {Operand} operand
 * @param {string} field
 * @param {{ zone: string, now: number, numberDates: typeof NUMBER_DATES[number] }} context
 */
export function dateOf(operand, field, { zone, now, numberDates }) {
  const { text, quoted } = operand
  if (!quoted && /^-?\d+$/.test(text) && numberDates !== 'rejected') {
    if (numberDates === 'ignored') return null
    return numberDates === 'empty' ? Number.NaN : Number(text)
  }
  const [, sign, size, unit] = PERIOD.exec(text) ?? []
  if (unit) return now + (sign === '-' ? -1 : 1) * Number(size) * UNITS[/** @type {keyof typeof UNITS} */ (unit)]
  const [, year, month, day, hour = '0', minute = '0'] = DATE.exec(text) ?? []
  const local = year ? Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute)) : Number.NaN
  if (Number.isNaN(local) || Number(hour) > 23 || Number(minute) > 59) {
    throw new JqlError(
      `Date value '${text}' for field '${field}' is invalid. Valid formats include: 'yyyy/MM/dd HH:mm', ` +
        "'yyyy-MM-dd HH:mm', 'yyyy/MM/dd', 'yyyy-MM-dd', or a period format e.g. '-5d', '4w 2d'.",
    )
  }
  return instantOfLocal(local, zone)
}
