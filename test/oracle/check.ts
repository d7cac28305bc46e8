import { isDeepStrictEqual } from 'node:util'
import { expect } from 'vitest'
import type { IssueHistory } from '../../src/history/model.ts'
import type { Store } from '../../src/store/store.ts'
import { DAWN, NOW, type Tracker } from '../support/tracker-world.ts'
import { actualReport } from './actual-report.ts'
import { expectedReport } from './expected-report.ts'
import type { OracleRequest } from './requests.ts'
import { type ToldIssue, told } from './seen-issue.ts'
import { withStore } from './world-store.ts'

/** A tracker in a store, and what its issues mean. */
export interface Oracle {
  /** Throws when the service's answer is not what the request means. */
  readonly check: (request: OracleRequest) => Promise<void>
}

/** Lets `work` put requests to a store that holds a tracker. */
export function withOracle<T>(tracker: Tracker, work: (oracle: Oracle) => Promise<T>): Promise<T> {
  const issues = tracker.issues.map(told)
  return withStore(tracker, store => work({ check: request => check(store, issues, request) }))
}

async function check(store: Store, issues: readonly ToldIssue[], request: OracleRequest): Promise<void> {
  const expected = expectedReport(issues, request, NOW)
  const actual = await actualReport(store, request, NOW)
  // Comparing is quick, explaining is not.
  if (!isDeepStrictEqual(actual, expected)) expect(actual).toEqual(expected)
}

/** A tracker that still fails a request, with as few issues and changes as taking away one by one can leave. */
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
    // A smaller tracker that the oracle itself cannot read would hide the difference that was found.
    return error instanceof Error && error.name === 'AssertionError'
  }
}

function* smaller({ issues }: Tracker): Generator<Tracker> {
  for (const [i] of issues.entries()) yield { issues: issues.toSpliced(i, 1) }
  for (const [i, issue] of issues.entries()) {
    for (const change of issue.changes)
      yield { issues: issues.with(i, { ...issue, changes: issue.changes.filter(one => one !== change) }) }
  }
}

/** A tracker in few words: what a failure prints. */
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
