import type { DateUnit } from '../../../core/time/date-group.ts'
import type { Sql, SqlType } from '../sql.ts'

/** The SQL that depends on the database; all other SQL is shared. */
export interface Dialect {
  /** Returns the placeholder of the n-th parameter, counted from 1. */
  readonly placeholder: (n: number, type: SqlType) => string
  /** Makes a common table expression part of the queries that use it. */
  readonly inlined: Sql
  /** Returns the clause that selects a page of an ordered result. */
  readonly page: (size: number, start: number) => Sql
  /** Returns the integer quotient of two non-negative integers. */
  readonly wholeQuotient: (dividend: Sql, divisor: Sql) => Sql
  /** Shifts a non-negative integer to the right by a number of bits. */
  readonly shiftedRight: (value: Sql, bits: number) => Sql
  /** Returns the element of a list at an index from 1; null beyond its end. */
  readonly elementAt: (list: Sql, index: Sql) => Sql
  /** Returns whether a list without nulls has a value; null for null. */
  readonly contains: (list: Sql, value: Sql) => Sql
  /** Returns whether a value is in a query of few values, even if they are estimated to be more than the values that are searched for. */
  readonly isAmongFew: (value: Sql, query: Sql) => Sql
  /** Returns the element of `values` where a list of different keys has a key; null for another key. */
  readonly lookedUp: (key: Sql, keys: Sql, values: Sql) => Sql
  /** Converts an integer to a type with at least 38 digits. */
  readonly wide: (value: Sql) => Sql
  /** Converts a number to a double. */
  readonly double: (value: Sql) => Sql
  /** Returns an expression that fails the query when it is evaluated. */
  readonly fail: (message: string) => Sql
  /** Returns the sum of milliseconds or counts of any number of rows, in a type with at least 38 digits. */
  readonly total: (value: Sql) => Sql
  /** Returns the square of a value, in a type that can sum squares of milliseconds. */
  readonly square: (value: Sql) => Sql
  /**
   * Returns the quantile of integers as a double, interpolated linearly; 0.5 is the median. The quantiles of quarters
   * are exact.
   */
  readonly quantile: (value: Sql, fraction: number) => Sql
  /** Returns the percentiles of integers by nearest rank, as an array in the order of `percents`. They are exact. */
  readonly percentiles: (value: Sql, percents: readonly number[]) => Sql
  /** The maximum number of values of a cell that `quantile` and `percentiles` should gather. */
  readonly maxGathered: number
  /** Returns `value` of the row with the smallest `by`, of those with a value. */
  readonly firstBy: (value: Sql, by: Sql) => Sql
  /** Returns `value` of the row with the largest `by`, of those with a value. */
  readonly lastBy: (value: Sql, by: Sql) => Sql
  /** Joins the texts of a group, in order. */
  readonly joined: (text: Sql, separator: Sql, order: Sql) => Sql
  /** Replaces all matches of a pattern in a text; both without quotes. */
  readonly replaceAll: (text: Sql, pattern: string, replacement: string) => Sql
  /** Returns the label of a date group (see core/time/date-group.ts) for wall-clock milliseconds. */
  readonly dateLabel: (unit: DateUnit, local: Sql) => Sql
  /** Returns the Levenshtein distance of two texts of ASCII characters. */
  readonly editDistance: (a: Sql, b: Sql) => Sql
  /** Returns a table `id, position` of the elements of a list parameter, counted from 1. */
  readonly numbered: (list: Sql) => Sql
  /** Returns a table of the elements of list parameters of equal length. */
  readonly listTable: (columns: readonly (readonly [name: string, list: Sql])[]) => Sql
}
