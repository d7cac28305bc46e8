import { describe, expect, it } from 'vitest'
import { timeKind } from '../../../src/web/drilldown/flow-issues.tsx'

const NONE = { timeInStatus: undefined, cycleTime: null, age: null }

describe('the time of a list of issues', () => {
  it('has the name of what is shown: of the time in the status rather than of the cycle time', () => {
    expect(timeKind([{ ...NONE, cycleTime: 5 }])).toBe('cycleTime')
    expect(timeKind([{ ...NONE, cycleTime: 0, timeInStatus: 2 }])).toBe('timeInStatus')
    expect(timeKind([{ ...NONE, age: 0 }, NONE])).toBe('age')
  })

  it('has no special name if the issues differ, or have none', () => {
    expect(
      timeKind([
        { ...NONE, age: 3 },
        { ...NONE, cycleTime: 5 },
      ]),
    ).toBe('several')
    expect([timeKind([NONE]), timeKind([])]).toEqual(['several', 'several'])
  })
})
