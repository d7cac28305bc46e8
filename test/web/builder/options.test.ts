import { describe, expect, it } from 'vitest'
import { matchingOptions } from '../../../src/web/builder/options.ts'

const options = [
  { value: '1', name: 'In Review' },
  { value: '2', name: 'Review' },
  { value: '3', name: 'Done', detail: 'REV' },
]

describe('what is found by typing', () => {
  it('has all words, those first that begin so', () => {
    expect(matchingOptions(options, 'rev').map(({ value }) => value)).toEqual(['2', '3', '1'])
    expect(matchingOptions(options, 'review in').map(({ value }) => value)).toEqual(['1'])
  })

  it('stays in its groups', () => {
    const grouped = options.map((option, i) => ({ ...option, group: i === 0 ? 'A' : 'B' }))
    expect(matchingOptions(grouped, 'rev').map(({ value }) => value)).toEqual(['1', '2', '3'])
  })
})
