import { ALL_VALUES_LIMIT, VALUES_LIMIT } from '../limits.ts'
import type { JqlOperand, ListOperand, ValueOperand } from '../query-tree.ts'
import type { TokenReader } from './token-reader.ts'

/** operand := 'EMPTY' | 'NULL' | list | function | value */
export function readOperand(reader: TokenReader): JqlOperand {
  return readAnyOperand(reader, { left: VALUES_LIMIT })
}

/** The remaining number of values in the outermost list, including arguments of its functions. */
interface Allowance {
  left: number
}

function countValue(reader: TokenReader, allowance: Allowance): void {
  if (allowance.left-- === 0) reader.fail('JQL_TOO_MANY_VALUES', { location: 'A list', limit: VALUES_LIMIT })
  if (++reader.values > ALL_VALUES_LIMIT) {
    reader.fail('JQL_TOO_MANY_VALUES', { location: 'The query', limit: ALL_VALUES_LIMIT })
  }
}

function readAnyOperand(reader: TokenReader, allowance: Allowance): JqlOperand {
  reader.expect('operand')
  const { kind, start } = reader.peek
  if (reader.takeKeyword('EMPTY') || reader.takeKeyword('NULL')) {
    return { kind: 'keyword', keyword: 'EMPTY', span: reader.spanFrom(start) }
  }
  if (reader.isSymbol('(')) return reader.nested(() => readList(reader, allowance))
  if (kind !== 'word' && kind !== 'string' && kind !== 'number') reader.failHere('JQL_OPERAND_EXPECTED')
  const value = readValue(reader)
  if (kind === 'number' || !reader.isSymbol('(')) return value
  return {
    kind: 'function',
    name: value.value,
    arguments: readArguments(reader, allowance),
    span: reader.spanFrom(start),
  }
}

/** list := '(' operand {',' operand} ')' */
function readList(reader: TokenReader, allowance: Allowance): ListOperand {
  const { start } = reader.take()
  const operands: JqlOperand[] = []
  do {
    if (operands.length > 0) reader.take()
    countValue(reader, allowance)
    operands.push(readAnyOperand(reader, allowance))
    reader.expect('comma')
  } while (reader.isSymbol(','))
  reader.takeSymbol(')')
  return { kind: 'list', operands, span: reader.spanFrom(start) }
}

/** value := word | string | number */
function readValue(reader: TokenReader): ValueOperand {
  const { kind, text, start, end } = reader.take()
  return { kind: 'value', value: text, quoted: kind === 'string', span: { start, end } }
}

/** arguments := '(' [value {',' value}] ')' */
function readArguments(reader: TokenReader, allowance: Allowance): ValueOperand[] {
  reader.take()
  reader.expect('argument')
  const values: ValueOperand[] = []
  if (!reader.isSymbol(')')) {
    do {
      if (values.length > 0) reader.take()
      countValue(reader, allowance)
      reader.expect('argument')
      const { kind } = reader.peek
      if (kind !== 'word' && kind !== 'string' && kind !== 'number') reader.failHere('JQL_ARGUMENT_EXPECTED')
      values.push(readValue(reader))
      reader.expect('comma')
    } while (reader.isSymbol(','))
  }
  reader.takeSymbol(')')
  return values
}
