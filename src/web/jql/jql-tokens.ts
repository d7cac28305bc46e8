/** The kind of a token, for highlighting. */
export type JqlTokenKind = 'field' | 'operator' | 'keyword' | 'function' | 'value' | 'string' | 'number'

/** A token: half-open `[start, end)`, in UTF-16 code units. */
export interface JqlToken {
  readonly kind: JqlTokenKind
  readonly start: number
  readonly end: number
}

/** A string that may be unterminated, a symbol, or a word with escapes. */
const TOKEN = /"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?|[=!<>~]+|&&|\|\||[()[\],&|]|(?:[^\s"'=!<>~()[\],&|\\]|\\.)+/gs

const CONJUNCTIONS = new Set(['and', 'or', 'not', '&&', '||', '&', '|', '!'])
const OPERATORS = new Set(['in', 'is', 'was', 'changed'])
const PREDICATES = new Set(['after', 'before', 'on', 'during', 'by', 'from', 'to'])
const EMPTY_VALUES = new Set(['empty', 'null'])

/**
 * Splits a query into tokens for highlighting. Accepts any text, and guesses in invalid queries.
 *
 * Only the server decides what a query means.
 */
export function jqlTokens(text: string): JqlToken[] {
  const matches = [...text.matchAll(TOKEN)].map(({ 0: token, index }) => ({
    token,
    start: index,
    end: index + token.length,
  }))
  let expected: Expected = 'field'
  return matches.flatMap(({ token, start, end }, i): JqlToken[] => {
    const isCall = matches[i + 1]?.token === '(' && matches[i + 1]?.start === end
    const [kind, next] = step(token, expected, isCall, matches[i + 1]?.token.toLowerCase())
    expected = next
    return kind === null ? [] : [{ kind, start, end }]
  })
}

/** The kind of token that can follow. */
type Expected = 'field' | 'operator' | 'value' | 'order'

function step(
  token: string,
  expected: Expected,
  isCall: boolean,
  next: string | undefined,
): readonly [kind: JqlTokenKind | null, expected: Expected] {
  const lower = token.toLowerCase()
  // After "was", "not" and "in" are part of the operator.
  if (expected === 'value' && /^(?:not|in)$/.test(lower)) return ['operator', 'value']
  if (expected === 'operator' && lower === 'not' && next === 'in') return ['operator', 'value']
  if (CONJUNCTIONS.has(lower)) return ['keyword', expected === 'order' ? 'order' : 'field']
  if (lower === 'order' && (next === 'by' || next === undefined)) return ['keyword', 'order']
  if (expected === 'order') return orderStep(token, lower)
  if (/^[=!<>~]+$/.test(token)) return ['operator', 'value']
  if (/^[()[\],]$/.test(token)) return [null, expected]
  if (expected === 'field') return [isCall ? 'function' : 'field', 'operator']
  if (expected === 'operator') return [OPERATORS.has(lower) ? 'operator' : 'field', 'value']
  if (PREDICATES.has(lower)) return ['keyword', 'value']
  if (EMPTY_VALUES.has(lower)) return ['keyword', 'value']
  return [valueKind(token, isCall), 'value']
}

function orderStep(token: string, lower: string): readonly [JqlTokenKind | null, Expected] {
  if (token === ',') return [null, 'order']
  return [/^(?:by|asc|desc)$/.test(lower) ? 'keyword' : 'field', 'order']
}

function valueKind(token: string, isCall: boolean): JqlTokenKind {
  if (isCall) return 'function'
  if (/^["']/.test(token)) return 'string'
  return /^-?\d+$/.test(token) ? 'number' : 'value'
}
