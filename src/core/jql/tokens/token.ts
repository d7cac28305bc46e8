import type { JqlProblem } from '../jql-error.ts'
import type { FieldReference } from '../query-tree.ts'
import type { Span } from '../text-location.ts'

/**
 * A token of a query.
 *
 * `word` and `number` are unquoted, `string` is quoted; `keyword` is a word of the grammar, in capitals; `symbol` is an
 * operator or a bracket; `end` follows the last token. `broken` is invalid text with its error; nothing is read after
 * it.
 */
export interface Token extends Span {
  readonly kind: 'word' | 'number' | 'string' | 'keyword' | 'symbol' | 'end' | 'broken'
  /** Without quotes and escapes. */
  readonly text: string
  /** Only for `broken`. */
  readonly problem?: JqlProblem
}

/** What may follow at a location of a query. */
export interface Expectation {
  readonly location: 'field' | 'operator' | 'operand' | 'argument' | 'comma' | 'junction' | 'direction' | 'nothing'
  /** The field of the clause; `null` before it is parsed. */
  readonly field: FieldReference | null
  /** The operator of the clause or the keyword of the predicate; `null` before it is parsed. */
  readonly operator: string | null
  /** Whether the field is a sort field. */
  readonly sorting: boolean
}
