import type { z } from 'zod'
import { BAND_PERCENTS, FORECAST_PERCENTS, type PlannedMeasure } from '../../store/plan/flow/flow-parameters.ts'
import type { RawParameter } from '../../store/plan/request-values.ts'
import type { FlowResult } from './flow-result.ts'
import type { PlannedFlow } from './planned-flow.ts'

/** A flow measure: the single place that declares its parameters, its texts, its schema and what computes it. */
export interface FlowMeasure extends PlannedMeasure {
  /** What it measures, in one sentence. */
  readonly purpose: string
  /** Loads the exact schema of the JSON of its answer. */
  readonly schema: () => Promise<z.ZodType>
  /** Loads what computes its answer. */
  readonly answer: () => Promise<(flow: PlannedFlow) => Promise<FlowResult>>
}

/**
 * The flow measures by the names of their endpoints. Accepted parameters, HTTP routes, the OpenAPI document, the command
 * `sojourn flow` and its help come from here. Commands read it when they start, so it loads the rest on demand.
 */
export const flowMeasures = {
  items: {
    purpose: 'One row per issue: start, finish, cycle time, age, waiting and blocked time, rework.',
    parameters: [
      ...(['unit', 'state', 'only', 'sle', 'wasIn', 'orderBy', 'movedFrom', 'movedTo', 'reopenedBy'] as const),
      ...(['reached', 'inStage', 'wasInStage', 'blockedBy', 'blockedNowBy'] as const),
      ...(['inSprint', 'sprintPart', 'sprintCount', 'then', 'part'] as const),
      ...(['selectAsOf', 'pageSize', 'startIssueIndex'] as const),
    ],
    needs: ['inProgress', 'parked', 'moves'],
    schema: async () => (await import('../table/flow/items-schema.ts')).flowItems,
    answer: async () => (await import('./flow-items.ts')).flowItems,
  },
  summary: {
    purpose: 'Cycle and lead time as percentiles, efficiency, rework, and what finished, over a window.',
    parameters: ['percentiles', 'compare'],
    needs: ['parked', 'moves'],
    hasGroups: true,
    schema: async () => (await import('../table/flow/summary-schema.ts')).flowSummary,
    answer: async () => (await import('./flow-summary.ts')).flowSummary,
  },
  throughput: {
    purpose: 'The number of issues that finished in each period, and the share of them within the SLE.',
    parameters: ['bucket'],
    needs: [],
    schema: async () => (await import('../table/flow/over-time-schema.ts')).flowThroughput,
    answer: async () => (await import('./flow-throughput.ts')).flowThroughput,
  },
  wip: {
    purpose: 'The work in progress at the end of each period, its age, arrivals and departures.',
    parameters: ['unit', 'bucket'],
    needs: 'all',
    schema: async () => (await import('../table/flow/over-time-schema.ts')).flowWip,
    answer: async () => (await import('./flow-wip.ts')).flowWip,
  },
  cumulative: {
    purpose: 'The issues that ever reached each stage by the end of each period, and those in it then.',
    parameters: ['bucket'],
    needs: 'all',
    schema: async () => (await import('../table/flow/over-time-schema.ts')).flowCumulative,
    answer: async () => (await import('./flow-cumulative.ts')).flowCumulative,
  },
  ageing: {
    purpose: 'The issues in progress, the oldest first, and percentiles of the ages of finished issues in each stage.',
    parameters: ['percentiles', 'pageSize', 'startIssueIndex'],
    needs: ['inProgress', 'parked'],
    percentiles: { fallback: BAND_PERCENTS },
    schema: async () => (await import('../table/flow/ageing-schema.ts')).flowAgeing,
    answer: async () => (await import('./flow-ageing.ts')).flowAgeing,
  },
  stability: {
    purpose: 'Whether as much work leaves as comes, and whether it ages; the average work in progress over a window.',
    parameters: ['compare'],
    needs: 'all',
    schema: async () => (await import('../table/flow/stability-schema.ts')).flowStability,
    answer: async () => (await import('./flow-stability.ts')).flowStability,
  },
  stages: {
    purpose: 'The work in each stage in progress, and how long it and the work that finished stay there.',
    parameters: ['percentiles'],
    needs: ['inProgress'],
    schema: async () => (await import('../table/flow/stages-schema.ts')).flowStages,
    answer: async () => (await import('./flow-stages.ts')).flowStages,
  },
  waits: {
    purpose: 'The time of finished issues in each status: active, waiting, blocked, percentiles; and the moves back.',
    parameters: ['percentiles'],
    needs: ['moves'],
    schema: async () => (await import('../table/flow/waits-schema.ts')).flowWaits,
    answer: async () => (await import('./flow-waits.ts')).flowWaits,
  },
  blocked: {
    purpose: 'What blocks issues: episodes and time for each reason, of finished issues and of those blocked now.',
    parameters: [],
    needs: ['inProgress'],
    schema: async () => (await import('../table/flow/blocked-schema.ts')).flowBlocked,
    answer: async () => (await import('./flow-blocked.ts')).flowBlocked,
  },
  sprints: {
    purpose: 'What each sprint committed to, what was added and removed, what finished, and what was carried over.',
    parameters: [],
    needs: 'all',
    schema: async () => (await import('../table/flow/sprints-schema.ts')).flowSprints,
    answer: async () => (await import('./flow-sprints.ts')).flowSprints,
  },
  forecast: {
    purpose:
      'When a number of issues will be finished, how many will be finished by a date, and how often such forecasts came true.',
    parameters: ['percentiles', 'weeks', 'count', 'until', 'scope', 'begin', 'except', 'then'],
    needs: [],
    // No forecast is certain.
    percentiles: { fallback: FORECAST_PERCENTS, most: 99 },
    schema: async () => (await import('../table/flow/forecast-schema.ts')).flowForecast,
    answer: async () => (await import('./flow-forecast.ts')).flowForecast,
  },
  stays: {
    purpose: 'The stays of one issue, and how they add up to its cycle time or age and its other times.',
    parameters: ['issueKey'],
    needs: 'all',
    schema: async () => (await import('../table/flow/items-schema.ts')).flowStays,
    answer: async () => (await import('./flow-stays.ts')).flowStays,
  },
  dashboard: {
    purpose: 'What needs attention now, where work waits, the trend, and a forecast, from one snapshot of the data.',
    parameters: [
      ...(['bucket', 'compare', 'weeks', 'count', 'until', 'scope', 'begin', 'except', 'then'] as const),
      ...(['pageSize', 'startIssueIndex'] as const),
    ],
    needs: 'all',
    schema: async () => (await import('../table/flow/dashboard-schema.ts')).flowDashboard,
    answer: async () => (await import('./flow-dashboard.ts')).flowDashboard,
  },
} as const satisfies Readonly<Record<string, FlowMeasure>>

/** The endpoint of a flow measure. */
export type FlowEndpoint = keyof typeof flowMeasures

/** The endpoints of flow measures. */
export const flowEndpoints = Object.keys(flowMeasures) as readonly FlowEndpoint[]

/** A request to an endpoint of flow measures, with its parameters in order. */
export interface FlowRequest {
  readonly endpoint: FlowEndpoint
  readonly parameters: readonly RawParameter[]
}
