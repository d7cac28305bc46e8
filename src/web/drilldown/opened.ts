/** The content of the drawer: the timeline of an issue, the parts of a cell, or the issues of a row. */
export type Opened =
  | { readonly kind: 'issue'; readonly issueKey: string }
  | { readonly kind: 'cell'; readonly issueKey: string; readonly column: string }
  | { readonly kind: 'row'; readonly index: number }

/** Parses `view.open`; `null` if it is invalid. */
export function parseOpened(text: string | undefined): Opened | null {
  // The id of a column may contain a colon; the key of an issue cannot.
  const [, kind, name, column] = /^(issue|cell|row):([^:]+)(?::(.+))?$/s.exec(text ?? '') ?? []
  if (kind === undefined || name === undefined) return null
  if (kind === 'cell') return column === undefined ? null : { kind, issueKey: name, column }
  if (column !== undefined) return null
  if (kind === 'issue') return { kind, issueKey: name }
  return /^\d{1,9}$/.test(name) ? { kind: 'row', index: Number(name) } : null
}

/** Formats `view.open`. */
export function formatOpened(opened: Opened): string {
  if (opened.kind === 'row') return `row:${opened.index}`
  return opened.kind === 'issue' ? `issue:${opened.issueKey}` : `cell:${opened.issueKey}:${opened.column}`
}

/** Returns the trail of the drawer after it opens `open`, the last target. A new target starts a new trail. */
export function trailTo(trail: readonly string[], open: string): readonly string[] {
  const index = trail.indexOf(open)
  return index === -1 ? [open] : trail.slice(0, index + 1)
}
