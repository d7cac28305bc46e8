import { formatNumber } from './format.ts'

/** The most texts in a list. */
const MAX_TEXTS = 3

/** Returns texts as one: `Review and QA`. Of many it has the first two and the number of the others: `Review, QA, 3 more`. */
export function shortList(all: readonly string[]): string {
  if (all.length <= MAX_TEXTS) return new Intl.ListFormat('en', { type: 'conjunction' }).format(all)
  const first = all.slice(0, MAX_TEXTS - 1)
  return [...first, `${formatNumber(all.length - first.length)} more`].join(', ')
}

/** The most characters of a name in a sentence. */
const MAX_NAME = 40

/** Returns a name as part of a sentence. The end of a long one is cut. */
export function shortName(name: string): string {
  return cutText(name, MAX_NAME)
}

/** Returns a text in one line with at most `most` characters. The last one stands for the rest of a longer text. */
export function cutText(text: string, most: number): string {
  const characters = [...text.replaceAll(/\s+/g, ' ').trim()]
  if (characters.length <= most) return characters.join('')
  const start = characters.slice(0, most - 1).join('')
  return `${start.trimEnd()}…`
}
