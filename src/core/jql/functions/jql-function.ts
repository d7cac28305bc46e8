import type { QueryFieldKind } from '../../fields/field.ts'
import type { Instant } from '../../time/instant.ts'
import type { IssueSet } from '../bound-query.ts'
import type { Scope } from '../check/scope.ts'
import type { ValueOperand } from '../query-tree.ts'

/** The result of a function: ids of a dictionary, an instant, or a set of issues. */
export type FunctionValue =
  | { readonly kind: 'ids'; readonly ids: readonly string[] }
  | { readonly kind: 'instant'; readonly at: Instant }
  | { readonly kind: 'issues'; readonly set: IssueSet }

/** A function of the language. */
export interface JqlFunction {
  /** As completions show it. */
  readonly name: string
  /** Its signature, for users. */
  readonly usage: string
  readonly arguments: readonly [least: number, most: number]
  /** The kinds of fields for which its values are valid. */
  readonly suits: readonly QueryFieldKind[]
  /** Whether it returns a list, which `=` does not allow. */
  readonly isList: boolean
  /** Reports errors in the arguments, and then returns `null`. */
  readonly call: (args: readonly ValueOperand[], scope: Scope) => FunctionValue | null
}
