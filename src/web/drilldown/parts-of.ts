import type { ExplainedPart, Explanation } from '../../service/page-types.ts'

/** A part of a cell, as a bar shows it. */
export interface PartBar {
  /** How long it lasted by the clock, against the longest part: from 0 to 1; `null` where that is not known. */
  readonly elapsed: number | null
  /** How much of that counted, on the same scale. */
  readonly counted: number
}

/** How long a part lasted by the clock. `end` is when what is still open was looked at. `null` where that is not known. */
export function elapsedOf({ entered, left }: ExplainedPart, end: number | null): number | null {
  const until = left === null ? end : Date.parse(left)
  return until === null || Number.isNaN(until) ? null : Math.max(0, until - Date.parse(entered))
}

/** The bars of parts, all on one scale. */
export function barsOf(parts: readonly ExplainedPart[], end: number | null): PartBar[] {
  const lengths = parts.map(part => ({ elapsed: elapsedOf(part, end), counted: part.raw }))
  const greatest = Math.max(1, ...lengths.map(({ elapsed, counted }) => Math.max(elapsed ?? 0, counted)))
  return lengths.map(({ elapsed, counted }) => ({
    elapsed: elapsed === null ? null : elapsed / greatest,
    counted: counted / greatest,
  }))
}

/** Whether the parts that count add up to the cell, which an average and a date do not. */
export function addsUp({ kind, cell, parts }: Pick<Explanation, 'kind' | 'cell' | 'parts'>): boolean {
  if (kind === 'date' || cell.raw === null) return false
  const sum = parts.reduce((sum, { raw, counts }) => sum + (counts ? raw : 0), 0)
  return Math.abs(sum - Number(cell.raw)) < 0.5
}

/** When what was still open was looked at, of the parameters that were sent: epoch milliseconds, `null` where not known. */
export function endOf(parameters: Readonly<Record<string, string>>): number | null {
  const { asOf, trimHistoryEndDate } = parameters
  // A date without a zone is the server's to read.
  if (trimHistoryEndDate !== undefined || !/T.*(Z|[+-]\d\d:?\d\d)$/i.test(asOf ?? '')) return null
  const end = Date.parse(asOf!)
  return Number.isNaN(end) ? null : end
}
