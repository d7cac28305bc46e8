import type { Choices } from '../state/choices.ts'
import { texts } from '../texts/en.ts'
import { userLocale } from '../texts/format.ts'
import { HISTORY_WINDOW, hasTime, ISSUE_DATES, presetOf, type RangeNames, rangeIn } from './date-range.ts'
import { matchIgnoringCase } from './report-type.ts'

const { time } = texts.builder

/** Describes the date range of the issues and of the history. */
export function rangeTexts(choices: Choices): string[] {
  const issues = rangeText(choices, ISSUE_DATES)
  const window = rangeText(choices, HISTORY_WINDOW)
  const field = matchIgnoringCase(['created', 'updated', 'resolved'] as const, choices.dateRangeField, 'created')
  return [
    ...(issues ? [time.issueRange(time.fields[field], issues)] : []),
    ...(window ? [time.windowRange(window)] : []),
  ]
}

/** Formats a range in the locale of the user; `null` without limits. */
function rangeText(choices: Choices, names: RangeNames): string | null {
  const preset = presetOf(choices, names)
  if (preset === 'all') return null
  if (preset) return time.presets[preset]
  const range = rangeIn(choices, names)
  return time.range(range.first && dayText(range.first), range.last && dayText(range.last))
}

function dayText(date: string): string {
  const at = hasTime(date) ? Number.NaN : Date.parse(`${date}T00:00:00Z`)
  if (Number.isNaN(at)) return date
  return new Intl.DateTimeFormat(userLocale(), { dateStyle: 'medium', timeZone: 'UTC' }).format(at)
}
