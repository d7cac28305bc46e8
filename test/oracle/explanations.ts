import { isDeepStrictEqual } from 'node:util'
import { expect } from 'vitest'
import { LOCAL_CALLER } from '../../src/access/permissions/caller.ts'
import { roundHalfAway } from '../../src/core/time/decimal.ts'
import { explainNumber } from '../../src/reports/report/explain/explain-number.ts'
import type { ExplainedPart, Explanation } from '../../src/reports/report/explain/explanation.ts'
import { type ReportDeps, runReport } from '../../src/reports/report/run-report.ts'
import type { RawParameter } from '../../src/store/plan/request-values.ts'
import { jsonOf } from '../support/collected.ts'
import { sample } from '../support/sampling.ts'

/** The part of a list that the check reads. */
interface List {
  readonly table: {
    readonly header: { readonly valueColumns: readonly { readonly id: string; readonly value: string }[] }
    readonly body: {
      readonly rows: readonly {
        readonly headerColumns: readonly { readonly value: string }[]
        readonly valueColumns: readonly { readonly id: string; readonly value: string; readonly raw?: string }[]
      }[]
    }
  }
}

const REQUEST_CONTEXT = { caller: LOCAL_CALLER }

/** The numbers of cells with a value, and without one, that are explained in each list. */
const [FILLED, EMPTY] = [10, 3]

/** How cells are combined from parts. */
export interface Adding {
  readonly average: boolean
  readonly timed: boolean
  readonly calendar: boolean
}

/** Compares a sample of the cells of a list with their explanations, and returns its size. Throws on a difference. */
export async function checkExplanations(
  parameters: readonly RawParameter[],
  deps: ReportDeps,
  adding: Adding,
): Promise<number> {
  const table = await runReport({ endpoint: 'list', parameters }, deps, REQUEST_CONTEXT)
  const { header, body } = ((await jsonOf(table, 'test')) as unknown as List).table
  const all = body.rows.flatMap(({ headerColumns, valueColumns }) =>
    valueColumns.map(({ id, value, raw = null }, location) => ({
      key: headerColumns[0]!.value,
      column: { id, name: header.valueColumns[location]!.value },
      cell: { value, raw },
    })),
  )
  // Most cells of a list have no value.
  const [filled, empty] = [all.filter(({ cell }) => cell.raw !== null), all.filter(({ cell }) => cell.raw === null)]
  const some = [...sample('filled', filled, FILLED), ...sample('empty', empty, EMPTY)]
  for (const expected of some) {
    const withCell = [...parameters, query('issueKey', expected.key), query('column', expected.column.id)]
    const explanation = await explainNumber(withCell, deps, REQUEST_CONTEXT)
    const actual = { key: explanation.issue.key, column: explanation.column, cell: explanation.cell }
    if (!isDeepStrictEqual(actual, expected)) expect(actual).toEqual(expected)
    checkParts(explanation, adding)
  }
  return some.length
}

/** A parameter in an address. */
export function query(name: string, value: string): RawParameter {
  return { name, value, location: 'query' }
}

/** Checks that the parts of an explanation add up to its cell. */
function checkParts(explanation: Explanation, { average, timed, calendar }: Adding): void {
  const { cell, column, kind, parts } = explanation
  const counting = parts.filter(part => part.counts)
  for (const part of parts) {
    expect(part.counts).toBe(part.why === null)
    if (kind === 'duration') checkTime(part, calendar)
  }
  if (cell.raw === null) expect(counting).toEqual([])
  else if (kind === 'date') expect(counting.map(({ raw }) => String(raw))).toEqual([cell.raw])
  else if (average && timed && isAmbiguous(column.id, counting)) return
  else
    expect([String(average && timed ? averages(counting) : total(counting)), explanation.rule]).toEqual([
      cell.raw,
      explanation.rule,
    ])
}

/** The time of a part is that between its ends or, with a calendar, that of its days. */
function checkTime(part: ExplainedPart, calendar: boolean): void {
  if (calendar) {
    const days = part.days.reduce((sum, { raw }) => sum + raw, 0)
    if (part.moreDays === 0) expect(days).toBe(part.raw)
  } else {
    expect(part.days).toEqual([])
    if (part.left !== null) expect(Date.parse(part.left) - Date.parse(part.entered)).toBe(part.raw)
  }
}

/** Two statuses of the world are called Done, so their parts cannot be distinguished in a consolidated column. */
function isAmbiguous(column: string, parts: readonly ExplainedPart[]): boolean {
  return ['Work', 'Rest'].includes(column) && parts.some(({ label }) => label === 'Done')
}

function total(parts: readonly ExplainedPart[]): number {
  return parts.reduce((sum, { raw }) => sum + raw, 0)
}

/** Returns the average of each status by name, for columns without duplicate names. */
function averages(parts: readonly ExplainedPart[]): number {
  const labels = [...new Set(parts.map(({ label }) => label))]
  return labels.reduce((sum, name) => {
    const own = parts.filter(({ label }) => label === name)
    return sum + Number(roundHalfAway(BigInt(total(own)), BigInt(own.length)))
  }, 0)
}
