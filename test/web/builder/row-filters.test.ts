import { describe, expect, it } from 'vitest'
import { decimalOf, readFilters, writeFilters } from '../../../src/web/builder/row-filters.ts'

describe('conditions on rows', () => {
  it('survive a round trip', () => {
    const filters = [{ column: '3', operator: 'lessThan', value: '2.5', unit: 'hour' }] as const
    expect(readFilters(writeFilters(filters)!)).toEqual(filters)
    expect(writeFilters([])).toBeNull()
  })

  it('are parsed ignoring case, with numbers or texts', () => {
    expect(readFilters('[{"column":"3","operator":"GREATERTHAN","value":2,"unit":"Day"}, {"column":"3"}]')).toEqual([
      { column: '3', operator: 'greaterThan', value: '2', unit: 'day' },
    ])
  })

  it('accept decimal commas, and reject anything else', () => {
    expect(decimalOf(' 2,5 ')).toBe('2.5')
    expect(decimalOf('12')).toBe('12')
    for (const typed of ['', 'two', '1.', '1e3', '-1', '1,000.5']) expect(decimalOf(typed), typed).toBeNull()
  })
})
