import type { FieldReference } from '../query-tree.ts'

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
