import type { z } from 'zod'
import type { flowItems } from '../../reports/table/flow/items-schema.ts'
import type { flowWaits } from '../../reports/table/flow/waits-schema.ts'

/** An answer of `/api/flow/waits`. */
export type FlowWaits = z.infer<typeof flowWaits>

/** The time of finished issues in a status. Milliseconds. */
export type WaitStatus = FlowWaits['statuses'][number]

/** An answer of `/api/flow/items`. */
export type FlowItems = z.infer<typeof flowItems>

/** An issue of `/api/flow/items`. Milliseconds. */
export type FlowItem = FlowItems['items'][number]

/** The part of an answer that says what it measures. */
export type FlowHead = Pick<FlowWaits, 'asOf' | 'timeZone' | 'calendar' | 'from' | 'to' | 'warnings'>
