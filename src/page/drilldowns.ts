import type { RequestContext } from '../access/request-context.ts'
import type { RawParameter } from '../plan/request-values.ts'
import type { Distribution } from '../reports/distribution.ts'
import { distribution } from '../reports/distribution.ts'
import { explainNumber } from '../reports/explain/explain-number.ts'
import type { Explanation, Repairs, Timeline } from '../reports/explain/explanation.ts'
import { issueRepairs } from '../reports/explain/repairs.ts'
import { issueTimeline } from '../reports/explain/timeline.ts'
import type { ReportDeps } from '../reports/run-report.ts'

/**
 * The requests of the page that explain a report. Each takes raw parameters, covers what the caller may see, and throws
 * REPORT_INVALID with all errors.
 */
export interface Drilldowns {
  readonly explain: Drilldown<Explanation>
  readonly timeline: Drilldown<Timeline>
  readonly repairs: Drilldown<Repairs>
  readonly distribution: Drilldown<Distribution>
}

/** One such request. Rejects with the signal's reason when it is aborted. */
export type Drilldown<T> = (parameters: readonly RawParameter[], requestContext: RequestContext) => Promise<T>

/** Returns the drill-downs over a store. */
export function createDrilldowns(deps: ReportDeps): Drilldowns {
  return {
    explain: (parameters, requestContext) => explainNumber(parameters, deps, requestContext),
    timeline: (parameters, requestContext) => issueTimeline(parameters, deps, requestContext),
    repairs: (parameters, requestContext) => issueRepairs(parameters, deps, requestContext),
    distribution: (parameters, requestContext) => distribution(parameters, deps, requestContext),
  }
}
