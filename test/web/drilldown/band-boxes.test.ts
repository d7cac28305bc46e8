import { describe, expect, it } from 'vitest'
import type { TimelineBand } from '../../../src/reports/report/explain/explanation.ts'
import { bandBoxes, intervalBoxes } from '../../../src/web/drilldown/band-boxes.ts'

const band = (name: string, entered: number, left: number | null, category: string | null = null): TimelineBand => ({
  id: name,
  name,
  category,
  entered,
  left,
  by: null,
  raw: 0,
  value: '0',
})

const LIFE = [band('Open', 0, 10), band('Doing', 10, 11), band('Done', 11, null)]

describe('the bands of a timeline', () => {
  it('lie side by side, and an ongoing one reaches the end', () => {
    const boxes = bandBoxes(LIFE, { until: 100, span: { from: 0, until: 100 }, width: 1000 })
    expect(boxes.map(({ x, width }) => [x, width])).toEqual([
      [0, 100],
      [100, 10],
      [110, 890],
    ])
  })

  it('are clipped to the visible interval', () => {
    const boxes = bandBoxes(LIFE, { until: 100, span: { from: 20, until: 40 }, width: 200 })
    expect(boxes.map(({ index, x, width }) => [index, x, width])).toEqual([[2, 0, 200]])
  })

  it('are visible even if very short, including the last one', () => {
    const life = [band('Open', 0, 1e9), band('Doing', 1e9, 1e9 + 1), band('Done', 1e9 + 1, null)]
    const boxes = bandBoxes(life, { until: 1e9 + 1, span: { from: 0, until: 1e9 + 1 }, width: 500 })
    expect(boxes).toHaveLength(3)
    for (const { x, width } of boxes) {
      expect(width).toBeGreaterThanOrEqual(2)
      expect(x + width).toBeLessThanOrEqual(500)
    }
  })

  it('are at most one for each pixel, with the last one and the kept ones', () => {
    const count = 5000
    const life = Array.from({ length: count }, (_, i) => band('Open', i, i === count - 1 ? null : i + 1))
    const scale = { until: count, span: { from: 0, until: count }, width: 600 }
    const indexes = (kept: readonly number[]) => bandBoxes(life, { ...scale, kept }).map(({ index }) => index)
    expect(indexes([]).length).toBeLessThanOrEqual(600)
    expect(indexes([]).at(-1)).toBe(count - 1)
    expect([indexes([]).includes(2001), indexes([2001]).includes(2001)]).toEqual([false, true])
    // A chart has no width before the page has measured it.
    expect(bandBoxes(life, { ...scale, width: 1 }).length).toBeLessThan(4)
  })

  it('are all visible if they are short, but apart from each other', () => {
    const life = [band('Open', 0, 500), band('Doing', 500, 501), band('Open', 501, 999), band('Done', 999, null)]
    const boxes = bandBoxes(life, { until: 1000, span: { from: 0, until: 1000 }, width: 300 })
    expect(boxes.map(({ index }) => index)).toEqual([0, 1, 2, 3])
  })
})

describe('the shading of non-working time', () => {
  it('skips narrow intervals, and is clipped at the edges', () => {
    const intervals = [
      [0, 10],
      [50, 51],
      [95, 120],
    ] as const
    expect(intervalBoxes(intervals, { from: 5, until: 105 }, 200)).toEqual([
      { x: 0, width: 10 },
      { x: 180, width: 20 },
    ])
  })
})
