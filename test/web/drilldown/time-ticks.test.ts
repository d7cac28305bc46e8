import { describe, expect, it } from 'vitest'
import { ticksOf } from '../../../src/web/drilldown/time-ticks.ts'

const at = (text: string) => Date.parse(text)
const written = (from: string, until: string, zone: string, most = 6) =>
  ticksOf({ from: at(from), until: at(until) }, zone, most).map(tick => new Date(tick.at).toISOString().slice(0, 16))

describe('the ticks of a time axis', () => {
  it('are at midnight in the time zone, even when the clocks change', () => {
    expect(written('2024-03-29T12:00Z', '2024-04-02T12:00Z', 'Europe/Berlin')).toEqual([
      '2024-03-29T23:00',
      '2024-03-30T23:00',
      '2024-03-31T22:00',
      '2024-04-01T22:00',
    ])
  })

  it('are at the first of each month, with years emphasized', () => {
    const ticks = ticksOf({ from: at('2023-10-15T00:00Z'), until: at('2024-03-15T00:00Z') }, 'UTC', 6)
    expect(ticks.map(tick => new Date(tick.at).toISOString().slice(0, 10))).toEqual([
      '2023-11-01',
      '2023-12-01',
      '2024-01-01',
      '2024-02-01',
      '2024-03-01',
    ])
    expect(ticks.filter(({ isMain }) => isMain).map(({ label }) => label)).toEqual(['2024'])
  })

  it('begin weeks on Mondays', () => {
    const ticks = ticksOf({ from: at('2024-05-01T00:00Z'), until: at('2024-06-05T00:00Z') }, 'UTC', 5.5)
    expect(ticks.length).toBeGreaterThan(3)
    for (const tick of ticks) expect(new Date(tick.at).getUTCDay()).toBe(1)
  })

  it('never exceed the maximum, from a minute to decades', () => {
    for (let length = 60_000; length < 4e12; length *= 1.7) {
      const ticks = ticksOf(
        { from: at('1999-12-25T03:21Z'), until: at('1999-12-25T03:21Z') + length },
        'Asia/Kolkata',
        6,
      )
      expect(ticks.length).toBeLessThanOrEqual(8)
      expect(ticks.length).toBeGreaterThan(0)
    }
  })

  it('are at round hours in a zone with a half-hour offset', () => {
    expect(written('2024-05-01T00:00Z', '2024-05-01T12:00Z', 'Asia/Kolkata', 4)).toEqual([
      '2024-05-01T00:30',
      '2024-05-01T03:30',
      '2024-05-01T06:30',
      '2024-05-01T09:30',
    ])
  })
})
