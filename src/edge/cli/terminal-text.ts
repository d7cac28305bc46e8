/** The number of columns that tables and texts may have. */
export const TERMINAL_WIDTH = 80

const SPACES = /\r\n|[\t\n\v\f\r\u0085\u2028\u2029]/gu

/** Control characters could drive the terminal, and bidi controls could reorder its text. */
const CONTROLS = /[\p{Cc}\p{Bidi_Control}\p{Surrogate}]/gu

/** Replaces what could change a terminal or the order of its text: line breaks by spaces, other controls by U+FFFD. */
export function printable(text: string): string {
  return text.replace(SPACES, ' ').replace(CONTROLS, '\ufffd')
}

/** Returns the number of columns that a printable text needs in a terminal. */
export function textWidth(text: string): number {
  if (ASCII.test(text)) return text.length
  return graphemes(text).reduce((sum, one) => sum + graphemeWidth(one), 0)
}

/** Shortens a text to a number of columns, at least three. A printable text stays printable. */
export function shortened(text: string, width: number): string {
  const clean = printable(text)
  if (textWidth(clean) <= width) return clean
  let [kept, left] = ['', width - DOTS.length]
  for (const one of graphemes(clean)) {
    left -= graphemeWidth(one)
    if (left < 0) break
    kept += one
  }
  return kept + DOTS
}

const DOTS = '...'
const ASCII = /^[\x20-\x7e]*$/
const SEGMENTER = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Returns the characters as people see them: an emoji of several code points is one. */
function graphemes(text: string): string[] {
  return Array.from(SEGMENTER.segment(text), ({ segment }) => segment)
}

const EMOJI = /\p{Emoji_Presentation}|\ufe0f/u
const NO_WIDTH = /[\p{Mn}\p{Me}\p{Cf}\u1160-\u11ff]/u

/** East Asian Width W and F of Unicode, in blocks: unassigned code points in between count as wide too. */
const WIDE =
  /[\u1100-\u115f\u2329\u232a\u2630-\u2637\u268a-\u268f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{16fe0}-\u{18dff}\u{1aff0}-\u{1b2ff}\u{1d300}-\u{1d376}\u{1f200}-\u{1f2ff}\u{20000}-\u{3fffd}]/u

function graphemeWidth(grapheme: string): number {
  if (EMOJI.test(grapheme)) return 2
  return [...grapheme].reduce((sum, one) => sum + (NO_WIDTH.test(one) ? 0 : WIDE.test(one) ? 2 : 1), 0)
}
