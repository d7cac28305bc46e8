import type { Entity } from '../../core/history/model.ts'
import type { Instant } from '../../core/time/instant.ts'
import type { ListedField, ListedQuery, SourceIssue } from './source.ts'

/**
 * A tracker that can be reached over the network, with the account of one connection. Each kind of live tracker implements
 * this; rounds read it, and decide what is new, due or gone.
 *
 * All ids are the tracker's own. Every method waits for its turn, retries what is worth retrying, and throws TrackerError.
 * All methods reject with the reason of the signal with which the tracker was opened.
 */
export interface Tracker {
  /** The name of the connection, for messages. */
  readonly name: string
  /** Asks who the tracker is, who the account is, and what time it is there. */
  readonly hello: () => Promise<TrackerHello>
  /** Returns all projects that the account may browse. */
  readonly projects: () => Promise<readonly TrackerProject[]>
  /** Returns the lists that every round reads: a rename in them touches no issue. */
  readonly roundLists: () => Promise<RoundLists>
  /** Returns the lists that change rarely; versions, components and sprints of these projects only. */
  readonly hourlyLists: (projects: readonly string[]) => Promise<HourlyLists>
  /**
   * Lists the issues of a project with `updated` at or after `from`, or all of them, in pages. The same issue may come
   * twice. Throws `incomplete` when the walk ended early or could not be verified.
   */
  readonly listIssues: (project: string, from: Instant | null) => AsyncIterable<readonly ListedIssue[]>
  /** Returns how many issues the tracker says the projects have together; `null` when it cannot say. */
  readonly countIssues: (projects: readonly string[]) => Promise<number | null>
  /**
   * Reads whole issues with complete change logs, in any order. Ids that the tracker does not return are absent. An issue
   * that cannot be read is a `problem`.
   */
  readonly issues: (ids: readonly string[]) => AsyncIterable<FetchedIssue>
  /** Looks for one issue by its address. */
  readonly find: (id: string) => Promise<FoundIssue>
  /** Returns whether the account may browse a project now. */
  readonly mayBrowse: (project: string) => Promise<boolean>
  /** The permission queries that the account may send. */
  readonly permissions: TrackerPermissions
  /** The traffic since the tracker was opened. */
  readonly traffic: () => Traffic
  readonly close: () => Promise<void>
}

/** How the tracker introduces itself. */
export interface TrackerHello {
  /** The name of the product, one of those in `trackers`. */
  readonly product: string
  readonly version: string | null
  /** The base address that users see. */
  readonly address: string
  /** The identifier of the site: the cloud id or the base address. */
  readonly identity: string
  readonly account: { readonly id: string; readonly name: string }
  /** The IANA time zone of the account; `null` when the tracker does not say. */
  readonly timeZone: string | null
  /** The time of the tracker's clock when it responded. */
  readonly now: Instant
  /** Whether the account may administer the tracker, so that permissions of others can be read. */
  readonly isAdministrator: boolean
  /** The lists that the account may not read, each with its effect; one sentence each. */
  readonly limitations: readonly string[]
}

/** A project of the tracker. */
export interface TrackerProject {
  readonly id: string
  readonly key: string
  readonly name: string
}

/** A list of the tracker: whole, or missing with the reason. */
export type MaybeList<T> = { readonly items: readonly T[] } | { readonly missing: string }

type EntityOf<K extends Entity['kind']> = Extract<Entity, { kind: K }>

/** The lists that every round reads. */
export interface RoundLists {
  readonly statuses: MaybeList<EntityOf<'status'>>
  readonly fields: MaybeList<ListedField>
}

/** The lists that change rarely. */
export interface HourlyLists {
  readonly users: MaybeList<EntityOf<'person'>>
  readonly groups: MaybeList<{ readonly name: string; readonly members: readonly string[] }>
  readonly versions: MaybeList<EntityOf<'version'>>
  readonly components: MaybeList<EntityOf<'component'>>
  readonly sprints: MaybeList<EntityOf<'sprint'>>
  readonly priorities: MaybeList<EntityOf<'priority'>>
  readonly resolutions: MaybeList<EntityOf<'resolution'>>
  readonly types: MaybeList<EntityOf<'type'>>
  /** Saved filters. */
  readonly filters: MaybeList<ListedQuery>
}

/** An issue in a list. */
export interface ListedIssue {
  readonly id: string
  /** `null` if the list does not have it. */
  readonly key: string | null
  readonly updated: Instant
}

/** A whole issue, with the `updated` of the same answer. */
export type FetchedIssue =
  | {
      readonly id: string
      readonly project: string
      readonly updated: Instant
      /** The id of its security level; `null` without one. */
      readonly securityLevel: string | null
      readonly issue: Extract<SourceIssue, { history: unknown }>
    }
  | { readonly id: string; readonly problem: string }

/** The result of looking for an issue by its address. A missing issue may be deleted, or hidden from the account. */
export type FoundIssue =
  | { readonly state: 'found'; readonly project: string; readonly updated: Instant; readonly isArchived: boolean }
  | { readonly state: 'missing' }
  | { readonly state: 'hidden' }

/** The permission queries that the account may send. A method is `null` if the tracker does not allow it. */
export interface TrackerPermissions {
  /** Checks one account: returns the ids of the projects and issues, of those given, that it may browse. */
  readonly check:
    | ((
        account: string,
        requested: { readonly projects: readonly string[]; readonly issues: readonly string[] },
      ) => Promise<{ readonly projects: ReadonlySet<string>; readonly issues: ReadonlySet<string> }>)
    | null
  /** Returns who may browse a project, by its permission scheme. */
  readonly browsers: ((project: string) => Promise<ProjectBrowsers>) | null
  /** Returns the active members of a group, in the form of `ProjectBrowsers.users`. Throws `not-found`. */
  readonly groupMembers: ((group: string) => Promise<readonly string[]>) | null
}

/** The holders of the permission to browse a project. */
export interface ProjectBrowsers {
  /** Everyone, without signing in. */
  readonly anyone: boolean
  /** Every signed-in user. */
  readonly signedIn: boolean
  readonly groups: readonly string[]
  /** Account ids; on Data Center keys, or logins of users without a key. */
  readonly users: readonly string[]
  /** Kinds of holders that depend on the issue, such as its reporter. They are denied. */
  readonly denied: readonly string[]
}

/** The traffic of a connection. */
export interface Traffic {
  /** By status, such as `200`; `none` when there was no answer. */
  readonly requests: ReadonlyMap<string, number>
  /** Milliseconds of waiting for the tracker's limits. */
  readonly waitedMs: number
  readonly bytes: number
}

/** What a webhook is about. It is only a hint: the tracker is asked for what it names. */
export type WebhookHint =
  | {
      /** The tracker's id of the issue. */
      readonly issue: string
      /** The tracker's id of the project; `null` when the webhook does not name it. */
      readonly project: string | null
      readonly isDeletion: boolean
    }
  /** Projects were added, renamed or removed. */
  | 'projects'

/** Why a request to a tracker failed. */
export type TrackerFailure =
  /** 401, or a login page instead of an answer. */
  | 'unauthorized'
  | 'forbidden'
  | 'not-found'
  /** 400: the tracker rejects the request, with its reason. Never to be taken as "no issues". */
  | 'rejected'
  /** Still throttled after the longest wait. */
  | 'throttled'
  /** Network errors, timeouts and 5xx after all retries. */
  | 'unavailable'
  /** An answer that is too large, cut off, or not what it claims to be. */
  | 'unreadable'
  /** A list that ended early or could not be verified. */
  | 'incomplete'

/** A request to a tracker that failed. The message and the details contain no secret. */
export class TrackerError extends Error {
  readonly failure: TrackerFailure
  /** Method and path without query. */
  readonly request: string
  /** When to try again, if the tracker says so. Milliseconds. */
  readonly retryAfterMs: number | null

  constructor(
    failure: TrackerFailure,
    request: string,
    detail: string,
    { retryAfterMs = null }: { readonly retryAfterMs?: number | null } = {},
  ) {
    super(detail)
    this.name = 'TrackerError'
    this.failure = failure
    this.request = request
    this.retryAfterMs = retryAfterMs
  }
}

/** The time and the waits of a connection; tests replace it. */
export interface TrackerClock {
  readonly now: () => number
  /** Waits for some milliseconds. Rejects with the signal's reason. */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>
}

/** How to open a tracker. */
export interface TrackerAccess {
  readonly name: string
  /** The base address that users type. */
  readonly url: string
  /** For trackers without `serverInfo`. */
  readonly kind: 'cloud' | 'server' | null
  /** The account's email address or login for Basic authentication; `null` for a bearer token. */
  readonly email: string | null
  /** Reads the secret; called again once after a 401. */
  readonly secret: () => Promise<string>
  readonly requestsPerSecond: number
  readonly concurrency: number
  readonly batchIssues: number
  readonly answerMb: number
  readonly timeoutSeconds: number
  /** Certificates of authorities to trust in addition to those of the system, as PEM; `null` for none. */
  readonly ca: string | null
  /** The address of an HTTP proxy; `null` connects directly. */
  readonly proxy: string | null
  /** The origin of Atlassian's gateway for scoped tokens; by default `https://api.atlassian.com`. */
  readonly gateway?: string | undefined
  /** The most tries of a request that fails; by default those of the client. */
  readonly tries?: number | undefined
  readonly clock: TrackerClock
  readonly signal?: AbortSignal | undefined
}

/** Opens a tracker: no request is sent before the first method is called. */
export type OpenTracker = (access: TrackerAccess) => Tracker
