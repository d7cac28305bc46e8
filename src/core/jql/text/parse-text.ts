import { TEXT_LIMIT, WORDS_LIMIT } from '../limits.ts'
import type { TextQuery } from './text-query.ts'
import { readTextTokens, type TextToken } from './text-tokens.ts'

/** The reason why a text search is invalid. */
export type TextFailure = 'empty' | 'invalid' | 'too long'

const DEPTH = 50

/**
 * Parses the operand of `~`: words, "phrases", wildcards, AND, OR, NOT, `+`, `-` and parentheses.
 *
 * Adjacent words must all match. Operators are in capitals; `-` and `+` are operators at the start of a term only. Runs
 * in linear time.
 */
export function parseText(text: string): TextQuery | TextFailure {
  if (text.trim() === '') return 'empty'
  if (text.length > TEXT_LIMIT) return 'too long'
  const tokens = readTextTokens(text)
  if (tokens === null) return 'invalid'
  if (tokens.reduce((sum, token) => sum + (token.kind === 'term' ? token.weight : 0), 0) > WORDS_LIMIT)
    return 'too long'
  const reader: Reader = { tokens, at: 0, depth: 0 }
  const query = readOr(reader)
  return query === null || reader.at < tokens.length ? 'invalid' : query
}

interface Reader {
  readonly tokens: readonly TextToken[]
  at: number
  depth: number
}

function peek(reader: Reader): TextToken['kind'] | null {
  return reader.tokens[reader.at]?.kind ?? null
}

/** or := and {'OR' and} */
function readOr(reader: Reader): TextQuery | null {
  const queries: TextQuery[] = []
  do {
    if (queries.length > 0) reader.at++
    const query = readAnd(reader)
    if (query === null) return null
    queries.push(query)
  } while (peek(reader) === 'or')
  return queries.length === 1 ? queries[0]! : { kind: 'or', queries }
}

/** and := not {['AND'] not} */
function readAnd(reader: Reader): TextQuery | null {
  const queries: TextQuery[] = []
  for (;;) {
    const query = readNot(reader)
    if (query === null) return null
    queries.push(query)
    const next = peek(reader)
    if (next === null || next === 'or' || next === 'close') break
    if (next === 'and') reader.at++
  }
  return queries.length === 1 ? queries[0]! : { kind: 'and', queries }
}

/** not := {'NOT' | '-' | '+'} (term | '(' or ')') */
function readNot(reader: Reader): TextQuery | null {
  let negated = false
  for (let next = peek(reader); next === 'not' || next === 'plus'; next = peek(reader)) {
    if (next === 'not') negated = !negated
    reader.at++
  }
  const query = peek(reader) === 'open' ? readNested(reader) : readTerm(reader)
  return query !== null && negated ? { kind: 'not', query } : query
}

function readNested(reader: Reader): TextQuery | null {
  if (++reader.depth > DEPTH) return null
  reader.at++
  const query = readOr(reader)
  reader.depth--
  if (peek(reader) !== 'close') return null
  reader.at++
  return query
}

function readTerm(reader: Reader): TextQuery | null {
  const token = reader.tokens[reader.at]
  if (token?.kind !== 'term') return null
  reader.at++
  return token.query
}
