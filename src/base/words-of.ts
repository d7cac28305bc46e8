import { stemmer } from 'stemmer'

const WORD = /[\p{L}\p{N}\p{M}_]+/gu

/** The words of a text, in lower case and in order: letters, digits, marks and low lines that stand together. */
export function wordsOf(text: string): string[] {
  return text.normalize('NFC').toLowerCase().match(WORD) ?? []
}

/** The stem that a word in lower case shares with its other forms; source: Porter's algorithm for English. */
export function stemOf(word: string): string {
  return ENGLISH.test(word) ? stemmer(word) : word
}

// The algorithm knows the letters of English only; a word of a thousand letters is none.
const ENGLISH = /^[a-z]{3,40}$/
