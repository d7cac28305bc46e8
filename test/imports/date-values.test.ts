import { expect, it } from 'vitest'
import { plain } from '../../src/sql/sql.ts'
import { importIssues } from '../support/import-jira.ts'
import { temporaryStore } from '../support/temporary-store.ts'

const FIELD = { id: 'customfield_1', name: 'Seen', kind: 'datetime', multi: false } as const

function issue(number: number, value: string): string {
  const fields = { created: '2024-03-01T00:00:00.000Z', customfield_1: value }
  return JSON.stringify({ id: String(number), key: `WEB-${number}`, fields, changelog: { histories: [] } })
}

it.each([
  ['2024-01-03', Date.parse('2024-01-03')],
  ['2024-01-03T10:00:00.000+0100', Date.parse('2024-01-03T09:00Z')],
  ['0099-01-03T00:00:00Z', Date.parse('0099-01-03T00:00Z')],
  ['2024-01-03T10:00', null],
  ['2024-01-03 10:00', null],
  ['3/Jan/24 10:00 AM', null],
  ['2024-02-31', null],
  ['1', null],
  ['soon', null],
])("the value '%s' of a date field means the same on every machine", async (value, instant) => {
  const store = await temporaryStore()
  const { unreadDates } = await importIssues(store, [issue(1, value)], { fields: [FIELD] })
  const ms = instant === null ? null : BigInt(instant)
  expect(await store.query(plain('select ms from issue_value'))).toEqual([{ ms }])
  expect(unreadDates).toEqual(
    instant === null
      ? { count: 1, first: { key: 'WEB-1', field: 'customfield_1', text: value } }
      : { count: 0, first: null },
  )
})
