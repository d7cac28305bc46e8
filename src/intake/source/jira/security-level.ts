import type { LogEntry, LogItem } from './changelog.ts'
import { type JsonObject, objectOf, textOf } from './json.ts'

/** The level of an issue whose level has neither an id nor a name. */
const UNNAMED = 'unnamed'

/**
 * Returns the id of an issue's security level, or its name if it has no id; `null` without a level.
 *
 * The last change of the log decides when the issue lacks the field, because an export may contain chosen fields only.
 */
export function securityLevelOf({ security }: JsonObject, entries: readonly LogEntry[]): string | null {
  if (security === undefined) return lastLevel(entries)
  if (security === null) return null
  const level = objectOf(security)
  return textOf(level?.id) ?? textOf(level?.name) ?? textOf(security) ?? UNNAMED
}

function lastLevel(entries: readonly LogEntry[]): string | null {
  // Entries can be in any order; those of one instant are in that of the log.
  const inOrder = entries.toSorted((a, b) => a.at - b.at)
  const last = inOrder.flatMap(({ items }) => items.filter(isOfLevel)).at(-1)
  return last?.to.id ?? last?.to.label ?? null
}

function isOfLevel({ fieldId, isCustom, name }: LogItem): boolean {
  return fieldId === null ? !isCustom && /^security( level)?$/i.test(name) : fieldId === 'security'
}
