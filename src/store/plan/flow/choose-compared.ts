import type { QueryClock } from '../../../core/jql/dates/date-value.ts'
import { formatInstant, type Instant } from '../../../core/time/instant.ts'
import { DATE_FORMS, dateIn, isRelativeDate, RELATIVE_DATES } from '../choose-issues.ts'
import { quoted } from '../request-problems.ts'
import type { RequestValues } from '../request-values.ts'
import type { FlowPlan } from './flow-plan.ts'

const ALLOWED = `Allowed: previous, or two dates with two dots between them, the earlier one first and before asOf: ${DATE_FORMS}, or relative to asOf: ${RELATIVE_DATES}`

/**
 * Reads `compare`: the other window of a summary; `null` without one. The clock is that of asOf.
 *
 * A window that begins at asOf or later is an error, and so are two equal dates. Relative dates can be equal at some moments only, as
 * startOfQuarter(-4) and -365d at the first one of a quarter, so they cause a warning.
 */
export function chooseCompared(values: RequestValues<'compare'>, clock: QueryClock): FlowPlan['compare'] {
  const text = values.text('compare')
  if (text === undefined) return null
  if (text.trim().toLowerCase() === 'previous') return 'previous'
  const texts = text.split('..').map(date => date.trim())
  const [from = null, to = null, ...more] = texts.map(date => dateIn(date, clock))
  if (from === null || to === null || from > to || more.length > 0) return reject(values, 'is not possible')
  if (from >= clock.now)
    return reject(values, `begins ${whenAfter(from, clock.now)}, so it has no time to compare with`)
  if (from < to) return { from, to }
  const same = 'has the same moment twice, so it has no time to compare with'
  if (!texts.some(isRelativeDate)) return reject(values, same)
  values.warn(`compare ${quoted(text)} ${same}.`)
  return { from, to }
}

function whenAfter(from: Instant, asOf: Instant): string {
  return `${from === asOf ? 'at' : 'after'} asOf ${formatInstant(asOf)}`
}

function reject(values: RequestValues<'compare'>, why: string): null {
  values.problems.add('compare', `${quoted(values.text('compare')!)} ${why}. ${ALLOWED}`)
  return null
}
