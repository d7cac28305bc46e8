import type { Dashboard } from '../api/flow.ts'
import type { ChoiceChange, Choices } from '../state/choices.ts'
import { teamTexts } from '../texts/team.ts'
import { teamChoiceTexts } from '../texts/team-choices.ts'
import { withPeriod } from './compared.ts'
import { periodIn, type ScreenPeriod } from './team-parameters.ts'

const { buckets } = teamTexts.trend

/** The longest time to choose. Weeks. */
const LONGEST: ScreenPeriod = 51

/** A change, and what it is called. */
interface NamedChange {
  readonly name: string
  readonly change: ChoiceChange
}

/**
 * Returns the change after which periods of the charts over time have more issues: longer periods, or a longer time if even the whole
 * one has too few for percentiles. `null` if there is none.
 */
export function longerPeriods(
  choices: Choices,
  { bucket, cycleTime }: Pick<Dashboard['trend'], 'bucket' | 'cycleTime'>,
): NamedChange | null {
  const isEnough = Object.keys(cycleTime.percentiles).length > 0
  if (isEnough && bucket === 'month') return { name: buckets.quarter, change: { bucket: 'quarter' } }
  if (isEnough && bucket !== 'quarter') return { name: buckets.month, change: { bucket: 'month' } }
  if (periodIn(choices) === LONGEST) return null
  return {
    name: teamChoiceTexts.missing.yearByQuarter,
    change: { ...withPeriod(choices, LONGEST), bucket: 'quarter' },
  }
}
