import type { JqlEntry } from '../../catalogue/jql-catalogue.ts'
import type { DictionaryKind } from '../../fields/field.ts'
import { isBareNumber, type ValueOperand } from '../query-tree.ts'
import type { Scope } from './scope.ts'

/** The entries that a value means: an unquoted number is an id before it is a name, all else a name before it is an id. */
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
