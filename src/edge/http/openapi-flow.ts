import type { Json } from '../../app/operations/operation.ts'
import { ageingIssue } from '../../reports/table/flow/ageing-schema.ts'
import { flowDistribution, flowLink, flowWorkflow } from '../../reports/table/flow/flow-parts.ts'
import { flowSchemas } from '../../reports/table/flow/flow-schema.ts'
import { flowEfficiency } from '../../reports/table/flow/summary-schema.ts'
import { statusTime } from '../../reports/table/flow/waits-schema.ts'
import { type FlowEndpoint, flowEndpoints, flowParameters, isOfFlow } from '../../store/plan/flow/flow-parameters.ts'
import { flowFormatNames } from '../../store/plan/formats.ts'
import { flowPath } from './flow-routes.ts'
import { formBody, inQuery } from './openapi-parameters.ts'
import { guarded, jsonContent, otherContent, problem, refusedBody } from './openapi-parts.ts'

const SUMMARIES: Readonly<Record<FlowEndpoint, string>> = {
  items: 'One row per issue: start, finish, cycle time, age, waiting and blocked time, rework.',
  summary: 'Cycle and lead time as percentiles, efficiency, rework, and what finished, over a window.',
  throughput: 'The number of issues that finished in each period, and the share of them within the SLE.',
  forecast:
    'When a number of issues will be finished, how many will be finished by a date, and how often such forecasts came true.',
  wip: 'The work in progress at the end of each period, its age, arrivals and departures.',
  ageing: 'The issues in progress, the oldest first, and percentiles of the ages of finished issues in each stage.',
  waits: 'The time of finished issues in each status: active, waiting, blocked, percentiles; and the moves back.',
  stays: 'The stays of one issue, and how they add up to its cycle time or age and its other times.',
  dashboard: 'What needs attention now, where work waits, the trend, and a forecast, from one snapshot of the data.',
  cumulative: 'The issues that ever reached each stage by the end of each period, and those in it then.',
}

/** The schemas of flow measures: the answer of each endpoint, and their shared parts. */
export const flowComponents = {
  ...Object.fromEntries(flowEndpoints.map(endpoint => [`Flow${capitalized(endpoint)}`, flowSchemas[endpoint]])),
  FlowLink: flowLink,
  FlowWorkflow: flowWorkflow,
  FlowDistribution: flowDistribution,
  FlowEfficiency: flowEfficiency,
  FlowStatusTime: statusTime,
  FlowAgeingIssue: ageingIssue,
}

/** Describes the endpoints of flow measures for the OpenAPI document. */
export function flowPaths(): Record<string, Json> {
  return Object.fromEntries(flowEndpoints.map(endpoint => [flowPath(endpoint), pathOf(endpoint)]))
}

function pathOf(endpoint: FlowEndpoint): Json {
  const own = flowParameters.filter(parameter => isOfFlow(parameter, endpoint))
  const operationId = `flow${capitalized(endpoint)}`
  const summary = SUMMARIES[endpoint]
  const responses = {
    ...RESPONSES,
    200: {
      description: 'The answer. Durations are in milliseconds.',
      content: { ...jsonContent(`Flow${capitalized(endpoint)}`), ...otherContent(flowFormatNames) },
    },
  }
  return {
    get: { operationId, summary, parameters: inQuery(own), responses },
    post: {
      operationId: `${operationId}Post`,
      summary,
      requestBody: formBody(own),
      responses: { ...responses, ...refusedBody('application/x-www-form-urlencoded') },
    },
  }
}

function capitalized(endpoint: FlowEndpoint): string {
  return `${endpoint[0]!.toUpperCase()}${endpoint.slice(1)}`
}

const RESPONSES: Json = {
  ...guarded,
  400: problem('Parameters are missing or wrong; messages has one for each.'),
  408: problem('The request timed out.'),
  429: problem('The user has too many running requests; see Retry-After.'),
}
