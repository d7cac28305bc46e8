import type { FieldReference } from '../query-tree.ts'

/** What may stand at a place of a query. */
export interface Expectation {
  readonly location: 'field' | 'operator' | 'operand' | 'argument' | 'comma' | 'junction' | 'direction' | 'nothing'
  /** The clause's field, once it is read. */
  readonly field: FieldReference | null
  /** The clause's operator or the predicate's word, once it is read. */
  readonly operator: string | null
  /** Whether the field is one to sort by. */
  readonly sorting: boolean
}
