import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countedText, elapsedText } from '../../../src/web/drilldown/duration-text.ts'
import { runs } from '../../support/sampling.ts'

const [SECOND, MINUTE, HOUR, DAY] = [1000, 60_000, 3_600_000, 86_400_000]

describe('a duration as text', () => {
  it.each([
    [0, '0 s'],
    [400, '0 s'],
    [30 * SECOND, '30 s'],
    [5 * MINUTE, '5 min'],
    [5 * MINUTE + 7 * SECOND, '5 min 7 s'],
    [4 * HOUR + 5 * MINUTE + 20 * SECOND, '4 h 5 min'],
    [3 * DAY + 4 * HOUR, '3 d 4 h'],
    [59 * MINUTE + 59.6 * SECOND, '1 h'],
    [DAY - SECOND, '1 d'],
    [412 * DAY, '412 d'],
  ])('has the two largest units: %d', (length, text) => expect(elapsedText(length)).toBe(text))

  it('shows counted time in hours, because its days may be shorter', () => {
    expect(countedText(27 * HOUR + 12 * MINUTE)).toBe('27 h 12 min')
    expect(countedText(3 * DAY)).toBe('72 h')
  })

  it('is exact to half of the smaller unit', () => {
    const sizes: Readonly<Record<string, number>> = { d: DAY, h: HOUR, min: MINUTE, s: SECOND }
    const back = (text: string) =>
      [...text.replaceAll(',', '').matchAll(/(\d+) (d|h|min|s)/g)].reduce(
        (sum, [, n, unit]) => sum + Number(n) * sizes[unit!]!,
        0,
      )
    const property = fc.property(fc.integer({ min: 0, max: 900 * DAY }), length => {
      const step = length >= DAY ? HOUR : length >= HOUR ? MINUTE : SECOND
      expect(Math.abs(back(elapsedText(length)) - length)).toBeLessThanOrEqual(step / 2)
    })
    fc.assert(property, runs(100))
  })
})
