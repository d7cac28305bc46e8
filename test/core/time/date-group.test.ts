import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dateGroupLabel, dateUnits } from '../../../src/core/time/date-group.ts'
import { parseZone, UTC } from '../../../src/core/time/zone.ts'
import { runs } from '../../support/sampling.ts'

const labels = (text: string, zone = 'UTC'): string[] =>
  dateUnits.map(unit => dateGroupLabel(Date.parse(text), parseZone(zone)!, unit))

describe('a group of dates', () => {
  it('is a year, a quarter, a month, a week or a day', () => {
    expect(dateUnits).toEqual(['year', 'quarter', 'month', 'week', 'day'])
    expect(labels('2024-03-01T12:00:00Z')).toEqual(['2024', '2024-Q1', '2024-03', '2024-W09', '2024-03-01'])
  })

  it('is the date in the zone', () => {
    expect(labels('2024-12-31T23:30:00Z', 'Europe/Berlin')).toEqual([
      '2025',
      '2025-Q1',
      '2025-01',
      '2025-W01',
      '2025-01-01',
    ])
    expect(labels('2025-01-01T00:30:00Z', 'America/New_York')).toEqual([
      '2024',
      '2024-Q4',
      '2024-12',
      '2025-W01',
      '2024-12-31',
    ])
  })

  it('of a week is named by the year that the week belongs to', () => {
    expect(dateGroupLabel(Date.UTC(2024, 11, 30), UTC, 'week')).toBe('2025-W01')
    expect(dateGroupLabel(Date.UTC(2021, 0, 3), UTC, 'week')).toBe('2020-W53')
  })

  it('of a quarter has three months', () => {
    const quarters = Array.from({ length: 12 }, (_, month) =>
      dateGroupLabel(Date.UTC(2024, month, 15), UTC, 'quarter').slice(5),
    )
    expect(quarters.join(' ')).toBe('Q1 Q1 Q1 Q2 Q2 Q2 Q3 Q3 Q3 Q4 Q4 Q4')
  })

  it('of an early year has four digits', () => {
    expect(labels('0987-02-03T12:00:00Z')).toEqual(['0987', '0987-Q1', '0987-02', '0987-W05', '0987-02-03'])
  })

  // A clock set back across midnight shows the previous day again, hence at least a day between the two instants.
  it('sorts chronologically as text', () => {
    const zones = ['UTC', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Auckland'].map(name => parseZone(name)!)
    const instants = fc.integer({ min: Date.UTC(1000, 0, 1), max: Date.UTC(9000, 0, 1) })
    fc.assert(
      fc.property(fc.constantFrom(...zones), instants, fc.integer({ min: 1, max: 800 }), (zone, instant, days) => {
        for (const unit of dateUnits) {
          const [before, after] = [instant, instant + days * 86_400_000].map(t => dateGroupLabel(t, zone, unit))
          expect(before! <= after!).toBe(true)
        }
      }),
      runs(100),
    )
  })
})
