import { describe, expect, it } from 'vitest'
import type { Dashboard } from '../../../src/web/api/flow.ts'
import { compareBetween, comparedDays, comparedIn, compareWith, withPeriod } from '../../../src/web/team/compared.ts'
import { periods, startOf } from '../../../src/web/team/team-parameters.ts'

const answer = (more: Partial<Dashboard> = {}): Dashboard =>
  ({
    from: '2025-03-30T22:00:00.000Z',
    to: null,
    asOf: '2025-07-01T09:00:00.000Z',
    timeZone: 'Europe/Berlin',
    trend: { previous: { window: { from: '2024-12-29T23:00:00.000Z', last: '2025-04-01T08:59:59.999Z' } } },
    ...more,
  }) as unknown as Dashboard

describe('the comparison of the screen', () => {
  it('is with the window before, unless the address says otherwise', () => {
    expect(comparedIn({})).toBe('previous')
    expect(comparedIn({ compare: 'previous' })).toBe('previous')
    expect(compareWith('previous', { compare: '2024-01-01..2024-02-01' }, undefined)).toEqual({ compare: null })
  })

  it.each(periods)('with last year moves with the period %s', period => {
    const from = startOf(period)
    const choices = from === null ? {} : { from }
    const change = compareWith('lastYear', choices, undefined)
    const expected = period === 'quarter' ? 'startOfQuarter(-4)..-365d' : `startOfWeek(-${period + 52})..-364d`
    expect(change.compare).toBe(expected)
    expect(comparedIn({ ...choices, compare: change.compare! })).toBe('lastYear')
  })

  it('with last year stays so when the period changes', () => {
    const compare = compareWith('lastYear', {}, undefined).compare!
    expect(withPeriod({ compare }, 3)).toEqual({
      from: 'startOfWeek(-3)',
      to: null,
      compare: 'startOfWeek(-55)..-364d',
    })
    expect(withPeriod({}, 3)).toEqual({ from: 'startOfWeek(-3)', to: null })
  })

  it('with last quarter is one of this quarter, and ends with another period', () => {
    const change = { from: 'startOfQuarter()', to: null, compare: 'startOfQuarter(-1)..startOfQuarter()' }
    expect(compareWith('lastQuarter', { from: '2025-01-01', to: '2025-02-01' }, undefined)).toEqual(change)
    const choices = { from: change.from, compare: change.compare }
    expect(comparedIn(choices)).toBe('lastQuarter')
    expect(comparedIn({ compare: change.compare })).toBe('other')
    expect(withPeriod(choices, 3)).toEqual({ from: 'startOfWeek(-3)', to: null, compare: null })
  })

  it('with other dates begins with those of last year, in the time zone of the answer', () => {
    expect(compareWith('other', {}, answer())).toEqual({ compare: '2024-04-01..2024-07-03' })
    const fixed = answer({ from: '2024-12-31T23:00:00.000Z', to: '2025-01-31T23:00:00.000Z' })
    const choices = { from: '2025-01-01', to: '2025-02-01' }
    expect(compareWith('lastYear', choices, fixed)).toEqual({ compare: '2024-01-03..2024-02-03' })
  })

  it('shows the last day, which the parameter does not include', () => {
    const compare = compareBetween('2024-01-01', '2024-01-31')
    expect(compare).toBe('2024-01-01..2024-02-01')
    expect(comparedDays({ compare }, undefined)).toEqual(['2024-01-01', '2024-01-31'])
    expect(comparedDays({ compare: '-90d..-30d' }, answer())).toEqual(['2024-12-30', '2025-04-01'])
  })
})
