// A local time is the epoch milliseconds of the same date and time in UTC. So days and weeks are added without a time zone.

/** Parses `2024-03-01` or `2024-03-01 10:30` as a local time; `null` for anything else. */
export function parseLocal(text: string | undefined): number | null {
  const [, day, time = '00:00'] = /^(\d{4}-\d{2}-\d{2})(?: (\d{2}:\d{2}))?$/.exec(text?.trim() ?? '') ?? []
  const local = day === undefined ? Number.NaN : Date.parse(`${day}T${time}:00Z`)
  return Number.isNaN(local) ? null : local
}

/** Formats a local time as the parameters of a report have it: `2024-03-01`, or `2024-03-01 10:30` if it is no midnight. */
export function writeLocal(local: number): string {
  const [day, time] = new Date(local).toISOString().split('T') as [string, string]
  return time.startsWith('00:00:00') ? day : `${day} ${time.slice(0, 5)}`
}

const clocks = new Map<string, Intl.DateTimeFormat>()

/** Returns the local time at an instant, in epoch milliseconds. */
export function localTimeAt(instant: number, timeZone: string): number {
  const clock = clocks.get(timeZone) ?? new Intl.DateTimeFormat('en', { ...CLOCK, timeZone })
  clocks.set(timeZone, clock)
  const part = Object.fromEntries(clock.formatToParts(instant).map(({ type, value }) => [type, Number(value)]))
  const { year, month, day, hour, minute, second, fractionalSecond } = part
  return Date.UTC(year!, month! - 1, day, hour, minute, second, fractionalSecond)
}

const CLOCK: Intl.DateTimeFormatOptions = {
  calendar: 'gregory',
  hourCycle: 'h23',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
  fractionalSecondDigits: 3,
}

/** Returns the instant at a local time, in epoch milliseconds: one of them if the clock shows it twice. */
export function instantOf(local: number, timeZone: string): number {
  const offsetAt = (instant: number) => localTimeAt(instant, timeZone) - instant
  return local - offsetAt(local - offsetAt(local))
}
