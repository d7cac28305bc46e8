import type { Instant } from '../../src/time/instant.ts'
import type { HistoryField } from './fields.ts'
import type { Person } from './people.ts'
import { END } from './period.ts'
import type { Project } from './projects.ts'
import type { Random } from './random.ts'
import type { Sprint } from './sprints.ts'
import type { Status } from './statuses.ts'
import type { Version } from './versions.ts'
import type { IssueType, Named, Priority } from './vocabulary.ts'

/** One changed field: the ids and the words of what it held before and after. */
export interface Item {
  readonly field: HistoryField
  readonly fromId: string | null
  readonly fromText: string | null
  readonly toId: string | null
  readonly toText: string | null
}

/** What one person changed at one moment. */
export interface Entry {
  readonly at: Instant
  readonly author: Person
  readonly items: readonly Item[]
}

/** What a sub-task tells of the issue above it. */
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
 * An issue while it is being lived: what it holds now, and what was changed so far.
 *
 * The one thing in this folder that is written to, from creation until the generator has put the issue into the
 * tracker's shape; every write of a logged field goes through a function of `changes.ts` and then `record`.
 */
export interface Life {
  readonly random: Random
  readonly id: number
  readonly created: Instant
  readonly reporter: Person
  readonly parent: Parent | null
  /** How slowly this issue goes compared with others: 1 is usual. */
  readonly temper: number
  /** The moment of the last change. */
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
  /** Who does the work, whoever it is assigned to for a review or a test. */
  worker: Person
  /** Who reviews or tests at present. */
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
  /** Every sprint it was in, oldest first. */
  sprints: readonly Sprint[]
  /** The sprint in which it is to be done; `null` while it is in none that is still to be closed. */
  sprint: Sprint | null
  points: number | null
  team: Named | null
  flagged: boolean
  /** Statuses left so far: who comes back to one is done sooner. */
  visited: readonly Status[]
  /** Working hours that nobody looks at it; spent at the first planning. */
  parkedHours: number
}

/** Notes that somebody changed something, never earlier than the last entry nor after the end; without items, nothing. */
export function record(life: Life, at: Instant, author: Person, items: readonly Item[]): void {
  if (items.length === 0) return
  const when = Math.min(Math.max(at, life.now), END)
  life.entries.push({ at: when, author, items })
  life.now = when
}
