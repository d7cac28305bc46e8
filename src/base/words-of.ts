import { stemmer } from 'stemmer'

const WORD = /[\p{L}\p{N}\p{M}_]+/gu

/** The words of a text, folded and in order: letters, digits, marks and low lines that stand together. */
export function wordsOf(text: string): string[] {
  return folded(text).match(WORD) ?? []
}

/** A text as words are compared: composed and in lower case, letter by letter, with one small sigma. */
export function folded(text: string): string {
  // Lower case depends on the letters around a capital sigma, and makes two characters of a dotted capital I.
  return text.normalize('NFC').replaceAll('\u0130', 'i').toLowerCase().replaceAll('\u03c2', '\u03c3')
}

/** The stem that a folded word shares with its other forms; source: Porter's algorithm for English. */
export function stemOf(word: string): string {
  return ENGLISH.test(word) ? stemmer(word) : word
}

// The algorithm knows the letters of English only; a word of a thousand letters is none.
const ENGLISH = /^[a-z]{3,40}$/
