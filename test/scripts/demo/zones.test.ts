import fc from 'fast-check'
import { expect, it } from 'vitest'
import { END, START } from '../../../scripts/demo/period.ts'
import { offsetAt, zones } from '../../../scripts/demo/zones.ts'
import { runs } from '../../support/sampling.ts'

it('the offset of every zone is that of the time zone database', () => {
  const instants = fc.integer({ min: START, max: END })
  fc.assert(
    fc.property(fc.constantFrom(...Object.values(zones)), instants, (zone, at) => {
      const parts = new Intl.DateTimeFormat('en-GB', {
        timeZone: zone.name,
        dateStyle: 'short',
        timeStyle: 'medium',
      }).format(at)
      const shifted = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', dateStyle: 'short', timeStyle: 'medium' })
      expect(shifted.format(at + offsetAt(zone, at))).toBe(parts)
    }),
    runs(100),
  )
})
