import type { Span } from './text-location.ts'

/**
 * The syntax tree of a query: a condition and an order.
 *
 * Plain data with unresolved names. `where` is `null` for a query without clauses, which selects all issues.
 */
export interface JqlQuery {
  /** The text in which the spans of the nodes count. */
  readonly text: string
  readonly where: JqlClause | null
  readonly orderBy: readonly JqlSort[]
}

/** A condition on issues: one clause, or several combined. */
export type JqlClause = AndClause | OrClause | NotClause | TerminalClause

/** A clause without nested clauses. */
export type TerminalClause = FieldValueClause | WasClause | ChangedClause

/** An AND of at least two clauses. */
export interface AndClause {
  readonly kind: 'and'
  readonly clauses: readonly JqlClause[]
  readonly span: Span
}

/** An OR of at least two clauses. */
export interface OrClause {
  readonly kind: 'or'
  readonly clauses: readonly JqlClause[]
  readonly span: Span
}

/** The opposite of a clause, as JQL defines it: each operator in it is replaced by its opposite. */
export interface NotClause {
  readonly kind: 'not'
  readonly clause: JqlClause
  readonly span: Span
}

/** The operators on a field's present value. */
export type ValueOperator = '=' | '!=' | '<' | '>' | '<=' | '>=' | '~' | '!~' | 'IN' | 'NOT IN' | 'IS' | 'IS NOT'

/** The operators on a field's past values. */
export type WasOperator = 'WAS' | 'WAS NOT' | 'WAS IN' | 'WAS NOT IN'

/** `assignee = bob`: a field's present value. */
export interface FieldValueClause {
  readonly kind: 'value'
  readonly field: FieldReference
  readonly operator: ValueOperator
  readonly operand: JqlOperand
  readonly span: Span
}

/** `status WAS Open BEFORE -1w BY bob`: a present or past value of the field. */
export interface WasClause {
  readonly kind: 'was'
  readonly field: FieldReference
  readonly operator: WasOperator
  readonly operand: JqlOperand
  readonly predicates: readonly HistoryPredicate[]
  readonly span: Span
}

/** `status CHANGED FROM Open TO Done AFTER -1w`: a change of the field. */
export interface ChangedClause {
  readonly kind: 'changed'
  readonly field: FieldReference
  readonly predicates: readonly HistoryPredicate[]
  readonly span: Span
}

/** A restriction of a history search. `FROM` and `TO` follow `CHANGED` only. */
export interface HistoryPredicate {
  readonly keyword: PredicateKeyword
  readonly operand: JqlOperand
}

/** The keywords of history predicates. */
export type PredicateKeyword = 'AFTER' | 'BEFORE' | 'ON' | 'DURING' | 'BY' | 'FROM' | 'TO'

/** The field of a clause: by name or number, or a custom field `cf[10020]`. */
export type FieldReference = NamedField | CustomField

/** A field by its name, id or number, with entity properties: `issue.property[key].path`. */
export interface NamedField {
  readonly kind: 'field'
  readonly name: string
  readonly properties: readonly FieldProperty[]
  readonly span: Span
}

/** `[key].path` after a field's name. */
export interface FieldProperty {
  readonly key: string
  /** Without the leading full stop; `null` if there is none. */
  readonly path: string | null
}

/** `cf[10020]`. */
export interface CustomField {
  readonly kind: 'customField'
  readonly id: number
  readonly span: Span
}

/** The operand of a comparison. */
export type JqlOperand = ValueOperand | ListOperand | FunctionOperand | KeywordOperand

/** A word, a number or a string. */
export interface ValueOperand {
  readonly kind: 'value'
  /** Without quotes and escapes. */
  readonly value: string
  /** An unquoted number is an id or an instant, a quoted one a name or minutes. */
  readonly quoted: boolean
  readonly span: Span
}

/** `(a, b)`; never empty. */
export interface ListOperand {
  readonly kind: 'list'
  readonly operands: readonly JqlOperand[]
  readonly span: Span
}

/** `membersOf("a group")`. */
export interface FunctionOperand {
  readonly kind: 'function'
  readonly name: string
  readonly arguments: readonly ValueOperand[]
  readonly span: Span
}

/** `EMPTY`, or its other name `NULL`. */
export interface KeywordOperand {
  readonly kind: 'keyword'
  readonly keyword: 'EMPTY'
  readonly span: Span
}

/** One field of `ORDER BY`; a direction of `null` is the default of the field. */
export interface JqlSort {
  readonly field: FieldReference
  readonly direction: 'ASC' | 'DESC' | null
}

/** Returns whether an operand is an unquoted number. */
export function isBareNumber(operand: ValueOperand): boolean {
  return !operand.quoted && /^-?\d+$/.test(operand.value)
}
