import type { QueryProblem } from './jql-server.ts'

/** The underlined range of an error: at least one character, within the text. */
export interface Underline {
  readonly start: number
  readonly end: number
}

/** Returns the errors to show. While the user types, hides those at the end of the text. */
export function shownProblems(problems: readonly QueryProblem[], text: string, isTyping: boolean): QueryProblem[] {
  const end = text.trimEnd().length
  return problems.filter(({ span }) => !isTyping || span.start < end)
}

/** Returns the underlined ranges. An error at the end underlines the last character. */
export function underlinesOf(problems: readonly QueryProblem[], text: string): Underline[] {
  return problems
    .map(({ span }) => {
      const start = Math.min(span.start, text.trimEnd().length - 1)
      return { start: Math.max(0, start), end: Math.min(text.length, Math.max(span.end, start + 1)) }
    })
    .filter(({ start, end }) => start < end)
    .toSorted((a, b) => a.start - b.start || a.end - b.end)
}

/** Returns the text to insert for a completion, and whether to suggest more at once. */
export function insertion(
  { text, kind }: { readonly text: string; readonly kind: string },
  after: string,
): { readonly text: string; readonly continues: boolean } {
  const continues = kind === 'field' || kind === 'operator' || kind === 'keyword' || text.endsWith('(')
  // Only a list can follow, so open it.
  const opened = kind === 'operator' && / ?IN$/.test(text) && !/^\s*\(/.test(after) ? `${text} (` : text
  const needsSpace = continues && !opened.endsWith('(') && !/^\s/.test(after)
  return { text: needsSpace ? `${opened} ` : opened, continues }
}
