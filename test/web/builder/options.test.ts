import { describe, expect, it } from 'vitest'
import { matchingOptions } from '../../../src/web/builder/options.ts'

const options = [
  { value: '1', name: 'In Review' },
  { value: '2', name: 'Review' },
  { value: '3', name: 'Done', detail: 'REV' },
]

describe('searching options', () => {
  it('finds all words, prefix matches first', () => {
    expect(matchingOptions(options, 'rev').map(({ value }) => value)).toEqual(['2', '3', '1'])
    expect(matchingOptions(options, 'review in').map(({ value }) => value)).toEqual(['1'])
  })

  it('ignores accents, and finds other names', () => {
    const regions = [
      { value: 'BY', name: 'Bayern', text: 'Bavaria' },
      { value: 'TH', name: 'Thüringen' },
    ]
    expect(matchingOptions(regions, 'bav').map(({ name }) => name)).toEqual(['Bayern'])
    expect(matchingOptions(regions, 'thuri').map(({ name }) => name)).toEqual(['Thüringen'])
    expect(matchingOptions(regions, 'THÜ').map(({ name }) => name)).toEqual(['Thüringen'])
  })

  it('keeps the groups', () => {
    const grouped = options.map((option, i) => ({ ...option, group: i === 0 ? 'A' : 'B' }))
    expect(matchingOptions(grouped, 'rev').map(({ value }) => value)).toEqual(['1', '2', '3'])
  })
})
