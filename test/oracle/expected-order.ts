import type { Clock } from '../../src/core/measure/clock.ts'
import { currentStatusAge } from '../../src/core/measure/current-status-age.ts'
import { compareWords, PROJECTS, STATUSES } from '../support/tracker-world.ts'
import { type ClippedIssue, presentValues } from './clipped-issue.ts'
import { type ExpectedColumn, userOf } from './expected-columns.ts'
import { groupValue, isPeriod, shownField } from './expected-groups.ts'
import type { OracleRequest } from './requests.ts'

/** The sort keys of an issue in a column, most significant first; `null` for an empty cell. */
type Keys = readonly (number | string)[] | null

/** Sorts issues by the requested column, if any. Empty cells are last; ties keep their order. */
export function inColumnOrder(
  issues: readonly ClippedIssue[],
  { orderBy }: OracleRequest,
  columns: readonly ExpectedColumn[],
  clock: Clock,
): ClippedIssue[] {
  if (!orderBy) return [...issues]
  const keysOf = keysIn(orderBy.column, columns, clock)
  const sign = orderBy.descending ? -1 : 1
  return issues
    .map(issue => ({ issue, keys: keysOf(issue) }))
    .sort((a, b) => {
      if (a.keys === null || b.keys === null) return Number(a.keys === null) - Number(b.keys === null)
      return sign * compareKeys(a.keys, b.keys)
    })
    .map(({ issue }) => issue)
}

function compareKeys(a: NonNullable<Keys>, b: NonNullable<Keys>): number {
  for (const [i, one] of a.entries()) {
    if (one !== b[i]) return one < b[i]! ? -1 : 1
  }
  return 0
}

/** Fields and groups have ids that no value column has. */
function keysIn(column: string, columns: readonly ExpectedColumn[], clock: Clock): (issue: ClippedIssue) => Keys {
  if (column === 'issuekey') return ({ history }) => [history.project.key, history.number]
  if (column === 'currentStatusAge') return ({ statuses }) => orNull(currentStatusAge(statuses, clock))
  if (isPeriod(column)) return () => ['all rows have the same period']
  if (column.startsWith('date:')) return issue => orNull(groupValue(issue, column)?.label)
  if (column in fieldKeys) {
    const keys = fieldKeys[column]!
    return issue => (shownField(issue, column) === null ? null : keys(issue))
  }
  const cell = columns.find(({ id }) => id === column)?.cell ?? (() => null)
  return issue => orNull(cell(issue))
}

function orNull(value: number | string | null | undefined): Keys {
  return value === null || value === undefined ? null : [value]
}

const valueIds = (issue: ClippedIssue, field: string) => presentValues(issue, field).map(({ id }) => id)
const least = (numbers: readonly number[]) => Math.min(...numbers)
const label = (issue: ClippedIssue, field: string) => shownField(issue, field)!.toLowerCase()

/** The order of each field's values. */
const fieldKeys: Readonly<Record<string, (issue: ClippedIssue) => NonNullable<Keys>>> = {
  summary: ({ history }) => [history.summary.toLowerCase()],
  project: ({ history }) => [PROJECTS.find(({ id }) => id === history.project.id)!.name.toLowerCase()],
  created: ({ history }) => [history.created],
  resolutiondate: ({ history }) => [history.resolved!],
  status: issue => [STATUSES.findIndex(({ id }) => id === valueIds(issue, 'status')[0])],
  assignee: issue => [userOf(valueIds(issue, 'assignee')[0]!).displayName.toLowerCase()],
  customfield_2: issue => [userOf(valueIds(issue, 'customfield_2')[0]!).displayName.toLowerCase()],
  // The tracker's order is by id. The highest priority is first in it, and last in ascending order.
  issuetype: issue => valueIds(issue, 'issuetype').map(Number),
  priority: issue => valueIds(issue, 'priority').map(id => -Number(id)),
  fixVersions: issue => [least(valueIds(issue, 'fixVersions').map(Number)), label(issue, 'fixVersions')],
  labels: issue => [valueIds(issue, 'labels').toSorted(compareWords)[0]!.toLowerCase(), label(issue, 'labels')],
  customfield_1: issue => [label(issue, 'customfield_1')],
}
