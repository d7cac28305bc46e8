import { type DatePattern, formatDate, isPatternProblem, parseDatePattern } from '../../core/time/date-pattern.ts'
import { wholeRatio } from '../../core/time/decimal.ts'
import { formatDuration } from '../../core/time/duration-format.ts'
import { UTC } from '../../core/time/zone.ts'
import type { ReportPlan } from '../../store/plan/report-plan.ts'
import type { TextCell } from './report-table.ts'
import type { TypedCell } from './typed-cell.ts'

/** Formats the value of a text cell. */
export type TextWriter = (cell: TypedCell) => TextCell

/** Returns a function that formats text cells. Instants and dates use the report's formats. */
export function textWriter({ format }: ReportPlan): TextWriter {
  const [date, dateTime] = [patternOf(format.date), patternOf(format.dateTime)]
  return cell => {
    if (cell === null || typeof cell === 'string') return cell
    if ('instant' in cell) return formatDate(cell.instant, format.zone, dateTime, format.locale)
    if ('duration' in cell) return formatDuration(wholeRatio(cell.duration), format.view, format.day)
    if ('date' in cell) return formatDate(cell.date, UTC, date, format.locale)
    return cell.number
  }
}

/** Parses the date pattern of a plan. Planning has validated it. */
export function patternOf(text: string): DatePattern {
  const read = parseDatePattern(text)
  if (isPatternProblem(read)) throw new Error(read.problem)
  return read
}
