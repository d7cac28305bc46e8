import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isOfficeTime, officeTimeAfter } from '../../../scripts/demo/office-hours.ts'
import { people } from '../../../scripts/demo/people.ts'
import { END, START } from '../../../scripts/demo/period.ts'
import { seededRandom } from '../../../scripts/demo/random.ts'
import { runs } from '../../support/sampling.ts'

const ingrid = people.find(person => person.login === 'ingrid.solheim')!
const noon = () => 0

describe('office time', () => {
  it('starts at eight in Oslo, in winter and in summer', () => {
    expect(isOfficeTime(ingrid, Date.parse('2024-01-10T06:59Z'))).toBe(false)
    expect(isOfficeTime(ingrid, Date.parse('2024-01-10T07:00Z'))).toBe(true)
    expect(isOfficeTime(ingrid, Date.parse('2024-07-10T05:59Z'))).toBe(false)
    expect(isOfficeTime(ingrid, Date.parse('2024-07-10T06:00Z'))).toBe(true)
  })

  it('excludes Saturdays and Christmas Day', () => {
    expect(isOfficeTime(ingrid, Date.parse('2024-01-13T10:00Z'))).toBe(false)
    expect(isOfficeTime(ingrid, Date.parse('2024-12-25T10:00Z'))).toBe(false)
  })

  it('continues after the weekend', () => {
    // Friday 15:00 in Oslo, an hour and a half before the end of work.
    const at = officeTimeAfter(ingrid, Date.parse('2024-01-12T14:00Z'), 2.5, noon)
    expect(new Date(at).toISOString()).toBe('2024-01-15T08:00:00.000Z')
  })

  it('advances five days a week', () => {
    const at = officeTimeAfter(ingrid, Date.parse('2024-01-10T10:00Z'), 2 * 42.5, noon)
    expect(new Date(at).toISOString()).toBe('2024-01-24T10:00:00.000Z')
  })

  it('is after its start and in the working hours of that person', () => {
    const instants = fc.integer({ min: START, max: END - 60 * 86_400_000 })
    const hours = fc.double({ min: 0.01, max: 200, noNaN: true })
    fc.assert(
      fc.property(fc.constantFrom(...people), instants, hours, fc.integer(), (person, from, length, seed) => {
        const at = officeTimeAfter(person, from, length, seededRandom(seed, 0))
        expect(at).toBeGreaterThan(from)
        // The last instant of a day counts as reached, not as passed.
        expect(isOfficeTime(person, at) || isOfficeTime(person, at - 1)).toBe(true)
      }),
      runs(200),
    )
  })
})
