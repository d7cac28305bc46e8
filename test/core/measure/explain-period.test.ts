import { describe, expect, it } from 'vitest'
import { allHours } from '../../../src/core/measure/clock.ts'
import { explainMetric } from '../../../src/core/measure/duration-between-statuses.ts'
import { explainPeriod, type PeriodValue } from '../../../src/core/measure/explain-period.ts'
import type { CellPart, ExplainedCell } from '../../../src/core/measure/explanation.ts'
import type { Metric } from '../../../src/core/measure/metric.ts'
import { explainStatusCount } from '../../../src/core/measure/status-count.ts'
import { explainStatusDuration } from '../../../src/core/measure/status-duration.ts'
import { reportWindow } from '../../../src/core/measure/window.ts'
import { statusStays } from '../../support/notation.ts'

/** Explains a cell from 10 to 20: of the status Doing, or of a metric. The report ends at 30. */
function explained(line: string, value: PeriodValue, metric: Partial<Metric> = {}, end = 20) {
  const whole: Metric = { name: 'M', from: null, to: { statuses: ['Done'], order: 'first' }, excluded: [], ...metric }
  const cell = {
    history: { statuses: statusStays(line) },
    window: reportWindow(30, null, null),
    clock: allHours,
    multiVisit: 'total',
    column: { metric: whole, statuses: { members: ['Doing'], leftOut: [] } },
    whyNotCounted: () => null,
    statusName: (id: string) => id,
    personName: () => '',
  } as unknown as ExplainedCell
  const explain = { duration: explainStatusDuration, metric: explainMetric, count: explainStatusCount }[value]
  const { raw, rule, parts } = explainPeriod(explain(cell), cell, value, { start: 10, end, label: 'P2' })
  return { raw, rule, parts: parts.map(partText) }
}

function partText({ label, entered, left, open, raw, why }: CellPart): string {
  return `${label} ${entered}-${open ? '' : left} = ${raw}${why === null ? '' : ' not'}`
}

describe('the explanation of a cell in a period', () => {
  it('has the stays cut at its borders; one goes on only if it reaches the end of the report in it', () => {
    const line = 'Open@0 Doing@4 Open@12 Doing@16'
    expect(explained(line, 'duration')).toMatchObject({ raw: 2 + 4, parts: ['Doing 10-12 = 2', 'Doing 16-20 = 4'] })
    expect(explained(line, 'duration', {}, 40).parts).toEqual(['Doing 10-12 = 2', 'Doing 16- = 14'])
    expect(explained('Doing@0 Open@10', 'duration')).toMatchObject({ raw: null, parts: [] })
    expect(explained('Open@0 Doing@10 Open@10', 'duration')).toMatchObject({ raw: 0, parts: ['Doing 10-10 = 0'] })
    expect(explained(line, 'duration').rule).toMatch(/ Only time in P2 counts\.$/)
  })

  it('counts what happened in it, from its first moment on', () => {
    expect(explained('Open@0 Doing@10 Open@12 Doing@20', 'count').raw).toBe(1)
    expect(explained('Doing@4 Open@25', 'count')).toMatchObject({ raw: null, parts: [] })
    expect(explained('Doing@4', 'count').rule).toMatch(/ Only what happened in P2 counts\.$/)
  })

  it('has 0 for excluded time of a metric, and nothing after its end', () => {
    const excluded = { excluded: ['Hold'] }
    expect(explained('Open@0 Hold@5 Done@25', 'metric', excluded)).toMatchObject({
      raw: 0,
      parts: ['Hold 10-20 = 10 not'],
    })
    expect(explained('Open@0 Hold@15 Done@25', 'metric', excluded).raw).toBe(5)
    // It ends as the period begins.
    expect(explained('Open@0 Done@10', 'metric').raw).toBe(null)
  })
})
