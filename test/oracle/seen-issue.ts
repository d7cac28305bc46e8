import type { FieldValue, IssueHistory } from '../../src/history/model.ts'
import type { Assignment, Stay } from '../../src/history/stay.ts'
import { fieldStays } from '../../src/measure/any-field.ts'
import { type ClippedStay, clipToWindow } from '../../src/measure/clip-to-window.ts'
import type { ReportWindow } from '../../src/measure/window.ts'
import { FIELDS, USERS } from '../support/tracker-world.ts'
import { naiveHolders, naiveStays } from './naive-stays.ts'
import type { OracleRequest } from './requests.ts'

/** An issue with all its stays, made once for a tracker. */
export interface ToldIssue {
  readonly history: IssueHistory
  /** By field. */
  readonly stays: ReadonlyMap<string, readonly Stay[]>
  readonly assignments: readonly Assignment[]
}

/** An issue as a report sees it. */
export interface SeenIssue extends ToldIssue {
  readonly window: ReportWindow
  readonly statuses: readonly ClippedStay<Stay>[]
  readonly seenHolders: readonly ClippedStay<Assignment>[]
}

/** Reads an issue from its raw changes. */
export function told(history: IssueHistory): ToldIssue {
  const stays = new Map(FIELDS.map(({ id, multi }) => [id, naiveStays(history, id, multi)] as const))
  return { history, stays, assignments: naiveHolders(stays.get('status')!, stays.get('assignee')!) }
}

/** The issues a request chooses, in the order of lists: key descending. */
export function chosenIssues(
  all: readonly ToldIssue[],
  request: OracleRequest,
  window: ReportWindow,
  asOf: number,
): SeenIssue[] {
  return all
    .filter(issue => issue.history.created <= asOf && isAskedFor(issue, request) && isInRange(issue, request))
    .map(issue => ({
      ...issue,
      window,
      statuses: clipToWindow(issue.stays.get('status')!, window),
      seenHolders: clipToWindow(issue.assignments, window),
    }))
    .sort(({ history: a }, { history: b }) =>
      a.project.key === b.project.key ? b.number - a.number : a.project.key < b.project.key ? 1 : -1,
    )
}

function isAskedFor(issue: ToldIssue, { issues }: OracleRequest): boolean {
  if ('project' in issues) return issue.history.project.key === issues.project
  const { id } = USERS.find(({ login }) => login === issues.user)!
  return presentValues(issue, 'assignee').some(value => value.id === id)
}

function isInRange({ history }: ToldIssue, { range }: OracleRequest): boolean {
  if (!range) return true
  const at = history[range.field]
  return at !== null && range.start <= at && at < range.end
}

/** What a field holds today: what the source says, else where its history ends. */
export function presentValues({ history, stays }: ToldIssue, field: string): readonly FieldValue[] {
  const told = history.present.get(field)
  if (told) return told
  return stays.get(field)!.flatMap(({ value, left }) => (left === null && value ? value : []))
}

/** What a report sees of a field. */
export function seenField({ stays, history, window }: SeenIssue, field: string): ClippedStay<Stay>[] {
  return clipToWindow(fieldStays(stays.get(field)!, field, history.created), window)
}
