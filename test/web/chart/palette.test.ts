import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { luminance, parseColor } from '../../../src/web/chart/heat-color.ts'
import { colorOf, doneRank, OTHER_RANK, patternNumberOf, WITHOUT_PATTERNS } from '../../../src/web/chart/palette.ts'
import { opacityOf } from '../../../src/web/team/scatter-option.ts'

const css = readFileSync(new URL('../../../src/web/theme.css', import.meta.url), 'utf8')
const surface = /data-theme="dark"[^}]*--surface: (#\w{6})/.exec(css)![1]!

/** Returns a color in OKLab, where distances are as large as they look (https://bottosson.github.io/posts/oklab/). */
function inOklab(color: string): readonly number[] {
  const linear = parseColor(color).map(value => {
    const share = value / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  const times = (matrix: readonly (readonly number[])[], vector: readonly number[]) =>
    matrix.map(row => row.reduce((sum, factor, i) => sum + factor * vector[i]!, 0))
  const cones = times(
    [
      [0.4122214708, 0.5363325363, 0.0514459929],
      [0.2119034982, 0.6806995451, 0.1073969566],
      [0.0883024619, 0.2817188376, 0.6299787005],
    ],
    linear,
  )
  return times(
    [
      [0.2104542553, 0.793617785, -0.0040720468],
      [1.9779984951, -2.428592205, 0.4505937099],
      [0.0259040371, 0.7827717662, -0.808675766],
    ],
    cones.map(Math.cbrt),
  )
}

function distance(one: string, other: string): number {
  const [a, b] = [inOklab(one), inOklab(other)]
  return Math.hypot(...a.map((value, i) => value - b[i]!))
}

const RANKS = [...Array(WITHOUT_PATTERNS).keys(), doneRank(0)]

describe('a finished issue in the scatterplot', () => {
  it.each([
    ['light', '#ffffff'],
    ['dark', surface],
  ])('has enough contrast to the surface in %s mode', (mode, background) => {
    const isDark = mode === 'dark'
    const opacity = opacityOf(isDark, false)
    const [dot, behind] = [parseColor(colorOf(0, isDark)), parseColor(background)]
    const shown = dot.map((value, i) => opacity * value + (1 - opacity) * behind[i]!)
    const [low, high] = [luminance([shown[0]!, shown[1]!, shown[2]!]), luminance(behind)].sort((a, b) => a - b)
    expect((high! + 0.05) / (low! + 0.05)).toBeGreaterThan(3)
  })
})

describe('the colors of series on dark', () => {
  const colors = RANKS.map(rank => colorOf(rank, true))

  it('have enough contrast to the surface', () => {
    const low = colors.filter(
      color => (luminance(parseColor(color)) + 0.05) / (luminance(parseColor(surface)) + 0.05) < 3,
    )
    expect(low).toEqual([])
  })
})

it.each([true, false])('the colors of series differ, also from that of finished statuses: dark %s', isDark => {
  const colors = RANKS.map(rank => colorOf(rank, isDark))
  const pairs = colors.flatMap((one, i) => colors.slice(i + 1).map(other => [one, other] as const))
  expect(pairs.filter(([one, other]) => distance(one, other) < 0.1)).toEqual([])
})

it.each([
  ['light', /\.theme-light \{[^}]*--done: ([\d, ]+);/],
  ['dark', /data-theme="dark"[^}]*--done: ([\d, ]+);/],
])('finished statuses are green in charts and in the styles of the page: %s', (theme, declared) => {
  const [red, green, blue] = parseColor(colorOf(doneRank(0), theme === 'dark'))
  expect(declared.exec(css)![1]).toBe([red, green, blue].join(', '))
  expect(green).toBeGreaterThan(Math.max(red, blue))
})

it('finished statuses differ by patterns, and have none if there is one', () => {
  expect([0, 1, 2, 3].map(n => patternNumberOf(doneRank(n)))).toEqual([0, 1, 2, 3])
  expect([0, WITHOUT_PATTERNS, OTHER_RANK].map(patternNumberOf)).toEqual([0, 1, 0])
})
