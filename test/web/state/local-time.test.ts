import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { instantOf, localTimeAt, parseLocal, writeLocal } from '../../../src/web/state/local-time.ts'

const instantAt = (local: string, zone: string) => new Date(instantOf(parseLocal(local)!, zone)).toISOString()

describe('local times', () => {
  it('are at their instants a few hours before or after the clock changes', () => {
    expect(instantAt('2024-03-31 01:30', 'Europe/Berlin')).toBe('2024-03-31T00:30:00.000Z')
    expect(instantAt('2024-03-31 03:30', 'Europe/Berlin')).toBe('2024-03-31T01:30:00.000Z')
    expect(instantAt('2024-03-10 01:30', 'America/New_York')).toBe('2024-03-10T06:30:00.000Z')
    expect(instantAt('2024-03-10 03:30', 'America/New_York')).toBe('2024-03-10T07:30:00.000Z')
  })

  it('are those of their instants', () => {
    const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu']
    const instants = fc.integer({ min: Date.UTC(1990, 0), max: Date.UTC(2030, 0) })
    fc.assert(
      fc.property(fc.constantFrom(...zones), instants, (zone, instant) => {
        const local = localTimeAt(instant, zone)
        expect(localTimeAt(instantOf(local, zone), zone)).toBe(local)
      }),
    )
  })

  it('are written with minutes only if they are not midnight', () => {
    for (const text of ['2024-03-01', '2024-03-01 10:30']) expect(writeLocal(parseLocal(text)!)).toBe(text)
    expect(parseLocal('-4w')).toBeNull()
  })
})
