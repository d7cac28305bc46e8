import { describe, expect, it } from 'vitest'
import { type MeasuredFile, timeLeft } from '../../../src/edge/cli/time-left.ts'

const MB = 1_000_000
const SECOND = 1000

/** How long a file of a simulated import takes. */
interface Pace {
  /** Bytes. */
  readonly size: number
  /** Milliseconds: until its first issues are read, while they are read, and until they are in the store. */
  readonly scan: number
  readonly reading: number
  readonly writing: number
}

/**
 * Imports files at a pace. Returns the estimates as parts of the time that was really left, of those after the first minute and
 * before the last seconds.
 */
function estimatesOf(paces: readonly Pace[], steps = 50): number[] {
  let now = 0
  const bytes = paces.map(() => 0)
  const files = paces.map(({ size }, i): MeasuredFile => ({ size, bytesRead: () => bytes[i]! }))
  const time = timeLeft(files, () => now)
  const all: (readonly [at: number, left: number])[] = []
  for (const [i, { size, scan, reading, writing }] of paces.entries()) {
    now += scan
    for (let step = 1; step <= steps; step++) {
      bytes[i] = (size * step) / steps
      time.read(files[i]!)
      const left = time.estimate()
      if (left !== null) all.push([now, left])
      if (step < steps) now += reading / (steps - 1)
    }
    now += writing
    time.imported(files[i]!)
  }
  const isCompared = ([at]: readonly [number, number]) => at > 60 * SECOND && now - at > 5 * SECOND
  return all.filter(isCompared).map(([at, left]) => left / (now - at))
}

const same = (count: number, pace: Pace) => Array<Pace>(count).fill(pace)

describe('the time left of an import after a minute is within 25 % of the truth', () => {
  const large = { size: 500 * MB, reading: 100 * SECOND }
  it.each<[what: string, paces: readonly Pace[]]>([
    ['of one file', [{ ...large, scan: 0, writing: 30 * SECOND }]],
    ['of one file that is first read for names', [{ ...large, scan: 55 * SECOND, writing: 25 * SECOND }]],
    ['of large files that take long to write', same(4, { ...large, scan: 30 * SECOND, writing: 60 * SECOND })],
    ['of many small files', same(400, { size: MB, scan: 50, reading: 300, writing: 150 })],
    [
      'of small files after a large one',
      [{ ...large, scan: 0, writing: 28 * SECOND }, ...same(100, { size: MB, scan: 10, reading: 200, writing: 50 })],
    ],
    [
      'of a store that gets slower',
      Array.from({ length: 100 }, (_, i) => ({ size: 10 * MB, scan: 0, reading: 1500, writing: 1000 + 10 * i })),
    ],
  ])('%s', (_what, paces) => {
    const parts = estimatesOf(paces)
    expect(parts.length).toBeGreaterThan(10)
    expect(Math.min(...parts)).toBeGreaterThan(0.75)
    expect(Math.max(...parts)).toBeLessThan(1.25)
  })
})

describe('the time left of an import', () => {
  it('is unknown for a pipe, and before the first issues', () => {
    const file: MeasuredFile = { size: 100, bytesRead: () => 0 }
    expect(timeLeft([file], () => 0).estimate()).toBeNull()
    const pipe: MeasuredFile = { size: null, bytesRead: () => 50 }
    const time = timeLeft([file, pipe], () => 0)
    time.read(pipe)
    expect(time.estimate()).toBeNull()
  })
})
