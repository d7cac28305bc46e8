/** The maximum length of a title in a file name. Characters. */
const MAX_TITLE = 60

/**
 * Returns the name of an image without its extension: the title of the chart and the time in UTC, such as
 * `average-time-in-each-status-2025-06-30-141502`.
 */
export function imageName(title: string, now: Date): string {
  const words = title.toLowerCase().match(/[a-z0-9]+/g) ?? []
  const name = words.join('-').slice(0, MAX_TITLE).replace(/-$/, '') || 'chart'
  const time = now.toISOString()
  return `${name}-${time.slice(0, 10)}-${time.slice(11, 19).replaceAll(':', '')}`
}
