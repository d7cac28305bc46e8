import { expect, it } from 'vitest'
import { commaLines } from '../../../src/edge/cli/comma-lines.ts'

it('separates values with commas, and cuts none', () => {
  expect(commaLines(['0.0 h', '0.4 h', '0.6 h'], 24)).toEqual(['0.0 h, 0.4 h, 0.6 h'])
  expect(commaLines(['is', 'is not', 'was not in', 'changed'], 12)).toEqual(['is, is not,', 'was not in,', 'changed'])
  expect(commaLines(['much too long', 'b'], 5)).toEqual(['much too long,', 'b'])
  expect(commaLines([], 5)).toEqual([])
})
