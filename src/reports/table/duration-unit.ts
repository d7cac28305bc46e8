import type { ViewFormat } from '../../core/time/duration-format.ts'
import type { Millis } from '../../core/time/instant.ts'
import type { ReportPlan } from '../../store/plan/report-plan.ts'

/** The unit of durations that are written as numbers. */
export interface DurationUnit {
  readonly name: string
  readonly millis: Millis
}

/** The unit of durations whose format has no unit of its own. */
export const HOURS: DurationUnit = { name: 'hours', millis: 3_600_000 }

/** Returns the unit of a report's durations; `null` for formats of several units, such as `hhmmss`. */
export function durationUnit({ format, dayLength }: ReportPlan): DurationUnit | null {
  if (format.view === 'days') {
    return { name: dayLength === 'businessDays' ? 'business days' : 'days', millis: format.day }
  }
  const millis = lengths[format.view]
  return millis === undefined ? null : { name: format.view, millis }
}

const lengths: Partial<Record<ViewFormat, Millis>> = {
  hours: HOURS.millis,
  minutes: 60_000,
  seconds: 1000,
  milliseconds: 1,
}
