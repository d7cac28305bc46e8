import type { Dashboard } from '../api/flow.ts'
import type { ChoiceChange, Choices } from '../state/choices.ts'

/** The weeks from which the forecast can learn. The server's own default is the first. */
export const sampleWeeks = [12, 52, 104] as const

/** The most issues of a forecast. */
const MOST_ISSUES = 10_000

/** Returns whether a text is a number of issues that the server accepts. */
export function isCount(text: string): boolean {
  const count = Number(text)
  return /^\d+$/.test(text) && count >= 1 && count <= MOST_ISSUES
}

/** Returns the weeks from which the forecast learns. */
export function sampleWeeksIn({ weeks }: Choices): number {
  return weeks === undefined ? sampleWeeks[0] : Number(weeks)
}

/** Returns the change to a number of weeks. */
export function learnFrom(weeks: number): ChoiceChange {
  return { weeks: weeks === sampleWeeks[0] ? null : String(weeks) }
}

/** Returns a larger number of weeks from which the forecast can learn; `null` if there are no earlier issues, or if it is the largest. */
export function moreWeeks(choices: Choices, { forecast }: Pick<Dashboard, 'forecast'>): number | null {
  const weeks = sampleWeeksIn(choices)
  // A shorter sample begins with the first issue.
  if (forecast.sample.counts.length < 7 * weeks) return null
  return sampleWeeks.find(one => one > weeks) ?? null
}
