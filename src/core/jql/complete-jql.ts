import { atOnce } from '../base/in-slices.ts'
import { type Completion, completionsFor } from './complete/completions.ts'
import type { JqlContext } from './jql-context.ts'
import { JqlError } from './jql-error.ts'
import { QUERY_LIMIT } from './limits.ts'
import type { Span } from './text-location.ts'
import { readEscape } from './tokens/escape.ts'
import { lexJql, tokenAt } from './tokens/lexer.ts'
import { Parser } from './tokens/parser.ts'
import type { Expectation, Token } from './tokens/token.ts'

/** The completions at a position of a query. */
export interface Completions {
  /** The text that an item replaces: the word around the position. */
  readonly replace: Span
  /** At most 50, best first. */
  readonly items: readonly Completion[]
}

/**
 * Returns the completions at a position of a query: fields, operators, values, functions, keywords.
 *
 * They depend on the text before the position; after an error in it there are none. Never throws.
 */
export function completeJql(text: string, position: number, context: JqlContext): Completions {
  const before = text.slice(0, Math.min(position, QUERY_LIMIT))
  const tokens = lexJql(before)
  const partial = partialOf(tokens, before)
  const start = partial?.start ?? before.length
  const replace = { start, end: endOfWord(text, start, before.length, partial) }
  const isUnreadable = tokens.at(-1)!.kind === 'broken' && !partial
  const expectation = isUnreadable ? null : expectationAfter(before, tokens, start)
  if (!expectation) return { replace, items: [] }
  return { replace, items: completionsFor(expectation, partial?.typed ?? '', context) }
}

/** The word that contains the position or ends there, and its text up to the position. */
interface Partial {
  readonly start: number
  readonly typed: string
  readonly quote: string | null
}

function partialOf(tokens: readonly Token[], before: string): Partial | null {
  const last = tokens.at(-1)!
  if (last.kind === 'broken') return brokenPartial(last, before)
  const previous = tokens.at(-2)
  if (!previous || previous.end !== before.length) return null
  const isWord = previous.kind === 'word' || previous.kind === 'number' || previous.kind === 'keyword'
  return isWord ? { start: previous.start, typed: before.slice(previous.start), quote: null } : null
}

/** Returns an unfinished string, or a reserved word that may become another word. */
function brokenPartial({ start, problem }: Token, before: string): Partial | null {
  if (problem!.code === 'JQL_STRING_UNFINISHED') {
    return { start, typed: unescaped(before.slice(start + 1)), quote: before[start]! }
  }
  const isWord = problem!.code === 'JQL_WORD_RESERVED' && problem!.span.end === before.length
  return isWord ? { start, typed: before.slice(start), quote: null } : null
}

function unescaped(text: string): string {
  return text.replace(/\\(?:u[0-9a-f]{4}|[\s\S])/gi, written => readEscape(written, 0).value ?? written)
}

function endOfWord(text: string, start: number, position: number, partial: Partial | null): number {
  if (!partial) return position
  const token = tokenAt(text, start)
  // An unmatched quotation mark would include the rest of the query.
  return token.kind === 'broken' ? position : Math.max(position, token.end)
}

/** Returns what may follow the tokens before `start`; `null` if they cannot start a query. */
function expectationAfter(before: string, tokens: readonly Token[], start: number): Expectation | null {
  const read = tokens.filter(token => token.end <= start && token.kind !== 'end' && token.kind !== 'broken')
  const parser = new Parser(before, [...read, { kind: 'end', text: '', start: before.length, end: before.length }])
  try {
    atOnce(parser.query())
  } catch (error) {
    if (!(error instanceof JqlError)) throw error
    if (!parser.isAtEnd) return null
  }
  return parser.expectation
}
