import { describe, expect, it } from 'vitest'
import { isStandardLevel } from '../../../src/core/catalogue/is-standard-level.ts'

describe('the standard level', () => {
  it.each([
    ['a story', false, 0, true],
    ['an epic', false, 1, false],
    ['an initiative', false, 2, false],
    ['a sub-task', true, -1, false],
    ['a sub-task of a tracker without levels', true, null, false],
    ['an epic of a tracker without levels', false, null, true],
  ])('of %s', (_, subtask, hierarchyLevel, isStandard) => {
    expect(isStandardLevel({ id: '1', name: 'a', subtask, hierarchyLevel })).toBe(isStandard)
  })
})
