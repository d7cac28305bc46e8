import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EARLIEST, formatInstant, LATEST, parseInstant } from '../../../src/core/time/instant.ts'
import { runs } from '../../support/sampling.ts'

describe('an instant', () => {
  it.each([
    ['2024-03-01T12:30:00.123Z', '2024-03-01T12:30:00.123Z'],
    ['2024-03-01T12:30:00.123+0100', '2024-03-01T11:30:00.123Z'],
    ['2024-03-01T12:30:00-05:30', '2024-03-01T18:00:00.000Z'],
    ['2024-03-01 12:30+01', '2024-03-01T11:30:00.000Z'],
    ['2024-03-01T12:30:00.123456789z', '2024-03-01T12:30:00.123Z'],
    ['2024-02-29T00:00:00,5Z', '2024-02-29T00:00:00.500Z'],
    ['0050-01-01T00:00:00Z', '0050-01-01T00:00:00.000Z'],
    ['2024-03-01T12:00:00+18:00', '2024-02-29T18:00:00.000Z'],
    ['  1969-12-31T23:59:59.999Z ', '1969-12-31T23:59:59.999Z'],
  ])('is read from %s', (text, instant) => {
    expect(formatInstant(parseInstant(text)!)).toBe(instant)
  })

  it.each([
    '2023-02-29T00:00:00Z',
    '2024-13-01T00:00:00Z',
    '2024-00-01T00:00:00Z',
    '2024-04-31T00:00:00Z',
    '2024-03-01T24:00:00Z',
    '2024-03-01T12:60:00Z',
    '2024-03-01T12:00:60Z',
    '2024-03-01T12:00:00',
    '2024-03-01T12:00:00+99:00',
    '2024-03-01T12:00:00-18:01',
    '2024-03-01T12:00:00+01:60',
    '2024-03-01',
    '0000-12-31T00:00:00Z',
    '10000-01-01T00:00:00Z',
    'yesterday',
    '',
  ])('is not read from %j', text => {
    expect(parseInstant(text)).toBeNull()
  })

  it('is unchanged when it is formatted and parsed', () => {
    fc.assert(
      fc.property(fc.integer({ min: EARLIEST, max: LATEST }), at => parseInstant(formatInstant(at)) === at),
      runs(100),
    )
  })
})
