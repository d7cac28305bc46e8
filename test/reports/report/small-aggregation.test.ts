import { beforeAll, describe, expect, it } from 'vitest'
import { LOCAL_CALLER } from '../../../src/access/permissions/caller.ts'
import { parseRaw, printDecimal } from '../../../src/core/time/decimal.ts'
import { UTC } from '../../../src/core/time/zone.ts'
import type { AnswerLimits } from '../../../src/reports/report/answer-limits.ts'
import { reportBody, textOf } from '../../../src/reports/report/report-body.ts'
import { createReportDeps, runReport } from '../../../src/reports/report/run-report.ts'
import type { Store } from '../../../src/store/engine/store.ts'
import { goldenRequests } from '../../golden/requests.ts'
import { DEMO_END, demoStore } from '../../support/demo-store.ts'

/** Limits with which every answer is read from spooled tables. */
const SPOOLED: Partial<AnswerLimits> = { partCells: 1 }

let store: Store
beforeAll(async () => {
  store = await demoStore()
})

/** Returns the text of an aggregation over the demo. */
async function answer(parameters: Readonly<Record<string, string>>, limits: Partial<AnswerLimits>): Promise<string> {
  const formats = { zone: UTC, locale: 'en-US', dateFormat: null, dateTimeFormat: null }
  const deps = createReportDeps(store, { ...formats, now: () => Date.parse(DEMO_END), limits })
  const named = Object.entries(parameters).map(([name, value]) => ({ name, value, location: 'query' as const }))
  const table = await runReport({ endpoint: 'aggregation', parameters: named }, deps, { caller: LOCAL_CALLER })
  return textOf(await reportBody(table, 'test'))
}

/** The average time of each assignee in each status. Few have issues that were once blocked. */
const AVERAGES = {
  filterType: 'customjql',
  customjql: 'ORDER BY key',
  columnsBy: 'statusDuration',
  calendar: 'normalHours',
  aggregationType: 'average',
  groupByFields: 'assignee',
  viewFormat: 'hours',
}
const COLUMN = '10104'

/** Returns the values of COLUMN in the order of the rows, in thousandths of a millisecond; `null` for no value. */
function valuesIn(text: string): (bigint | null)[] {
  const { rows } = JSON.parse(text).table.body as { rows: { valueColumns: { id: string; raw?: string }[] }[] }
  return rows.map(({ valueColumns }) => {
    const raw = valueColumns.find(({ id }) => id === COLUMN)!.raw
    if (raw === undefined) return null
    const { numerator, denominator } = parseRaw(raw)
    return (1000n * numerator) / denominator
  })
}

describe('an aggregation without spooled tables', () => {
  const aggregations = goldenRequests.filter(({ endpoint }) => endpoint === 'aggregation')

  it.each(aggregations)('has the answer of spooled tables: $name', async ({ parameters }) => {
    expect(await answer(parameters, {})).toBe(await answer(parameters, SPOOLED))
  })

  it.each(['asc', 'desc'])('is sorted by a column, with empty values last: %s', async sortDir => {
    const sorted = { ...AVERAGES, sortBy: COLUMN, sortDir }
    const text = await answer(sorted, {})
    expect(text).toBe(await answer(sorted, SPOOLED))
    const values = valuesIn(text)
    const known = values.filter(value => value !== null)
    expect(known.length).toBeGreaterThan(2)
    expect(values).toContain(null)
    expect(values.indexOf(null)).toBe(known.length)
    const ascending = known.toSorted((a, b) => Number(a - b))
    expect(known).toEqual(sortDir === 'asc' ? ascending : ascending.toReversed())
  })

  it('compares values with filters exactly', async () => {
    const values = valuesIn(await answer(AVERAGES, {})).filter(value => value !== null)
    const some = values.toSorted((a, b) => Number(a - b))[1]!
    // In days of 24 hours.
    const exactly = (thousandths: bigint) => printDecimal({ numerator: thousandths, denominator: 86_400_000_000n }, 30)
    const meets = {
      greaterThan: (value: bigint, limit: bigint) => value > limit,
      greaterThanEquals: (value: bigint, limit: bigint) => value >= limit,
      equals: (value: bigint, limit: bigint) => value === limit,
      lessThanEquals: (value: bigint, limit: bigint) => value <= limit,
      lessThan: (value: bigint, limit: bigint) => value < limit,
    }
    for (const [operator, isMet] of Object.entries(meets)) {
      const filters = JSON.stringify([{ column: COLUMN, operator, value: exactly(some), unit: 'day' }])
      const text = await answer({ ...AVERAGES, filters }, {})
      expect(text, operator).toBe(await answer({ ...AVERAGES, filters }, SPOOLED))
      expect(valuesIn(text), operator).toEqual(values.filter(value => isMet(value, some)))
    }
  })
})
