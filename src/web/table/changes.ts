import type { Report, ReportRow } from '../api/report.ts'
import { compareTexts } from '../texts/compare.ts'
import { teamTexts } from '../texts/team.ts'

/** How a value differs from that of the other period. */
export interface CellChange {
  /** An arrow and the difference with its sign: `↗ +2.1`; only the arrow for equal values. */
  readonly text: string
  /** The same in words, with the value of the other period. */
  readonly words: string
}

/** Returns the change of a cell, by the index of its row and its column; `null` if one of the two values is missing. */
export type ChangeOf = (row: number, column: string) => CellChange | null

/** The changes of all parts of a table. */
export interface Changes {
  readonly rows: ChangeOf
  readonly subtotals: ChangeOf
  readonly totals: ChangeOf
}

/**
 * Returns the changes of the values of a report since those of another one, whose rows have the same groups. `write` formats an exact
 * value that is not negative.
 */
export function changesBetween(report: Report, other: Report, write: (raw: number) => string): ChangeOf {
  const rows = new Map(other.table.body.rows.map(row => [groupKey(row), row]))
  return (index, column) => {
    const row = report.table.body.rows[index]
    const before = row && rows.get(groupKey(row))
    const [now, then] = [rawOf(row, column), rawOf(before, column)]
    return now === null || then === null ? null : changeOf(now, then, write)
  }
}

/** Returns how many rows of another report have no row in this one. */
export function rowsOnlyIn(other: Report, report: Report): number {
  const own = new Set(report.table.body.rows.map(groupKey))
  return other.table.body.rows.filter(row => !own.has(groupKey(row))).length
}

/** Returns the text of a value with its change, if it has one. */
export function withChange(text: string, change: CellChange | null | undefined): string {
  return change ? `${text}  ${change.text}` : text
}

function groupKey({ groupByColumns }: ReportRow): string {
  return JSON.stringify(groupByColumns.map(({ value }) => value ?? null))
}

function rawOf(row: ReportRow | undefined, column: string): number | null {
  const raw = row?.valueColumns.find(({ id }) => id === column)?.raw
  return raw === undefined ? null : Number(raw)
}

function changeOf(now: number, before: number, write: (raw: number) => string): CellChange {
  const difference = write(Math.abs(now - before))
  const direction = difference === write(0) ? 'same' : now > before ? 'up' : 'down'
  const sign = { up: ' +', down: ' −', same: '' }[direction]
  return {
    text: `${teamTexts.arrows[direction]}${sign}${direction === 'same' ? '' : difference}`,
    words: compareTexts.change(teamTexts.directions[direction], write(before)),
  }
}
