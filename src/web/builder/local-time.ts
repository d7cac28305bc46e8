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

/** Returns the local time at an instant, in epoch milliseconds. */
export function localTimeAt(instant: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone,
    calendar: 'gregory',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
    fractionalSecondDigits: 3,
  }).formatToParts(instant)
  const number = (type: string) => Number(parts.find(part => part.type === type)!.value)
  const [year, month, day] = [number('year'), number('month') - 1, number('day')]
  return Date.UTC(year, month, day, number('hour'), number('minute'), number('second'), number('fractionalSecond'))
}

/** Returns the instant at a local time, in epoch milliseconds: one of them if the clock shows it twice. */
export function instantOf(local: number, timeZone: string): number {
  const offsetAt = (instant: number) => localTimeAt(instant, timeZone) - instant
  return local - offsetAt(local - offsetAt(local))
}
