import { expect, it } from 'vitest'
import type { Store } from '../../../src/store/engine/store.ts'
import { plain } from '../../../src/store/sql/sql.ts'
import { collectReport } from '../../support/run-reports.ts'
import { withTemporaryStore } from '../../support/with-temporary-store.ts'
import { type Import, issue, take } from './changes-without-ids.ts'
import { listOf } from './dc-tracker.ts'
import { custom, field } from './squad-issue.ts'

const DAY = Date.UTC(2024, 2, 1)

const early = (key: string, change: string) => issue(key, [change], { updated: '2024-04-05T00:00:00.000Z' })
const late = (key: string, change: string) => issue(key, [change], { updated: '2024-04-06T00:00:00.000Z' })

/** What a store derives from the kind of a field: the measures and words of the values of issues, and the names for queries. */
async function derivedIn(store: Store, field: string): Promise<readonly string[]> {
  const rows = await store.query(
    plain(`select line from (
      select 0 as part, kind as line from field where id = '${field}'
      union all select 1, i.key || ' ' || coalesce(v.num, v.ms) from issue_value v join issue i on i.id = v.issue_id
        where v.field_id = '${field}' and coalesce(v.num, v.ms) is not null
      union all select 2, i.key || ' ' || t.word from posting p join term t on t.id = p.term_id join issue i on i.id = p.issue_id
        where p.field_id = '${field}'
      union all select 3, name from held_name where field_id = '${field}') order by part, line`),
  )
  return rows.map(({ line }) => String(line))
}

function derivedAfter(imports: readonly Import[], field: string): Promise<readonly string[]> {
  return withTemporaryStore(async store => {
    for (const one of imports) await take(store, one)
    return derivedIn(store, field)
  })
}

it.each([
  {
    kind: 'number',
    first: [early('AA-1', 'Weight:  > XL'), early('AA-2', 'Weight:  > 3')],
    second: late('AA-3', 'Weight:  > 4'),
    derived: ['AA-2 3.0', 'AA-3 4.0'],
  },
  {
    kind: 'date',
    first: [early('AA-1', 'Weight:  > soon'), early('AA-2', 'Weight:  > 2024-03-01')],
    second: late('AA-3', 'Weight:  > 2024-03-02'),
    derived: [`AA-2 ${DAY}.0`, `AA-3 ${DAY + 86_400_000}.0`],
  },
  {
    kind: 'text',
    first: [early('AA-1', 'Weight:  > 3')],
    second: late('AA-2', 'Weight:  > Very large'),
    derived: ['AA-1 3', 'AA-2 large', 'AA-2 very'],
  },
  {
    kind: 'option',
    first: [early('AA-1', 'Weight:  > Large')],
    second: late('AA-2', 'Weight: 1=Small > 2=Medium'),
    derived: ['Large', 'Medium', 'Small'],
  },
])('the values of all issues follow the kind of their field: $kind', async ({ kind, first, second, derived }) => {
  const imports = [{ issues: first }, { issues: [second] }]
  expect(await derivedAfter(imports, 'Weight')).toEqual([kind, ...derived])
  expect(await derivedAfter(imports.toReversed(), 'Weight')).toEqual([kind, ...derived])
})

it('a query finds the numbers that were imported before the field was one of numbers', () =>
  withTemporaryStore(async store => {
    await take(store, { issues: [early('AA-1', 'Weight:  > XL'), early('AA-2', 'Weight:  > 3')] })
    await take(store, { issues: [late('AA-3', 'Weight:  > 4')] })
    const query = {
      filterType: 'customjql',
      customjql: 'Weight > 2 ORDER BY Weight',
      columnsBy: 'statusCount',
      calendar: 'normalHours',
    }
    const { rows } = await collectReport(store, 'list', String(new URLSearchParams(query)))
    expect(rows.map(({ header: [key] }) => key)).toEqual(['AA-2', 'AA-3'])
  }))

it('a value follows the kind that a later issue of the same file shows', async () => {
  const issues = [early('AA-1', 'Weight: 3=S > 4=M'), late('AA-2', 'Weight:  > 5')]
  expect(await derivedAfter([{ issues }], 'Weight')).toEqual(['number', 'AA-1 4.0', 'AA-2 5.0'])
})

it('the values of a field follow the kind in a list that is read later', async () => {
  const known = { issues: [issue('AA-1', [], custom({ 1: 'Ann' }))] }
  const lists = listOf([field(1, 'Checker')])
  expect(await derivedAfter([known], 'customfield_1')).toEqual(['text', 'AA-1 ann'])
  expect(await derivedAfter([known, { lists }], 'customfield_1')).toEqual(['option', 'Ann'])
})
