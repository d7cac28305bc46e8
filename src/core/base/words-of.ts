import { stemmer } from 'stemmer'

const WORD = /[\p{L}\p{N}\p{M}_]+/gu

/** Returns the words of a text, folded, in order. A word is a run of letters, digits, marks and underscores. */
export function wordsOf(text: string): string[] {
  return folded(text).match(WORD) ?? []
}

/** Returns a text in the form in which words are compared: NFC, in lower case, with one form of the small sigma. */
export function folded(text: string): string {
  // Lower case of a capital sigma depends on its neighbors, and that of a dotted capital I has two characters.
  return text.normalize('NFC').replaceAll('\u0130', 'i').toLowerCase().replaceAll('\u03c2', '\u03c3')
}

/** Returns the stem that a folded word shares with its other forms. Source: Porter's algorithm for English. */
export function stemOf(word: string): string {
  return ENGLISH.test(word) ? stemmer(word) : word
}

// Porter's algorithm knows English letters only; longer strings are not words.
const ENGLISH = /^[a-z]{3,40}$/
