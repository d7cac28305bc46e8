import { beforeAll, expect, it } from 'vitest'
import type { ImportSummary } from '../../../src/intake/imports/import-histories.ts'
import type { Store } from '../../../src/store/engine/store.ts'
import { sql, varchar } from '../../../src/store/sql/sql.ts'
import { importIssues } from '../../support/import-jira.ts'
import { temporaryStore } from '../../support/temporary-store.ts'

const FIELD = { id: 'customfield_1', name: 'Seen', kind: 'datetime', multi: false } as const

function issue(number: number, value: string): string {
  const fields = { created: '2024-03-01T00:00:00.000Z', customfield_1: value }
  return JSON.stringify({ id: String(number), key: `WEB-${number}`, fields, changelog: { histories: [] } })
}

const VALUES: readonly (readonly [value: string, instant: number | null])[] = [
  ['2024-01-03', Date.parse('2024-01-03')],
  ['2024-01-03T10:00:00.000+0100', Date.parse('2024-01-03T09:00Z')],
  ['0099-01-03T00:00:00Z', Date.parse('0099-01-03T00:00Z')],
  ['2024-01-03T10:00', null],
  ['2024-01-03 10:00', null],
  ['3/Jan/24 10:00 AM', null],
  ['2024-02-31', null],
  ['1', null],
  ['soon', null],
]

let store: Store
let unread: ImportSummary['unreadDates']
beforeAll(async () => {
  store = await temporaryStore()
  const issues = VALUES.map(([value], i) => issue(i + 1, value))
  unread = (await importIssues(store, issues, { fields: [FIELD] })).unreadDates
})

it.each(VALUES.map(([value, instant], i) => [value, instant, i + 1] as const))(
  "the value '%s' of a date field means the same on every machine",
  async (_, instant, number) => {
    const own = sql`select v.ms from issue_value v join issue i on i.id = v.issue_id where i.key = ${varchar(`WEB-${number}`)}`
    expect(await store.query(own)).toEqual([{ ms: instant === null ? null : BigInt(instant) }])
  },
)

it('an import reports how many dates it did not read, and the first of them', () => {
  const first = VALUES.findIndex(([, instant]) => instant === null)
  expect(unread).toEqual({
    count: VALUES.filter(([, instant]) => instant === null).length,
    first: { key: `WEB-${first + 1}`, field: 'customfield_1', text: VALUES[first]![0] },
  })
})
