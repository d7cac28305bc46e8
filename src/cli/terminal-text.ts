const SPACES = /\r\n|[\t\n\v\f\r\u0085\u2028\u2029]/gu

/** Control characters could drive the terminal, and bidi controls could reorder its text. */
const CONTROLS = /[\p{Cc}\p{Bidi_Control}\p{Surrogate}]/gu

/** Replaces what could change a terminal or the order of its text: line breaks by spaces, other controls by U+FFFD. */
export function printable(text: string): string {
  return text.replace(SPACES, ' ').replace(CONTROLS, '\ufffd')
}
