import { expect, it } from 'vitest'
import { imageName } from '../../../src/web/chart/save-drawing.ts'

const at = (second: number) => new Date(Date.UTC(2025, 5, 30, 14, 15, second))

it('names an image after its chart and the time, to the second', () => {
  expect(imageName('Average time in each status, by issue type', at(2))).toBe(
    'average-time-in-each-status-by-issue-type-2025-06-30-141502',
  )
  expect(imageName('Median', at(2))).not.toBe(imageName('Median', at(3)))
})

it('keeps the letters of all languages', () => {
  expect(imageName('Time in Prüfung, in 状態', at(0))).toBe('time-in-prüfung-in-状態-2025-06-30-141500')
  // An accent of its own is part of its letter.
  expect(imageName('Pru\u0308fung', at(0))).toBe('prüfung-2025-06-30-141500')
  expect(imageName('…', at(0))).toBe('chart-2025-06-30-141500')
})

it('cuts long titles after a word, so that systems accept the name', () => {
  expect(imageName('word '.repeat(100), at(0))).toBe(`${'word-'.repeat(36)}2025-06-30-141500`)
  expect(imageName('x'.repeat(500), at(0))).toBe(`${'x'.repeat(180)}-2025-06-30-141500`)
  expect(imageName('状'.repeat(500), at(0))).toBe(`${'状'.repeat(60)}-2025-06-30-141500`)
  expect(imageName(`x${'状'.repeat(500)}`, at(0))).toBe(`x${'状'.repeat(59)}-2025-06-30-141500`)
})
