/** Returns ` Did you mean a, b or c?` for the given names, with a leading space; an empty string for no names. */
export function didYouMean(near: readonly string[]): string {
  if (near.length === 0) return ''
  const quoted = near.map(name => `'${name}'`)
  const last = quoted.pop()
  return ` Did you mean ${quoted.length === 0 ? last : `${quoted.join(', ')} or ${last}`}?`
}

/** The shortest text that the end of a name can be recognized by: `jql` means `customjql`. */
const MIN_END_LENGTH = 3

/** Longer names, and more names, take too long to compare. */
const MAX_NAME_LENGTH = 100
const MAX_NAMES = 20_000

/**
 * Returns at most three of `names` that are similar to `name`, most similar first, ignoring case. They begin or end with it, or
 * differ in a few letters.
 *
 * Searches the first 20,000 names. Returns nothing for a name of more than 100 characters.
 */
export function nearNames(name: string, names: Iterable<string>): string[] {
  if (name.length > MAX_NAME_LENGTH) return []
  const wanted = name.toLowerCase()
  const limit = Math.max(1, Math.floor(wanted.length * 0.4))
  const scored: { name: string; score: number }[] = []
  // Names that differ only in case are one suggestion.
  const byLowerCase = new Map<string, string>()
  let searched = 0
  for (const candidate of names) {
    if (searched++ === MAX_NAMES) break
    byLowerCase.set(candidate.toLowerCase(), candidate)
  }
  for (const [lower, candidate] of byLowerCase) {
    const score = partScore(wanted, lower) ?? editScore(wanted, lower, limit)
    if (score <= limit) scored.push({ name: candidate, score })
  }
  scored.sort((a, b) => a.score - b.score || (a.name < b.name ? -1 : 1))
  return scored.slice(0, 3).map(({ name }) => name)
}

/** Returns the score of a name that begins or ends with a text; `null` for other names. */
function partScore(wanted: string, name: string): number | null {
  if (wanted.length > 1 && name.startsWith(wanted)) return 0.5
  return wanted.length >= MIN_END_LENGTH && name.endsWith(wanted) ? 0.75 : null
}

/** Returns the number of letters in which two names differ, if their lengths allow a number within the limit. */
function editScore(a: string, b: string, limit: number): number {
  return Math.abs(a.length - b.length) > limit ? Number.POSITIVE_INFINITY : editDistance(a, b)
}

/** Returns the number of letters to insert, delete, replace or swap with their neighbor to turn `a` into `b`. */
function editDistance(a: string, b: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1]
      let cost = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (same ? 0 : 1))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, beforeLast[j - 2]! + 1)
      row.push(cost)
    }
    beforeLast = last
    last = row
  }
  return last[b.length]!
}
