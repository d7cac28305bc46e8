import type { z } from 'zod'
import type { flowDashboard } from '../../reports/table/flow/dashboard-schema.ts'
import type { flowItems } from '../../reports/table/flow/items-schema.ts'

/** An answer of `/api/flow/dashboard`. */
export type Dashboard = z.infer<typeof flowDashboard>

/** The time of finished issues in a status. Milliseconds. */
export type WaitStatus = Dashboard['waits']['statuses'][number]

/** An answer of `/api/flow/items`. */
export type FlowItems = z.infer<typeof flowItems>

/** An issue of `/api/flow/items`. Milliseconds. */
export type FlowItem = FlowItems['items'][number]

/** The part of an answer that says what it measures. */
export type FlowHead = Pick<Dashboard, 'asOf' | 'timeZone' | 'calendar' | 'from' | 'to' | 'warnings'>

/** An issue in progress of `/api/flow/dashboard`. Milliseconds. */
export type AgeingItem = Dashboard['attention']['items'][number]

/** What happened in a week, or another period, of `/api/flow/dashboard`. */
export type TrendBucket = Dashboard['trend']['buckets'][number]

/** The parameters of the issues behind a number. */
export type ItemsLink = Readonly<Record<string, string>>
