/** Returns the ids of things, in their order. */
export function idsOf(things: readonly { readonly id: string }[]): string[] {
  return things.map(({ id }) => id)
}
