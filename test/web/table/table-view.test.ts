import { describe, expect, it } from 'vitest'
import { mergedWidths } from '../../../src/web/table/table-view.ts'

describe('the widths of columns', () => {
  it('are those that were dragged, else those of the address', () => {
    expect({ ...mergedWidths({ a: 50, b: 60 }, { b: 70 }) }).toEqual({ a: 50, b: 70 })
  })

  it('are none for a column called like a member of every object', () => {
    expect(mergedWidths({ a: 50 }, {}).constructor).toBeUndefined()
    expect(mergedWidths({}, { toString: 80 } as never).toString).toBe(80)
  })
})
