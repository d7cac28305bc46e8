import type { Instant } from '../../src/core/time/instant.ts'
import type { HistoryField } from './fields.ts'
import type { Person } from './people.ts'
import { END } from './period.ts'
import type { Project } from './projects.ts'
import type { Random } from './random.ts'
import type { Sprint } from './sprints.ts'
import type { Status } from './statuses.ts'
import type { Version } from './versions.ts'
import type { IssueType, Named, Priority } from './vocabulary.ts'

/** One changed field: the ids and the texts of its value before and after. */
export interface Item {
  readonly field: HistoryField
  readonly fromId: string | null
  readonly fromText: string | null
  readonly toId: string | null
  readonly toText: string | null
}

/** The changes of one person at one instant. */
export interface Entry {
  readonly at: Instant
  readonly author: Person
  readonly items: readonly Item[]
}

/** What a sub-task needs from its parent. */
export interface Parent {
  readonly id: number
  readonly key: string
  readonly summary: string
  readonly status: Status
  readonly priority: Priority
  readonly type: IssueType
  readonly created: Instant
  readonly resolvedAt: Instant | null
}

/**
 * An issue during the simulation: its current values and its history so far.
 *
 * This is the only mutable state in this folder, from creation until the issue is converted to the tracker's format;
 * every change of a logged field goes through a function of `changes.ts` and then `record`.
 */
export interface SimulatedIssue {
  readonly random: Random
  readonly id: number
  readonly created: Instant
  readonly reporter: Person
  readonly parent: Parent | null
  /** How slow this issue is compared with others: 1 is usual. */
  readonly temper: number
  /** The instant of the last change. */
  now: Instant
  readonly entries: Entry[]

  key: string
  project: Project
  type: IssueType
  status: Status
  priority: Priority
  resolution: Named | null
  resolvedAt: Instant | null
  assignee: Person | null
  /** The developer, even while it is assigned to someone else for a review or a test. */
  worker: Person
  /** The current reviewer or tester. */
  checker: Person
  summary: string
  description: string | null
  environment: string | null
  labels: readonly string[]
  components: readonly Named[]
  fixVersions: readonly Version[]
  /** Affected versions. */
  versions: readonly Version[]
  /** `yyyy-MM-dd`. */
  due: string | null
  /** All its sprints, oldest first. */
  sprints: readonly Sprint[]
  /** The planned sprint; `null` if none of its sprints is open. */
  sprint: Sprint | null
  points: number | null
  team: Named | null
  flagged: boolean
  /** The statuses that it has left; returning to one takes less time. */
  visited: readonly Status[]
  /** Working hours before anybody looks at it, used up at the first planning. */
  parkedHours: number
}

/** Records changes of a person, never earlier than the last entry nor after the end; does nothing without items. */
export function record(issue: SimulatedIssue, at: Instant, author: Person, items: readonly Item[]): void {
  if (items.length === 0) return
  const when = Math.min(Math.max(at, issue.now), END)
  issue.entries.push({ at: when, author, items })
  issue.now = when
}
