import { expect, it } from 'vitest'
import { inColumns, splitColumns } from '../../../src/edge/cli/in-columns.ts'

const wide = 'x'.repeat(40)

it('splits a table that is wider than a terminal, and repeats its first column', () => {
  const rows = [
    ['STATUS', 'A', 'B', 'C'],
    ['Open', wide, '1', '2'],
    ['Done', 'a', wide, '3'],
    ['', 'more'],
  ]
  expect(splitColumns(rows)).toEqual([
    [['STATUS', 'A'], ['Open', wide], ['Done', 'a'], ['', 'more']], // biome-ignore format: short
    [['STATUS', 'B', 'C'], ['Open', '1', '2'], ['Done', wide, '3']], // biome-ignore format: short
  ])
})

it('leaves a table that fits as it is', () => {
  const rows = [['A', 'B'], ['1'], ['5 more: see --json']]
  expect(splitColumns(rows)).toEqual([rows])
  expect(splitColumns([[wide + wide + wide], ['x']])).toEqual([[[wide + wide + wide], ['x']]])
  expect(inColumns(rows)).toBe('A                   B\n1\n5 more: see --json\n')
})
