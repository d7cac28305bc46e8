import type { Millis } from '../instant.ts'
import { DAY } from '../local-time.ts'
import { padded } from '../padded.ts'

const TIME = /^(?:([01]\d|2[0-3]):([0-5]\d)|24:00)$/

/** Returns the milliseconds since 00:00 of a time `HH:mm`, 00:00 to 24:00; `null` for other text. */
export function parseTimeOfDay(text: string): Millis | null {
  const match = TIME.exec(text)
  if (!match) return null
  return match[1] === undefined ? DAY : (Number(match[1]) * 60 + Number(match[2])) * 60_000
}

/** The texts of the minutes of a day and of its end. A calendar can have 200,000 times. */
const MINUTES = Array.from({ length: 24 * 60 + 1 }, (_, i) => `${padded(Math.floor(i / 60), 2)}:${padded(i % 60, 2)}`)

/**
 * Returns a time of day as `HH:mm`; with `:ss` or `:ss.SSS` if it is not a whole minute.
 *
 * The end of the day is `24:00`; later times are those of the next day.
 */
export function formatTimeOfDay(time: Millis): string {
  const ofDay = time > DAY ? time - DAY : time
  const text = MINUTES[Math.floor(ofDay / 60_000)]!
  const rest = ofDay % 60_000
  if (rest === 0) return text
  const seconds = `${text}:${padded(Math.floor(rest / 1000), 2)}`
  return rest % 1000 === 0 ? seconds : `${seconds}.${padded(rest % 1000, 3)}`
}
