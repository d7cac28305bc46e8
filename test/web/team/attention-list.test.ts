import { describe, expect, it } from 'vitest'
import type { AgeingItem, Dashboard } from '../../../src/web/api/flow.ts'
import { reasonsOf } from '../../../src/web/team/attention-list.tsx'

const UNIT = { name: 'days', size: 86_400_000 } as const

/** Returns the reasons of an issue that is older than some of the finished ones were. */
function reasonsAt(count: number, of: number): string[] {
  const item = { blockedSince: null, overSle: false, unchanged: false, pace: { count, of } }
  return reasonsOf(item as unknown as AgeingItem, { sle: null, timeZone: 'UTC' } as unknown as Dashboard, UNIT)
}

describe('an issue that is older than the finished ones were', () => {
  it('has no percentage of few issues', () => {
    expect(reasonsAt(8, 9)).toEqual(['older than 8 of 9 finished issues were at this stage'])
    expect(reasonsAt(2, 2)).toEqual(['older than all 2 finished issues were at this stage'])
    expect(reasonsAt(1, 1)).toEqual(['older than the only finished issue was at this stage'])
  })

  it('is older than a percentage of many, rounded down, or than all', () => {
    expect(reasonsAt(116, 134)).toEqual(['older than 86 % of the 134 finished issues were at this stage'])
    expect(reasonsAt(1333, 1334)).toEqual(['older than 99 % of the 1,334 finished issues were at this stage'])
    expect(reasonsAt(134, 134)).toEqual(['older than all 134 finished issues were at this stage'])
  })

  it('has no reason below 85 %, or without finished issues', () => {
    expect([reasonsAt(113, 134), reasonsAt(0, 0)]).toEqual([[], []])
  })
})
