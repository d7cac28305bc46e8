import { isDeepStrictEqual } from 'node:util'
import { expect } from 'vitest'
import type { IssueHistory } from '../../src/core/history/model.ts'
import type { Store } from '../../src/store/engine/store.ts'
import { DAWN, NOW, type Tracker } from '../support/tracker-world.ts'
import { actualReport } from './actual-report.ts'
import { type IssueWithStays, withStays } from './clipped-issue.ts'
import { expectedReport } from './expected-report.ts'
import type { OracleRequest } from './requests.ts'
import { withStore } from './world-store.ts'

/** A tracker in a store, with its expected results. */
export interface Oracle {
  /** Throws if the response of the service differs from the expected one. */
  readonly check: (request: OracleRequest) => Promise<void>
}

/** Runs `work` with a store that contains a tracker. */
export function withOracle<T>(tracker: Tracker, work: (oracle: Oracle) => Promise<T>): Promise<T> {
  const issues = tracker.issues.map(withStays)
  return withStore(tracker, store => work({ check: request => check(store, issues, request) }))
}

async function check(store: Store, issues: readonly IssueWithStays[], request: OracleRequest): Promise<void> {
  const expected = expectedReport(issues, request, NOW)
  const actual = await actualReport(store, request, NOW)
  // Comparing is fast, explaining is slow.
  if (!isDeepStrictEqual(actual, expected)) expect(actual).toEqual(expected)
}

/** Returns a tracker that still fails a request, minimized by removing single issues and changes. */
export async function smallest(tracker: Tracker, request: OracleRequest): Promise<Tracker> {
  for (const candidate of smaller(tracker)) {
    if (await fails(candidate, request)) return smallest(candidate, request)
  }
  return tracker
}

async function fails(tracker: Tracker, request: OracleRequest): Promise<boolean> {
  try {
    await withOracle(tracker, ({ check }) => check(request))
    return false
  } catch (error) {
    // A smaller tracker that the oracle itself cannot read would hide the original difference.
    return error instanceof Error && error.name === 'AssertionError'
  }
}

function* smaller(tracker: Tracker): Generator<Tracker> {
  const { issues } = tracker
  for (const [i] of issues.entries()) yield { ...tracker, issues: issues.toSpliced(i, 1) }
  for (const [i, issue] of issues.entries()) {
    for (const change of issue.changes)
      yield { ...tracker, issues: issues.with(i, { ...issue, changes: issue.changes.filter(one => one !== change) }) }
  }
}

/** Describes a tracker for a failure message. */
export function described({ issues }: Tracker): string {
  return issues.map(describedIssue).join('\n')
}

function describedIssue({ key, created, updated, resolved, present, changes }: IssueHistory): string {
  const ids = (values: readonly { id: string }[]) => values.map(({ id }) => id).join('+') || '-'
  const since = (at: number) => `${(at - DAWN) / 3_600_000}h`
  const now = [...present].map(([field, values]) => `${field}=${ids(values)}`).join(' ')
  const made = changes.map(
    ({ at, entry, field, from, to }) => `  ${since(at)} #${entry} ${field}: ${ids(from)} -> ${ids(to)}`,
  )
  const dates = `created ${since(created)}, updated ${since(updated)}, resolved ${resolved === null ? '-' : since(resolved)}`
  return [`${key} ${dates}; today ${now}`, ...made].join('\n')
}
