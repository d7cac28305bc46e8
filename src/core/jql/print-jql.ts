import type {
  AndClause,
  FieldReference,
  HistoryPredicate,
  JqlClause,
  JqlOperand,
  JqlQuery,
  JqlSort,
  OrClause,
  TerminalClause,
  ValueOperand,
} from './query-tree.ts'
import { inQuotes, unicodeEscape, withoutQuotes } from './tokens/escape.ts'
import { isPlainWord, tokenAt } from './tokens/lexer.ts'

/**
 * Returns the canonical text of a query: keywords in capitals, single spaces, double quotes.
 *
 * Law: `parseJql(printJql(query))` equals the query except for its text and spans. Unquoted values stay unquoted.
 */
export function printJql({ where, orderBy }: Pick<JqlQuery, 'where' | 'orderBy'>): string {
  const parts = where === null ? [] : [printClause(where)]
  if (orderBy.length > 0) parts.push(`ORDER BY ${orderBy.map(printSort).join(', ')}`)
  return parts.join(' ')
}

/** Returns the canonical text of a clause. */
export function printClause(clause: JqlClause): string {
  if (clause.kind === 'and' || clause.kind === 'or') return printJoined(clause)
  if (clause.kind === 'not') return `NOT ${inParentheses(clause.clause, isJoined(clause.clause))}`
  return printTerminal(clause)
}

function printJoined({ kind, clauses }: AndClause | OrClause): string {
  const word = kind === 'and' ? ' AND ' : ' OR '
  return clauses.map(clause => inParentheses(clause, clause.kind === kind || clause.kind === 'or')).join(word)
}

function isJoined({ kind }: JqlClause): boolean {
  return kind === 'and' || kind === 'or'
}

function inParentheses(clause: JqlClause, needed: boolean): string {
  return needed ? `(${printClause(clause)})` : printClause(clause)
}

function printTerminal(clause: TerminalClause): string {
  const field = printField(clause.field)
  if (clause.kind === 'value') return `${field} ${clause.operator} ${printOperand(clause.operand)}`
  const predicates = clause.predicates.map(printPredicate).join('')
  if (clause.kind === 'changed') return `${field} CHANGED${predicates}`
  return `${field} ${clause.operator} ${printOperand(clause.operand)}${predicates}`
}

function printPredicate({ keyword, operand }: HistoryPredicate): string {
  return ` ${keyword} ${printOperand(operand)}`
}

function printSort({ field, direction }: JqlSort): string {
  return direction === null ? printField(field) : `${printField(field)} ${direction}`
}

/** Returns the canonical text of a field. */
export function printField(field: FieldReference): string {
  if (field.kind === 'customField') return `cf[${field.id}]`
  const properties = field.properties.map(
    ({ key, path }) => `[${printName(key)}]${path === null ? '' : printPath(path)}`,
  )
  return `${printName(field.name)}${properties.join('')}`
}

function printPath(path: string): string {
  return withoutQuotes(`.${path}`)
}

function printName(name: string): string {
  return isPlainWord(name) || /^-?\d+$/.test(name) ? name : inQuotes(name)
}

/** Returns the canonical text of an operand. */
export function printOperand(operand: JqlOperand): string {
  switch (operand.kind) {
    case 'keyword':
      return operand.keyword
    case 'list':
      return `(${operand.operands.map(printOperand).join(', ')})`
    case 'function':
      return `${isPlainWord(operand.name) ? operand.name : inQuotes(operand.name)}(${operand.arguments.map(printOperand).join(', ')})`
    case 'value':
      return printValue(operand)
  }
}

/** Matches only text that is no reserved word and needs no escapes. */
const PLAIN = /^[a-z_.-]*\d[\w.-]*$/i

function printValue({ value, quoted }: ValueOperand): string {
  if (quoted) return inQuotes(value)
  if (PLAIN.test(value)) return value
  const printed = withoutQuotes(value)
  // A word that spells a reserved one was written with an escape.
  const { kind } = tokenAt(printed, 0)
  return kind === 'word' || kind === 'number' ? printed : unicodeEscape(value[0]!) + withoutQuotes(value.slice(1))
}
