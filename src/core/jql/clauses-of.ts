import type { Steps } from '../base/in-slices.ts'
import type { JqlClause, JqlOperand, TerminalClause } from './query-tree.ts'

/** Visits the terminal clauses of a condition. Each clause is a step. */
export function* visitClauses(clause: JqlClause | null, visit: (clause: TerminalClause) => Steps<void>): Steps<void> {
  if (clause === null) return
  if (clause.kind === 'and' || clause.kind === 'or') {
    for (const part of clause.clauses) yield* visitClauses(part, visit)
  } else if (clause.kind === 'not') yield* visitClauses(clause.clause, visit)
  else {
    yield
    yield* visit(clause)
  }
}

/** Returns the operands of a clause and of its predicates, without lists. */
export function* operandsIn(clause: TerminalClause): Iterable<Exclude<JqlOperand, { kind: 'list' }>> {
  if (clause.kind !== 'changed') yield* elementsOf(clause.operand)
  if (clause.kind !== 'value') for (const { operand } of clause.predicates) yield* elementsOf(operand)
}

function* elementsOf(operand: JqlOperand): Iterable<Exclude<JqlOperand, { kind: 'list' }>> {
  if (operand.kind === 'list') for (const element of operand.operands) yield* elementsOf(element)
  else yield operand
}
