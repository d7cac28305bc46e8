import type { FieldDefinition, QueryFieldKind } from '../fields/field.ts'
import type { Instant, Millis } from '../time/instant.ts'
import type { TextQuery } from './text/text-query.ts'

/**
 * A query whose names, dates and functions are resolved: plain data, ready to be compiled or evaluated.
 *
 * There is no NOT in it: negation stands in the leaves, as an operator's opposite, and most leaves of both signs leave
 * out issues whose field is empty. Only `was`, `changed` and `issueSet` are turned into their complement.
 */
export interface BoundQuery {
  readonly where: BoundCondition
  /** Ends in the issue's key, so that the order is total. */
  readonly orderBy: readonly BoundSort[]
}

/** One sort key. No value stands last in ASC and first in DESC; `priority DESC` is the most important first. */
export interface BoundSort {
  readonly field: BoundField
  readonly direction: 'ASC' | 'DESC'
}

/** A field as the bound query names it. */
export type BoundField = FieldDefinition<QueryFieldKind>

/** A condition on issues. `and` and `or` hold at least two conditions, none of their own kind. */
export type BoundCondition =
  | { readonly kind: 'always' }
  | { readonly kind: 'never' }
  | { readonly kind: 'and'; readonly conditions: readonly BoundCondition[] }
  | { readonly kind: 'or'; readonly conditions: readonly BoundCondition[] }
  | BoundLeaf

/** A condition that holds no other. */
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
 * Whether a field holds one of the values, which are never none.
 *
 * A value is one of them by its id, or by its words in lower case (values without a dictionary have only those). Positive:
 * one of the issue's values is, or with `orEmpty` it has none. Negated: it has values, and none of them is.
 */
export interface ValuesLeaf {
  /** Whether the field can hold several values. */
  readonly kind: 'single' | 'multi'
  readonly field: BoundField
  readonly ids: readonly string[]
  readonly texts: readonly string[]
  readonly negated: boolean
  /** Never with `negated`. */
  readonly orEmpty: boolean
}

/** Whether the issue's number compares so with one of a project: `key > ABC-10`. */
export interface KeyRangeLeaf {
  readonly kind: 'keyRange'
  readonly project: string
  readonly operator: Relation
  readonly number: number
}

/** `<`, `>`, `<=` or `>=`. */
export type Relation = '<' | '>' | '<=' | '>='

/** Whether one of the field's values compares so with a value. No value compares with nothing, `!=` included. */
export interface CompareLeaf {
  readonly kind: 'compare'
  readonly field: BoundField
  readonly operator: Relation | '=' | '!='
  readonly value: ComparedValue
}

/** A number (of seconds for a field of kind `duration`), a moment, or a day as `yyyy-MM-dd`. */
export type ComparedValue =
  | { readonly kind: 'number'; readonly number: number }
  | { readonly kind: 'instant'; readonly at: Instant }
  | { readonly kind: 'date'; readonly date: string }

/** Whether the words of one of the fields match. Negated: one of the fields has a value, and no field's words match. */
export interface TextLeaf {
  readonly kind: 'text'
  /** At least one. */
  readonly fields: readonly BoundField[]
  readonly query: TextQuery
  readonly negated: boolean
}

/** Whether the field holds no value, or, negated, any. */
export interface EmptyLeaf {
  readonly kind: 'empty'
  readonly field: BoundField
  readonly negated: boolean
}

/** Values of a history: by id, by the words a value had then in lower case, or no value. */
export interface HistoryValues {
  readonly ids: readonly string[]
  readonly texts: readonly string[]
  readonly empty: boolean
}

/** Who made a change: one of the users, or nobody the tracker tells. */
export interface Actors {
  readonly ids: readonly string[]
  readonly empty: boolean
}

/**
 * Whether the issue has a stay in one of the values: `entered < enteredBefore`, `left > leftAfter` or not left, and made
 * by one of each of `by`. Negated: it has no such stay, whether or not the field holds a value.
 *
 * An issue without any stay of the field holds no value from its creation on, made by its creator.
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
 * Whether there is one change of the field to which all of it applies, at `from <= at < before`. Creation is no change.
 * Negated: there is none.
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

/** Whether the issue is one of a set that a function gives. */
export interface IssueSetLeaf {
  readonly kind: 'issueSet'
  readonly set: IssueSet
  readonly negated: boolean
}

/** What a function says of issues. */
export type IssueSet = LinkedIssues | UpdatedBy | TimeInStatus

/** The issues at the other end of an issue's links. */
export interface LinkedIssues {
  readonly kind: 'linkedIssues'
  /** An id, as in NamedIssue. */
  readonly issue: string
  /** Seen from `issue`: `outward` links begin at it. */
  readonly links: readonly { readonly type: string; readonly direction: 'outward' | 'inward' }[]
}

/** The issues that one of the users created, or changed at `from <= at < before`. */
export interface UpdatedBy {
  readonly kind: 'updatedBy'
  readonly users: readonly string[]
  readonly from: Instant | null
  readonly before: Instant | null
}

/** The issues whose stays in the statuses add up to a calendar time that compares so; open stays last until `now`. */
export interface TimeInStatus {
  readonly kind: 'timeInStatus'
  readonly values: HistoryValues
  readonly operator: Relation | '=' | '!='
  readonly length: Millis
  readonly now: Instant
}
