/** An escape sequence: its character, `null` if it is invalid, and its end. */
export interface Escape {
  readonly value: string | null
  readonly end: number
}

const SIMPLE: Readonly<Record<string, string>> = {
  "'": "'",
  '"': '"',
  t: '\t',
  n: '\n',
  r: '\r',
  '\\': '\\',
  ' ': ' ',
}

/** Reads `\'`, `\"`, `\t`, `\n`, `\r`, `\\`, `\ ` or `\uXXXX` at the backslash at `start`. */
export function readEscape(text: string, start: number): Escape {
  const letter = text[start + 1] ?? ''
  if (letter === 'u') {
    const digits = text.slice(start + 2, start + 6)
    if (/^[0-9a-f]{4}$/i.test(digits))
      return { value: String.fromCharCode(Number.parseInt(digits, 16)), end: start + 6 }
  }
  return { value: SIMPLE[letter] ?? null, end: Math.min(start + 2, text.length) }
}

/** Matches text without characters that need escapes in quotes. */
const PLAIN = /^[\w .,:/@+-]*$/

/** Returns a text in double quotes, which parses to the same text. */
export function inQuotes(text: string): string {
  if (PLAIN.test(text)) return `"${text}"`
  return `"${text.replace(/[\\"]/g, '\\$&').replace(/[^\S ]|[\p{Cc}\ufdd0-\ufdef\ufffe\uffff]/gu, unicodeEscape)}"`
}

/** Returns a text without quotes, which parses to the same text; special characters are escaped. */
export function withoutQuotes(text: string): string {
  return text
    .replace(/["'\\ ]/g, '\\$&')
    .replace(/[^\S ]|[\p{Cc}\ufdd0-\ufdef\ufffe\uffff=!<>()~,[\]|&{}*/%+^$#@?;]/gu, unicodeEscape)
}

/** Returns `\uXXXX` for a character. */
export function unicodeEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
