import type { FieldDefinition } from '../fields/field.ts'
import type { ReportPlan } from '../plan/report-plan.ts'
import { type DatePattern, formatDate, isPatternProblem, parseDatePattern } from '../time/date-pattern.ts'
import { UTC } from '../time/zone.ts'
import type { TextCell } from './report-table.ts'

/** Formats the value of an issue in a field; `label` comes from a query. */
export type TextWriter = (field: FieldDefinition, label: unknown) => TextCell

/**
 * Returns a function that formats a field's value. Instants and dates, which are milliseconds, use the report's
 * formats.
 */
export function textWriter({ format }: ReportPlan): TextWriter {
  const [date, dateTime] = [patternOf(format.date), patternOf(format.dateTime)]
  return (field, label) => {
    if (label === null || label === undefined || label === '') return null
    if (field.kind === 'datetime') return formatDate(Number(label), format.zone, dateTime, format.locale)
    if (field.kind === 'date') return formatDate(Number(label), UTC, date, format.locale)
    return String(label)
  }
}

/** Parses the date pattern of a plan. Planning has validated it. */
export function patternOf(text: string): DatePattern {
  const read = parseDatePattern(text)
  if (isPatternProblem(read)) throw new Error(read.problem)
  return read
}
