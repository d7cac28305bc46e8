import { ALL_VALUES_LIMIT, VALUES_LIMIT } from '../limits.ts'
import type { JqlOperand, ListOperand, ValueOperand } from '../query-tree.ts'
import type { Parser } from './parser.ts'

/** operand := 'EMPTY' | 'NULL' | list | function | value */
export function readOperand(parser: Parser): JqlOperand {
  return readAnyOperand(parser, { left: VALUES_LIMIT })
}

/** The remaining number of values in the outermost list, including arguments of its functions. */
interface Allowance {
  left: number
}

function countValue(parser: Parser, allowance: Allowance): void {
  if (allowance.left-- === 0) parser.fail('JQL_TOO_MANY_VALUES', { location: 'A list', limit: VALUES_LIMIT })
  if (++parser.values > ALL_VALUES_LIMIT) {
    parser.fail('JQL_TOO_MANY_VALUES', { location: 'The query', limit: ALL_VALUES_LIMIT })
  }
}

function readAnyOperand(parser: Parser, allowance: Allowance): JqlOperand {
  parser.expect('operand')
  const { kind, start } = parser.peek
  if (parser.takeKeyword('EMPTY') || parser.takeKeyword('NULL')) {
    return { kind: 'keyword', keyword: 'EMPTY', span: parser.spanFrom(start) }
  }
  if (parser.isSymbol('(')) return parser.nested(() => readList(parser, allowance))
  if (kind !== 'word' && kind !== 'string' && kind !== 'number') parser.failHere('JQL_OPERAND_EXPECTED')
  const value = readValue(parser)
  if (kind === 'number' || !parser.isSymbol('(')) return value
  return {
    kind: 'function',
    name: value.value,
    arguments: readArguments(parser, allowance),
    span: parser.spanFrom(start),
  }
}

/** list := '(' operand {',' operand} ')' */
function readList(parser: Parser, allowance: Allowance): ListOperand {
  const { start } = parser.take()
  const operands: JqlOperand[] = []
  do {
    if (operands.length > 0) parser.take()
    countValue(parser, allowance)
    operands.push(readAnyOperand(parser, allowance))
    parser.expect('comma')
  } while (parser.isSymbol(','))
  parser.takeSymbol(')')
  return { kind: 'list', operands, span: parser.spanFrom(start) }
}

/** value := word | string | number */
function readValue(parser: Parser): ValueOperand {
  const { kind, text, start, end } = parser.take()
  return { kind: 'value', value: text, quoted: kind === 'string', span: { start, end } }
}

/** arguments := '(' [value {',' value}] ')' */
function readArguments(parser: Parser, allowance: Allowance): ValueOperand[] {
  parser.take()
  parser.expect('argument')
  const values: ValueOperand[] = []
  if (!parser.isSymbol(')')) {
    do {
      if (values.length > 0) parser.take()
      countValue(parser, allowance)
      parser.expect('argument')
      const { kind } = parser.peek
      if (kind !== 'word' && kind !== 'string' && kind !== 'number') parser.failHere('JQL_ARGUMENT_EXPECTED')
      values.push(readValue(parser))
      parser.expect('comma')
    } while (parser.isSymbol(','))
  }
  parser.takeSymbol(')')
  return values
}
