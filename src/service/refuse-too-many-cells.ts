import { UserError } from '../base/errors.ts'

/** Throws REPORT_TOO_LARGE when an answer has more than `maxCells` cells, empty ones included. */
export function refuseTooManyCells(rows: number, columns: number, maxCells: number): void {
  const cells = rows * columns
  if (cells > maxCells) throw new UserError('REPORT_TOO_LARGE', { rows, columns, cells, maxCells })
}
