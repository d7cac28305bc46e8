import { describe, expect, it } from 'vitest'
import type { TimelineBand } from '../../../src/reports/report/explain/explanation.ts'
import type { Report } from '../../../src/web/api/report.ts'
import { colorOf, doneRank, WITHOUT_PATTERNS } from '../../../src/web/chart/palette.ts'
import { statusLooks } from '../../../src/web/drilldown/status-looks.ts'
import { catalogue } from '../builder/catalogue.ts'

const band = (id: string): TimelineBand => ({
  id,
  name: id,
  category: 'indeterminate',
  entered: 0,
  left: null,
  by: null,
  raw: 0,
  value: '0',
})

const reportOf = (columnsBy: string, columns: readonly string[]): Report =>
  ({
    columnsBy,
    table: { header: { valueColumns: columns.map(id => ({ id, value: id })) }, body: { rows: [] } },
  }) as unknown as Report

const manyStatuses = Array.from({ length: WITHOUT_PATTERNS + 1 }, (_, i) => ({
  ...catalogue.statuses[0]!,
  id: `s${i}`,
}))
const STATUSES = [band('doing'), band('review'), band('doing'), band('testing')]

describe('the looks of the statuses of a timeline', () => {
  it('differ, also within a category, and a status keeps its look when it returns', () => {
    const looks = statusLooks(STATUSES, undefined, { ...catalogue, statuses: manyStatuses }, false)
    expect([...looks.keys()]).toEqual(['doing', 'review', 'testing'])
    expect(new Set([...looks.values()].map(({ color }) => color)).size).toBe(3)
  })

  it('are those of the series of the report', () => {
    const report = reportOf('Status Duration', ['todo', 'testing', 'review'])
    const looks = statusLooks(STATUSES, report, catalogue, true)
    const ranks = [...looks.values()].map(({ color }) => [0, 1, 2, 3].find(rank => colorOf(rank, true) === color))
    // "todo" has rank 0, as the first of equal series. "doing" is not in the report.
    expect(ranks).toEqual([3, 2, 1])
  })

  it('are those of the catalogue in a report without statuses, so that all issues agree', () => {
    const statuses = ['testing', 'review', 'doing'].map(id => ({ ...catalogue.statuses[0]!, id }))
    const report = reportOf('Assignee Duration', ['doing'])
    const of = (bands: readonly TimelineBand[]) => statusLooks(bands, report, { ...catalogue, statuses }, false)
    expect(of(STATUSES).get('review')).toEqual({ color: colorOf(1, false), pattern: 0 })
    expect(of([band('review')]).get('review')).toEqual({ color: colorOf(1, false), pattern: 0 })
  })

  it('are green for finished statuses, in and outside of the report', () => {
    const done = { ...band('6'), category: 'done' }
    const gone = { ...band('gone'), category: 'done' }
    const report = reportOf('Status Duration', ['6', 'review'])
    const looks = statusLooks([band('review'), done, gone], report, catalogue, false)
    expect(looks.get('6')).toEqual({ color: colorOf(doneRank(0), false), pattern: 0 })
    expect(looks.get('gone')).toEqual({ color: colorOf(doneRank(1), false), pattern: 1 })
    expect(looks.get('review')).toEqual({ color: colorOf(0, false), pattern: 0 })
  })

  it('have patterns when the colors are used up', () => {
    const bands = manyStatuses.map(({ id }) => band(id))
    const looks = [...statusLooks(bands, undefined, { ...catalogue, statuses: manyStatuses }, false).values()]
    expect(looks.map(({ pattern }) => pattern)).toEqual([...Array(WITHOUT_PATTERNS).fill(0), 1])
    expect(looks.at(-1)!.color).toBe(looks[0]!.color)
  })
})
