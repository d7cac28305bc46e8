import { folded, stemOf, wordsOf } from '../../base/words-of.ts'
import { WILDCARDS_LIMIT } from '../limits.ts'
import type { TextQuery } from './text-query.ts'

/** A token of a text search. */
export type TextToken =
  | { readonly kind: 'and' | 'or' | 'not' | 'plus' | 'open' | 'close' }
  | {
      readonly kind: 'term'
      readonly query: TextQuery
      /** The number of its words. */
      readonly weight: number
    }

const SYMBOLS: Readonly<Record<string, TextToken>> = {
  '(': { kind: 'open' },
  ')': { kind: 'close' },
  '+': { kind: 'plus' },
  '-': { kind: 'not' },
  '!': { kind: 'not' },
}

const OPERATORS: Readonly<Record<string, TextToken>> = {
  AND: { kind: 'and' },
  '&&': { kind: 'and' },
  OR: { kind: 'or' },
  '||': { kind: 'or' },
  NOT: { kind: 'not' },
}

/**
 * Returns the tokens of a text search, or `null` for an unmatched quotation mark or too many wildcards in a pattern.
 * Omits terms without letters or digits.
 */
export function readTextTokens(text: string): TextToken[] | null {
  const tokens: TextToken[] = []
  const pattern =
    /\s*(?:(?<symbol>[()]|[-+!](?=\S))|"(?<phrase>(?:[^"\\]|\\[\s\S])*)"(?<tail>[~^][\d.]*)*|(?<term>(?:[^\s()"\\]|\\[\s\S])+)|(?<broken>["\\]))/y
  while (pattern.lastIndex < text.length) {
    const groups = pattern.exec(text)?.groups
    if (!groups) break
    const { symbol, phrase, tail, term } = groups
    if (groups.broken !== undefined || (term !== undefined && isTooWild(term))) return null
    const token =
      symbol !== undefined
        ? SYMBOLS[symbol]!
        : phrase !== undefined
          ? phraseToken(phrase, tail ?? '')
          : termToken(term!)
    if (token) tokens.push(token)
  }
  return tokens
}

function phraseToken(phrase: string, tail: string): TextToken | null {
  const slop = tail.startsWith('~') ? Math.min(Math.trunc(Number(tail.slice(1))) || 0, 100) : 0
  return termOf(wordsOf(withoutEscapes(phrase)), slop)
}

/** Returns a word, a pattern or a fuzzy word. Several words without white space, as in `lcls-ii`, are a phrase. */
function termToken(term: string): TextToken | null {
  if (Object.hasOwn(OPERATORS, term)) return OPERATORS[term]!
  const [, body, fuzzy] = /^((?:[^~^\\]|\\[\s\S])*)(?:\^[\d.]*)?(~[\d.]*)?(?:\^[\d.]*)?/.exec(
    term,
  ) as unknown as string[]
  if (isWild(body!)) return wildcardToken(body!)
  const words = wordsOf(withoutEscapes(body!))
  if (fuzzy === undefined || words.length !== 1) return termOf(words, 0)
  return { kind: 'term', query: { kind: 'fuzzy', word: words[0]!, distance: distanceOf(fuzzy.slice(1)) }, weight: 1 }
}

function termOf(words: readonly string[], slop: number): TextToken | null {
  const [word] = words
  if (word === undefined) return null
  if (words.length > 1) return { kind: 'term', query: { kind: 'phrase', words, slop }, weight: words.length }
  return { kind: 'term', query: { kind: 'word', word, stem: stemOf(word) }, weight: 1 }
}

function isWild(term: string): boolean {
  return /[*?]/.test(term.replace(/\\[\s\S]/g, ''))
}

function isTooWild(term: string): boolean {
  return term.replace(/\*+/g, '*').replace(/[^*?]/g, '').length > WILDCARDS_LIMIT
}

const NOT_IN_PATTERN = /[^\p{L}\p{N}\p{M}_*?]+/gu

/**
 * Returns a pattern for whole words. Other characters split it, as in `foo-b*`, into several patterns that must all
 * match.
 */
function wildcardToken(term: string): TextToken | null {
  const patterns = folded(term.replace(/\\[\s\S]/g, ' ')).split(NOT_IN_PATTERN)
  const queries = patterns.filter(pattern => pattern !== '').map(patternQuery)
  if (queries.length === 0) return null
  const query: TextQuery = queries.length === 1 ? queries[0]! : { kind: 'and', queries }
  return { kind: 'term', query, weight: queries.length }
}

function patternQuery(pattern: string): TextQuery {
  // Adjacent stars have the effect of one, and would make matching slow.
  if (/[*?]/.test(pattern)) return { kind: 'wildcard', pattern: pattern.replace(/\*+/g, '*') }
  return { kind: 'word', word: pattern, stem: stemOf(pattern) }
}

/** Returns the edit distance: 2 by default, and also for a similarity below 1. */
function distanceOf(digits: string): number {
  const distance = Number(digits)
  return digits !== '' && distance >= 1 ? Math.min(Math.trunc(distance), 2) : 2
}

function withoutEscapes(text: string): string {
  return text.replace(/\\([\s\S])/g, '$1')
}
