import type { DatePattern } from '../../core/time/date-pattern.ts'
import { formatDate } from '../../core/time/date-pattern.ts'
import type { Ratio } from '../../core/time/decimal.ts'
import { formatCount, formatDuration } from '../../core/time/duration-format.ts'
import type { ReportPlan } from '../../store/plan/report-plan.ts'
import { patternOf } from './text-writer.ts'

/** Returns a function that formats the exact value of a cell in the report's formats. */
export function cellWriter({ type, format }: ReportPlan): (value: Ratio) => string {
  switch (type.kind) {
    case 'duration':
      return value => formatDuration(value, format.view, format.day)
    case 'count':
      return formatCount
    case 'date': {
      const pattern: DatePattern = patternOf(format.dateTime)
      return ({ numerator }) => formatDate(Number(numerator), format.zone, pattern, format.locale)
    }
  }
}
