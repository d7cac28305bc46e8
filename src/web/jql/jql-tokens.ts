/** What a piece of a query is, as far as its colour goes. */
export type JqlTokenKind = 'field' | 'operator' | 'keyword' | 'function' | 'value' | 'string' | 'number'

/** A piece of a query: half-open `[start, end)`, in UTF-16 units. */
export interface JqlToken {
  readonly kind: JqlTokenKind
  readonly start: number
  readonly end: number
}

/** A string that may end with the text, a symbol, or a word with escapes in it. */
const PIECE = /"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?|[=!<>~]+|&&|\|\||[()[\],&|]|(?:[^\s"'=!<>~()[\],&|\\]|\\.)+/gs

const JUNCTIONS = new Set(['and', 'or', 'not', '&&', '||', '&', '|', '!'])
const OPERATORS = new Set(['in', 'is', 'was', 'changed'])
const PREDICATES = new Set(['after', 'before', 'on', 'during', 'by', 'from', 'to'])
const EMPTINESS = new Set(['empty', 'null'])

/**
 * The pieces of a query that have colours. It takes every text, and of what is wrong it guesses what was meant.
 *
 * This is for the eye alone: what a query means, and what is wrong in it, the server says.
 */
export function jqlTokens(text: string): JqlToken[] {
  const pieces = [...text.matchAll(PIECE)].map(({ 0: word, index }) => ({
    word,
    start: index,
    end: index + word.length,
  }))
  let place: Place = 'field'
  return pieces.flatMap(({ word, start, end }, i): JqlToken[] => {
    const isCall = pieces[i + 1]?.word === '(' && pieces[i + 1]?.start === end
    const [kind, next] = step(word, place, isCall, pieces[i + 1]?.word.toLowerCase())
    place = next
    return kind === null ? [] : [{ kind, start, end }]
  })
}

/** What comes next: a field, what is done with it, a value of it, or the field that issues are ordered by. */
type Place = 'field' | 'operator' | 'value' | 'order'

function step(
  word: string,
  place: Place,
  isCall: boolean,
  next: string | undefined,
): readonly [kind: JqlTokenKind | null, place: Place] {
  const lower = word.toLowerCase()
  // After "was", "not" and "in" belong to the operator.
  if (place === 'value' && /^(?:not|in)$/.test(lower)) return ['operator', 'value']
  if (place === 'operator' && lower === 'not' && next === 'in') return ['operator', 'value']
  if (JUNCTIONS.has(lower)) return ['keyword', place === 'order' ? 'order' : 'field']
  if (lower === 'order' && (next === 'by' || next === undefined)) return ['keyword', 'order']
  if (place === 'order') return orderStep(word, lower)
  if (/^[=!<>~]+$/.test(word)) return ['operator', 'value']
  if (/^[()[\],]$/.test(word)) return [null, place]
  if (place === 'field') return [isCall ? 'function' : 'field', 'operator']
  if (place === 'operator') return [OPERATORS.has(lower) ? 'operator' : 'field', 'value']
  if (PREDICATES.has(lower)) return ['keyword', 'value']
  if (EMPTINESS.has(lower)) return ['keyword', 'value']
  return [valueKind(word, isCall), 'value']
}

function orderStep(word: string, lower: string): readonly [JqlTokenKind | null, Place] {
  if (word === ',') return [null, 'order']
  return [/^(?:by|asc|desc)$/.test(lower) ? 'keyword' : 'field', 'order']
}

function valueKind(word: string, isCall: boolean): JqlTokenKind {
  if (isCall) return 'function'
  if (/^["']/.test(word)) return 'string'
  return /^-?\d+$/.test(word) ? 'number' : 'value'
}
