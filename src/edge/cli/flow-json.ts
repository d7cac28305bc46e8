import type { FlowAnswers } from '../../reports/table/flow/flow-schema.ts'

/** A summary of flow measures. */
export type FlowSummary = FlowAnswers['summary']

/** The numbers of the finished issues of a window. */
export type FlowWindow = NonNullable<FlowSummary['previous']>

/** The times of issues: percentiles, or the times if there are few. */
export type Ranked = FlowWindow['cycleTime']

/** A number of issues of all. */
export type Share = Pick<FlowWindow['firstTimeThrough'], 'count' | 'of'>

/** The verdict on each percentile. */
export type Verdicts = NonNullable<FlowSummary['verdicts']>['cycleTime']
