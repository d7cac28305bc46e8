import { expect, it } from 'vitest'
import { fileNameOf } from '../../src/table/file-name.ts'

const TITLE = { report: 'time-in-status-list', asOf: Date.UTC(2025, 5, 30, 12) }

it('names a file after its report, its day and its request', () => {
  expect(fileNameOf(TITLE, 'a', 'csv')).toMatch(/^time-in-status-list-2025-06-30-\d{8}\.csv$/)
  expect(fileNameOf(TITLE, 'a', 'csv')).toBe(fileNameOf(TITLE, 'a', 'csv'))
})

it('gives different names to other requests and other times of one day', () => {
  const names = [
    fileNameOf(TITLE, 'a', 'csv'),
    fileNameOf(TITLE, 'b', 'csv'),
    fileNameOf({ ...TITLE, report: 'time-in-status-sum' }, 'a', 'csv'),
    fileNameOf({ ...TITLE, asOf: TITLE.asOf + 1 }, 'a', 'csv'),
  ]
  expect(new Set(names).size).toBe(names.length)
})
