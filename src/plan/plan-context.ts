import type { JqlCatalogue } from '../catalogue/jql-catalogue.ts'
import type { ReportNames } from '../catalogue/report-names.ts'
import type { NamedIssue } from '../jql/jql-context.ts'
import type { Instant, Millis } from '../time/instant.ts'
import type { Zone } from '../time/zone.ts'
import type { CalendarBuckets } from './report-plan.ts'

/** A working calendar that requests can name. */
export interface KnownCalendar {
  readonly id: string
  readonly name: string
  /** The buckets of its present version. */
  readonly buckets: CalendarBuckets
  readonly isDefault: boolean
  /** The calendar object of responses. */
  readonly shown: Readonly<Record<string, unknown>>
  /** The years whose holidays it knows, ascending; `null` where no year lacks them. */
  readonly holidayYears: readonly number[] | null
  /** The length of its working days; `null` when they are of unequal length. */
  readonly businessDay: Millis | null
}

/** An issue that a request names. */
export interface KnownIssue extends NamedIssue {
  readonly key: string
  readonly created: Instant
}

/** What a request is planned against: nothing of it is asked of the world while planning. */
export interface PlanContext {
  readonly catalogue: ReportNames
  readonly calendars: readonly KnownCalendar[]
  /** The calendar object of `normalHours`. */
  readonly normalHours: Readonly<Record<string, unknown>>
  /** What the names in queries are resolved against. */
  readonly jql: JqlCatalogue
  /** The issues that the request's query names, or the request itself, by key in capitals and by id. */
  readonly issues: ReadonlyMap<string, KnownIssue>
  /** The numbers of the projects that whoever asks may browse; `null` for all. */
  readonly browsable: readonly number[] | null
  /** The id of who asks; `null` when nobody is signed in. */
  readonly currentUser: string | null
  /** When the first issue was created that the caller may see; `null` where there is none. */
  readonly firstCreated: Instant | null
  /** The moment of the request. */
  readonly now: Instant
  /** The caller's zone, else the server's. */
  readonly zone: Zone
  readonly locale: string
  /** The server's settings; `null` where it has none. */
  readonly dateFormat: string | null
  readonly dateTimeFormat: string | null
}
