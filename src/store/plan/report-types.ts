import { explainFieldCount, explainFieldDuration } from '../../core/measure/any-field.ts'
import { explainMetric } from '../../core/measure/duration-between-statuses.ts'
import {
  explainAssigneeOfStatus,
  explainAssignment,
  explainStatusOfAssignee,
} from '../../core/measure/explain-assignment.ts'
import type { ExplainCell } from '../../core/measure/explanation.ts'
import { explainStatusCount } from '../../core/measure/status-count.ts'
import { explainStatusDuration } from '../../core/measure/status-duration.ts'
import { explainTransitionCount } from '../../core/measure/transition-count.ts'
import {
  explainFirstEntry,
  explainFirstExit,
  explainLastEntry,
  explainLastExit,
} from '../../core/measure/transition-date.ts'

/** The entity that a column level represents. */
export type ColumnLevel = 'status' | 'user' | 'group' | 'transition' | 'metric' | 'field' | 'value'

/** An option that only some reports have. The parameters in store/plan/parameters.ts refer to it. */
export type ReportFeature = 'multiVisit' | 'sort' | 'filter'

/** One of the reports (`columnsBy`). */
export interface ReportType {
  readonly name: string
  /** As responses show it. */
  readonly label: string
  /** As the page shows it. */
  readonly page: {
    readonly name: string
    /** One sentence. */
    readonly description: string
    /** What is measured, as part of the heading of a report. */
    readonly heading: string
    /** The question that it answers, and what a cell of one issue is: sentences of docs/measures.md. */
    readonly question: string
    readonly cell: string
  }
  readonly kind: 'duration' | 'count' | 'date'
  readonly outer: ColumnLevel
  /** The second level of columns in composite reports. */
  readonly inner: ColumnLevel | null
  readonly features?: readonly ReportFeature[]
  /**
   * Whether leaving a status at an instant of the window is enough for its column. Otherwise an issue must have been in
   * it.
   */
  readonly includesExits?: true
  /**
   * Whether each cell adds up, or counts, all stays in its status. Then queries can add them up without computing the
   * cells of each issue.
   */
  readonly addsUpStatuses?: true
  /** Its definition in plain code: returns the number of a cell with its parts. */
  readonly explain: ExplainCell
}

/**
 * The reports, in the order of the contract (§2.1, columnsBy).
 *
 * To add a report, add an entry here, its definition in measure/, its SQL in sql/cells/, and the entry in
 * store/sql/cells/cells.ts that selects it.
 */
export const reportTypes = {
  statusDuration: {
    name: 'statusDuration',
    label: 'Status Duration',
    page: {
      name: 'Time in status',
      description: 'How long issues stay in each status.',
      heading: 'time in each status',
      question: 'Where does the time go? In which statuses do issues wait?',
      cell: 'How long the issue was in the status.',
    },
    kind: 'duration',
    outer: 'status',
    inner: null,
    addsUpStatuses: true,
    features: ['multiVisit', 'sort', 'filter'],
    explain: explainStatusDuration,
  },
  durationBetweenStatuses: {
    name: 'durationBetweenStatuses',
    label: 'Duration Between Statuses',
    page: {
      name: 'Time between statuses',
      description: 'Time between two statuses: cycle time, lead time, or your own metric.',
      heading: 'time between statuses',
      question: 'How long does it take from start to finish: cycle time, lead time, time to first response, rework?',
      cell: 'The time from one status entry to another.',
    },
    kind: 'duration',
    outer: 'metric',
    inner: null,
    features: ['sort'],
    explain: explainMetric,
  },
  assigneeDuration: {
    name: 'assigneeDuration',
    label: 'Assignee Duration',
    page: {
      name: 'Time with assignee',
      description: 'How long issues were assigned to each person.',
      heading: 'time with each assignee',
      question: 'Who was assigned to the issue, and for how long?',
      cell: 'How long the issue was assigned to the user, in the statuses that count.',
    },
    kind: 'duration',
    outer: 'user',
    inner: null,
    features: ['sort'],
    explain: explainAssignment,
  },
  statusDurationByAssignee: {
    name: 'statusDurationByAssignee',
    label: 'Status Duration by Assignee',
    page: {
      name: 'Time in status, per assignee',
      description: 'How long issues stay in each status, for each assignee.',
      heading: 'time in each status, per assignee',
      question: "In which statuses did each person's assigned issues spend their time?",
      cell: 'How long the issue was in the status while it was assigned to the user.',
    },
    kind: 'duration',
    outer: 'user',
    inner: 'status',
    explain: explainStatusOfAssignee,
  },
  assigneeDurationByStatus: {
    name: 'assigneeDurationByStatus',
    label: 'Assignee Duration by Status',
    page: {
      name: 'Time with assignee, per status',
      description: 'How long issues were assigned to each person, for each status.',
      heading: 'time with each assignee, per status',
      question: 'Who was assigned to the issues in each status?',
      cell: 'How long the issue was in the status while it was assigned to the user.',
    },
    kind: 'duration',
    outer: 'status',
    inner: 'user',
    explain: explainAssigneeOfStatus,
  },
  groupDuration: {
    name: 'groupDuration',
    label: 'Group Duration',
    page: {
      name: 'Time with group',
      description: 'How long issues were assigned to members of each user group.',
      heading: 'time with each group',
      question: 'Which team was assigned to the issue, and for how long?',
      cell: 'How long the issue was assigned to a member of the group, in the statuses that count.',
    },
    kind: 'duration',
    outer: 'group',
    inner: null,
    explain: explainAssignment,
  },
  statusDurationByGroup: {
    name: 'statusDurationByGroup',
    label: 'Status Duration by Group',
    page: {
      name: 'Time in status, per group',
      description: 'How long issues stay in each status, for each user group.',
      heading: 'time in each status, per group',
      question: "In which statuses did each team's assigned issues spend their time?",
      cell: 'How long the issue was in the status while it was assigned to a member of the group.',
    },
    kind: 'duration',
    outer: 'group',
    inner: 'status',
    explain: explainStatusOfAssignee,
  },
  groupDurationByStatus: {
    name: 'groupDurationByStatus',
    label: 'Group Duration by Status',
    page: {
      name: 'Time with group, per status',
      description: 'How long issues were assigned to each user group, for each status.',
      heading: 'time with each group, per status',
      question: 'Which team was assigned to the issues in each status?',
      cell: 'How long the issue was in the status while it was assigned to a member of the group.',
    },
    kind: 'duration',
    outer: 'status',
    inner: 'group',
    explain: explainAssigneeOfStatus,
  },
  anyfieldDuration: {
    name: 'anyfieldDuration',
    label: 'Any Field Duration',
    page: {
      name: 'Time with field value',
      description: 'How long a field had each of its values, such as a priority.',
      heading: 'time with each field value',
      question: 'How long was the priority high? How long was the issue planned for this version or sprint?',
      cell: 'How long the field had the value.',
    },
    kind: 'duration',
    outer: 'field',
    inner: 'value',
    explain: explainFieldDuration,
  },
  statusCount: {
    name: 'statusCount',
    label: 'Status Count',
    page: {
      name: 'Visits to status',
      description: 'How often issues entered each status. More than once means that they returned.',
      heading: 'visits to each status',
      question: 'How often do issues come back?',
      cell: 'The number of visits of the issue to the status. Creation in the status is a visit.',
    },
    kind: 'count',
    outer: 'status',
    inner: null,
    addsUpStatuses: true,
    features: ['sort'],
    explain: explainStatusCount,
  },
  transitionCount: {
    name: 'transitionCount',
    label: 'Transition Count',
    page: {
      name: 'Transitions',
      description: 'How often issues moved from one status to another.',
      heading: 'number of transitions',
      question: 'Which paths do issues take through the workflow, and how often do they go back?',
      cell: 'How often the issue went directly from one status to the other. Creation is not a transition.',
    },
    kind: 'count',
    outer: 'transition',
    inner: null,
    includesExits: true,
    explain: explainTransitionCount,
  },
  anyFieldCount: {
    name: 'anyFieldCount',
    label: 'Any Field Count',
    page: {
      name: 'Times with field value',
      description: 'How often a field was set to each of its values.',
      heading: 'number of times each field value was set',
      question: 'How often was the issue reassigned, moved to another sprint, or given another priority?',
      cell: 'The number of stays of the field with the value, including the one at creation.',
    },
    kind: 'count',
    outer: 'field',
    inner: 'value',
    explain: explainFieldCount,
  },
  firstTransitionToStatusDate: {
    name: 'firstTransitionToStatusDate',
    label: 'First Transition To Status Date',
    page: {
      name: 'First entered',
      description: 'When each issue first entered each status.',
      heading: 'first entry into each status',
      question: 'When did work begin?',
      cell: 'When the issue first entered the status. Creation in the status is an entry, at the time of creation.',
    },
    kind: 'date',
    outer: 'status',
    inner: null,
    explain: explainFirstEntry,
  },
  firstTransitionFromStatusDate: {
    name: 'firstTransitionFromStatusDate',
    label: 'First Transition From Status Date',
    page: {
      name: 'First left',
      description: 'When each issue first left each status.',
      heading: 'first exit from each status',
      question: 'When did the issue first move on?',
      cell: 'When the issue first left the status.',
    },
    kind: 'date',
    outer: 'status',
    inner: null,
    includesExits: true,
    explain: explainFirstExit,
  },
  lastTransitionToStatusDate: {
    name: 'lastTransitionToStatusDate',
    label: 'Last Transition To Status Date',
    page: {
      name: 'Last entered',
      description: 'When each issue last entered each status.',
      heading: 'last entry into each status',
      question: 'When was the work finally done?',
      cell: 'When the issue last entered the status.',
    },
    kind: 'date',
    outer: 'status',
    inner: null,
    explain: explainLastEntry,
  },
  lastTransitionFromDate: {
    name: 'lastTransitionFromDate',
    label: 'Last Transition From Status Date',
    page: {
      name: 'Last left',
      description: 'When each issue last left each status.',
      heading: 'last exit from each status',
      question: 'When did the issue leave the status for the last time?',
      cell: 'When the issue last left the status. It may have returned since, and still be in the status.',
    },
    kind: 'date',
    outer: 'status',
    inner: null,
    includesExits: true,
    explain: explainLastExit,
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
