import type { FlowAnswers } from '../../reports/table/flow/flow-schema.ts'

/** An answer of `/api/flow/waits`. */
export type FlowWaits = FlowAnswers['waits']

/** The time of finished issues in a status. Milliseconds. */
export type WaitStatus = FlowWaits['statuses'][number]

/** An answer of `/api/flow/items`. */
export type FlowItems = FlowAnswers['items']

/** An issue of `/api/flow/items`. Milliseconds. */
export type FlowItem = FlowItems['items'][number]

/** The part of an answer that says what it measures. */
export type FlowHead = Pick<FlowWaits, 'asOf' | 'timeZone' | 'calendar' | 'from' | 'to' | 'warnings'>
