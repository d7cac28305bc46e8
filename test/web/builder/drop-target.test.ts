import { describe, expect, it } from 'vitest'
import { dropTarget, indexAfter } from '../../../src/web/builder/drop-target.ts'

/** Four items of 20 pixels each, from 0 to 80. */
const boxes = [0, 20, 40, 60].map(top => ({ top, bottom: top + 20 }))

describe('a drop', () => {
  it('in the middle of another item combines both, if possible', () => {
    expect(dropTarget(boxes, 50, 0, true)).toEqual({ kind: 'onto', index: 2 })
    expect(dropTarget(boxes, 51, 0, false)).toEqual({ kind: 'between', index: 3 })
    expect(dropTarget(boxes, 49, 0, false)).toEqual({ kind: 'between', index: 2 })
  })

  it('at the edge of an item means before or after it', () => {
    expect(dropTarget(boxes, 42, 0, true)).toEqual({ kind: 'between', index: 2 })
    expect(dropTarget(boxes, 58, 0, true)).toEqual({ kind: 'between', index: 3 })
  })

  it('beyond the list means its start or end', () => {
    expect(dropTarget(boxes, -30, 2, true)).toEqual({ kind: 'between', index: 0 })
    expect(dropTarget(boxes, 300, 2, true)).toEqual({ kind: 'between', index: 4 })
  })

  it('without an effect is null', () => {
    expect(dropTarget(boxes, 30, 1, true)).toBeNull()
    expect(dropTarget(boxes, 18, 1, true)).toBeNull()
    expect(dropTarget(boxes, 42, 1, true)).toBeNull()
    expect(dropTarget(boxes, 300, 3, true)).toBeNull()
  })

  it('after its own index no longer counts the item', () => {
    expect(indexAfter(0, 2)).toBe(1)
    expect(indexAfter(3, 1)).toBe(1)
  })
})
