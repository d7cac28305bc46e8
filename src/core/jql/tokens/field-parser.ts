import { DEPTH_LIMIT } from '../limits.ts'
import type { FieldProperty, FieldReference } from '../query-tree.ts'
import type { TokenReader } from './token-reader.ts'

/** field := word | string | number | 'cf' '[' digits ']' | (word | string) {'[' argument ']' ['.' path]} */
export function readField(reader: TokenReader): FieldReference {
  if (reader.isKeyword('CF')) return readCustomField(reader)
  const { kind, start } = reader.peek
  if (kind !== 'word' && kind !== 'string' && kind !== 'number') reader.failHere('JQL_FIELD_EXPECTED')
  const name = reader.take().text
  const properties: FieldProperty[] = []
  while (kind !== 'number' && reader.isSymbol('[')) {
    if (properties.length === DEPTH_LIMIT) reader.fail('JQL_TOO_DEEP', { limit: DEPTH_LIMIT })
    properties.push(readProperty(reader))
  }
  return { kind: 'field', name, properties, span: reader.spanFrom(start) }
}

/** 'cf' '[' digits ']' */
function readCustomField(reader: TokenReader): FieldReference {
  const { start } = reader.take()
  if (!reader.isSymbol('[')) reader.failHere('JQL_CUSTOM_FIELD_EXPECTED')
  reader.take()
  const { kind, text } = reader.peek
  const id = Number(text)
  if (kind !== 'number' || id < 0 || !Number.isSafeInteger(id)) reader.failHere('JQL_CUSTOM_FIELD_EXPECTED')
  reader.take()
  reader.takeSymbol(']')
  return { kind: 'customField', id, span: reader.spanFrom(start) }
}

/** '[' argument ']' ['.' path] */
function readProperty(reader: TokenReader): FieldProperty {
  reader.take()
  const { kind } = reader.peek
  if (kind !== 'word' && kind !== 'string' && kind !== 'number') reader.failHere('JQL_PROPERTY_EXPECTED')
  const key = reader.take().text
  reader.takeSymbol(']')
  if (reader.peek.kind !== 'word' || !reader.peek.text.startsWith('.')) return { key, path: null }
  const rest = reader.take().text.slice(1)
  if (rest !== '') return { key, path: rest }
  const next = reader.peek.kind
  if (next !== 'word' && next !== 'string' && next !== 'number') reader.failHere('JQL_PROPERTY_EXPECTED')
  return { key, path: reader.take().text }
}
