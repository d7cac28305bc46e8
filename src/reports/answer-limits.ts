import { UserError } from '../base/errors.ts'

/** How large an answer may be. */
export interface AnswerLimits {
  /** The most cells: rows by value columns. */
  readonly maxCells: number
  /** The most rows, and cells that are not empty, that are in memory at once. */
  readonly partCells: number
}

/** What an answer may be, unless settings say otherwise. */
export const ANSWER_LIMITS: AnswerLimits = { maxCells: 10_000_000, partCells: 20_000 }

/** Throws REPORT_TOO_LARGE when an answer has more than `maxCells` cells, empty ones included. */
export function refuseTooManyCells(rows: number, columns: number, maxCells: number): void {
  const cells = rows * columns
  if (cells > maxCells) throw new UserError('REPORT_TOO_LARGE', { rows, columns, cells, maxCells })
}
