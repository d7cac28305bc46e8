import type { Instant, Millis } from '../../src/core/time/instant.ts'
import { HOUR } from './period.ts'

/** A time zone: its IANA name, its offset from UTC in winter in hours, and its daylight saving rule. */
export interface Zone {
  readonly name: string
  readonly ahead: number
  readonly summer: 'europe' | 'america' | 'none'
}

/** The time zones of the people in the demo. */
export const zones = {
  accra: { name: 'Africa/Accra', ahead: 0, summer: 'none' },
  addisAbaba: { name: 'Africa/Addis_Ababa', ahead: 3, summer: 'none' },
  bogota: { name: 'America/Bogota', ahead: -5, summer: 'none' },
  copenhagen: { name: 'Europe/Copenhagen', ahead: 1, summer: 'europe' },
  dublin: { name: 'Europe/Dublin', ahead: 0, summer: 'europe' },
  helsinki: { name: 'Europe/Helsinki', ahead: 2, summer: 'europe' },
  istanbul: { name: 'Europe/Istanbul', ahead: 3, summer: 'none' },
  johannesburg: { name: 'Africa/Johannesburg', ahead: 2, summer: 'none' },
  kolkata: { name: 'Asia/Kolkata', ahead: 5.5, summer: 'none' },
  kyiv: { name: 'Europe/Kyiv', ahead: 2, summer: 'europe' },
  lima: { name: 'America/Lima', ahead: -5, summer: 'none' },
  lisbon: { name: 'Europe/Lisbon', ahead: 0, summer: 'europe' },
  london: { name: 'Europe/London', ahead: 0, summer: 'europe' },
  oslo: { name: 'Europe/Oslo', ahead: 1, summer: 'europe' },
  paris: { name: 'Europe/Paris', ahead: 1, summer: 'europe' },
  prague: { name: 'Europe/Prague', ahead: 1, summer: 'europe' },
  singapore: { name: 'Asia/Singapore', ahead: 8, summer: 'none' },
  stockholm: { name: 'Europe/Stockholm', ahead: 1, summer: 'europe' },
  tokyo: { name: 'Asia/Tokyo', ahead: 9, summer: 'none' },
  toronto: { name: 'America/Toronto', ahead: -5, summer: 'america' },
  utc: { name: 'Etc/UTC', ahead: 0, summer: 'none' },
  warsaw: { name: 'Europe/Warsaw', ahead: 1, summer: 'europe' },
  zagreb: { name: 'Europe/Zagreb', ahead: 1, summer: 'europe' },
} as const satisfies Record<string, Zone>

const summers = {
  none: [],
  europe: [
    ['2024-03-31T01:00:00Z', '2024-10-27T01:00:00Z'],
    ['2025-03-30T01:00:00Z', '2025-10-26T01:00:00Z'],
  ],
  america: [
    ['2024-03-10T07:00:00Z', '2024-11-03T06:00:00Z'],
    ['2025-03-09T07:00:00Z', '2025-11-02T06:00:00Z'],
  ],
} as const

const summerTime = {
  none: [] as Instant[],
  europe: summers.europe.flat().map(Date.parse),
  america: summers.america.flat().map(Date.parse),
}

/**
 * Returns the offset of a zone from UTC at an instant, in milliseconds; correct for 2024 and 2025.
 *
 * Written out for these two years, so that the demo does not depend on the time zone data of the machine.
 */
export function offsetAt(zone: Zone, at: Instant): Millis {
  const changes = summerTime[zone.summer]
  let changed = 0
  while (changed < changes.length && changes[changed]! <= at) changed++
  return (zone.ahead + (changed % 2)) * HOUR
}
