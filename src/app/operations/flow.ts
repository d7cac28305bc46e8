import type { z } from 'zod'
import { type FlowEndpoint, type FlowMeasure, flowEndpoints, flowMeasures } from '../../reports/flow/flow-measures.ts'
import { type FlowParameter, flowParameters, isOfFlow } from '../../store/plan/flow/flow-parameters.ts'

/** The operation of a flow measure: a part of `workspace.flow` with routes of its own. */
export interface FlowOperation extends Pick<FlowMeasure, 'purpose' | 'schema'> {
  readonly endpoint: FlowEndpoint
  readonly path: string
  /** Its name in those of the OpenAPI document, such as `Items`. */
  readonly name: string
  /** All of its parameters. */
  readonly parameters: readonly FlowParameter[]
}

/** The operations of all flow measures, from their declarations. HTTP, the OpenAPI document and commands read this list. */
export const flowOperations: readonly FlowOperation[] = flowEndpoints.map(endpoint => {
  const { purpose, schema } = flowMeasures[endpoint]
  return {
    endpoint,
    purpose,
    schema,
    path: `/api/flow/${endpoint}`,
    name: `${endpoint[0]!.toUpperCase()}${endpoint.slice(1)}`,
    parameters: flowParameters.filter(parameter => isOfFlow(parameter, flowMeasures[endpoint])),
  }
})

/** The JSON of the answer of each endpoint. */
export type FlowAnswers = {
  readonly [E in FlowEndpoint]: z.infer<Awaited<ReturnType<(typeof flowMeasures)[E]['schema']>>>
}
