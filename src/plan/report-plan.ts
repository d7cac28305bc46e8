import type { Status } from '../catalogue/model.ts'
import type { FieldDefinition } from '../fields/field.ts'
import type { BoundCondition, BoundField } from '../jql/bound-query.ts'
import type { Aggregate, Denominator } from '../measure/aggregate.ts'
import type { MultiVisit } from '../measure/status-duration.ts'
import type { ReportWindow } from '../measure/window.ts'
import type { DateUnit } from '../time/date-group.ts'
import type { ViewFormat } from '../time/duration-format.ts'
import type { Instant, Millis } from '../time/instant.ts'
import type { Zone } from '../time/zone.ts'
import type { dayLengths, Endpoint } from './parameters.ts'
import type { ReportType } from './report-types.ts'

/** What orders the issues of a list. */
export interface IssueOrder {
  readonly field: BoundField
  readonly descending: boolean
  /** The ids of the field's values in their order; `null` for a field whose values are ordered by themselves. */
  readonly ranks: readonly string[] | null
}

/** A column of statuses: a standard one of one status, or a consolidated one. */
export interface StatusColumn {
  readonly id: string
  readonly name: string
  readonly consolidated: boolean
  /** The ids of the statuses in it. */
  readonly members: readonly string[]
  /** Those that were asked for, but are left out of every report that does not include deleted statuses. */
  readonly leftOut: readonly string[]
}

/** One end of a metric: the first or the last entry into a status. */
export interface MetricEnd {
  readonly status: string
  readonly order: 'first' | 'last'
}

/** A metric of a durationBetweenStatuses report. */
export interface Metric {
  readonly name: string
  /** `null`: creation. */
  readonly from: MetricEnd | null
  readonly to: MetricEnd
  /** Ids of statuses whose time does not count. */
  readonly excluded: readonly string[]
}

/** What rows are grouped by. */
export interface GroupBy {
  /** As requested; the id of the header. */
  readonly item: string
  readonly label: string
  readonly field: FieldDefinition
  readonly unit: DateUnit | null
}

/** A field shown as a column of a list. */
export interface FieldColumn {
  /** As requested; the id of the header. */
  readonly item: string
  readonly field: FieldDefinition
}

/** The buckets of a calendar version: that of moment t has the number `(t + shift) / width`, cut to a whole one. */
export interface CalendarBuckets {
  readonly version: number
  readonly width: Millis
  /** So large that no number is negative. */
  readonly shift: Millis
}

/** A calendar as a plan needs it: which buckets to join, and what to tell of it in the answer. */
export interface PlannedCalendar {
  /** `null` for 24/7. */
  readonly buckets: CalendarBuckets | null
  /** The calendar object of responses. */
  readonly shown: Readonly<Record<string, unknown>>
}

/** A condition on the aggregated value of a column. */
export interface RowFilter {
  readonly column: string
  readonly operator: 'greaterThan' | 'greaterThanEquals' | 'equals' | 'lessThanEquals' | 'lessThan'
  /** In milliseconds, as an exact fraction. */
  readonly value: { readonly numerator: bigint; readonly denominator: bigint }
}

/** How an answer is written. */
export interface ReportFormat {
  readonly output: 'json' | 'csv'
  readonly csvSafe: boolean
  readonly view: ViewFormat
  /** The length of a day in milliseconds. */
  readonly day: Millis
  readonly date: string
  readonly dateTime: string
  readonly zone: Zone
  readonly locale: string
  /** `null`: no token at all. */
  readonly emptyToken: string | null
}

/** A report, complete: nothing that follows has a default, and equal plans over equal data give equal tables. */
export interface ReportPlan {
  /** Which table is made; that of one issue is a list. */
  readonly endpoint: Endpoint
  readonly type: ReportType
  readonly asOf: Instant
  readonly window: ReportWindow
  /** The numbers of the projects that whoever asks may browse; `null` for all. */
  readonly browsable: readonly number[] | null
  /** What every issue of the report meets. */
  readonly where: BoundCondition
  /** Ties are broken by key, then by id. */
  readonly order: readonly IssueOrder[]
  /** The query that chooses the issues, in words. */
  readonly query: string
  /** All statuses of the tracker, in its order. */
  readonly statuses: readonly Status[]
  /** The columns asked for; `null` for all that are found. */
  readonly statusColumns: readonly StatusColumn[] | null
  /** Ids of statuses whose time, visits and moments are left out. */
  readonly hiddenStatuses: readonly string[]
  /** Ids of the users asked for; `null` for all that are found. */
  readonly assignees: readonly string[] | null
  /** The groups asked for; `null` for none. */
  readonly groups: readonly string[] | null
  readonly historyFields: readonly FieldColumn[]
  readonly metrics: readonly Metric[]
  readonly multiVisit: MultiVisit
  readonly calendar: PlannedCalendar
  readonly dayLength: (typeof dayLengths)[number]
  /** `null` for lists. */
  readonly aggregate: Aggregate | null
  readonly denominator: Denominator
  readonly groupBy: readonly GroupBy[]
  /** What the issues show in each of `groupBy`, as texts of which it is one, `null` for no value; `null` for any group. */
  readonly inGroup: readonly (readonly string[] | null)[] | null
  readonly fields: readonly FieldColumn[]
  readonly page: { readonly size: number; readonly index: number }
  readonly sort: { readonly column: string; readonly descending: boolean } | null
  readonly filters: readonly RowFilter[]
  readonly format: ReportFormat
  /** The trim window as responses tell it. */
  readonly trim: { readonly start: string | null; readonly end: string | null }
  readonly warnings: readonly string[]
}
