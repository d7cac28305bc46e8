import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatInstant } from '../../../../../src/core/time/instant.ts'
import { offsetTransitions, parseZone, wallClock } from '../../../../../src/core/time/zone.ts'
import { type DateForm, lowerBound } from '../../../../../src/intake/source/jira/live/jql-dates.ts'
import { runs } from '../../../../support/sampling.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'Asia/Kolkata',
  'Pacific/Apia',
  'America/Sao_Paulo',
  'Africa/Casablanca',
]

/** Returns all instants at which a zone's clock shows a text: two in a fold, and none in a gap. */
function readings(operand: string, zoneName: string): number[] {
  const [, year, month, day, hour, minute] = /^"(\d+).(\d+).(\d+) (\d+):(\d+)"$/.exec(operand)!.map(Number)
  const local = Date.UTC(year!, month! - 1, day!, hour!, minute!)
  const zone = parseZone(zoneName)!
  return offsetTransitions(zone, local - 48 * HOUR, local + 48 * HOUR)
    .map(({ from, to, offset }) => ({ from, to, at: local - offset }))
    .filter(({ from, to, at }) => at >= from && at < to)
    .map(({ at }) => at)
}

const text = (zone: string | null): DateForm => ({
  kind: 'text',
  separator: '/',
  zone: zone === null ? null : parseZone(zone),
})

/** Clock changes of the zones in 2025 and 2026, and the instants around them. */
const changes = ZONES.flatMap(zone =>
  offsetTransitions(parseZone(zone)!, Date.UTC(2025, 0), Date.UTC(2027, 0))
    .slice(1)
    .map(({ from }) => ({ zone, from })),
)

describe('the lower bound of a list', () => {
  it('is never later than the instant, however the tracker reads its text', () => {
    const near = fc.tuple(fc.constantFrom(...changes), fc.integer({ min: -3 * HOUR, max: 3 * HOUR }))
    fc.assert(
      fc.property(near, ([{ zone, from }, distance]) => {
        const at = from + distance
        const found = readings(lowerBound(at, text(zone))!, zone)
        expect(found.length).toBeGreaterThan(0)
        for (const reading of found) {
          expect(reading).toBeLessThanOrEqual(at - MINUTE)
          expect(reading).toBeGreaterThan(at - 3 * HOUR)
        }
      }),
      runs(500),
    )
  })

  it('is exactly one minute earlier, floored, away from clock changes', () => {
    fc.assert(
      fc.property(fc.constantFrom(...ZONES), fc.integer({ min: 0, max: 59_999 }), (zone, ms) => {
        const at = Date.UTC(2026, 6, 15, 12, 30) + ms
        expect(readings(lowerBound(at, text(zone))!, zone)).toEqual([Date.UTC(2026, 6, 15, 12, 29)])
      }),
      runs(100),
    )
  })

  it('is one more hour earlier when its text occurs twice', () => {
    // Berlin shows 02:00 to 03:00 twice: from 00:00 UTC, and again from 01:00 UTC.
    const fold = Date.UTC(2026, 9, 25)
    expect(lowerBound(fold + 31 * MINUTE, text('Europe/Berlin'))).toBe('"2026/10/25 01:30"')
    expect(lowerBound(fold + 91 * MINUTE, text('Europe/Berlin'))).toBe('"2026/10/25 02:30"')
    expect(lowerBound(fold - 29 * MINUTE, text('Europe/Berlin'))).toBe('"2026/10/25 01:30"')
  })

  it('is early enough for every zone when the zone is not known', () => {
    const at = Date.UTC(2026, 6, 15, 12, 30, 20)
    const operand = lowerBound(at, text(null))!
    for (const zone of ['Pacific/Kiritimati', '-12:00', 'UTC', ...ZONES]) {
      for (const reading of readings(operand, zone)) expect(reading).toBeLessThanOrEqual(at - MINUTE)
    }
  })

  it('is a number of milliseconds at least one second earlier', () => {
    const at = Date.UTC(2026, 6, 15, 12, 30, 20, 999)
    expect(formatInstant(Number(lowerBound(at, { kind: 'milliseconds' })))).toBe('2026-07-15T12:30:19.000Z')
  })

  it('is missing when the tracker reads no dates', () => {
    expect(lowerBound(0, { kind: 'none' })).toBeNull()
  })

  it('shows the wall clock of the zone', () => {
    const { hour } = wallClock(Date.UTC(2026, 6, 15, 12, 29), parseZone('Asia/Kolkata')!)
    expect(lowerBound(Date.UTC(2026, 6, 15, 12, 30), text('Asia/Kolkata'))).toContain(` ${hour}:59"`)
  })
})
