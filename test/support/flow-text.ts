import { z } from 'zod'
import { LOCAL_CALLER } from '../../src/access/permissions/caller.ts'
import type { FlowAnswers } from '../../src/app/operations/flow.ts'
import { runFlow } from '../../src/reports/flow/flow.ts'
import {
  type FlowEndpoint,
  type FlowRequest,
  flowEndpoints,
  flowMeasures,
} from '../../src/reports/flow/flow-measures.ts'
import { textOf } from '../../src/reports/report/report-body.ts'
import type { ReportDeps } from '../../src/reports/report/run-report.ts'

/** The exact schema of the answer of each endpoint. */
export const flowSchemas = Object.fromEntries(await Promise.all(flowEndpoints.map(schemaOf))) as Readonly<
  Record<FlowEndpoint, z.ZodType>
>

async function schemaOf(endpoint: FlowEndpoint): Promise<[FlowEndpoint, z.ZodType]> {
  return [endpoint, await flowMeasures[endpoint].schema()]
}

/** Returns the answer to a flow request as text. Throws if its JSON has not the schema of the endpoint. */
export async function flowText(request: FlowRequest, deps: ReportDeps): Promise<string> {
  const body = await runFlow(request, deps, { caller: LOCAL_CALLER })
  const text = await textOf(body)
  if (body.format === 'json') checkedFlow(request.endpoint, text)
  return text
}

/** Returns the answer of a flow endpoint from its JSON. Throws if it has not the schema of the endpoint. */
export function checkedFlow<E extends FlowEndpoint>(endpoint: E, json: string): FlowAnswers[E] {
  const read = flowSchemas[endpoint].safeParse(JSON.parse(json))
  if (read.success) return read.data as FlowAnswers[E]
  throw new Error(`flow/${endpoint} has not its schema: ${z.prettifyError(read.error)}`)
}
