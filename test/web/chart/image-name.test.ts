import { expect, it } from 'vitest'
import { imageName } from '../../../src/web/chart/image-name.ts'

const at = (second: number) => new Date(Date.UTC(2025, 5, 30, 14, 15, second))

it('names an image after its chart and the time, to the second', () => {
  expect(imageName('Average time in each status, by issue type', at(2))).toBe(
    'average-time-in-each-status-by-issue-type-2025-06-30-141502',
  )
  expect(imageName('Median', at(2))).not.toBe(imageName('Median', at(3)))
})

it('shortens long titles and replaces titles without Latin letters', () => {
  expect(imageName('状態', at(0))).toBe('chart-2025-06-30-141500')
  expect(imageName('x'.repeat(500), at(0))).toBe(`${'x'.repeat(60)}-2025-06-30-141500`)
})
