import type { JqlEntry } from '../../catalogue/jql-catalogue.ts'
import type { DictionaryKind } from '../../fields/field.ts'
import { isBareNumber, type ValueOperand } from '../query-tree.ts'
import type { Scope } from './scope.ts'

/**
 * Returns the dictionary entries of a value. An unquoted number is an id first, then a name; any other value is a name
 * first.
 */
export function entriesFor(kind: DictionaryKind, operand: ValueOperand, { context }: Scope): readonly JqlEntry[] {
  const { catalogue } = context
  const byId = () => {
    const entry = catalogue.entryOf(kind, operand.value)
    return entry ? [entry] : []
  }
  const byName = () => catalogue.entriesNamed(kind, operand.value)
  const [first, second] = isBareNumber(operand) ? [byId, byName] : [byName, byId]
  const found = first()
  return found.length > 0 ? found : second()
}
