import type { Millis } from '../instant.ts'
import { DAY } from '../local-time.ts'
import { padded } from '../padded.ts'

const TIME = /^(?:([01]\d|2[0-3]):([0-5]\d)|24:00)$/

/** The milliseconds since 00:00 that a time `HH:mm` of the 24-hour clock stands for, `24:00` too; `null` for other texts. */
export function parseTimeOfDay(text: string): Millis | null {
  const match = TIME.exec(text)
  if (!match) return null
  return match[1] === undefined ? DAY : (Number(match[1]) * 60 + Number(match[2])) * 60_000
}

/**
 * A time of day as `HH:mm`; with `:ss` or `:ss.SSS` when it is not a whole minute.
 *
 * The day's end is `24:00`; later times are those of the next day.
 */
export function formatTimeOfDay(time: Millis): string {
  const ofDay = time > DAY ? time - DAY : time
  const minutes = Math.floor(ofDay / 60_000)
  const text = `${padded(Math.floor(minutes / 60), 2)}:${padded(minutes % 60, 2)}`
  const rest = ofDay % 60_000
  if (rest === 0) return text
  const seconds = `${text}:${padded(Math.floor(rest / 1000), 2)}`
  return rest % 1000 === 0 ? seconds : `${seconds}.${padded(rest % 1000, 3)}`
}
