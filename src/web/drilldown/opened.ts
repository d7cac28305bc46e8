import type { Parameters } from '../state/choices.ts'

/** The group of a row, as `inGroup` has it: `[]` in an aggregation without groupings. */
export type GroupText = string

/**
 * The content of the drawer: the timeline of an issue, the parts of a cell of an issue, the issues of a row of an aggregation, or
 * those behind a number of flow. In a cell of an issue, `group` is that of the row whose period counts.
 */
export type Opened =
  | { readonly kind: 'issue'; readonly issueKey: string }
  | { readonly kind: 'cell'; readonly issueKey: string; readonly column: string; readonly group: GroupText | null }
  | { readonly kind: 'row'; readonly group: GroupText }
  | { readonly kind: 'items'; readonly link: Parameters }

const LABEL = /(?:null|"(?:[^"\\]|\\.)*")/.source
const ROW = new RegExp(`^row:(\\[(?:${LABEL}(?:,${LABEL})*)?\\])(?::(.+))?$`, 's')

/** Parses `view.open`; `null` if it is invalid. */
export function parseOpened(text: string | undefined): Opened | null {
  // The id of a column may contain a colon; the key of an issue cannot.
  const [, group, ofRow] = ROW.exec(text ?? '') ?? []
  if (group !== undefined) return ofRow === undefined ? { kind: 'row', group } : cellIn(ofRow, group)
  const [, kind, rest] = /^(issue|cell|items):(.+)$/s.exec(text ?? '') ?? []
  if (kind === undefined || rest === undefined) return null
  if (kind === 'cell') return cellIn(rest, null)
  if (kind === 'items') return { kind, link: Object.fromEntries(new URLSearchParams(rest)) }
  return rest.includes(':') ? null : { kind: 'issue', issueKey: rest }
}

function cellIn(text: string, group: GroupText | null): Opened | null {
  const [, issueKey, column] = /^([^:]+):(.+)$/s.exec(text) ?? []
  return issueKey === undefined || column === undefined ? null : { kind: 'cell', issueKey, column, group }
}

/** Formats `view.open`. */
export function formatOpened(opened: Opened): string {
  if (opened.kind === 'row') return `row:${opened.group}`
  if (opened.kind === 'issue') return `issue:${opened.issueKey}`
  if (opened.kind === 'items') return `items:${new URLSearchParams(opened.link)}`
  const { issueKey, column, group } = opened
  return `${group === null ? 'cell' : `row:${group}`}:${issueKey}:${column}`
}

/** Returns the trail of the drawer after it opens `open`, the last target. A new target starts a new trail. */
export function trailTo(trail: readonly string[], open: string): readonly string[] {
  const index = trail.indexOf(open)
  return index === -1 ? [open] : trail.slice(0, index + 1)
}
