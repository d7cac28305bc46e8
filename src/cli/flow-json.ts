/** A percentile of times. */
export interface Percentile {
  readonly value: number
  readonly lower: number | null
  readonly upper: number | null
}

/** The times of issues: percentiles, or the times if there are few. */
export interface Ranked {
  readonly count: number
  readonly percentiles: Readonly<Record<string, Percentile>>
  readonly values: readonly number[] | null
}

/** The verdict on each percentile. */
export type Verdicts = Readonly<Record<string, string>>

/** The parts of answers that tables show. */
export interface FlowJson {
  readonly timeZone: string
  /** The unit of the cycle times and ages of items. */
  readonly unit: 'exact' | 'inclusiveDays'
  readonly calendar: { readonly name?: string }
  /** The length of a working day of the calendar in milliseconds; `null` if they differ. */
  readonly workingDay: number | null
  readonly items: readonly Item[]
  /** `null` if the issue was in no status at asOf: `why`. */
  readonly item: (Item & { readonly waiting: number | null }) | null
  readonly why?: string
  readonly stays: readonly StayRow[]
  readonly total: number
  readonly buckets: readonly Bucket[]
  readonly attention: {
    readonly inProgress: { readonly count: number; readonly previous: number }
    readonly totalAge: { readonly ms: number; readonly previous: number }
    readonly overSle: { readonly count: number } | null
    readonly blockedNow: { readonly count: number } | null
    readonly unchanged: { readonly count: number; readonly days: number }
    readonly finished: { readonly why?: string }
  }
  readonly waits: FlowJson
  /** What blocks issues. */
  readonly workflow: { readonly blocked: Readonly<Record<string, readonly unknown[]>> }
  readonly trend: FlowJson & { readonly previous: FlowJson }
  readonly forecast: FlowJson
  readonly statuses: readonly Waiting[]
  readonly goesBack: readonly {
    readonly from: string
    readonly to: string
    readonly issues: number
    readonly moves: number
  }[]
  /** The number of issues, or in ageing those that items are compared with. */
  readonly finished: number | { readonly why?: string }
  readonly withoutStart: number
  readonly inProgress: { readonly count: number }
  readonly cycleTime: Ranked
  readonly leadTime: Ranked
  readonly efficiency: { readonly value: number | null; readonly count?: number; readonly why?: string }
  readonly firstTimeThrough: Share
  readonly reopened: { readonly issues: number; readonly reopenings: number }
  readonly groups?: readonly FlowGroup[]
  readonly sle: { readonly percent: number; readonly ms: number; readonly isDefault: boolean } | null
  readonly noSle: string | null
  /** Why nothing counts as waiting. */
  readonly noWaiting?: string | null
  /** In ageing: `null` if nothing can block issues. */
  readonly blockedNow?: { readonly count: number } | null
  readonly withinSle: Share | null
  readonly noForecast: string | null
  readonly noWhen: string | null
  readonly when: {
    readonly count: number
    readonly byPercent: readonly { readonly percent: number; readonly date: string | null }[]
  } | null
  readonly howMany: {
    readonly days: number
    readonly byPercent: readonly { readonly percent: number; readonly count: number }[]
  } | null
  readonly backtest: { readonly percent: number; readonly cameTrue: number; readonly of: number } | null
  /** The window before, with `compare=previous`. */
  readonly previous?: FlowJson
  readonly window: { readonly from: string; readonly last: string }
  readonly verdicts?: { readonly cycleTime: Verdicts; readonly leadTime: Verdicts }
}

/** An issue. */
export interface Item {
  readonly key: string
  readonly summary: string
  readonly stage: string | null
  readonly state: string
  readonly finish: string | null
  readonly cycleTime: number | null
  readonly age: number | null
  readonly bounces: number
  /** With `wasIn`. */
  readonly timeInStatus?: number
  readonly pace: Share | null
  readonly overSle: boolean | null
  readonly chanceToMissSle: Share | null
  readonly blockedSince: string | null
}

/** A number of issues of all. */
export interface Share {
  readonly count: number
  readonly of: number
}

/** The numbers of a group. */
export interface FlowGroup {
  readonly group: string | null
  readonly finished: number
  readonly inProgress: { readonly count: number }
  readonly cycleTime: {
    readonly percentiles: Readonly<Record<string, number>>
    readonly values: readonly number[] | null
  }
  readonly firstTimeThrough: Share
}

/** The time in a status. */
export interface Waiting {
  readonly status: string
  readonly stage: string | null
  readonly issues: number
  readonly time: number
  readonly active: number
  readonly waiting: number
  readonly blocked: number
}

/** A stay of an issue. */
export interface StayRow {
  readonly status: string | null
  readonly stage: string | null
  readonly entered: string
  readonly time: number
  readonly counted: number
  readonly waiting: number
  readonly moves: readonly string[]
  readonly undone: boolean
}

/** The numbers of a period. */
export interface Bucket {
  readonly bucket: string
  readonly partial: boolean
  readonly finished: number
  readonly withoutStart: number
  readonly reopenedSince: number
  readonly wip: number
  readonly arrivals: number
  readonly departures: number
  readonly totalAge: number
  readonly stages: readonly { readonly name: string; readonly reached: number; readonly state: number }[]
}
