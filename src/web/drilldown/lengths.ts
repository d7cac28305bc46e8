import { words } from '../texts/en.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

type Unit = keyof typeof words.understand.units

const SIZES: readonly (readonly [Unit, number])[] = [
  ['days', DAY],
  ['hours', HOUR],
  ['minutes', MINUTE],
  ['seconds', SECOND],
]

/** How long something took by the clock, in its two largest units: `3 d 4 h`. Milliseconds. */
export function lengthText(length: number): string {
  return inTwoUnits(length, SIZES)
}

/** Counted time, whose days may be shorter than a day, in hours: `27 h 12 min`. Milliseconds. */
export function countedText(length: number): string {
  return inTwoUnits(length, SIZES.slice(1))
}

function inTwoUnits(length: number, sizes: typeof SIZES): string {
  const least = stepOf(length, sizes)
  const rounded = Math.round(length / least) * least
  // 59 min 59.6 s have become an hour, of which nothing smaller than minutes is told.
  const place = placeOf(rounded, sizes)
  const [unit, size] = sizes[place]!
  const next = sizes[place + 1]
  const rest = next ? Math.floor((rounded % size) / next[1]) : 0
  const { units } = words.understand
  return [units[unit](Math.floor(rounded / size)), ...(next && rest > 0 ? [units[next[0]](rest)] : [])].join(' ')
}

/** The size of the smaller one of the two units. */
function stepOf(length: number, sizes: typeof SIZES): number {
  return sizes[Math.min(placeOf(length, sizes) + 1, sizes.length - 1)]![1]
}

/** The place of the largest unit of which there is one at least. */
function placeOf(length: number, sizes: typeof SIZES): number {
  const place = sizes.findIndex(([, size]) => length >= size)
  return place === -1 ? sizes.length - 1 : place
}
