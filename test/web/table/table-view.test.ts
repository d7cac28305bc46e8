import { describe, expect, it } from 'vitest'
import { mergedWidths } from '../../../src/web/table/table-view.ts'

describe('column widths', () => {
  it('are those being dragged, else those in the URL', () => {
    expect({ ...mergedWidths({ a: 50, b: 60 }, { b: 70 }) }).toEqual({ a: 50, b: 70 })
  })

  it('ignore inherited properties of objects', () => {
    expect(mergedWidths({ a: 50 }, {}).constructor).toBeUndefined()
    expect(mergedWidths({}, { toString: 80 } as never).toString).toBe(80)
  })
})
