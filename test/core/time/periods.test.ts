import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { atOnce } from '../../../src/core/base/in-slices.ts'
import { dateGroupLabel, dateUnits } from '../../../src/core/time/date-group.ts'
import { hasMorePeriods, labelledPeriod, periodBorders } from '../../../src/core/time/periods.ts'
import { parseZone } from '../../../src/core/time/zone.ts'
import { runs } from '../../support/sampling.ts'

const zones = ['UTC', 'Europe/Berlin', 'America/Sao_Paulo', 'Asia/Kathmandu', 'Pacific/Apia'].map(
  name => parseZone(name)!,
)

function borders(from: string, to: string, unit: (typeof dateUnits)[number], zone = 'UTC', most = 1000) {
  return atOnce(periodBorders(Date.parse(from), Date.parse(to), unit, parseZone(zone)!, most)).map(at =>
    new Date(at).toISOString(),
  )
}

describe('borders of periods', () => {
  it('are the starts of the periods and the end of the last', () => {
    expect(borders('2024-01-31T12:00:00Z', '2024-03-01T00:00:00Z', 'month')).toEqual(
      ['2024-01-01', '2024-02-01', '2024-03-01', '2024-04-01'].map(day => `${day}T00:00:00.000Z`),
    )
    expect(borders('2024-02-29T12:00:00Z', '2024-02-29T12:00:00Z', 'quarter')).toEqual(
      ['2024-01-01', '2024-04-01'].map(day => `${day}T00:00:00.000Z`),
    )
  })

  it('follow the wall clock through clock changes', () => {
    expect(borders('2024-03-30T12:00:00Z', '2024-03-31T12:00:00Z', 'day', 'Europe/Berlin')).toEqual([
      '2024-03-29T23:00:00.000Z',
      '2024-03-30T23:00:00.000Z',
      '2024-03-31T22:00:00.000Z',
    ])
  })

  it('begin weeks on Monday', () => {
    expect(borders('2024-12-31T12:00:00Z', '2024-12-31T12:00:00Z', 'week')).toEqual([
      '2024-12-30T00:00:00.000Z',
      '2025-01-06T00:00:00.000Z',
    ])
  })

  it('leave out a day that the zone skipped', () => {
    // Samoa skipped 30 December 2011.
    const days = atOnce(
      periodBorders(Date.parse('2011-12-29T12:00:00Z'), Date.parse('2012-01-01T00:00:00Z'), 'day', zones[4]!, 9),
    )
    const labels = days.map(at => dateGroupLabel(at, zones[4]!, 'day'))
    expect(labels).not.toContain('2011-12-30')
    expect(new Set(labels).size).toBe(labels.length)
  })

  it('stop after the most periods allowed', () => {
    expect(borders('2024-01-01T00:00:00Z', '2034-01-01T00:00:00Z', 'day', 'UTC', 3)).toHaveLength(4)
  })

  it('are counted without any if a window is much too long', () => {
    const instants = fc.integer({ min: Date.parse('1840-01-01'), max: Date.parse('2030-01-01') })
    const spans = fc.tuple(instants, fc.integer({ min: 0, max: 900 * 86_400_000 }), fc.integer({ min: 1, max: 400 }))
    const some = fc.constantFrom(...zones, parseZone('Asia/Manila')!, parseZone('Pacific/Kwajalein')!)
    fc.assert(
      fc.property(spans, some, fc.constantFrom(...dateUnits), ([from, length, most], zone, unit) => {
        const last = atOnce(periodBorders(from, from + length, unit, zone, most)).at(-1)!
        if (hasMorePeriods(from, from + length, unit, most)) expect(last).toBeLessThanOrEqual(from + length)
      }),
      runs(200),
    )
    expect(hasMorePeriods(0, 104 * 86_400_000, 'day', 100)).toBe(true)
    expect(hasMorePeriods(0, 100 * 86_400_000, 'day', 100)).toBe(false)
  })

  it('are found with pauses', () => {
    const steps = periodBorders(0, 999 * 86_400_000, 'day', zones[1]!, 1000)
    let pauses = 0
    while (!steps.next().done) pauses++
    expect(pauses).toBe(Math.floor(1000 / 64))
  })

  it('are found by the label of each period', () => {
    const instants = fc.integer({ min: Date.parse('1990-01-01'), max: Date.parse('2030-01-01') })
    fc.assert(
      fc.property(instants, fc.constantFrom(...zones), fc.constantFrom(...dateUnits), (at, zone, unit) => {
        const found = labelledPeriod(dateGroupLabel(at, zone, unit), unit, zone)
        expect(found).toEqual(atOnce(periodBorders(at, at, unit, zone, 1)))
      }),
      runs(100),
    )
    expect(labelledPeriod('2011-12-30', 'day', zones[4]!)).toBeNull()
  })

  it('separate instants with different labels, and only those', () => {
    const instants = fc.integer({ min: Date.parse('1990-01-01'), max: Date.parse('2030-01-01') })
    const spans = fc.tuple(instants, fc.integer({ min: 0, max: 400 * 86_400_000 }))
    fc.assert(
      fc.property(spans, fc.constantFrom(...zones), fc.constantFrom(...dateUnits), ([from, length], zone, unit) => {
        const found = atOnce(periodBorders(from, from + length, unit, zone, 1000))
        const label = (at: number) => dateGroupLabel(at, zone, unit)
        expect(found[0]).toBeLessThanOrEqual(from)
        expect(found.at(-1)).toBeGreaterThan(from + length)
        expect(found.at(-2)).toBeLessThanOrEqual(from + length)
        for (const [i, at] of found.entries()) {
          expect(label(at)).not.toBe(label(at - 1))
          if (i > 0) expect(label(at - 1)).toBe(label(found[i - 1]!))
        }
      }),
      runs(100),
    )
  })
})
