import { expect } from 'vitest'
import type { FlowAnswers } from '../../../src/app/operations/flow.ts'
import type { FlowEndpoint } from '../../../src/reports/flow/flow-measures.ts'
import type { ReportDeps } from '../../../src/reports/report/run-report.ts'
import { checkedFlow, flowText } from '../../support/flow-text.ts'
import type { StagedIssue } from './expected-items.ts'
import { type FlowOracleRequest, flowParametersOf } from './world.ts'

/** A request whose answers are compared with the definitions, and the issues that it is about. */
export interface FlowCheck {
  readonly deps: ReportDeps
  readonly request: FlowOracleRequest
  readonly asOf: number
  readonly issues: readonly StagedIssue[]
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
