import { describe, expect, it } from 'vitest'
import { isSameValue } from '../../../src/core/history/stay.ts'

const value = (id: string, label = id) => ({ id, label })

describe('values of a field', () => {
  it('are compared by id, not by label', () => {
    expect(isSameValue(value('5', 'Done'), value('7', 'Done'))).toBe(false)
    expect(isSameValue(value('5', 'Done'), value('5', 'Finished'))).toBe(true)
  })

  it('are compared by label if one of them has no id', () => {
    expect(isSameValue(value('5', 'Done'), value('Done'))).toBe(true)
    expect(isSameValue(value('5', 'Done'), value('Open'))).toBe(false)
  })

  it('differ from no value', () => {
    expect(isSameValue(null, null)).toBe(true)
    expect(isSameValue(value('5'), null)).toBe(false)
  })
})
