import { type FlowOperation, flowOperations } from '../../app/operations/flow.ts'
import type { Json } from '../../app/operations/operation.ts'
import { ageingIssue } from '../../reports/table/flow/ageing-schema.ts'
import { flowDistribution, flowLink, flowWorkflow } from '../../reports/table/flow/flow-parts.ts'
import { flowEfficiency } from '../../reports/table/flow/summary-schema.ts'
import { statusTime } from '../../reports/table/flow/waits-schema.ts'
import { flowFormatNames } from '../../store/plan/formats.ts'
import { formBody, inQuery } from './openapi-parameters.ts'
import { guarded, jsonContent, otherContent, problem, refusedBody } from './openapi-parts.ts'

const answers = await Promise.all(
  flowOperations.map(async ({ name, schema }) => [`Flow${name}`, await schema()] as const),
)

/** The schemas of flow measures: the answer of each endpoint, and their shared parts. */
export const flowComponents = {
  ...Object.fromEntries(answers),
  FlowLink: flowLink,
  FlowWorkflow: flowWorkflow,
  FlowDistribution: flowDistribution,
  FlowEfficiency: flowEfficiency,
  FlowStatusTime: statusTime,
  FlowAgeingIssue: ageingIssue,
}

/** Describes the endpoints of flow measures for the OpenAPI document. */
export function flowPaths(): Record<string, Json> {
  return Object.fromEntries(flowOperations.map(operation => [operation.path, pathOf(operation)]))
}

function pathOf({ name, purpose: summary, parameters }: FlowOperation): Json {
  const operationId = `flow${name}`
  const responses = {
    ...RESPONSES,
    200: {
      description: 'The answer. Durations are in milliseconds.',
      content: { ...jsonContent(`Flow${name}`), ...otherContent(flowFormatNames) },
    },
  }
  return {
    get: { operationId, summary, parameters: inQuery(parameters), responses },
    post: {
      operationId: `${operationId}Post`,
      summary,
      requestBody: formBody(parameters),
      responses: { ...responses, ...refusedBody('application/x-www-form-urlencoded') },
    },
  }
}

const RESPONSES: Json = {
  ...guarded,
  400: problem('Parameters are missing or wrong; messages has one for each.'),
  408: problem('The request timed out.'),
  429: problem('The user has too many running requests; see Retry-After.'),
}
