import type { RequestContext } from '../access/request-context.ts'
import { planReport } from '../plan/plan-report.ts'
import type { RawParameter } from '../plan/request-values.ts'
import { compileDistribution } from '../sql/compile-distribution.ts'
import type { Row } from '../store/run-query.ts'
import { cellKey, keyText } from '../table/column-key.ts'
import { columnsOf, keyOf } from '../table/columns-of.ts'
import { runAll } from './run-all.ts'
import { planContext, type ReportDeps, withSnapshot } from './run-report.ts'

/** The distribution of each column's cells over the issues: `GET /api/distribution?<an aggregation's parameters>`. */
export interface Distribution {
  readonly columns: readonly {
    readonly id: string
    readonly name: string
    readonly count: number
    /** Raw values: the minimum, the quartiles and the maximum. */
    readonly min: number
    readonly lower: number
    readonly median: number
    readonly upper: number
    readonly max: number
  }[]
}

/** Uses the same cells as the median. */
const MEDIAN: RawParameter = { name: 'aggregationType', value: 'median', location: 'query' }

/**
 * Returns the distribution of each column's cells over all issues of an aggregation, regardless of its groups. The
 * parameters are those of the aggregation; aggregationType has no effect. Columns without cells are absent.
 *
 * The quartiles are exact, like the median: they interpolate linearly between the two nearest cells. Throws
 * REPORT_INVALID.
 */
export function distribution(
  rawParameters: readonly RawParameter[],
  deps: ReportDeps,
  requestContext: RequestContext,
): Promise<Distribution> {
  const parameters = [...rawParameters.filter(({ name }) => name.toLowerCase() !== 'aggregationtype'), MEDIAN]
  const request = { endpoint: 'aggregation', parameters } as const
  return withSnapshot(deps, requestContext, async whole => {
    const { snapshot, context } = await planContext(whole, request, deps, requestContext)
    const plan = { ...planReport(request, context), groupBy: [] }
    const { spread, ...found } = await runAll(compileDistribution(plan, snapshot.dialect), snapshot.run)
    const rowsByKey = new Map(spread.map(row => [keyText(keyOf(row)), row]))
    return {
      columns: columnsOf(plan, { ...found, cells: spread, statuses: [] }, context.catalogue).flatMap(
        ({ id, value, key }) => {
          const row = rowsByKey.get(keyText(cellKey(key, plan)))
          return row ? [{ id, name: value, ...numbersOf(row) }] : []
        },
      ),
    }
  })
}

function numbersOf(row: Row) {
  const number = (name: string) => Number(row[name])
  return {
    ...{ count: number('count'), min: number('least'), lower: number('lower_quartile'), median: number('middle') },
    ...{ upper: number('upper_quartile'), max: number('greatest') },
  }
}
