/**
 * The service level expectation of a workflow without one: this percentile of the cycle times of the last `days` days, if
 * at least `fewest` issues with a cycle time finished in them.
 */
export const DEFAULT_SLE = { percent: 85, days: 90, fewest: 20 } as const
