import { transitionCount } from '../../measure/transition-count.ts'
import { statusTransitions, type TransitionEnd, transitionDate } from '../../measure/transition-date.ts'
import { transitions } from '../../measure/transitions.ts'
import type { CellExplanation, ExplainedCell } from './cell-explanation.ts'
import { membersOf } from './explain-status.ts'

/** Explains a cell of transitions by the instant of each one. */
export function explainTransitions({ plan, key, history, names }: ExplainedCell): CellExplanation {
  const [from, to] = [key.outer!, key.inner!]
  const label = `${names.status(from)} → ${names.status(to)}`
  return {
    raw: transitionCount(history.statuses, plan.window, from, to),
    rule: 'Each transition counts 1.',
    parts: transitions(history.statuses, plan.window)
      .filter(transition => transition.from === from && transition.to === to)
      .map(({ at, actor }) => ({ label, ...instant(at), actor, raw: 1, why: null })),
  }
}

const ENDS: Readonly<Record<string, TransitionEnd>> = {
  firstTransitionToStatusDate: { order: 'first', side: 'to' },
  firstTransitionFromStatusDate: { order: 'first', side: 'from' },
  lastTransitionToStatusDate: { order: 'last', side: 'to' },
  lastTransitionFromDate: { order: 'last', side: 'from' },
}

/** Explains a date cell by all candidate instants. */
export function explainDate({ plan, key, history, names }: ExplainedCell): CellExplanation {
  const end = ENDS[plan.type.name]!
  const { order, side } = end
  const { members } = membersOf(key.outer!, plan)
  const instants = statusTransitions(history.statuses, members, plan.window, side)
  const raw = transitionDate(history.statuses, members, plan.window, end)
  // When several have the same instant, the first one is the cell.
  const chosen = instants.findIndex(({ at }) => at === raw)
  return {
    raw,
    rule: `The ${order} time in the window at which the issue ${side === 'to' ? 'entered' : 'left'} the status.`,
    parts: instants.map(({ status, at, actor }, index) => ({
      label: names.status(status),
      ...instant(at),
      actor,
      raw: at,
      why: index === chosen ? null : `Only the ${order} one counts.`,
    })),
  }
}

function instant(at: number) {
  return { within: null, entered: at, left: at, open: false }
}
