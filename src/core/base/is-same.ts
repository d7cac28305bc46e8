/** Returns whether two names are equal, ignoring case and the spaces around them. */
export function isSame(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase()
}
