/** The maximum length of a title in a file name: with the time and an extension, systems allow 255. Bytes of UTF-8. */
const MAX_TITLE = 180

/**
 * Returns the name of an image without its extension: its title and the time in UTC, such as
 * `average-time-in-review-by-issue-type-in-web-shop-2025-06-30-141502`. Letters of all languages stay.
 */
export function imageName(title: string, now: Date): string {
  const words =
    title
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
  const name = shortened(words.join('-')) || 'chart'
  const time = now.toISOString()
  return `${name}-${time.slice(0, 10)}-${time.slice(11, 19).replaceAll(':', '')}`
}

/** Cuts a name that is too long, after a word if it has several. */
function shortened(name: string): string {
  const bytes = new TextEncoder().encode(name)
  if (bytes.length <= MAX_TITLE) return name
  // A letter that is cut decodes to a sign that no name contains.
  const start = new TextDecoder().decode(bytes.slice(0, MAX_TITLE)).replace(/\uFFFD+$/, '')
  return start.includes('-') ? start.slice(0, start.lastIndexOf('-')) : start
}
