import { errorTexts } from '../texts/setting-errors.ts'
import { equalsIgnoringCase } from './report-type.ts'

/** An item of the catalogue that an address can name. */
export interface NamedItem {
  readonly id: string
  readonly name: string
}

/** The most characters of a value in a message of the server. */
const MAX_QUOTED = 100

/**
 * Explains a message of the server about names that are unknown, or that several items have; `null` for others. `kind` is
 * that of the items.
 */
export function nameProblem(
  names: readonly string[],
  items: readonly NamedItem[],
  kind: readonly [one: string, several: string],
  message: string,
): string | null {
  // The server knows more names than the page, so only what it quotes is wrong.
  const wrong = [...new Set(names)].filter(name => message.includes(`'${name.trim().slice(0, MAX_QUOTED)}`))
  const found = (name: string) => items.filter(item => isNamed(item, name.trim()))
  const unknown = wrong.filter(name => found(name).length === 0)
  if (unknown.length > 0) return errorTexts.unknown(unknown, kind)
  const ambiguous = wrong.find(name => found(name).length > 1)
  return ambiguous === undefined ? null : errorTexts.ambiguous(ambiguous, kind)
}

function isNamed({ id, name }: NamedItem, text: string): boolean {
  return equalsIgnoringCase(id, text) || equalsIgnoringCase(name, text)
}
