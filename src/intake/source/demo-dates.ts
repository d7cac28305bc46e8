import type { Instant, Millis } from '../../core/time/instant.ts'

const DAY: Millis = 86_400_000
const WEEK: Millis = 7 * DAY

/** The last day of the demo as it comes with the program: Monday, 2025-06-30, 00:00 UTC. */
export const DEMO_LAST_DAY: Instant = Date.parse('2025-06-30T00:00:00Z')

/** Returns the whole weeks by which the demo moves so that its last day is `until`, or up to six days earlier. */
export function demoWeeks(until: Instant): number {
  return Math.floor((until - DEMO_LAST_DAY) / WEEK)
}

/** Returns the last day of the demo after it has moved, such as `2026-11-16`. */
export function demoLastDay(weeks: number): string {
  return dayText(DEMO_LAST_DAY + weeks * WEEK)
}

/** Every date of the demo's export, with or without a time. */
const DATES = /(?<!\d)20\d\d-\d\d-\d\d(?!\d)/g

const LINE_FEED = 0x0a

/** Returns JSON Lines with all dates moved by whole weeks, so that weekdays and times of day stay. */
export async function* movedDates(chunks: AsyncIterable<Buffer>, weeks: number): AsyncGenerator<Buffer> {
  const moved = new Map<string, string>()
  const move = (date: string) => {
    const known = moved.get(date) ?? dayText(Date.parse(`${date}T00:00:00Z`) + weeks * WEEK)
    moved.set(date, known)
    return known
  }
  const rewritten = (bytes: Buffer) => Buffer.from(bytes.toString('utf8').replace(DATES, move))
  let rest = Buffer.alloc(0)
  for await (const chunk of chunks) {
    const bytes = Buffer.concat([rest, chunk])
    // A chunk may end inside a date or a character.
    const end = bytes.lastIndexOf(LINE_FEED) + 1
    rest = Buffer.from(bytes.subarray(end))
    if (end > 0) yield rewritten(bytes.subarray(0, end))
  }
  if (rest.length > 0) yield rewritten(rest)
}

function dayText(day: Instant): string {
  return new Date(day).toISOString().slice(0, 10)
}
