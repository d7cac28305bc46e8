/** What the columns of a report stand for. */
export type ColumnLevel = 'status' | 'user' | 'group' | 'transition' | 'metric' | 'field' | 'value'

/** One of the sixteen reports (`columnsBy`). */
export interface ReportType {
  readonly name: string
  /** As responses show it. */
  readonly label: string
  readonly kind: 'duration' | 'count' | 'date'
  readonly outer: ColumnLevel
  /** The second level of columns in composite reports. */
  readonly inner: ColumnLevel | null
}

/**
 * The sixteen reports, in the order of the contract (§2.1, columnsBy).
 *
 * A seventeenth is a line here, its meaning in measure/, its cells in sql/, and their tests.
 */
export const reportTypes = {
  statusDuration: { name: 'statusDuration', label: 'Status Duration', kind: 'duration', outer: 'status', inner: null },
  durationBetweenStatuses: {
    name: 'durationBetweenStatuses',
    label: 'Duration Between Statuses',
    kind: 'duration',
    outer: 'metric',
    inner: null,
  },
  assigneeDuration: {
    name: 'assigneeDuration',
    label: 'Assignee Duration',
    kind: 'duration',
    outer: 'user',
    inner: null,
  },
  statusDurationByAssignee: {
    name: 'statusDurationByAssignee',
    label: 'Status Duration by Assignee',
    kind: 'duration',
    outer: 'user',
    inner: 'status',
  },
  assigneeDurationByStatus: {
    name: 'assigneeDurationByStatus',
    label: 'Assignee Duration by Status',
    kind: 'duration',
    outer: 'status',
    inner: 'user',
  },
  groupDuration: { name: 'groupDuration', label: 'Group Duration', kind: 'duration', outer: 'group', inner: null },
  statusDurationByGroup: {
    name: 'statusDurationByGroup',
    label: 'Status Duration by Group',
    kind: 'duration',
    outer: 'group',
    inner: 'status',
  },
  groupDurationByStatus: {
    name: 'groupDurationByStatus',
    label: 'Group Duration by Status',
    kind: 'duration',
    outer: 'status',
    inner: 'group',
  },
  anyfieldDuration: {
    name: 'anyfieldDuration',
    label: 'Any Field Duration',
    kind: 'duration',
    outer: 'field',
    inner: 'value',
  },
  statusCount: { name: 'statusCount', label: 'Status Count', kind: 'count', outer: 'status', inner: null },
  transitionCount: {
    name: 'transitionCount',
    label: 'Transition Count',
    kind: 'count',
    outer: 'transition',
    inner: null,
  },
  anyFieldCount: { name: 'anyFieldCount', label: 'Any Field Count', kind: 'count', outer: 'field', inner: 'value' },
  firstTransitionToStatusDate: {
    name: 'firstTransitionToStatusDate',
    label: 'First Transition To Status Date',
    kind: 'date',
    outer: 'status',
    inner: null,
  },
  firstTransitionFromStatusDate: {
    name: 'firstTransitionFromStatusDate',
    label: 'First Transition From Status Date',
    kind: 'date',
    outer: 'status',
    inner: null,
  },
  lastTransitionToStatusDate: {
    name: 'lastTransitionToStatusDate',
    label: 'Last Transition To Status Date',
    kind: 'date',
    outer: 'status',
    inner: null,
  },
  lastTransitionFromDate: {
    name: 'lastTransitionFromDate',
    label: 'Last Transition From Status Date',
    kind: 'date',
    outer: 'status',
    inner: null,
  },
} as const satisfies Record<string, ReportType>

/** The name of a report, in the contract's spelling. */
export type ReportTypeName = keyof typeof reportTypes

/** Other spellings that are accepted. */
export const reportTypeAliases: Readonly<Record<string, ReportTypeName>> = {
  lastTransitionFromStatusDate: 'lastTransitionFromDate',
}

/** The names of the columns of users that are no user, by their ids. */
export const userColumns = { unassigned: 'Unassigned', otherUsers: 'Other Users' } as const

/** Stands for the users, or groups, that were not selected, between queries and tables. No tracker's id is a control character. */
export const REST = '\u0001'
