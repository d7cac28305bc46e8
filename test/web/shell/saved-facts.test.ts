import { describe, expect, it } from 'vitest'
import type { View } from '../../../src/app/views/view-types.ts'
import { savedFacts } from '../../../src/web/shell/saved-facts.ts'

const VIEW: View = {
  id: '1',
  name: 'Waiting',
  sharing: 'private',
  group: null,
  endpoint: 'list',
  parameters: [],
  display: [],
  owner: null,
  isOwn: true,
  mayRemove: true,
  created: null,
  updated: null,
}

const factsOf = (asOf: string, view: Partial<View> = {}) =>
  savedFacts({ ...VIEW, parameters: [{ name: 'asOf', value: asOf }], ...view }, { timeZone: 'UTC' })

describe('a saved report in a list', () => {
  it('says its fixed date', () => {
    expect(factsOf('2024-06-30T10:00:00Z')).toEqual([expect.stringMatching(/^always as of .*2024.*10:00/)])
    expect(factsOf('2024-06-30')).toEqual([expect.stringMatching(/^always as of .*30.*2024$/)])
    expect(factsOf('startOfMonth()')).toEqual(['always as of startOfMonth()'])
    expect(savedFacts(VIEW, { timeZone: 'UTC' })).toEqual([])
  })

  it('has the date in the time zone of the report', () => {
    const parameters = [
      { name: 'asOf', value: '2024-06-30T20:00:00Z' },
      { name: 'timeZone', value: 'Asia/Tokyo' },
    ]
    expect(factsOf('', { parameters })).toEqual([expect.stringMatching(/5:00/)])
  })

  it('says who may open it', () => {
    expect(factsOf('2024-06-30', { owner: 'ann' })[0]).toBe('only you')
  })
})
