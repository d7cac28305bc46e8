import type { JqlMistake } from './jql-server.ts'

/** A mistake as it is underlined: at least one character, within the text. */
export interface Underline {
  readonly start: number
  readonly end: number
}

/** The mistakes that are worth telling: while somebody writes, not that the query goes on where they are. */
export function shownMistakes(mistakes: readonly JqlMistake[], text: string, isTyping: boolean): JqlMistake[] {
  const end = text.trimEnd().length
  return mistakes.filter(({ span }) => !isTyping || span.start < end)
}

/** Where mistakes are underlined. What is missing at the end is underlined at the last character before it. */
export function underlinesOf(mistakes: readonly JqlMistake[], text: string): Underline[] {
  return mistakes
    .map(({ span }) => {
      const start = Math.min(span.start, text.trimEnd().length - 1)
      return { start: Math.max(0, start), end: Math.min(text.length, Math.max(span.end, start + 1)) }
    })
    .filter(({ start, end }) => start < end)
    .toSorted((a, b) => a.start - b.start || a.end - b.end)
}

/** What is written for a suggestion, and whether more suggestions follow at once. */
export function insertion(
  { text, kind }: { readonly text: string; readonly kind: string },
  after: string,
): { readonly text: string; readonly continues: boolean } {
  const continues = kind === 'field' || kind === 'operator' || kind === 'keyword' || text.endsWith('(')
  // A list begins at once: nothing else can follow.
  const opened = kind === 'operator' && / ?IN$/.test(text) && !/^\s*\(/.test(after) ? `${text} (` : text
  const needsSpace = continues && !opened.endsWith('(') && !/^\s/.test(after)
  return { text: needsSpace ? `${opened} ` : opened, continues }
}
