import fc from 'fast-check'
import { expect, it } from 'vitest'
import { END, START } from '../../../scripts/demo/period.ts'
import { timestamp } from '../../../scripts/demo/timestamp.ts'
import { runs } from '../../support/sampling.ts'

it('a timestamp equals that of Date, with the offset of UTC', () => {
  expect(timestamp(Date.parse('2024-03-01T09:02:03.004Z'))).toBe('2024-03-01T09:02:03.004+0000')
  fc.assert(
    fc.property(fc.integer({ min: START, max: END }), at => {
      expect(timestamp(at)).toBe(new Date(at).toISOString().replace('Z', '+0000'))
    }),
    { ...runs(200), examples: [[START], [END]] },
  )
})
