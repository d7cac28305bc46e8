import type { FieldDefinition, QueryFieldKind } from '../fields/field.ts'
import type { Instant, Millis } from '../time/instant.ts'
import type { TextQuery } from './text/text-query.ts'

/**
 * A query after resolution of names, dates and functions: plain data, ready to compile or evaluate.
 *
 * It has no NOT: leaves are negated by the opposite operator. Most leaves, positive or negated, exclude issues with an
 * empty field. Only `was`, `changed` and `issueSet` are negated to their complement.
 */
export interface BoundQuery {
  readonly where: BoundCondition
  /** Ends with the issue's key, so that the order is total. */
  readonly orderBy: readonly BoundSort[]
}

/** One sort key. Empty values are last in ASC and first in DESC; `priority DESC` starts with the highest priority. */
export interface BoundSort {
  readonly field: BoundField
  readonly direction: 'ASC' | 'DESC'
}

/** A field in a bound query. */
export type BoundField = FieldDefinition<QueryFieldKind>

/** A condition on issues. `and` and `or` have at least two conditions, which are not of the same kind. */
export type BoundCondition =
  | { readonly kind: 'always' }
  | { readonly kind: 'never' }
  | { readonly kind: 'and'; readonly conditions: readonly BoundCondition[] }
  | { readonly kind: 'or'; readonly conditions: readonly BoundCondition[] }
  | BoundLeaf

/** A condition without nested conditions. */
export type BoundLeaf =
  | ValuesLeaf
  | KeyRangeLeaf
  | CompareLeaf
  | TextLeaf
  | EmptyLeaf
  | WasLeaf
  | ChangedLeaf
  | IssueSetLeaf

/**
 * Whether a field has one of the values. The lists are not both empty.
 *
 * A value matches by its id, or by its name in lower case (values without a dictionary have only a name). Positive: one
 * of the issue's values matches, or, with `orEmpty`, the issue has none. Negated: it has values, and no value matches.
 */
export interface ValuesLeaf {
  /** Whether the field can have several values. */
  readonly kind: 'single' | 'multi'
  readonly field: BoundField
  readonly ids: readonly string[]
  readonly texts: readonly string[]
  readonly negated: boolean
  /** Never together with `negated`. */
  readonly orEmpty: boolean
  /** The store's numbers of the projects `ids`, if they are known. Queries look up others. */
  readonly projectNumbers?: readonly number[]
}

/** Compares the issue's number with that of another one in the same project: `key > ABC-10`. */
export interface KeyRangeLeaf {
  readonly kind: 'keyRange'
  readonly project: string
  readonly operator: Relation
  readonly number: number
}

/** `<`, `>`, `<=` or `>=`. */
export type Relation = '<' | '>' | '<=' | '>='

/**
 * Whether a comparison is true for one of the field's values. It is never true for an empty field, not even with `!=`.
 */
export interface CompareLeaf {
  readonly kind: 'compare'
  readonly field: BoundField
  readonly operator: Relation | '=' | '!='
  readonly value: ComparedValue
}

/** A number (seconds for a field of kind `duration`), an instant, or a date as `yyyy-MM-dd`. */
export type ComparedValue =
  | { readonly kind: 'number'; readonly number: number }
  | { readonly kind: 'instant'; readonly at: Instant }
  | { readonly kind: 'date'; readonly date: string }

/** Whether the text of one of the fields matches. Negated: one of the fields has a value, and no field matches. */
export interface TextLeaf {
  readonly kind: 'text'
  /** At least one. */
  readonly fields: readonly BoundField[]
  readonly query: TextQuery
  readonly negated: boolean
}

/** Whether the field is empty, or, negated, not empty. */
export interface EmptyLeaf {
  readonly kind: 'empty'
  readonly field: BoundField
  readonly negated: boolean
}

/** Values in a history: by id, by the name of that time in lower case, or no value. */
export interface HistoryValues {
  readonly ids: readonly string[]
  readonly texts: readonly string[]
  readonly empty: boolean
}

/** Who made a change: one of the users, or an unknown user. */
export interface Actors {
  readonly ids: readonly string[]
  readonly empty: boolean
}

/**
 * Whether the issue has a stay with one of the values: `entered < enteredBefore`, `left > leftAfter` or open, and made
 * by one of each list of `by`. Negated: it has no such stay, even if the field was always empty.
 *
 * In an issue without stays of the field, the field was empty since creation, set by the creator.
 */
export interface WasLeaf {
  readonly kind: 'was'
  readonly field: BoundField
  readonly values: HistoryValues
  readonly enteredBefore: Instant | null
  readonly leftAfter: Instant | null
  readonly by: readonly Actors[]
  readonly negated: boolean
}

/**
 * Whether one change of the field meets all conditions, at `from <= at < before`. Creation is not a change. Negated:
 * there is no such change.
 */
export interface ChangedLeaf {
  readonly kind: 'changed'
  readonly field: BoundField
  readonly valuesFrom: readonly HistoryValues[]
  readonly valuesTo: readonly HistoryValues[]
  readonly from: Instant | null
  readonly before: Instant | null
  readonly by: readonly Actors[]
  readonly negated: boolean
}

/** Whether the issue is in a set that a function returns. */
export interface IssueSetLeaf {
  readonly kind: 'issueSet'
  readonly set: IssueSet
  readonly negated: boolean
}

/** A set of issues that a function returns. */
export type IssueSet = LinkedIssues | UpdatedBy | TimeInStatus

/** The issues at the other end of an issue's links. */
export interface LinkedIssues {
  readonly kind: 'linkedIssues'
  /** An id, as in NamedIssue. */
  readonly issue: string
  /** Relative to `issue`: `outward` links start at it. */
  readonly links: readonly { readonly type: string; readonly direction: 'outward' | 'inward' }[]
}

/** The issues that one of the users created, or changed at `from <= at < before`. */
export interface UpdatedBy {
  readonly kind: 'updatedBy'
  readonly users: readonly string[]
  readonly from: Instant | null
  readonly before: Instant | null
}

/**
 * The issues whose stays in the statuses sum up to a calendar time that meets the comparison; open stays last until
 * `now`.
 */
export interface TimeInStatus {
  readonly kind: 'timeInStatus'
  readonly values: HistoryValues
  readonly operator: Relation | '=' | '!='
  readonly length: Millis
  readonly now: Instant
}
