import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseColor, textColorOn } from '../../../src/web/chart/heat-color.ts'
import { runs } from '../../support/sampling.ts'

describe('the numbers in a heat map', () => {
  it('are black on light cells and white on dark ones', () => {
    const heat = ['#f2f2ef', 'rgb(47, 79, 196)']
    expect([textColorOn(0, heat), textColorOn(1, heat)]).toEqual(['#000000', '#ffffff'])
    const dark = ['#101115', 'rgb(143, 168, 255)']
    expect([textColorOn(0, dark), textColorOn(1, dark)]).toEqual(['#ffffff', '#000000'])
  })

  it('change their color at most once from the smallest value to the greatest', () => {
    const channel = fc.integer({ min: 0, max: 255 })
    const grey = channel.map(value => `rgb(${value}, ${value}, ${value})`)
    fc.assert(
      fc.property(grey, grey, (from, to) => {
        const colors = Array.from({ length: 21 }, (_, i) => textColorOn(i / 20, [from, to]))
        expect(colors.filter((color, i) => i > 0 && color !== colors[i - 1]).length).toBeLessThanOrEqual(1)
      }),
      runs(100),
    )
  })

  it('read the colors of the page', () => {
    expect([parseColor('#f2f2ef'), parseColor('rgb(47, 79, 196)')]).toEqual([
      [242, 242, 239],
      [47, 79, 196],
    ])
  })
})
