import { describe, expect, it } from 'vitest'
import { isSameValue } from '../../src/history/stay.ts'

const value = (id: string, label = id) => ({ id, label })

describe('values of a field', () => {
  it('are told apart by id, never by name', () => {
    expect(isSameValue(value('5', 'Done'), value('7', 'Done'))).toBe(false)
    expect(isSameValue(value('5', 'Done'), value('5', 'Finished'))).toBe(true)
  })

  it('are the same by name where one of them came without an id', () => {
    expect(isSameValue(value('5', 'Done'), value('Done'))).toBe(true)
    expect(isSameValue(value('5', 'Done'), value('Open'))).toBe(false)
  })

  it('are not the same as no value', () => {
    expect(isSameValue(null, null)).toBe(true)
    expect(isSameValue(value('5'), null)).toBe(false)
  })
})
