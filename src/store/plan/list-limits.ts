/** The maximum number of commas in a JSON parameter, which is parsed in one slice: 30 for each column. */
export const MAX_COMMAS = 600_000

/** The maximum number of elements of the parameters dbsMetrics, filters and percentiles (contract §8). */
export const MAX_ELEMENTS = 10

/** The maximum number of value columns of a report. */
export const MAX_COLUMNS = 20_000

/** Counts the occurrences of a character in a text, without a copy of its parts. */
export function countOf(character: string, text: string): number {
  let count = 0
  for (let at = text.indexOf(character); at !== -1; at = text.indexOf(character, at + 1)) count++
  return count
}
