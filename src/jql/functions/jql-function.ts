import type { QueryFieldKind } from '../../fields/field.ts'
import type { Instant } from '../../time/instant.ts'
import type { IssueSet } from '../bound-query.ts'
import type { Scope } from '../check/scope.ts'
import type { ValueOperand } from '../query-tree.ts'

/** What a function gave: ids of a dictionary, a moment, or a set of issues. */
export type FunctionValue =
  | { readonly kind: 'ids'; readonly ids: readonly string[] }
  | { readonly kind: 'moment'; readonly at: Instant }
  | { readonly kind: 'issues'; readonly set: IssueSet }

/** A function of the language. */
export interface JqlFunction {
  /** As it is suggested. */
  readonly name: string
  /** Its arguments, as people are shown them. */
  readonly usage: string
  readonly arguments: readonly [least: number, most: number]
  /** The kinds of fields that its values suit. */
  readonly suits: readonly QueryFieldKind[]
  /** Whether it gives a list, which `=` cannot be asked with. */
  readonly isList: boolean
  /** Reports what is wrong with the arguments and gives `null`. */
  readonly call: (args: readonly ValueOperand[], scope: Scope) => FunctionValue | null
}
