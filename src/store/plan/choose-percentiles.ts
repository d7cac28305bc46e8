import type { Steps } from '../../core/base/in-slices.ts'
import type { Aggregate } from '../../core/measure/aggregate.ts'
import { MAX_PERCENT } from '../../core/measure/percentile.ts'
import { MAX_ELEMENTS } from './list-limits.ts'
import { quoted } from './request-problems.ts'
import type { RequestValues } from './request-values.ts'

function allowedTo(most: number): string {
  return `whole numbers from 1 to ${most}`
}

const ALLOWED = allowedTo(MAX_PERCENT)

/** Reads percentile, which is also checked if it has no effect. Returns `null` for other aggregates. */
export function choosePercent(values: RequestValues, aggregate: Aggregate | null): number | null {
  const text = values.text('percentile')
  if (text === undefined) {
    if (aggregate === 'percentile' && !values.problems.has('percentile')) {
      values.require('percentile', ` when aggregationType is percentile. Allowed: ${ALLOWED}`)
    }
    return null
  }
  const percent = percentIn(text)
  if (percent === null) values.problems.add('percentile', `${quoted(text)} is not possible. Allowed: ${ALLOWED}`)
  return aggregate === 'percentile' ? percent : null
}

/** Reads percentiles up to a number. Returns them in ascending order. */
export function* choosePercentiles(values: RequestValues<'percentiles'>, most = MAX_PERCENT): Steps<readonly number[]> {
  const texts = yield* values.list('percentiles')
  if (texts.length > MAX_ELEMENTS) {
    values.problems.add('percentiles', `has ${texts.length} elements. Allowed: at most ${MAX_ELEMENTS}`)
    return []
  }
  const wrong = texts.filter(text => percentIn(text, most) === null)
  if (wrong.length > 0) {
    const verb = wrong.length === 1 ? 'is' : 'are'
    values.problems.add(
      'percentiles',
      `${wrong.map(quoted).join(', ')} ${verb} not possible. Allowed: ${allowedTo(most)}`,
    )
  }
  const percents = texts.flatMap(text => percentIn(text, most) ?? [])
  return [...new Set(percents)].sort((a, b) => a - b)
}

function percentIn(text: string, most = MAX_PERCENT): number | null {
  const percent = /^\d{1,3}$/.test(text) ? Number(text) : 0
  return percent >= 1 && percent <= most ? percent : null
}
