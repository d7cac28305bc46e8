import type { DateUnit } from '../../time/date-group.ts'
import type { Sql, SqlType } from '../sql.ts'

/** What differs between the engines that run our queries; everything else is written once. */
export interface Dialect {
  /** The place of the n-th parameter, counted from 1. */
  readonly location: (n: number, type: SqlType) => string
  /** A whole number divided by another, cut to a whole one; neither is negative. */
  readonly wholeQuotient: (dividend: Sql, divisor: Sql) => Sql
  /** A whole number as one of at least 38 digits. */
  readonly wide: (value: Sql) => Sql
  /** A number as a double. */
  readonly double: (value: Sql) => Sql
  /** Ends the query with an error when a row needs its value. */
  readonly fail: (message: string) => Sql
  /** Sums wide enough for squares of milliseconds. */
  readonly square: (value: Sql) => Sql
  /** The exact median of whole numbers; of an even count the mean of the middle two. */
  readonly median: (value: Sql) => Sql
  /** The exact first or third quartile of whole numbers: at that many quarters of the way between the least and the greatest. */
  readonly quartile: (value: Sql, quarters: 1 | 3) => Sql
  /** The value of `value` where `by` is least. */
  readonly firstBy: (value: Sql, by: Sql) => Sql
  /** The value of `value` where `by` is greatest. */
  readonly lastBy: (value: Sql, by: Sql) => Sql
  /** The texts of a group joined, in order. */
  readonly joined: (text: Sql, separator: Sql, order: Sql) => Sql
  /** The label of a date group (see time/date-group.ts) of wall-clock milliseconds. */
  readonly dateLabel: (unit: DateUnit, local: Sql) => Sql
  /** How many letters must be added, dropped or changed to make one text of the other. */
  readonly editDistance: (a: Sql, b: Sql) => Sql
  /** A table `id, place` of the elements of a list parameter, counted from 1. */
  readonly numbered: (list: Sql) => Sql
  /** A table of the elements of list parameters of equal length. */
  readonly listTable: (columns: readonly (readonly [name: string, list: Sql])[]) => Sql
}
