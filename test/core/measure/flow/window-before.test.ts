import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { gapDays, windowBefore } from '../../../../src/core/measure/flow/window-before.ts'
import { formatInstant } from '../../../../src/core/time/instant.ts'
import { UTC } from '../../../../src/core/time/zone.ts'
import { runs } from '../../../support/sampling.ts'

const BERLIN = { name: 'Europe/Berlin' }
const DAY = 86_400_000
const at = (text: string) => Date.parse(text)

function shown(from: string, end: string, zone = BERLIN): string {
  const before = windowBefore({ from: at(from), end: at(end) }, zone)
  return `${formatInstant(before.from)} ${formatInstant(before.end)}`
}

describe('the window before', () => {
  it('of 28 days is 4 weeks earlier, also across a change of the clock', () => {
    // Summer time began on 2024-03-31 and ended on 2024-10-27: 28 days until the same time of day are an hour less or more.
    expect(shown('2024-03-20T09:00:00Z', '2024-04-17T08:00:00Z')).toBe(
      '2024-02-21T09:00:00.000Z 2024-03-20T09:00:00.000Z',
    )
    expect(shown('2024-10-20T08:00:00Z', '2024-11-17T09:00:00Z')).toBe(
      '2024-09-22T08:00:00.000Z 2024-10-20T08:00:00.000Z',
    )
    expect(shown('2024-03-20T09:00:00Z', '2024-04-17T09:00:00Z')).toBe(
      '2024-02-21T09:00:00.000Z 2024-03-20T09:00:00.000Z',
    )
  })

  it('of 12 weeks until a Monday midnight is 12 weeks earlier, and a millisecond more makes it 13', () => {
    expect(shown('2024-01-01T00:00:00Z', '2024-03-25T00:00:00Z', UTC)).toBe(
      '2023-10-09T00:00:00.000Z 2024-01-01T00:00:00.000Z',
    )
    expect(shown('2024-01-01T00:00:00Z', '2024-03-25T00:00:00.001Z', UTC)).toBe(
      '2023-10-02T00:00:00.000Z 2023-12-25T00:00:00.001Z',
    )
  })

  it('is empty before an empty window', () => {
    expect(shown('2024-03-20T00:00:00Z', '2024-03-01T00:00:00Z', UTC)).toBe(
      '2024-03-13T00:00:00.000Z 2024-03-13T00:00:00.000Z',
    )
  })

  it('never ends after the window begins, and leaves out less than a week between them', () => {
    const from = fc.integer({ min: at('2020-01-01T00:00:00Z'), max: at('2030-01-01T00:00:00Z') })
    const check = (begin: number, length: number) => {
      const window = { from: begin, end: begin + length }
      const before = windowBefore(window, BERLIN)
      expect(before.end).toBeLessThanOrEqual(begin)
      expect(gapDays(window, before, BERLIN)).toBeLessThanOrEqual(7.1)
    }
    fc.assert(fc.property(from, fc.integer({ min: 1, max: 400 * DAY }), check), runs(200))
  })
})

describe('the days in neither window', () => {
  it.each([
    ['2024-03-04T00:00:00Z', '2024-03-08T12:00:00Z', 2.5],
    ['2024-03-04T00:00:00Z', '2024-03-11T00:00:00Z', 0],
    ['2024-03-04T00:00:00Z', '2024-03-11T01:00:00Z', 7],
  ])('from %s to %s are %d', (from, end, days) => {
    const window = { from: at(from), end: at(end) }
    expect(gapDays(window, windowBefore(window, UTC), UTC)).toBe(days)
  })
})
