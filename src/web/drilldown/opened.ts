/**
 * The content of the drawer: the timeline of an issue, the parts of a cell of an issue, or the issues of a row. `row` is the row of an
 * aggregation whose period counts in the cell.
 */
export type Opened =
  | { readonly kind: 'issue'; readonly issueKey: string }
  | { readonly kind: 'cell'; readonly issueKey: string; readonly column: string; readonly row: number | null }
  | { readonly kind: 'row'; readonly index: number }

/** Parses `view.open`; `null` if it is invalid. */
export function parseOpened(text: string | undefined): Opened | null {
  // The id of a column may contain a colon; the key of an issue cannot.
  const [, index, ofRow] = /^row:(\d{1,9})(?::(.+))?$/s.exec(text ?? '') ?? []
  if (index !== undefined) {
    const row = Number(index)
    return ofRow === undefined ? { kind: 'row', index: row } : cellIn(ofRow, row)
  }
  const [, kind, rest] = /^(issue|cell):(.+)$/s.exec(text ?? '') ?? []
  if (kind === undefined || rest === undefined) return null
  if (kind === 'cell') return cellIn(rest, null)
  return rest.includes(':') ? null : { kind: 'issue', issueKey: rest }
}

function cellIn(text: string, row: number | null): Opened | null {
  const [, issueKey, column] = /^([^:]+):(.+)$/s.exec(text) ?? []
  return issueKey === undefined || column === undefined ? null : { kind: 'cell', issueKey, column, row }
}

/** Formats `view.open`. */
export function formatOpened(opened: Opened): string {
  if (opened.kind === 'row') return `row:${opened.index}`
  if (opened.kind === 'issue') return `issue:${opened.issueKey}`
  const { issueKey, column, row } = opened
  return `${row === null ? 'cell' : `row:${row}`}:${issueKey}:${column}`
}

/** Returns the trail of the drawer after it opens `open`, the last target. A new target starts a new trail. */
export function trailTo(trail: readonly string[], open: string): readonly string[] {
  const index = trail.indexOf(open)
  return index === -1 ? [open] : trail.slice(0, index + 1)
}
