import type { JqlCatalogue } from '../../core/catalogue/jql-catalogue.ts'
import type { ReportNames } from '../../core/catalogue/report-names.ts'
import type { NamedIssue } from '../../core/jql/jql-context.ts'
import type { JqlQuery } from '../../core/jql/query-tree.ts'
import type { Instant, Millis } from '../../core/time/instant.ts'
import type { Zone } from '../../core/time/zone.ts'
import type { Browsable } from './browsable.ts'
import type { CalendarBuckets } from './report-plan.ts'

/** A working calendar that requests can name. */
export interface KnownCalendar {
  readonly id: string
  readonly name: string
  /** The buckets of its current version. */
  readonly buckets: CalendarBuckets
  readonly isDefault: boolean
  /** The calendar object of responses. */
  readonly shown: Readonly<Record<string, unknown>>
  /** The years for which it has holidays, ascending; `null` if it needs none. */
  readonly holidayYears: readonly number[] | null
  /** The length of its working days; `null` if they differ. */
  readonly businessDay: Millis | null
}

/** An issue that a request names. */
export interface KnownIssue extends NamedIssue {
  readonly key: string
  readonly created: Instant
}

/** The parameters that choose issues. */
export type IssueParameter =
  | ('issueKey' | 'filterType' | 'user' | 'projectKey' | 'jqlFilterID' | 'customjql' | 'sprintID')
  | ('dateRangeField' | 'startDate' | 'endDate')

/** The query of a request as its selector gives it. Planning adds the range and the order, and resolves the names. */
export interface SelectedQuery {
  /** The parameter that has the errors of the query. */
  readonly selector: IssueParameter
  readonly query: JqlQuery
}

/** The data that planning needs. Planning itself performs no I/O. */
export interface PlanContext {
  readonly catalogue: ReportNames
  readonly calendars: readonly KnownCalendar[]
  /** The calendar object of `normalHours`. */
  readonly normalHours: Readonly<Record<string, unknown>>
  /** The catalogue that resolves names in queries. */
  readonly jql: JqlCatalogue
  /** The query of the request before its names are resolved; `null` if it has errors. */
  readonly selected: SelectedQuery | null
  /** The issues that this query and others of the request name, by upper-case key and by id. */
  readonly issues: ReadonlyMap<string, KnownIssue>
  readonly browsable: Browsable
  /** The id of the caller; `null` if not signed in. */
  readonly currentUser: string | null
  /** The creation time of the first issue visible to the caller; `null` if there is none. */
  readonly firstCreated: Instant | null
  /** The time of the request. */
  readonly now: Instant
  /** The caller's zone; defaults to the server's. */
  readonly zone: Zone
  readonly locale: string
  /** The server's setting; `null` if not set. */
  readonly dateFormat: string | null
  readonly dateTimeFormat: string | null
}
