import { expect } from 'vitest'
import type { FlowAnswers } from '../../../src/app/operations/flow.ts'
import type { FlowEndpoint } from '../../../src/reports/flow/flow-measures.ts'
import type { ReportDeps } from '../../../src/reports/report/run-report.ts'
import type { Store } from '../../../src/store/engine/store.ts'
import { checkedFlow, flowText } from '../../support/flow-text.ts'
import { DAWN, NOW, type Tracker } from '../../support/tracker-world.ts'
import { type StagedIssue, stagedIssues } from './expected-items.ts'
import { type FlowOracleRequest, flowDeps, flowParametersOf, saveWorkflow } from './world.ts'

/** A request whose answers are compared with the definitions, and the issues that it is about. */
export interface FlowCheck {
  readonly deps: ReportDeps
  readonly request: FlowOracleRequest
  readonly asOf: number
  readonly issues: readonly StagedIssue[]
}

/**
 * Saves the workflow of a generated request, and returns what is checked. Few issues finish in most of the generated windows, so
 * half of them become the whole time.
 */
export async function prepareCheck(store: Store, tracker: Tracker, generated: FlowOracleRequest): Promise<FlowCheck> {
  const asOf = generated.asOf ?? NOW
  const isWhole = generated.reopenTolerance % 2 === 0
  const request = { ...generated, ...(isWhole && { from: DAWN, to: null }) }
  await saveWorkflow(store, request.workflow)
  return { deps: flowDeps(store), request, asOf, issues: stagedIssues(tracker, request, asOf) }
}

/** Returns the answer of an endpoint. */
export async function answerOf<E extends FlowEndpoint>(
  { deps, request }: FlowCheck,
  endpoint: E,
  more: Readonly<Record<string, string>> = {},
): Promise<FlowAnswers[E]> {
  return checkedFlow(endpoint, await flowText({ endpoint, parameters: flowParametersOf(request, more) }, deps))
}

/** A number of issues, and the parameters of flow/items that select them. */
export type LinkedNumber = readonly [count: number, link: Readonly<Record<string, string>>]

/** Follows links, and compares the numbers of their items. */
export async function followLinks(check: FlowCheck, numbers: readonly LinkedNumber[]): Promise<void> {
  for (const [count, link] of numbers) {
    const { total } = await answerOf(check, 'items', { ...link, pageSize: '1' })
    expect([total, link]).toEqual([count, link])
  }
}

/** Returns the last instant of the window of a request. */
export function lastOf({ request: { to }, asOf }: FlowCheck): number {
  return to === null ? asOf : Math.min(asOf, to - 1)
}
