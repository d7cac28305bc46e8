/** One end of a metric: the first or the last entry into any of some statuses. */
export interface MetricEnd {
  /** Their ids, at least one. */
  readonly statuses: readonly string[]
  readonly order: 'first' | 'last'
}

/** A metric of a durationBetweenStatuses report: the time between two entries into statuses. */
export interface Metric {
  readonly name: string
  /** `null`: the creation of the issue. */
  readonly from: MetricEnd | null
  readonly to: MetricEnd
  /** Ids of statuses whose time does not count. */
  readonly excluded: readonly string[]
}
