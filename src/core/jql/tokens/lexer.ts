import { syntaxProblemAt } from '../jql-error.ts'
import type { JqlCode, JqlParameters } from '../messages.ts'
import { readEscape, unicodeEscape } from './escape.ts'
import { KEYWORDS, RESERVED_WORDS } from './reserved-words.ts'
import type { Token } from './token.ts'

/**
 * Returns the tokens of a query; the last one is `end` or `broken`.
 *
 * Never throws. Words end at white space, symbols, quotes and reserved characters. Runs in linear time.
 */
export function lexJql(text: string): Token[] {
  const tokens = [tokenAt(text, 0)]
  for (let last = tokens[0]!; last.kind !== 'end' && last.kind !== 'broken'; tokens.push(last))
    last = tokenAt(text, last.end)
  return tokens
}

/** Returns the token at `at`, after any white space. Never throws. */
export function tokenAt(text: string, at: number): Token {
  const start = skipWhite(text, at)
  if (start >= text.length) return { kind: 'end', text: '', start: text.length, end: text.length }
  return readToken(text, start)
}

/** The effect of a character outside quotes: 0 is part of a word. */
const WHITE = 1
const SYMBOL = 2
const RESERVED = 3
const QUOTE = 4
const ESCAPE = 5
const CONTROL = 6

const CLASSES: Uint8Array = classTable()

function classTable(): Uint8Array {
  const table = new Uint8Array(128).fill(CONTROL, 0, 32)
  table[127] = CONTROL
  const put = (characters: string, meaning: number) => {
    for (const character of characters) table[character.charCodeAt(0)] = meaning
  }
  put(' \t\n\r\f\v', WHITE)
  put('=!<>()~,[]|&', SYMBOL)
  put('{}*/%+^$#@?;', RESERVED)
  put('"\'', QUOTE)
  put('\\', ESCAPE)
  return table
}

const OTHER_WHITE = /[\s\u0085]/
const NON_CHARACTER = /[\u0080-\u009f\ufdd0-\ufdef\ufffe\uffff]/

function classOf(code: number): number {
  if (code < 128) return CLASSES[code]!
  const character = String.fromCharCode(code)
  return OTHER_WHITE.test(character) ? WHITE : NON_CHARACTER.test(character) ? CONTROL : 0
}

function skipWhite(text: string, start: number): number {
  let at = start
  while (at < text.length && classOf(text.charCodeAt(at)) === WHITE) at++
  return at
}

function readToken(text: string, start: number): Token {
  switch (classOf(text.charCodeAt(start))) {
    case SYMBOL:
      return readSymbol(text, start)
    case QUOTE:
      return readString(text, start)
    case RESERVED:
      return reservedCharacter(text, start)
    case CONTROL:
      return broken(text, start, start + 1, 'JQL_CHARACTER_ILLEGAL', { escape: unicodeEscape(text[start]!) })
    default:
      return readWord(text, start)
  }
}

const LONG_SYMBOLS = new Set(['!=', '!~', '<=', '>=', '&&', '||'])

function readSymbol(text: string, start: number): Token {
  const symbol = text[start]!
  const next = text[start + 1]
  const isLong = next !== undefined && LONG_SYMBOLS.has(symbol + next)
  return { kind: 'symbol', text: isLong ? symbol + next : symbol, start, end: start + (isLong ? 2 : 1) }
}

function reservedCharacter(text: string, at: number): Token {
  const character = text[at]!
  return broken(text, at, at + 1, 'JQL_CHARACTER_RESERVED', { character, escape: unicodeEscape(character) })
}

function readString(text: string, start: number): Token {
  const quote = text[start]!
  let cooked = ''
  let copied = start + 1
  for (let at = copied; at < text.length; ) {
    const character = text[at]!
    if (character === quote) return { kind: 'string', text: cooked + text.slice(copied, at), start, end: at + 1 }
    if (character !== '\\') {
      if (isControl(text.charCodeAt(at))) {
        return broken(text, at, at + 1, 'JQL_CHARACTER_ILLEGAL', { escape: unicodeEscape(character) })
      }
      at++
      continue
    }
    const read = readEscape(text, at)
    if (read.value === null) return brokenEscape(text, at, read.end)
    cooked += text.slice(copied, at) + read.value
    at = read.end
    copied = at
  }
  return broken(text, start, text.length, 'JQL_STRING_UNFINISHED', { text: text.slice(start + 1) })
}

// Line breaks and tabs are allowed inside quotes.
function isControl(code: number): boolean {
  return classOf(code) === CONTROL
}

function readWord(text: string, start: number): Token {
  let cooked = ''
  let copied = start
  let at = start
  while (at < text.length) {
    const meaning = classOf(text.charCodeAt(at))
    if (meaning === 0) at++
    else if (meaning === ESCAPE) {
      const read = readEscape(text, at)
      if (read.value === null) return brokenEscape(text, at, read.end)
      cooked += text.slice(copied, at) + read.value
      at = read.end
      copied = at
    } else break
  }
  return wordToken(text, start, at, cooked + text.slice(copied, at))
}

const NUMBER = /^-?\d+$/

/** All words of the language match, and most values of long lists do not. */
const LETTERS = /^[a-z]+$/i

/** Returns a word token. With an escape, it is never a number or a keyword. */
function wordToken(text: string, start: number, end: number, cooked: string): Token {
  if (cooked.length !== end - start) return { kind: 'word', text: cooked, start, end }
  if (!LETTERS.test(cooked)) return { kind: NUMBER.test(cooked) ? 'number' : 'word', text: cooked, start, end }
  const lower = cooked.toLowerCase()
  if (KEYWORDS.has(lower)) return { kind: 'keyword', text: cooked.toUpperCase(), start, end }
  if (RESERVED_WORDS.has(lower)) return broken(text, start, end, 'JQL_WORD_RESERVED', { word: cooked })
  return { kind: 'word', text: cooked, start, end }
}

function brokenEscape(text: string, start: number, end: number): Token {
  return broken(text, start, end, 'JQL_ESCAPE_ILLEGAL', { escape: text.slice(start, end) })
}

function broken<C extends JqlCode>(
  text: string,
  start: number,
  end: number,
  code: C,
  parameters: JqlParameters<C>,
): Token {
  const problem = syntaxProblemAt(text, { start, end }, code, parameters)
  return { kind: 'broken', text: text.slice(start, end), start, end, problem }
}

/** Returns whether an unquoted text is one word that is neither a number nor reserved. */
export function isPlainWord(text: string): boolean {
  const token = tokenAt(text, 0)
  return token.kind === 'word' && token.end === text.length && token.text === text
}
