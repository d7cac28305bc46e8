/** What the drawer shows: an issue's life, what a cell of a list is made of, or the issues of a row of an aggregation. */
export type Opened =
  | { readonly kind: 'issue'; readonly issueKey: string }
  | { readonly kind: 'cell'; readonly issueKey: string; readonly column: string }
  | { readonly kind: 'row'; readonly index: number }

/** What the choice `view.open` names; `null` where it names nothing. */
export function parseOpened(text: string | undefined): Opened | null {
  // The id of a column may have a colon in it, the key of an issue has none.
  const [, kind, name, column] = /^(issue|cell|row):([^:]+)(?::(.+))?$/s.exec(text ?? '') ?? []
  if (kind === undefined || name === undefined) return null
  if (kind === 'cell') return column === undefined ? null : { kind, issueKey: name, column }
  if (column !== undefined) return null
  if (kind === 'issue') return { kind, issueKey: name }
  return /^\d{1,9}$/.test(name) ? { kind: 'row', index: Number(name) } : null
}

/** The choice `view.open` that names this. */
export function formatOpened(opened: Opened): string {
  if (opened.kind === 'row') return `row:${opened.index}`
  return opened.kind === 'issue' ? `issue:${opened.issueKey}` : `cell:${opened.issueKey}:${opened.column}`
}

/** The way through the drawer, the present stop last, once it shows `open`: a stop that was on the way ends it there. */
export function trailTo(trail: readonly string[], open: string): readonly string[] {
  const index = trail.indexOf(open)
  return index === -1 ? [open] : trail.slice(0, index + 1)
}
