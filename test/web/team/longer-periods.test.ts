import { describe, expect, it } from 'vitest'
import type { Dashboard } from '../../../src/web/api/flow.ts'
import { longerPeriods } from '../../../src/web/team/longer-periods.ts'

const trend = (bucket: Dashboard['trend']['bucket'], isEnough: boolean) =>
  ({ bucket, cycleTime: { percentiles: isEnough ? { 50: {} } : {} } }) as unknown as Dashboard['trend']

const YEAR = { from: 'startOfWeek(-51)', to: null, bucket: 'quarter' }

describe('the periods with more issues', () => {
  it('are longer ones of the same time if it has enough issues', () => {
    expect(longerPeriods({}, trend('week', true))?.change).toEqual({ bucket: 'month' })
    expect(longerPeriods({}, trend('month', true))?.change).toEqual({ bucket: 'quarter' })
  })

  it('are the quarters of a year if no length is enough', () => {
    expect(longerPeriods({}, trend('quarter', true))?.change).toEqual(YEAR)
    expect(longerPeriods({}, trend('week', false))?.change).toEqual(YEAR)
  })

  it('do not exist beyond a year', () => {
    const year = { from: 'startOfWeek(-51)' }
    expect(longerPeriods(year, trend('quarter', true))).toBeNull()
    expect(longerPeriods(year, trend('week', false))).toBeNull()
  })
})
