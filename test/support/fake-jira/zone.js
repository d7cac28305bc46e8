// @ts-check

const QUARTER_HOUR = 900_000
const DAY = 86_400_000

/** @type {Map<string, { format: Intl.DateTimeFormat, offsets: Map<number, number> }>} */
const zones = new Map()

/**
 * Returns the offset of a zone from UTC at an instant, in milliseconds.
 *
 * @param {string} zone An IANA zone.
 * @param {number} ms
 */
export function offsetAt(zone, ms) {
  if (zone === 'UTC') return 0
  let known = zones.get(zone)
  if (!known) {
    const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' })
    known = { format, offsets: new Map() }
    zones.set(zone, known)
  }
  const quarter = Math.floor(ms / QUARTER_HOUR)
  let offset = known.offsets.get(quarter)
  if (offset === undefined) {
    offset = readOffset(known.format, quarter * QUARTER_HOUR)
    known.offsets.set(quarter, offset)
  }
  return offset
}

/**
 * @param {Intl.DateTimeFormat} format
 * @param {number} ms
 */
function readOffset(format, ms) {
  const name = format.formatToParts(ms).find(part => part.type === 'timeZoneName')?.value ?? 'GMT'
  const [, sign, hours, minutes = '0', seconds = '0'] = /^GMT([+-])(\d+):(\d+)(?::(\d+))?$/.exec(name) ?? []
  if (!sign) return 0
  const size = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000
  return sign === '-' ? -size : size
}

/**
 * Formats an instant as Jira does: `2026-08-14T13:32:14.237+0200`.
 *
 * @param {number} ms
 * @param {string} zone
 */
export function formatInstant(ms, zone) {
  const offset = offsetAt(zone, ms)
  const minutes = Math.trunc(Math.abs(offset) / 60_000)
  const local = new Date(ms + (offset < 0 ? -minutes : minutes) * 60_000).toISOString().slice(0, 23)
  const digits = `${Math.trunc(minutes / 60)}`.padStart(2, '0') + `${minutes % 60}`.padStart(2, '0')
  return `${local}${offset < 0 ? '-' : '+'}${digits}`
}

/**
 * Returns the instant of a local time. A time that occurs twice is the earlier one; one that is skipped moves forward.
 *
 * @param {number} local The local time as if it were UTC, in milliseconds.
 * @param {string} zone
 */
export function instantOfLocal(local, zone) {
  const before = offsetAt(zone, local - DAY)
  const after = offsetAt(zone, local + DAY)
  const instants = [local - before, local - after].filter(ms => ms + offsetAt(zone, ms) === local)
  return instants.length > 0 ? Math.min(...instants) : local - before
}
