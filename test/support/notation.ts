import type { Change, FieldValue, IssueHistory } from '../../src/core/history/model.ts'
import type { Assignment, Stay } from '../../src/core/history/stay.ts'
import { toAssignments } from '../../src/core/history/to-assignments.ts'
import { toStays } from '../../src/core/history/to-stays.ts'

/** The multi-valued fields of the notation. */
export const isMulti = (field: string): boolean => ['fixVersions', 'labels', 'sprint'].includes(field)

/**
 * Parses a history with one line per field: `history({ status: 'Open@0 Done@2', assignee: '-@0 ann@1' })`.
 *
 * `value@instant` is a value and the instant of its start. The first one is the value at the creation; `-` is no value. A
 * multi-valued field writes its members with `+`, as in `a@0 a+b@3`. Ids are labels; the listing is oldest first.
 */
export function history(fields: Readonly<Record<string, string>>, overrides: Partial<IssueHistory> = {}): IssueHistory {
  const created = Math.min(...Object.values(fields).map(line => takings(line)[0]!.at))
  const changes = Object.entries(fields).flatMap(([field, line]) => changesOf(field, takings(line)))
  changes.sort((a, b) => a.at - b.at)
  const present = new Map(Object.entries(fields).map(([field, line]) => [field, takings(line).at(-1)!.values] as const))
  return {
    id: '1',
    key: 'AB-1',
    number: 1,
    project: { id: '100', key: 'AB', name: 'Alpha' },
    created,
    updated: Math.max(created, ...changes.map(({ at }) => at)),
    resolved: null,
    summary: 'An issue',
    description: null,
    creator: null,
    present,
    changes,
    truncated: false,
    hasLog: true,
    lastEntry: changes.findLast(({ from, to }) => JSON.stringify(from) !== JSON.stringify(to))?.at ?? null,
    unreadable: [],
    invalid: [],
    formerKeys: [],
    ...overrides,
  }
}

interface Taking {
  readonly at: number
  readonly values: readonly FieldValue[]
}

function takings(line: string): Taking[] {
  return line.split(' ').map(part => {
    const [names, at] = part.split('@') as [string, string]
    return { at: Number(at), values: names === '-' ? [] : names.split('+').map(value) }
  })
}

function changesOf(field: string, all: readonly Taking[]): Change[] {
  return all.slice(1).map(({ at, values }, i) => change(field, at, all[i]!.values, values))
}

let entries = 0

/** Returns a change, in its own log entry unless `entry` is given. */
export function change(
  field: string,
  at: number,
  from: readonly FieldValue[],
  to: readonly FieldValue[],
  entry = String(++entries),
): Change {
  return { at, entry, author: null, field, from, to }
}

/** Returns a value whose id is its label. */
export function value(name: string): FieldValue {
  return { id: name, label: name }
}

/** Returns the stays of one field of a history. */
export function staysIn(issue: IssueHistory, field = 'status'): Stay[] {
  return toStays(issue, isMulti).stays.filter(stay => stay.field === field)
}

/** Returns the status stays of a line of the notation. */
export function statusStays(line: string): Stay[] {
  return staysIn(history({ status: line }))
}

/** Returns the assignments of a line of statuses and a line of assignees. */
export function assignments(status: string, assignee: string): Assignment[] {
  const issue = history({ status, assignee })
  return toAssignments(staysIn(issue), staysIn(issue, 'assignee'))
}

/** Formats stays as a line: `Open 0..2, Done 2..5, Open 5..`; `-` is no value. */
export function shown(stays: readonly Stay[]): string {
  return stays.map(({ value, entered, left }) => `${value?.label ?? '-'} ${entered}..${left ?? ''}`).join(', ')
}

/** Formats the status stays of a line: `stays('Open@0 Done@2')` is `Open 0..2, Done 2..`. */
export function stays(line: string): string {
  return shown(statusStays(line))
}

/** Formats assignments as a line: `Open/ann 0..2, Open/- 2..`. */
export function assignmentsText(all: readonly Assignment[]): string {
  return all
    .map(({ status, assignee, entered, left }) => `${status}/${assignee ?? '-'} ${entered}..${left ?? ''}`)
    .join(', ')
}
