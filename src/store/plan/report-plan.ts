import type { Status } from '../../core/catalogue/model.ts'
import type { FieldDefinition } from '../../core/fields/field.ts'
import type { BoundCondition, BoundField } from '../../core/jql/bound-query.ts'
import type { NamesInText } from '../../core/jql/names-in-text.ts'
import type { Aggregate, Denominator } from '../../core/measure/aggregate.ts'
import type { Metric } from '../../core/measure/metric.ts'
import type { MultiVisit } from '../../core/measure/multi-visit.ts'
import type { ReportWindow } from '../../core/measure/window.ts'
import type { DateUnit } from '../../core/time/date-group.ts'
import type { ViewFormat } from '../../core/time/duration-format.ts'
import type { Instant, Millis } from '../../core/time/instant.ts'
import type { Zone } from '../../core/time/zone.ts'
import type { Browsable } from './browsable.ts'
import type { ReportFormatName } from './formats.ts'
import type { columnNamings, dayLengths, decimals, durationForms, Endpoint } from './parameters.ts'
import type { ReportType } from './report-types.ts'

/** A sort criterion of the issues in a list. */
export interface IssueOrder<Field extends BoundField = BoundField> {
  readonly field: Field
  readonly descending: boolean
  /** The ids of the field's values in order; `null` if the values have a natural order. */
  readonly ranks: readonly string[] | null
}

/** A column that can sort the rows of a list. */
export type OrderColumn =
  /** The key, the summary, a field, or a group without a date unit. */
  | { readonly kind: 'field'; readonly sort: IssueOrder<FieldDefinition> }
  /** A group by a date unit, by its index in `groupBy`. */
  | { readonly kind: 'dateGroup'; readonly index: number }
  /** The age in the current status. */
  | { readonly kind: 'statusAge' }
  /** A value column, by the ids of its cells in queries. */
  | {
      readonly kind: 'value'
      readonly outer: string | null
      readonly inner: string | null
      /** The column as requested, if only the issues of the store show if it exists; otherwise `null`. */
      readonly unchecked: string | null
    }

/** The order of the rows of a list by one of its columns. Empty cells are last in both directions. */
export interface ColumnOrder {
  readonly column: OrderColumn
  readonly descending: boolean
}

/** A column of statuses: standard for one status, or consolidated. */
export interface StatusColumn {
  readonly id: string
  readonly name: string
  readonly consolidated: boolean
  /** The ids of its statuses. */
  readonly members: readonly string[]
  /** Requested statuses that are left out because the report excludes deleted statuses. */
  readonly leftOut: readonly string[]
}

/** A field, or a date unit of a field, that groups the issues. */
export interface FieldGroup {
  /** As requested; the id of the header. */
  readonly item: string
  readonly label: string
  readonly field: FieldDefinition
  readonly unit: DateUnit | null
}

/** The period in which time was spent, or in which something happened. */
export interface PeriodGroup {
  /** As requested; the id of the header. */
  readonly item: string
  readonly label: string
  readonly field: null
  readonly unit: DateUnit
  /**
   * The start of each period in order, and the end of the last one. They contain all time that an aggregation counts. A list has one
   * period.
   */
  readonly borders: readonly Instant[]
}

/** What groups the rows. */
export type GroupBy = FieldGroup | PeriodGroup

/** A field of the tracker that a request names. */
export interface FieldColumn {
  /** As requested; the id of the header. */
  readonly item: string
  readonly field: FieldDefinition
}

/** A column of a list with a field, or the age in the current status: the only one of the kind `duration`. */
export interface ListField {
  /** As requested; the id of the header. */
  readonly item: string
  readonly field: FieldDefinition | FieldDefinition<'duration'>
}

/** The buckets of a calendar version. Instant t is in the bucket with the number `floor((t + shift) / width)`. */
export interface CalendarBuckets {
  readonly version: number
  readonly width: Millis
  /** Large enough that no number is negative. */
  readonly shift: Millis
}

/** A calendar in a plan: its buckets, and its description in the response. */
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

/** The format of CSV. */
export interface CsvFormat {
  /** Whether texts that a spreadsheet would run as formulas get an apostrophe. */
  readonly safe: boolean
  /** Whether a byte order mark comes first. */
  readonly bom: boolean
  readonly delimiter: ',' | ';' | '\t'
  readonly decimal: (typeof decimals)[number]
  readonly durations: (typeof durationForms)[number]
  /** `null` for the texts of the header, which several columns may share. */
  readonly columnNames: (typeof columnNamings)[number] | null
}

/** The format of a response. */
export interface ReportFormat {
  readonly output: ReportFormatName
  readonly csv: CsvFormat
  readonly view: ViewFormat
  /** The length of a day in milliseconds. */
  readonly day: Millis
  readonly date: string
  readonly dateTime: string
  readonly zone: Zone
  readonly locale: string
  /** `null`: the value is omitted. */
  readonly emptyToken: string | null
}

/** A complete report request with no further defaults. Equal plans over equal data give equal tables. */
export interface ReportPlan {
  /** The kind of table; the report of one issue is a list. */
  readonly endpoint: Endpoint
  readonly type: ReportType
  readonly asOf: Instant
  readonly window: ReportWindow
  readonly browsable: Browsable
  /** The condition on the issues. */
  readonly where: BoundCondition
  /** Ties are resolved by key, then by id. */
  readonly order: readonly IssueOrder[]
  /** The query that selects the issues, as text. */
  readonly query: string
  readonly namesInText: NamesInText
  /** All statuses of the tracker, in its order. */
  readonly statuses: readonly Status[]
  /** The statuses of issues whose log may lack the finish: all of the tracker; none if no log lacks it. */
  readonly finishStatuses: readonly Status[]
  /** The selected columns; `null` for all found statuses. */
  readonly statusColumns: readonly StatusColumn[] | null
  /** Ids of statuses whose time, visits and transitions are left out. */
  readonly hiddenStatuses: readonly string[]
  /** Ids of the selected users; `null` for all found users. */
  readonly assignees: readonly string[] | null
  /** The selected groups; `null` for none. */
  readonly groups: readonly string[] | null
  readonly historyFields: readonly FieldColumn[]
  readonly metrics: readonly Metric[]
  readonly multiVisit: MultiVisit
  readonly calendar: PlannedCalendar
  readonly dayLength: (typeof dayLengths)[number]
  /** `null` for lists. */
  readonly aggregate: Aggregate | null
  readonly denominator: Denominator
  /** The percentile that is the aggregate; `null` for other aggregates. */
  readonly percent: number | null
  /** The percentiles that cells have in addition, ascending. */
  readonly percentiles: readonly number[]
  /** At most one of them is a period; in lists only that of `inGroup`. */
  readonly groupBy: readonly GroupBy[]
  /** The accepted texts for each field in `groupBy`, or `null` for no value; `null` for any group. */
  readonly inGroup: readonly (readonly string[] | null)[] | null
  readonly fields: readonly ListField[]
  readonly page: { readonly size: number; readonly index: number }
  /** The column that sorts a list. Ties keep the order of the groups and the query; `null` for that order. */
  readonly orderBy: ColumnOrder | null
  readonly sort: { readonly column: string; readonly descending: boolean } | null
  readonly filters: readonly RowFilter[]
  readonly format: ReportFormat
  /** The trim window as shown in responses. */
  readonly trim: { readonly start: string | null; readonly end: string | null }
  readonly warnings: readonly string[]
}
