import { expect, it } from 'vitest'
import { sizesIn, widthOf } from '../../../src/web/table/widths.ts'

const column = (kind: 'issue' | 'value' | 'count', name = 'Summary') => ({
  id: 'c',
  name,
  kind,
  above: null,
  historyField: null,
  hint: null,
})
const LONG = ['A summary of an issue that nobody cut short'.repeat(3)]
const size = (...of: Parameters<typeof widthOf>) => widthOf(...of).size

it('is limited on narrow screens, so that numbers stay visible', () => {
  expect(size(column('issue'), LONG, [], false)).toBe(360)
  expect(size(column('issue'), LONG, [], true)).toBe(160)
  expect(size(column('value'), ['1.0'], [], true)).toBe(size(column('value'), ['1.0'], [], false))
})

it('never truncates a number in the rows or the footer', () => {
  const number = '123456789.0'.repeat(4)
  const little = size(column('value'), ['1.0'], [], true)
  expect(size(column('value'), [number], [], true)).toBeGreaterThan(number.length * 7)
  expect(size(column('value'), ['1.0'], [number], true)).toBeGreaterThan(number.length * 7)
  expect(size(column('value', 'A name that goes on and on'.repeat(9)), ['1.0'], [], true)).toBeLessThan(300)
  expect(little).toBeLessThan(100)
  expect(size(column('count'), ['1'], [number], true)).toBeGreaterThan(number.length * 7)
})

it('gives free space to truncated texts only', () => {
  const widths = [
    { id: 'key', size: 100, wanted: 100 },
    { id: 'summary', size: 360, wanted: 500 },
    { id: 'value', size: 90, wanted: 90 },
  ]
  const sizes = (available: number) => [...sizesIn(available, widths).values()]
  expect(sizes(400)).toEqual([100, 360, 90])
  expect(sizes(600)).toEqual([100, 410, 90])
  expect(sizes(2000)).toEqual([100, 500, 90])
})
