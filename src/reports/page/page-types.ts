// The JSON that the page's own endpoints (/api/...) return. The page imports only these types from this folder.

export type { FoundTracker } from '../../intake/connections/connection-requests.ts'
export type { ConnectionState } from '../../store/rows/connection-rows.ts'
export type { CalendarDetails, CalendarMonth, CalendarSummary, HolidayCountry } from '../calendars/calendar-types.ts'

import type { Project, SavedQuery, Sprint, Status } from '../../core/catalogue/model.ts'
import type { FieldDefinition } from '../../core/fields/field.ts'
import type { RemoteConnection } from '../../intake/connections/connection-json.ts'
import type { FileFormatName } from '../../store/plan/formats.ts'
import type { ParameterEffect } from '../../store/plan/parameters.ts'
import type { ReportType } from '../../store/plan/report-types.ts'

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
    readonly calendars: string
    readonly views: string
    readonly exports: string
  }
  /** The time zone of the caller's dates, and the language of month and day names. */
  readonly timeZone: string
  readonly locale: string
  /** Whether the store contains the demo. */
  readonly isDemo: boolean
  /** Whether a connection keeps issues in sync; see PageSync. */
  readonly isConnected: boolean
  readonly issues: number
  /** The last update of an issue, in ISO 8601; `null` when there are no issues. */
  readonly lastUpdate: string | null
  /**
   * `address` is the base address of the tracker, for links to issues; `null` when it is unknown. `lastUpdate` is that of
   * its issues, in ISO 8601; `null` when there are none.
   */
  readonly projects: readonly (Pick<Project, 'key' | 'name'> & {
    readonly address: string | null
    readonly lastUpdate: string | null
  })[]
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
  /** The formats of files. `fileType` is the output type of its lists; `hasGroups` says whether it is offered for groups. */
  readonly fileFormats: readonly {
    readonly name: FileFormatName
    readonly label: string
    readonly fileType: string
    readonly hasGroups: boolean
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
  /**
   * Issues that could not be read, so their data is older than `syncedAt`. Only in projects where the caller may browse all
   * issues. `first` names at most five, each with its first missing change, if that is known.
   */
  readonly unread: {
    readonly count: number
    readonly first: readonly { readonly name: string; readonly since: string | null }[]
  }
  /** The keys of the projects that are behind. */
  readonly behind: readonly string[]
}

/** The names that logs have for fields without ids, for administrators. */
export type { LogNameList, UnmatchedLogName } from '../../store/rows/log-name-list.ts'

/** A connection, for administrators; see docs/reference/http.md. Instants are in ISO 8601. */
export interface ManagedConnection extends RemoteConnection {
  /** Its path. */
  readonly self: string
}

/** A project of a connection. */
export type ManagedProject = RemoteConnection['projects'][number]
