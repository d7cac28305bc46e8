// The JSON that the page's own endpoints (/api/...) return. The page imports only these types from this folder.

export type { CalendarDetails, CalendarMonth, CalendarSummary, HolidayCountry } from '../calendars/calendar-types.ts'

import type { Project, SavedQuery, Sprint, Status } from '../catalogue/model.ts'
import type { FieldDefinition } from '../fields/field.ts'
import type { ParameterEffect } from '../plan/parameters.ts'
import type { ReportType } from '../plan/report-types.ts'

/** The options of the page's controls, filtered to what the caller may see: `GET /api/catalogue`. */
export interface PageCatalogue {
  readonly version: string
  /** `null` in access mode `open`, where there is no sign-in. */
  readonly caller: { readonly login: string; readonly isAdministrator: boolean } | null
  /** The paths of the report endpoints, the saved reports, and the exports to files. */
  readonly paths: {
    readonly aggregation: string
    readonly list: string
    readonly issue: string
    readonly views: string
    readonly exports: string
  }
  /** The time zone of the caller's dates, and the language of month and day names. */
  readonly timeZone: string
  readonly locale: string
  /** Whether the store contains the demo. */
  readonly isDemo: boolean
  /** The base address of the tracker, for links to issues; `null` when it is unknown. */
  readonly trackerAddress: string | null
  /** Whether a connection keeps issues in sync; see PageSync. */
  readonly isConnected: boolean
  readonly issues: number
  /** The last update of an issue, in ISO 8601; `null` when there are no issues. */
  readonly lastUpdate: string | null
  readonly projects: readonly Pick<Project, 'key' | 'name'>[]
  /** In the tracker's order. */
  readonly statuses: readonly Status[]
  /** The names of the priorities in the tracker's order, the highest first. */
  readonly priorities: readonly string[]
  /** `hasHistory` says whether it can be a history field. */
  readonly fields: readonly (FieldDefinition & { readonly hasHistory: boolean })[]
  readonly groups: readonly string[]
  readonly sprints: readonly Sprint[]
  readonly savedQueries: readonly (Pick<SavedQuery, 'id' | 'name'> & { readonly query: string })[]
  readonly calendars: readonly {
    readonly id: string
    readonly name: string
    readonly isDefault: boolean
    /** `null` when working days differ in length. */
    readonly dailyWorkingHours: number | null
  }[]
  /** The report types, in the contract's order. */
  readonly reportTypes: readonly {
    readonly name: string
    readonly label: string
    readonly page: ReportType['page']
    readonly kind: 'duration' | 'count' | 'date'
    readonly outer: string
    readonly inner: string | null
  }[]
  /**
   * The aggregates, in the contract's order. `flag` is the key of a response that is true for this one only, `fileType`
   * the output type of its CSV file.
   */
  readonly aggregates: readonly {
    readonly name: string
    readonly label: string
    readonly heading: string
    readonly flag: string
    readonly fileType: string
  }[]
  /** The parameters that have no effect in some reports. */
  readonly parameters: readonly ParameterEffect[]
}

/**
 * A user in the page's controls. `GET /api/people?text=` returns up to 50 whose names, logins or email addresses
 * contain the text.
 */
export interface PagePerson {
  readonly login: string
  readonly name: string
}

/** How current the issues of connections are, as far as the caller may see them: `GET /api/sync`. */
export interface PageSync {
  /** All changes up to this time are in the store, in ISO 8601; `null` before the first round has ended. */
  readonly syncedAt: string | null
  /** The keys of the projects that are behind. */
  readonly behind: readonly string[]
}

/** The state of a connection. */
export type ConnectionState = 'backfilling' | 'live' | 'waiting' | 'needs-token' | 'needs-approval' | 'paused'

/** A connection, for administrators; see docs/reference/http.md. Instants are in ISO 8601. */
export interface ManagedConnection {
  readonly name: string
  readonly product: string
  readonly version: string | null
  /** The base address of the tracker. */
  readonly address: string
  readonly state: ConnectionState
  /** Why it is in this state; `null` if there is nothing to say. */
  readonly reason: string | null
  /** Why it needs an approval: missing issues, another tracker, or a clock that was set back. */
  readonly approval: 'loss' | 'site' | 'clock' | null
  /** All changes up to this time are in the store; `null` before that can be said. */
  readonly syncedAt: string | null
  readonly nextRound: string | null
  readonly account: string | null
  readonly timeZone: string | null
  readonly permissions: 'tracker' | 'account' | 'manual'
  readonly since: string | null
  readonly tokenFrom: 'variable' | 'file' | 'store'
  readonly projects: readonly ManagedProject[]
  readonly lastRound: {
    readonly kind: string
    readonly started: string
    readonly ended: string | null
    readonly fetched: number
    readonly gone: number
    readonly failed: number
    readonly requests: number
    readonly error: string | null
  } | null
  /** How far the running round is; `null` if none runs. */
  readonly running: RoundProgress | null
  /** The lists that could not be read, and what is lost by it. */
  readonly problems: readonly string[]
  /** Its path. */
  readonly self: string
}

/** A project of a connection. */
export interface ManagedProject {
  readonly key: string
  readonly name: string
  readonly stored: number
  /** Issues to be read. */
  readonly due: number
  /** Issues that could not be read. */
  readonly failed: number
  /** The number of issues by the tracker at the last census. */
  readonly expected: number | null
  readonly census: string | null
  /** Whether the account may browse it. */
  readonly isVisible: boolean
  /** Why it could not be listed. */
  readonly reason: string | null
}

/** How far a round is. */
export interface RoundProgress {
  /** Such as `reading issues`. */
  readonly phase: string
  readonly done: number
  readonly total: number | null
  readonly issuesPerSecond: number | null
  /** How long it has waited for the tracker's limits. Milliseconds. */
  readonly waitedMs: number
  /** Milliseconds. */
  readonly remainingMs: number | null
}

/** What the test of a new connection found. */
export interface FoundTracker {
  readonly product: string
  readonly version: string | null
  readonly address: string
  readonly account: string
  readonly timeZone: string | null
  /** Whether permissions can be taken from the tracker. */
  readonly isAdministrator: boolean
  /** The lists that the account may not read, each with its effect. */
  readonly limitations: readonly string[]
  /** All projects that the account may browse. */
  readonly projects: readonly { readonly key: string; readonly name: string }[]
}
