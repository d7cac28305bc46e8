/** The part of an answer of `/api/flow/` that says what it measures. */
export interface FlowHead {
  readonly asOf: string
  readonly timeZone: string
  /** The id is `null` around the clock. */
  readonly calendar: { readonly id: string | null; readonly name: string }
  /** The window of finishes; the end is `null` for `asOf`. */
  readonly from: string
  readonly to: string | null
  readonly warnings: readonly string[]
}

/** The time of finished issues in a status: `/api/flow/waits`. Milliseconds. */
export interface StatusTime {
  readonly id: string
  readonly status: string
  readonly kind: 'notStarted' | 'active' | 'waiting' | 'done' | 'unmapped'
  readonly issues: number
  /** By percentage; empty if there are few issues. */
  readonly percentiles: Readonly<Record<string, number>>
  /** The times of few issues, in ascending order; `null` if there are percentiles. */
  readonly values: readonly number[] | null
}

/** An answer of `/api/flow/waits`. */
export interface FlowWaits extends FlowHead {
  readonly finished: { readonly count: number }
  readonly statuses: readonly StatusTime[]
}

/** An issue of `/api/flow/items`. Milliseconds. */
export interface FlowItem {
  readonly key: string
  readonly summary: string | null
  readonly status: string | null
  /** Of a finished issue with a start; `null` for others. */
  readonly cycleTime: number | null
  /** Of an issue in progress; `null` for others. */
  readonly age: number | null
  /** With `wasIn`. */
  readonly timeInStatus?: number
}

/** An answer of `/api/flow/items`. */
export interface FlowItems extends FlowHead {
  readonly total: number
  readonly items: readonly FlowItem[]
}
