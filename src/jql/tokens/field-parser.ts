import { DEPTH_LIMIT } from '../limits.ts'
import type { FieldProperty, FieldReference } from '../query-tree.ts'
import type { Parser } from './parser.ts'

/** field := word | string | number | 'cf' '[' digits ']' | (word | string) {'[' argument ']' ['.' path]} */
export function readField(parser: Parser): FieldReference {
  if (parser.isKeyword('CF')) return readCustomField(parser)
  const { kind, start } = parser.peek
  if (kind !== 'word' && kind !== 'string' && kind !== 'number') parser.failHere('JQL_FIELD_EXPECTED')
  const name = parser.take().text
  const properties: FieldProperty[] = []
  while (kind !== 'number' && parser.isSymbol('[')) {
    if (properties.length === DEPTH_LIMIT) parser.fail('JQL_TOO_DEEP', { limit: DEPTH_LIMIT })
    properties.push(readProperty(parser))
  }
  return { kind: 'field', name, properties, span: parser.spanFrom(start) }
}

/** 'cf' '[' digits ']' */
function readCustomField(parser: Parser): FieldReference {
  const { start } = parser.take()
  if (!parser.isSymbol('[')) parser.failHere('JQL_CUSTOM_FIELD_EXPECTED')
  parser.take()
  const { kind, text } = parser.peek
  const id = Number(text)
  if (kind !== 'number' || id < 0 || !Number.isSafeInteger(id)) parser.failHere('JQL_CUSTOM_FIELD_EXPECTED')
  parser.take()
  parser.takeSymbol(']')
  return { kind: 'customField', id, span: parser.spanFrom(start) }
}

/** '[' argument ']' ['.' path] */
function readProperty(parser: Parser): FieldProperty {
  parser.take()
  const { kind } = parser.peek
  if (kind !== 'word' && kind !== 'string' && kind !== 'number') parser.failHere('JQL_PROPERTY_EXPECTED')
  const key = parser.take().text
  parser.takeSymbol(']')
  if (parser.peek.kind !== 'word' || !parser.peek.text.startsWith('.')) return { key, path: null }
  const rest = parser.take().text.slice(1)
  if (rest !== '') return { key, path: rest }
  const next = parser.peek.kind
  if (next !== 'word' && next !== 'string' && next !== 'number') parser.failHere('JQL_PROPERTY_EXPECTED')
  return { key, path: parser.take().text }
}
