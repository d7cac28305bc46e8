import type { ExplainedPart, Explanation } from '../../reports/report/explain/explanation.ts'
import { parseInstant } from '../state/instant.ts'

/** A part of a cell as a bar. */
export interface PartBar {
  /** Elapsed time, relative to the longest part: from 0 to 1; `null` if unknown. */
  readonly elapsed: number | null
  /** Counted time on the same scale. */
  readonly counted: number
}

/** Returns the elapsed time of a part; `null` if unknown. `end` ends an ongoing part. Milliseconds. */
export function elapsedOf({ entered, left }: ExplainedPart, end: number | null): number | null {
  const until = left === null ? end : Date.parse(left)
  return until === null || Number.isNaN(until) ? null : Math.max(0, until - Date.parse(entered))
}

/** Returns the bars of the parts, all on one scale. */
export function barsOf(parts: readonly ExplainedPart[], end: number | null): PartBar[] {
  const lengths = parts.map(part => ({ elapsed: elapsedOf(part, end), counted: part.raw }))
  const greatest = Math.max(1, ...lengths.map(({ elapsed, counted }) => Math.max(elapsed ?? 0, counted)))
  return lengths.map(({ elapsed, counted }) => ({
    elapsed: elapsed === null ? null : elapsed / greatest,
    counted: counted / greatest,
  }))
}

/** Returns whether the parts add up to the cell; those of averages and dates do not. */
export function addsUp({ kind, cell, parts }: Pick<Explanation, 'kind' | 'cell' | 'parts'>): boolean {
  if (kind === 'date' || cell.raw === null) return false
  const sum = parts.reduce((sum, { raw, counts }) => sum + (counts ? raw : 0), 0)
  return Math.abs(sum - Number(cell.raw)) < 0.5
}

/** Returns the end of ongoing parts from the request parameters: epoch milliseconds, `null` if unknown. */
export function endOf(parameters: Readonly<Record<string, string>>): number | null {
  const { asOf, trimHistoryEndDate } = parameters
  return trimHistoryEndDate === undefined ? parseInstant(asOf) : null
}
