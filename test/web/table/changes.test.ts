import { expect, it } from 'vitest'
import type { Report } from '../../../src/web/api/report.ts'
import { changesBetween, rowsOnlyIn } from '../../../src/web/table/changes.ts'

/** Returns a report with a row for each group: its values by column. */
function report(rows: Readonly<Record<string, Readonly<Record<string, number | null>>>>): Report {
  const body = Object.entries(rows).map(([group, values]) => ({
    groupByColumns: [{ id: 'issuetype', value: group }],
    valueColumns: Object.entries(values).map(([id, raw]) => (raw === null ? { id } : { id, raw: String(raw) })),
  }))
  return { table: { body: { rows: body } } } as unknown as Report
}

const now = report({ Bug: { open: 30, done: 5, gone: 1 }, Story: { open: 10, done: null, gone: 2 }, Task: { open: 1 } })
const before = report({ Story: { open: 10.04, done: 3 }, Bug: { open: 50, done: 4 }, Epic: { open: 1 } })
const changeOf = changesBetween(now, before, raw => raw.toFixed(1))

it('a change is of the same group and column, in any order of the rows', () => {
  expect(changeOf(0, 'open')).toEqual({ text: '↘ −20.0', words: 'less than before, before: 50.0' })
  expect(changeOf(0, 'done')).toEqual({ text: '↗ +1.0', words: 'more than before, before: 4.0' })
})

it('a change that is too small to show is none', () => {
  expect(changeOf(1, 'open')).toEqual({ text: '→', words: 'as before, before: 10.0' })
})

it('a value that is missing in one of the reports has no change', () => {
  expect([changeOf(0, 'gone'), changeOf(1, 'done'), changeOf(2, 'open'), changeOf(9, 'open')]).toEqual(
    Array(4).fill(null),
  )
})

it('rows that only the other report has are counted', () => {
  expect(rowsOnlyIn(before, now)).toBe(1)
})
