import type { JqlCode, JqlParameters } from '../messages.ts'
import { printField, printOperand } from '../print-jql.ts'
import type { JqlOperand, TerminalClause, ValueOperator, WasOperator } from '../query-tree.ts'
import type { Span } from '../text-location.ts'

/** An error that does not depend on the tracker. */
export type ShapeProblem = {
  readonly [C in JqlCode]: { readonly code: C; readonly parameters: JqlParameters<C>; readonly span: Span }
}[JqlCode]

type Shape = 'one' | 'one value' | 'list' | 'empty'

/** The operands of each operator: one value, one that is not EMPTY, a list or a function, or EMPTY. */
const shapes: Readonly<Record<ValueOperator | WasOperator, Shape>> = {
  '=': 'one',
  '!=': 'one',
  '~': 'one',
  '!~': 'one',
  WAS: 'one',
  'WAS NOT': 'one',
  '<': 'one value',
  '>': 'one value',
  '<=': 'one value',
  '>=': 'one value',
  IN: 'list',
  'NOT IN': 'list',
  'WAS IN': 'list',
  'WAS NOT IN': 'list',
  IS: 'empty',
  'IS NOT': 'empty',
}

/** Returns the error of an operand that its operator does not allow for any field; `null` if there is none. */
export function shapeProblem(clause: TerminalClause): ShapeProblem | null {
  if (clause.kind === 'changed') return null
  const { operator, operand } = clause
  const shape = shapes[operator]
  const code = shapeCode(shape, operand)
  if (code === null) return null
  const parameters = { operator: operator.toLowerCase(), value: describeOperand(operand), field: fieldName(clause) }
  return { code, parameters, span: operand.span }
}

function shapeCode(shape: Shape, { kind }: JqlOperand) {
  if (shape === 'empty') return kind === 'keyword' ? null : 'JQL_EMPTY_NEEDED'
  if (shape === 'list') return kind === 'list' || kind === 'function' ? null : 'JQL_LIST_NEEDED'
  if (kind === 'list') return 'JQL_LIST_UNSUPPORTED'
  return shape === 'one value' && kind === 'keyword' ? 'JQL_EMPTY_UNSUPPORTED' : null
}

/** Returns an operand as messages show it, with all values in quotation marks. */
export function describeOperand(operand: JqlOperand): string {
  return printOperand(allQuoted(operand))
}

function allQuoted(operand: JqlOperand): JqlOperand {
  if (operand.kind === 'value') return { ...operand, quoted: true }
  return operand.kind === 'list' ? { ...operand, operands: operand.operands.map(allQuoted) } : operand
}

/** Returns the field of a clause as written in the query. */
export function fieldName({ field }: Pick<TerminalClause, 'field'>): string {
  return field.kind === 'field' && field.properties.length === 0 ? field.name : printField(field)
}
