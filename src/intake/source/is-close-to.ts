/**
 * Returns whether a list with `found` issues may count as complete if the tracker counts `expected`: counts are
 * approximate, so 1 % and five issues may be missing. An empty list never is, unless the count is 0 too.
 */
export function isCloseTo(found: number, expected: number): boolean {
  return found >= expected - expected * 0.01 - 5 && (found > 0 || expected === 0)
}
