import type { FieldValue, IssueHistory } from '../../src/core/history/model.ts'
import type { Assignment, Stay } from '../../src/core/history/stay.ts'
import { fieldStays } from '../../src/core/measure/any-field.ts'
import { type ClippedStay, clipToWindow } from '../../src/core/measure/clip-to-window.ts'
import type { ReportWindow } from '../../src/core/measure/window.ts'
import { FIELDS, USERS } from '../support/tracker-world.ts'
import { naiveAssignments, naiveStays } from './naive-stays.ts'
import type { OracleRequest } from './requests.ts'

/** An issue with all its stays, computed once for a tracker. */
export interface IssueWithStays {
  readonly history: IssueHistory
  /** By field. */
  readonly stays: ReadonlyMap<string, readonly Stay[]>
  readonly assignments: readonly Assignment[]
}

/** An issue, clipped to the report window. */
export interface ClippedIssue extends IssueWithStays {
  readonly window: ReportWindow
  readonly statuses: readonly ClippedStay<Stay>[]
  readonly clippedAssignments: readonly ClippedStay<Assignment>[]
}

/** Reads an issue from its raw changes. */
export function withStays(history: IssueHistory): IssueWithStays {
  const stays = new Map(FIELDS.map(({ id, multi }) => [id, naiveStays(history, id, multi)] as const))
  return { history, stays, assignments: naiveAssignments(stays.get('status')!, stays.get('assignee')!) }
}

/** Returns the issues that a request selects, in the order of lists: key descending. */
export function chosenIssues(
  all: readonly IssueWithStays[],
  request: OracleRequest,
  window: ReportWindow,
  asOf: number,
): ClippedIssue[] {
  return all
    .filter(issue => issue.history.created <= asOf && isSelected(issue, request) && isInRange(issue, request))
    .map(issue => ({
      ...issue,
      window,
      statuses: clipToWindow(issue.stays.get('status')!, window),
      clippedAssignments: clipToWindow(issue.assignments, window),
    }))
    .sort(({ history: a }, { history: b }) =>
      a.project.key === b.project.key ? b.number - a.number : a.project.key < b.project.key ? 1 : -1,
    )
}

function isSelected(issue: IssueWithStays, { issues }: OracleRequest): boolean {
  if ('project' in issues) return issue.history.project.key === issues.project
  const { id } = USERS.find(({ login }) => login === issues.user)!
  return presentValues(issue, 'assignee').some(value => value.id === id)
}

function isInRange({ history }: IssueWithStays, { range }: OracleRequest): boolean {
  if (!range) return true
  const at = history[range.field]
  return at !== null && range.start <= at && at < range.end
}

/** Returns the current values of a field: from the source, or else from the end of its history. */
export function presentValues({ history, stays }: IssueWithStays, field: string): readonly FieldValue[] {
  const present = history.present.get(field)
  if (present) return present
  return stays.get(field)!.flatMap(({ value, left }) => (left === null && value ? value : []))
}

/** Returns the stays of a field within the report window. */
export function clippedField({ stays, history, window }: ClippedIssue, field: string): ClippedStay<Stay>[] {
  return clipToWindow(fieldStays(stays.get(field)!, field, history.created), window)
}
