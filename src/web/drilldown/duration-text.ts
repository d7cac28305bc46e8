import { texts } from '../texts/en.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

type Unit = keyof typeof texts.drilldown.units

const SIZES: readonly (readonly [Unit, number])[] = [
  ['days', DAY],
  ['hours', HOUR],
  ['minutes', MINUTE],
  ['seconds', SECOND],
]

/** How long something took by the clock, in its two largest units: `3 d 4 h`. Milliseconds. */
export function elapsedText(duration: number): string {
  return inTwoUnits(duration, SIZES)
}

/** Counted time, whose days may be shorter than a day, in hours: `27 h 12 min`. Milliseconds. */
export function countedText(duration: number): string {
  return inTwoUnits(duration, SIZES.slice(1))
}

function inTwoUnits(duration: number, sizes: typeof SIZES): string {
  const step = smallerUnitSize(duration, sizes)
  const rounded = Math.round(duration / step) * step
  // 59 min 59.6 s have become an hour, of which nothing smaller than minutes is told.
  const index = largestUnit(rounded, sizes)
  const [unit, size] = sizes[index]!
  const next = sizes[index + 1]
  const rest = next ? Math.floor((rounded % size) / next[1]) : 0
  const { units } = texts.drilldown
  return [units[unit](Math.floor(rounded / size)), ...(next && rest > 0 ? [units[next[0]](rest)] : [])].join(' ')
}

/** The size of the smaller one of the two units. */
function smallerUnitSize(duration: number, sizes: typeof SIZES): number {
  return sizes[Math.min(largestUnit(duration, sizes) + 1, sizes.length - 1)]![1]
}

/** The place of the largest unit of which there is one at least. */
function largestUnit(duration: number, sizes: typeof SIZES): number {
  const index = sizes.findIndex(([, size]) => duration >= size)
  return index === -1 ? sizes.length - 1 : index
}
