import { z } from 'zod'
import { LOCAL_CALLER } from '../../src/access/permissions/caller.ts'
import { runFlow } from '../../src/reports/flow/flow.ts'
import { textOf } from '../../src/reports/report/report-body.ts'
import type { ReportDeps } from '../../src/reports/report/run-report.ts'
import { type FlowAnswers, flowSchemas } from '../../src/reports/table/flow/flow-schema.ts'
import type { FlowEndpoint } from '../../src/store/plan/flow/flow-parameters.ts'
import type { FlowRequest } from '../../src/store/plan/flow/plan-flow.ts'

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
