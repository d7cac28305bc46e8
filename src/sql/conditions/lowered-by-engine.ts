/**
 * Words in lower case, as they are and as SQL's `lower` may write them.
 *
 * It looks at each letter by itself: a capital sigma at the end of a word and a dotted capital I become other letters.
 */
export function loweredByEngine(texts: readonly string[]): readonly string[] {
  if (!texts.some(text => OTHERWISE.test(text))) return texts
  return [...new Set(texts.flatMap(text => [text, text.replaceAll('\u03c2', '\u03c3').replaceAll('i\u0307', 'i')]))]
}

const OTHERWISE = /\u03c2|i\u0307/
