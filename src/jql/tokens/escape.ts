/** An escape sequence: what it stands for, `null` when it is none, and where it ends. */
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

/** Reads `\'`, `\"`, `\t`, `\n`, `\r`, `\\`, `\ ` or `\uXXXX` at the backslash that stands at `start`. */
export function readEscape(text: string, start: number): Escape {
  const letter = text[start + 1] ?? ''
  if (letter === 'u') {
    const digits = text.slice(start + 2, start + 6)
    if (/^[0-9a-f]{4}$/i.test(digits))
      return { value: String.fromCharCode(Number.parseInt(digits, 16)), end: start + 6 }
  }
  return { value: SIMPLE[letter] ?? null, end: Math.min(start + 2, text.length) }
}

/** Nothing in it has to be escaped between quotes. */
const PLAIN = /^[\w .,:/@+-]*$/

/** A text in double quotes, so that it is read as the same text. */
export function inQuotes(text: string): string {
  if (PLAIN.test(text)) return `"${text}"`
  return `"${text.replace(/[\\"]/g, '\\$&').replace(/[^\S ]|[\p{Cc}\ufdd0-\ufdef\ufffe\uffff]/gu, unicodeEscape)}"`
}

/** A text without quotes, so that it is read as the same text; what has a meaning of its own is escaped. */
export function withoutQuotes(text: string): string {
  return text
    .replace(/["'\\ ]/g, '\\$&')
    .replace(/[^\S ]|[\p{Cc}\ufdd0-\ufdef\ufffe\uffff=!<>()~,[\]|&{}*/%+^$#@?;]/gu, unicodeEscape)
}

/** `\uXXXX` for a character. */
export function unicodeEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
