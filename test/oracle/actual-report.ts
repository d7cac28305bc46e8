import { type Caller, LOCAL_CALLER } from '../../src/access/permissions/caller.ts'
import { parseRaw, roundHalfAway } from '../../src/core/time/decimal.ts'
import type { AnswerLimits } from '../../src/reports/report/answer-limits.ts'
import { createReportDeps, runReport } from '../../src/reports/report/run-report.ts'
import type { Store } from '../../src/store/engine/store.ts'
import { reportTypes } from '../../src/store/plan/report-types.ts'
import { jsonOf } from '../support/collected.ts'
import { ZONE } from '../support/tracker-world.ts'
import { type ExpectedCell, type ExpectedReport, type ExpectedRow, shownStatus } from './expected-report.ts'
import { parametersOf, wall } from './parameters-of.ts'
import type { OracleRequest } from './requests.ts'

/** The part of a response that the oracle compares (contract §2.2). */
interface Response {
  readonly total: number
  readonly totalIssueCount?: number
  readonly isOverall: boolean
  readonly drawAllChart?: boolean
  readonly startIssueIndex?: number
  readonly endIssueIndex?: number
  readonly includedStatuses: readonly Status[]
  readonly excludedStatuses: readonly Status[]
  readonly deletedStatuses: readonly Status[]
  readonly table: {
    readonly header: { readonly valueColumns: ExpectedReport['columns'] }
    readonly body: { readonly rows: readonly Row[] }
  }
}

interface Status {
  readonly id: string
  readonly name: string
  readonly deleted: boolean
}

interface Cell {
  readonly id: string
  readonly value: string
  readonly raw?: string
  readonly percentiles?: Readonly<Record<string, { readonly value: string; readonly raw: string }>>
  readonly state?: string
  readonly baseHeaderId?: string
  readonly subHeaderId?: string
}

interface Row {
  readonly headerColumns: readonly Cell[]
  readonly groupByColumns: readonly Cell[]
  readonly fieldColumns: readonly Cell[]
  readonly valueColumns: readonly Cell[]
  readonly currentState: readonly (Cell & { readonly raw: string })[]
  readonly issueCount?: number
}

/** Returns the response of the service to a request, in the form that the oracle compares. */
export async function actualReport(
  store: Store,
  request: OracleRequest,
  now: number,
  caller: Caller = LOCAL_CALLER,
): Promise<ExpectedReport> {
  const table = await runReport(
    parametersOf(request),
    createReportDeps(store, {
      now: () => now,
      zone: { name: ZONE.name },
      locale: 'en-US',
      dateFormat: null,
      dateTimeFormat: null,
      limits: partsOf(request),
    }),
    { caller },
  )
  return compared((await jsonOf(table, 'test')) as unknown as Response, request)
}

/**
 * Returns limits with which most aggregations are read from spooled tables, in several parts, or at once. Always the same for a
 * request, so that failures can be repeated.
 */
function partsOf(request: OracleRequest): Partial<AnswerLimits> {
  return JSON.stringify(request).length % 2 === 0 ? { partCells: 5 } : {}
}

function compared(response: Response, request: OracleRequest): ExpectedReport {
  const { total, totalIssueCount, isOverall, drawAllChart, startIssueIndex, endIssueIndex, table } = response
  return {
    included: idsOf(response.includedStatuses),
    excluded: idsOf(response.excludedStatuses),
    deleted: idsOf(response.deletedStatuses),
    columns: table.header.valueColumns,
    total,
    isOverall,
    ...(request.aggregate === null ? { startIssueIndex, endIssueIndex } : { totalIssueCount, drawAllChart }),
    rows: table.body.rows.map(row => rowOf(row, table.header.valueColumns, request)),
  } as ExpectedReport
}

/** Returns the ids of listed statuses; an element with a wrong name or flag is returned whole. */
function idsOf(statuses: readonly Status[]): string[] {
  return statuses.map(status => {
    const formatted = JSON.stringify(status)
    return formatted === JSON.stringify(shownStatus(status.id)) ? status.id : formatted
  })
}

function rowOf(row: Row, columns: ExpectedReport['columns'], request: OracleRequest): ExpectedRow {
  return {
    ...(request.aggregate === null ? { key: row.headerColumns[0]!.value } : { issueCount: row.issueCount! }),
    groups: row.groupByColumns.map(({ value }) => (value === '-' ? null : value)),
    ...(request.aggregate === null && { fields: row.fieldColumns.map(fieldOf) }),
    cells: row.valueColumns.map((cell, i) => ({ ...checkedCell(cell, request), ...headerProblem(cell, columns[i]) })),
    currentState: row.currentState.map(({ value, ...state }) => ({
      ...state,
      ...formatProblem(state.raw, value, request),
    })),
  }
}

/** Returns the value of a field; a wrong raw value is added, so that the comparison fails. */
function fieldOf({ id, value, raw }: Cell): string | null {
  if (value === '-') return null
  return raw === (id === 'currentStatusAge' ? value : undefined) ? value : `${value} ${raw}`
}

function checkedCell({ id, raw, percentiles, state, value }: Cell, request: OracleRequest): ExpectedCell {
  return {
    id,
    ...(raw !== undefined && { raw }),
    ...(percentiles && { percentiles: rawPercentiles(percentiles, request) }),
    ...(state && { state }),
    ...formatProblem(raw, value, request),
  }
}

function rawPercentiles(percentiles: NonNullable<Cell['percentiles']>, request: OracleRequest): Record<string, string> {
  return Object.fromEntries(
    Object.entries(percentiles).map(([percent, { raw, value }]) => [
      percent,
      value === shownValue(raw, request) ? raw : `${raw} ${value}`,
    ]),
  )
}

/** Makes the comparison fail if a cell does not have the ids of its column. */
function headerProblem(cell: Cell, column: ExpectedReport['columns'][number] | undefined): { headers?: string } {
  const agrees = cell.baseHeaderId === column?.baseHeaderId && cell.subHeaderId === column?.subHeaderId
  return agrees ? {} : { headers: `${cell.baseHeaderId} ${cell.subHeaderId}` }
}

/** Makes the comparison fail if the formatted value does not match the raw one. */
function formatProblem(raw: string | undefined, value: string, request: OracleRequest): { value?: string } {
  return value === shownValue(raw, request) ? {} : { value }
}

function shownValue(raw: string | undefined, { type, aggregate }: OracleRequest): string {
  if (raw === undefined) return '-'
  const { kind } = reportTypes[type]
  if (kind === 'date') return wall(Number(raw)).replace('T', ' ')
  const { numerator, denominator } = parseRaw(raw)
  if (kind === 'duration') return String(roundHalfAway(numerator, denominator))
  if (aggregate === null || numerator % denominator === 0n) return raw
  const tenths = String(roundHalfAway(10n * numerator, denominator))
  return `${tenths.slice(0, -1) || '0'}.${tenths.at(-1)}`
}
