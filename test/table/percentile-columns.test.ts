import { describe, expect, it } from 'vitest'
import { percentileName } from '../../src/table/percentile-columns.ts'

describe('a percentile', () => {
  it('is named in English', () => {
    expect([1, 2, 3, 4, 11, 12, 13, 21, 50, 85, 92, 100].map(percentileName)).toEqual([
      ...['1st percentile', '2nd percentile', '3rd percentile', '4th percentile', '11th percentile', '12th percentile'],
      ...['13th percentile', '21st percentile', '50th percentile', '85th percentile', '92nd percentile'],
      '100th percentile',
    ])
  })
})
