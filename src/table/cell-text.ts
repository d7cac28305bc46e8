import type { ReportPlan } from '../plan/report-plan.ts'
import type { DatePattern } from '../time/date-pattern.ts'
import { formatDate } from '../time/date-pattern.ts'
import { formatCount, formatDuration } from '../time/duration-format.ts'
import { patternOf } from './table-of.ts'

/** Writes the raw value of a cell as people read it, in the report's formats. */
export function cellWriter({ type, format }: ReportPlan): (raw: string) => string {
  switch (type.kind) {
    case 'duration':
      return raw => formatDuration(raw, format.view, format.day)
    case 'count':
      return formatCount
    case 'date': {
      const pattern: DatePattern = patternOf(format.dateTime)
      return raw => formatDate(Number(raw), format.zone, pattern, format.locale)
    }
  }
}
