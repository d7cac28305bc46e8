/** Returns a text with a full stop at its end, unless it ends a sentence already. */
export function asSentence(text: string): string {
  return /[.!?…]['")]?$/.test(text.trimEnd()) ? text.trimEnd() : `${text.trimEnd()}.`
}
