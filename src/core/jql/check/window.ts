import type { Instant } from '../../time/instant.ts'
import { type DateValue, dayAround, readDate } from '../dates/date-value.ts'
import type { HistoryPredicate, JqlOperand } from '../query-tree.ts'
import { bareCall, callFunction } from './call-function.ts'
import { report, type Scope } from './scope.ts'
import { describeOperand } from './shape-problem.ts'

/** The time of a change, and the time during which a value was set; `null` is unlimited. */
export interface Window {
  /** Of a change: `from <= at < before`. */
  readonly from: Instant | null
  readonly before: Instant | null
  /** Of a value: entered before, and left after or open. */
  readonly overlapBefore: Instant | null
  readonly overlapAfter: Instant | null
}

/**
 * Returns the window of the predicates AFTER, BEFORE, ON and DURING, combined.
 *
 * A change is after an instant, before one, on a day, or between two instants, both included. A value was set after an
 * instant if it was left later, and before one if it was entered earlier. ON and DURING match every value that overlaps
 * them. The last day of DURING is included if it has no time of day.
 */
export function readWindow(predicates: readonly HistoryPredicate[], field: string, scope: Scope): Window | null {
  let window: Window | null = { from: null, before: null, overlapBefore: null, overlapAfter: null }
  for (const predicate of predicates) {
    const part = partOf(predicate, field, scope)
    window = part &&
      window && {
        from: latest(window.from, part.from),
        before: earliest(window.before, part.before),
        overlapBefore: earliest(window.overlapBefore, part.overlapBefore),
        overlapAfter: latest(window.overlapAfter, part.overlapAfter),
      }
  }
  return window
}

function latest(a: Instant | null, b: Instant | null): Instant | null {
  return a === null || b === null ? (a ?? b) : Math.max(a, b)
}

function earliest(a: Instant | null, b: Instant | null): Instant | null {
  return a === null || b === null ? (a ?? b) : Math.min(a, b)
}

const ANY: Window = { from: null, before: null, overlapBefore: null, overlapAfter: null }

function partOf({ keyword, operand }: HistoryPredicate, field: string, scope: Scope): Window | null {
  if (keyword === 'DURING') return during(operand, field, scope)
  if (keyword !== 'AFTER' && keyword !== 'BEFORE' && keyword !== 'ON') return ANY
  const instant = dateOf(operand, field, scope)
  if (!instant) return null
  // Instants are whole milliseconds: after `at` means from the next one on.
  if (keyword === 'AFTER') return { ...ANY, from: instant.at + 1, overlapAfter: instant.at }
  if (keyword === 'BEFORE') return { ...ANY, before: instant.at, overlapBefore: instant.at }
  return within(...around(instant, scope))
}

/**
 * Returns the window `from <= t < before`. A value overlaps it if it was entered before its end and left after its
 * start.
 */
function within(from: Instant, before: Instant): Window {
  return { from, before, overlapBefore: before, overlapAfter: from }
}

/** Returns the minute of a time of day, otherwise the whole day. */
function around(instant: DateValue, { context }: Scope): [from: Instant, before: Instant] {
  return instant.precision === 'minute' ? [instant.at, instant.at + 60_000] : dayAround(instant.at, context.zone)
}

function during(operand: JqlOperand, field: string, scope: Scope): Window | null {
  if (operand.kind !== 'list' || operand.operands.length !== 2) {
    return report(scope, operand.span, 'JQL_PERIOD_NEEDED', { value: describeOperand(operand), field })
  }
  const [start, end] = operand.operands.map(element => dateOf(element, field, scope))
  if (!start || !end) return null
  return within(start.at, end.precision === 'day' ? dayAround(end.at, scope.context.zone)[1] : end.at + 1)
}

function dateOf(operand: JqlOperand, field: string, scope: Scope): DateValue | null {
  const call = operand.kind === 'value' ? null : operand
  if (call?.kind === 'function') return instantFor(call, field, scope)
  if (operand.kind !== 'value') {
    return report(scope, operand.span, 'JQL_DATE_INVALID', { value: describeOperand(operand), field })
  }
  const instant = readDate(operand, scope.context)
  if (instant) return instant
  const bare = bareCall(operand, scope)
  if (bare) return instantFor(bare, field, scope)
  return report(scope, operand.span, 'JQL_DATE_INVALID', { value: operand.value, field })
}

function instantFor(call: Extract<JqlOperand, { kind: 'function' }>, field: string, scope: Scope): DateValue | null {
  const value = callFunction(call, { field, kind: 'datetime', operator: 'on', allowsList: false }, scope)
  return value?.kind === 'instant' ? { at: value.at, precision: 'exact' } : null
}
