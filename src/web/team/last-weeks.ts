import type { Dashboard } from '../api/flow.ts'
import type { ChoiceChange, Choices } from '../state/choices.ts'
import { periodIn } from './team-parameters.ts'

/** The value of `view.asked` if the user asked for the present. */
const NOW = 'now'

/** What decides whether the screen has anything to show about finished issues. */
type Ended = Pick<Dashboard, 'data' | 'from'> & {
  readonly trend: Pick<Dashboard['trend'], 'finished'>
  readonly workflow: Pick<Dashboard['workflow'], 'canMeasure'>
}

/**
 * Returns the change that shows the last weeks with finished issues; `null` if the period has some, or if none ever finished. The
 * address then says what the user asked for.
 */
export function lastWeeks(choices: Choices, { data: { lastFinish }, trend }: Ended): ChoiceChange | null {
  if (trend.finished > 0 || lastFinish === null) return null
  const asked = choices['view.asked'] ?? choices.asOf ?? NOW
  const change: ChoiceChange = { asOf: lastFinish, 'view.asked': asked }
  return periodIn(choices) === null ? { ...change, from: null, to: null } : change
}

/**
 * Returns whether the screen goes back to these weeks by itself: once, and not from dates that the user chose. It stays if anything
 * changed in the period: what is in progress now would be hidden. It also stays until a workflow says which statuses are finished.
 */
export function goesBackByItself(choices: Choices, answer: Ended): boolean {
  const isFirst = choices['view.asked'] === undefined && periodIn(choices) !== null
  return isFirst && answer.workflow.canMeasure && hasEnded(answer) && lastWeeks(choices, answer) !== null
}

/** Returns whether nothing has changed since the period began. */
export function hasEnded({ data: { lastChange }, from }: Pick<Dashboard, 'data' | 'from'>): boolean {
  return lastChange !== null && Date.parse(lastChange) < Date.parse(from)
}

/** Returns the change that shows again what the user asked for; `null` if the screen shows it. */
export function backToAsked({ asOf, 'view.asked': asked }: Choices): ChoiceChange | null {
  if (asked === undefined || asOf === undefined || asOf === asked) return null
  return { asOf: asked === NOW ? null : asked }
}
