import { expect, it } from 'vitest'
import { widthOf } from '../../../src/web/table/widths.ts'

const column = (kind: 'issue' | 'value') => ({ id: 'c', name: 'Summary', kind, above: null, hint: null })
const LONG = ['A summary of an issue that nobody cut short'.repeat(3)]

it('is cut where there is little room, so that there are numbers to see on a telephone', () => {
  expect(widthOf(column('issue'), LONG, false)).toBe(360)
  expect(widthOf(column('issue'), LONG, true)).toBe(160)
  expect(widthOf(column('value'), ['1.0'], true)).toBe(widthOf(column('value'), ['1.0'], false))
})
