import { withoutTurns } from '../texts/isolated-name.ts'
import { shownName } from '../texts/shown-name.ts'

/** A name from a tracker within a text. It does not change the direction of the text around it. */
export function Name({ name }: { readonly name: string }) {
  return <bdi>{withoutTurns(shownName(name))}</bdi>
}
