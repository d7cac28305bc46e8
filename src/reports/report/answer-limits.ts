import { UserError } from '../../core/base/errors.ts'

/** The limits on the size of a response. */
export interface AnswerLimits {
  /** The maximum number of cells: rows times value columns. */
  readonly maxCells: number
  /** The maximum number of rows, and of non-empty cells, in memory at once. */
  readonly partCells: number
}

/** The default limits. */
export const ANSWER_LIMITS: AnswerLimits = { maxCells: 10_000_000, partCells: 20_000 }

/** Throws REPORT_TOO_LARGE when a response has more than `maxCells` cells, including empty ones. */
export function refuseTooManyCells(rows: number, columns: number, maxCells: number): void {
  const cells = rows * columns
  if (cells > maxCells) throw new UserError('REPORT_TOO_LARGE', { rows, columns, cells, maxCells })
}
