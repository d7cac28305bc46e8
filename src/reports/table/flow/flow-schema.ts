import type { z } from 'zod'
import type { FlowEndpoint } from '../../../store/plan/flow/flow-parameters.ts'
import { flowAgeing } from './ageing-schema.ts'
import { flowDashboard } from './dashboard-schema.ts'
import { flowForecast } from './forecast-schema.ts'
import { flowItems, flowStays } from './items-schema.ts'
import { flowCumulative, flowThroughput, flowWip } from './over-time-schema.ts'
import { flowSummary } from './summary-schema.ts'
import { flowWaits } from './waits-schema.ts'

/** The exact JSON of the answer of each endpoint of flow measures. */
export const flowSchemas = {
  items: flowItems,
  summary: flowSummary,
  throughput: flowThroughput,
  wip: flowWip,
  cumulative: flowCumulative,
  ageing: flowAgeing,
  waits: flowWaits,
  forecast: flowForecast,
  stays: flowStays,
  dashboard: flowDashboard,
} as const satisfies Readonly<Record<FlowEndpoint, z.ZodType>>

/** The answer of each endpoint of flow measures. */
export type FlowAnswers = { readonly [E in FlowEndpoint]: z.infer<(typeof flowSchemas)[E]> }
