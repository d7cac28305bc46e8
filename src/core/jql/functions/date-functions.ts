import { report } from '../check/scope.ts'
import { instantOfEdge, type PeriodEdge, periodEdges } from '../dates/relative-date.ts'
import type { JqlFunction } from './jql-function.ts'

/** now(), and startOf... and endOf... of the day, week, month, quarter and year, with an increment such as `-1w`. */
export const dateFunctions: readonly JqlFunction[] = [
  {
    name: 'now',
    usage: 'now()',
    arguments: [0, 0],
    suits: ['date', 'datetime'],
    isList: false,
    call: (_args, { context }) => ({ kind: 'instant', at: context.now }),
  },
  ...periodEdges.map(edgeFunction),
]

function edgeFunction(edge: PeriodEdge): JqlFunction {
  return {
    name: edge.name,
    usage: `${edge.name}([increment])`,
    arguments: [0, 1],
    suits: ['date', 'datetime'],
    isList: false,
    call: ([argument], scope) => {
      const at = instantOfEdge(edge, argument?.value ?? null, scope.context)
      if (at !== null) return { kind: 'instant', at }
      const parameters = { function: edge.name, increment: argument!.value }
      return report(scope, argument!.span, 'JQL_INCREMENT_INVALID', parameters)
    },
  }
}
