import type { Choices } from '../state/choices.ts'
import { words } from '../texts/en.ts'
import { readerLocale } from '../texts/number.ts'
import { ISSUE_DATES, isMoment, presetOf, type RangeNames, rangeIn, WINDOW } from './date-range.ts'
import { oneOf } from './report-type.ts'

const { time } = words.ask

/** The dates of the issues and the window that were chosen, in words; `today` is what day ranges with names end at. */
export function rangeTexts(choices: Choices, today: string): string[] {
  const issues = rangeText(choices, ISSUE_DATES, today)
  const window = rangeText(choices, WINDOW, today)
  const field = oneOf(['created', 'updated', 'resolved'] as const, choices.dateRangeField, 'created')
  return [
    ...(issues ? [time.issueRange(time.fields[field], issues)] : []),
    ...(window ? [time.windowRange(window)] : []),
  ]
}

/** A range in the reader's way of writing dates; `null` without limits. */
function rangeText(choices: Choices, names: RangeNames, today: string): string | null {
  const range = rangeIn(choices, names)
  const preset = presetOf(range, today)
  if (preset === 'all') return null
  if (preset) return time.presets[preset]
  return time.range(range.first && dayText(range.first), range.last && dayText(range.last))
}

function dayText(date: string): string {
  const at = isMoment(date) ? Number.NaN : Date.parse(`${date}T00:00:00Z`)
  if (Number.isNaN(at)) return date
  return new Intl.DateTimeFormat(readerLocale(), { dateStyle: 'medium', timeZone: 'UTC' }).format(at)
}
