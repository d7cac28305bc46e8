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

/** Formats elapsed time in its two largest units: `3 d 4 h`. Milliseconds. */
export function elapsedText(duration: number): string {
  return inTwoUnits(duration, SIZES)
}

/** Formats counted time in hours, because its days may be shorter than 24 hours: `27 h 12 min`. Milliseconds. */
export function countedText(duration: number): string {
  return inTwoUnits(duration, SIZES.slice(1))
}

function inTwoUnits(duration: number, sizes: typeof SIZES): string {
  const step = smallerUnitSize(duration, sizes)
  const rounded = Math.round(duration / step) * step
  // 59 min 59.6 s rounds to one hour, which has other units.
  const index = largestUnit(rounded, sizes)
  const [unit, size] = sizes[index]!
  const next = sizes[index + 1]
  const rest = next ? Math.floor((rounded % size) / next[1]) : 0
  const { units } = texts.drilldown
  return [units[unit](Math.floor(rounded / size)), ...(next && rest > 0 ? [units[next[0]](rest)] : [])].join(' ')
}

/** Returns the size of the smaller of the two units. */
function smallerUnitSize(duration: number, sizes: typeof SIZES): number {
  return sizes[Math.min(largestUnit(duration, sizes) + 1, sizes.length - 1)]![1]
}

/** Returns the index of the largest unit that fits at least once. */
function largestUnit(duration: number, sizes: typeof SIZES): number {
  const index = sizes.findIndex(([, size]) => duration >= size)
  return index === -1 ? sizes.length - 1 : index
}
