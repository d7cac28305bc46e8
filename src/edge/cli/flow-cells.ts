import type { FlowAnswers } from '../../app/operations/flow.ts'
import { parseInstant } from '../../core/time/instant.ts'
import { formatReportDate } from '../../core/time/report-date.ts'
import type { Rows } from './in-columns.ts'
import { shortened } from './terminal-text.ts'

/** A summary of flow measures. */
export type FlowSummary = FlowAnswers['summary']

/** The numbers of the finished issues of a window. */
export type FlowWindow = NonNullable<FlowSummary['previous']>

/** The times of issues: percentiles, or the times if there are few. */
export type Ranked = FlowWindow['cycleTime']

/** A number of issues of all. */
export type Share = Pick<FlowWindow['firstTimeThrough'], 'count' | 'of'>

/** The verdict on each percentile. */
export type Verdicts = NonNullable<FlowSummary['verdicts']>['cycleTime']

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** The widest name of a calendar. */
const NAME_WIDTH = 32

/** Returns the date of an instant in a time zone. */
export function dateText(instant: string | null, zone: string): string {
  return instant === null ? '-' : formatReportDate(parseInstant(instant)!, { name: zone }).slice(0, 10)
}

/** Formats a time in milliseconds, or a missing one. */
export type TimeFormat = (ms: number | null) => string

/** How a terminal shows the answers of a measure. */
export interface FlowView<Answer = FlowAnswers[keyof FlowAnswers]> {
  /** Returns its tables. There is an empty row between two of them. */
  readonly rows: (json: Answer, time: TimeFormat) => Rows
  /** Returns the reasons why it has no number, and which days and hours its times have. */
  readonly notes: (json: Answer) => readonly (string | null | undefined)[]
}

/** Returns the format of times: hours, and from a working day of the calendar on days. `null`: its days differ. */
export function timeFormat(workingDay: number | null): TimeFormat {
  return ms => {
    if (ms === null) return '-'
    if (workingDay === null || ms < workingDay) return `${(ms / HOUR).toFixed(1)} h`
    return `${(ms / workingDay).toFixed(1)} d`
  }
}

/** Returns which days or hours the times of an answer have; `null` if days have 24 hours. */
export function timeNote({
  calendar,
  workingDay,
}: {
  readonly calendar: Pick<FlowSummary['calendar'], 'name'>
  readonly workingDay: number | null
}): string | null {
  if (workingDay === DAY) return null
  const name = shortened(calendar.name, NAME_WIDTH)
  return workingDay === null
    ? `Times are in working hours of the calendar ${name}. Its days differ in length.`
    : `A day (d) has ${Number((workingDay / HOUR).toFixed(2))} working hours of the calendar ${name}.`
}

/** Returns a share as a percentage. */
export function percentage(value: number): string {
  return `${(100 * value).toFixed(1)} %`
}

/** Returns a share. Of fewer than ten issues, a percentage would say too much. */
export function shareOf({ count, of }: Share): string {
  if (of === 0) return '-'
  return of < 10 ? `${count} of ${of}` : percentage(count / of)
}

/** Returns the flow efficiency of an answer. */
export function efficiencyText({ value }: FlowWindow['efficiency']): string {
  return value === null ? 'none' : percentage(value)
}
