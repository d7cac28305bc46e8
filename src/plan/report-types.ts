/** The entity that a column level represents. */
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
 * To add a report, add an entry here, its definition in measure/, its cells in sql/, and tests.
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

/** Accepted alternative spellings. */
export const reportTypeAliases: Readonly<Record<string, ReportTypeName>> = {
  lastTransitionFromStatusDate: 'lastTransitionFromDate',
}

/** The names of the user columns that are not users, by id. */
export const userColumns = { unassigned: 'Unassigned', otherUsers: 'Other Users' } as const

/**
 * The id of users or groups that were not selected, between queries and tables. Ids of trackers are never control
 * characters.
 */
export const REST = '\u0001'
