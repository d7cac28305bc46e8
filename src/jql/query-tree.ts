import type { Span } from './text-location.ts'

/**
 * A query as it was written: which issues, in which order.
 *
 * Plain data. Nothing is looked up: names are still names. `where` is `null` for a query without clauses: all issues.
 */
export interface JqlQuery {
  /** What the spans of the nodes count in. */
  readonly text: string
  readonly where: JqlClause | null
  readonly orderBy: readonly JqlSort[]
}

/** A condition on issues: one clause, or several that are joined. */
export type JqlClause = AndClause | OrClause | NotClause | TerminalClause

/** A clause that holds no other. */
export type TerminalClause = FieldValueClause | WasClause | ChangedClause

/** All of at least two clauses. */
export interface AndClause {
  readonly kind: 'and'
  readonly clauses: readonly JqlClause[]
  readonly span: Span
}

/** Any of at least two clauses. */
export interface OrClause {
  readonly kind: 'or'
  readonly clauses: readonly JqlClause[]
  readonly span: Span
}

/** The opposite of a clause, in the sense of jql: the operators below it are turned around. */
export interface NotClause {
  readonly kind: 'not'
  readonly clause: JqlClause
  readonly span: Span
}

/** How a field's present value is compared. */
export type ValueOperator = '=' | '!=' | '<' | '>' | '<=' | '>=' | '~' | '!~' | 'IN' | 'NOT IN' | 'IS' | 'IS NOT'

/** How a field's past values are compared. */
export type WasOperator = 'WAS' | 'WAS NOT' | 'WAS IN' | 'WAS NOT IN'

/** `assignee = bob`: a field's present value. */
export interface FieldValueClause {
  readonly kind: 'value'
  readonly field: FieldReference
  readonly operator: ValueOperator
  readonly operand: JqlOperand
  readonly span: Span
}

/** `status WAS Open BEFORE -1w BY bob`: a value the field has or had. */
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

/** What limits a search of history. `FROM` and `TO` stand after `CHANGED` only. */
export interface HistoryPredicate {
  readonly keyword: PredicateKeyword
  readonly operand: JqlOperand
  readonly span: Span
}

/** The words that begin a history predicate. */
export type PredicateKeyword = 'AFTER' | 'BEFORE' | 'ON' | 'DURING' | 'BY' | 'FROM' | 'TO'

/** What a clause is about: a field by name or number, or a custom field by `cf[10020]`. */
export type FieldReference = NamedField | CustomField

/** A field by its name, its id or its number, with the properties asked of it: `issue.property[key].path`. */
export interface NamedField {
  readonly kind: 'field'
  readonly name: string
  readonly properties: readonly FieldProperty[]
  readonly span: Span
}

/** `[key].path` after a field's name. */
export interface FieldProperty {
  readonly key: string
  /** Without the leading full stop; `null` when there is none. */
  readonly path: string | null
}

/** `cf[10020]`. */
export interface CustomField {
  readonly kind: 'customField'
  readonly id: number
  readonly span: Span
}

/** What a field is compared with. */
export type JqlOperand = ValueOperand | ListOperand | FunctionOperand | KeywordOperand

/** A word, a number or a text. */
export interface ValueOperand {
  readonly kind: 'value'
  /** Without quotes and escapes. */
  readonly value: string
  /** An unquoted number is an id or a moment, a quoted one a name or minutes. */
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

/** One field of `ORDER BY`; `null` is the field's own direction. */
export interface JqlSort {
  readonly field: FieldReference
  readonly direction: 'ASC' | 'DESC' | null
  readonly span: Span
}

/** Whether an operand is a number without quotes. */
export function isBareNumber(operand: ValueOperand): boolean {
  return !operand.quoted && /^-?\d+$/.test(operand.value)
}
