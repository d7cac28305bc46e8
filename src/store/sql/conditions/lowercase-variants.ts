/**
 * Returns texts in lower case, with the variants that SQL's `lower` produces.
 *
 * SQL converts each character separately: a capital sigma at the end of a word, and a dotted capital I, give other
 * characters than in JavaScript.
 */
export function lowercaseVariants(texts: readonly string[]): readonly string[] {
  if (!texts.some(text => AFFECTED.test(text))) return texts
  return [...new Set(texts.flatMap(text => [text, text.replaceAll('\u03c2', '\u03c3').replaceAll('i\u0307', 'i')]))]
}

const AFFECTED = /\u03c2|i\u0307/
