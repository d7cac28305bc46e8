import { expect, it } from 'vitest'
import { isChosen } from '../../../src/intake/sync/is-chosen.ts'

it.each([
  [null, true],
  [[], false],
  [['10001'], true],
  [['web'], true],
  [['OPS', 'Web'], true],
  [['1', 'WE'], false],
])('a project is chosen by its id, or by its key in any case: %j', (chosen, expected) => {
  expect(isChosen(chosen, { id: '10001', key: 'WEB' })).toBe(expected)
})
