import { report } from '../check/scope.ts'
import { parseIncrement, type Rounding, roundMoment } from '../dates/round-moment.ts'
import type { JqlFunction } from './jql-function.ts'

const PERIODS = { Day: 'd', Week: 'w', Month: 'M', Year: 'y' } as const satisfies Record<string, Rounding['unit']>

/** now(), and startOf... and endOf... of the day, week, month and year, with an increment such as `-1w`. */
export const dateFunctions: readonly JqlFunction[] = [
  {
    name: 'now',
    usage: 'now()',
    arguments: [0, 0],
    suits: ['date', 'datetime'],
    isList: false,
    call: (_args, { context }) => ({ kind: 'moment', at: context.now }),
  },
  ...(['start', 'end'] as const).flatMap(edge =>
    Object.entries(PERIODS).map(([period, unit]) => roundingFunction(`${edge}Of${period}`, edge, unit)),
  ),
]

function roundingFunction(name: string, edge: Rounding['edge'], unit: Rounding['unit']): JqlFunction {
  return {
    name,
    usage: `${name}([increment])`,
    arguments: [0, 1],
    suits: ['date', 'datetime'],
    isList: false,
    call: ([argument], scope) => {
      const { now, zone, firstDayOfWeek } = scope.context
      const increment = argument ? parseIncrement(argument.value, unit) : null
      if (argument && !increment) {
        return report(scope, argument.span, 'JQL_INCREMENT_INVALID', { function: name, increment: argument.value })
      }
      const at = roundMoment(now, { unit, edge, increment }, zone, firstDayOfWeek)
      if (Number.isFinite(at) && Math.abs(at) < 8.64e15) return { kind: 'moment', at }
      return report(scope, argument!.span, 'JQL_INCREMENT_INVALID', { function: name, increment: argument!.value })
    },
  }
}
