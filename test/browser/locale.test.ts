import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { itDrawn } from '../support/drawn-test.ts'
import { inBrowser } from './browser-fixture.ts'
import { answerOf, eventually, groupsAt, issuesAt, shownTable } from './page-helpers.ts'

const GERMAN = { locale: 'de-DE', timezoneId: 'Europe/Berlin' } as const

/** Fault 8 of issue 20: numbers and dates follow the locale of the browser, texts are English. */
inBrowser('the locale of the browser', world => {
  it('shows German numbers in every row and in the totals, with English texts', () =>
    world.visit(
      issuesAt({ pageSize: '25', viewFormat: 'hours', orderBy: '10000', orderDir: 'desc' }),
      async page => {
        await eventually(async () => (await shownTable(page)).foot.length).toBe(2)
        const { rows, foot } = await shownTable(page)
        const report = await answerOf(world, page)
        const expected = report.table.body.rows.map(({ valueColumns }) => {
          const { value = '' } = valueColumns.find(({ id }) => id === '10000')!
          return german(value)
        })
        expect(rows.map(row => row['To Do'])).toEqual(expected.slice(0, rows.length))
        expect(rows[0]!['To Do']).toMatch(/^\d{1,3}(\.\d{3})+,\d$/)
        expect(foot[0]!['To Do']).toMatch(/^\d{1,3}(\.\d{3})+,\d$/)
        expect(foot[0]!.Key).toBe('Total all issues')
        await page.getByText('Issues 1 to 25 of 922').waitFor()
      },
      GERMAN,
    ))

  itDrawn('shows German dates in the time zone of the report', () =>
    world.visit(
      issuesAt({ columnsBy: 'firstTransitionToStatusDate', timeZone: 'Asia/Tokyo' }),
      async page => {
        await eventually(() => datesOf(page)).not.toEqual([])
        const { table } = await answerOf(world, page)
        const raws = table.body.rows.flatMap(({ valueColumns }) => valueColumns.flatMap(({ raw }) => raw ?? []))
        const [first] = await datesOf(page)
        // Tokyo is nine hours ahead of UTC all year.
        const [date] = new Date(Number(raws[0]) + 9 * 3_600_000).toISOString().split('T')
        expect(first).toMatch(/^\d\d\.\d\d\.\d{4}, \d\d:\d\d$/)
        expect(first!.slice(0, 10)).toBe(date!.split('-').reverse().join('.'))
      },
      GERMAN,
    ),
  )

  itDrawn('shows German dates of fields, unless the user chose a format', () =>
    world.visit(
      issuesAt({ fields: 'created,duedate', pageSize: '25', groupByFields: 'issuetype', timeZone: 'Asia/Tokyo' }),
      async page => {
        const changes = { dateFormat: 'dd.MM.yyyy', dateTimeFormat: 'dd.MM.yyyy, HH:mm' }
        const { table } = await answerOf(world, page, changes)
        const expected = table.body.rows.map(({ fieldColumns }) => fieldColumns.map(({ value }) => value))
        expect(expected[0]![0]).toMatch(/^\d\d\.\d\d\.\d{4}, \d\d:\d\d$/)
        const shown = async () => (await shownTable(page)).rows.map(row => [row.Created, row['Due Date']])
        await eventually(async () => {
          const rows = await shown()
          return rows.length > 5 && JSON.stringify(rows) === JSON.stringify(expected.slice(0, rows.length))
        }).toBe(true)
        await page.goto(`${page.url()}&dateTimeFormat=yyyy/MM/dd`)
        await eventually(async () => (await shown())[0]?.[0]).toMatch(/^\d{4}\/\d\d\/\d\d$/)
      },
      GERMAN,
    ),
  )

  itDrawn('keeps dates in a format that the user chose', () =>
    world.visit(
      issuesAt({ columnsBy: 'firstTransitionToStatusDate', dateTimeFormat: 'yyyy-MM-dd' }),
      async page => {
        await eventually(() => datesOf(page)).not.toEqual([])
        expect((await datesOf(page))[0]).toMatch(/^\d{4}-\d\d-\d\d$/)
      },
      GERMAN,
    ),
  )

  itDrawn('shows the value of a cell in the drawer as in the table', () =>
    world.visit(
      issuesAt({ pageSize: '25', viewFormat: 'hours', orderBy: '10000', orderDir: 'desc' }),
      async page => {
        await eventually(async () => (await shownTable(page)).rows.length).toBeGreaterThan(0)
        const value = (await shownTable(page)).rows[0]!['To Do']!
        expect(value).toMatch(/^\d{1,3}(\.\d{3})+,\d$/)
        await page.locator('.table-body-row').first().getByRole('button', { name: value, exact: true }).click()
        await page.getByRole('dialog').getByText(`To Do: ${value} hours`).first().waitFor()
      },
      GERMAN,
    ),
  )

  itDrawn('groups the issue counts of an aggregation, and sorts them as numbers', () =>
    world.visit(
      groupsAt({ filterType: 'customjql', projectKey: '', customjql: 'key is not empty', groupByFields: 'resolution' }),
      async page => {
        const report = await answerOf(world, page)
        const counts = report.table.body.rows
          .map(row => ('issueCount' in row ? row.issueCount : 0))
          .sort((a, b) => b - a)
        expect(counts[0]).toBeGreaterThan(1000)
        await page.getByRole('columnheader', { name: 'Issues' }).getByRole('button').click()
        await eventually(async () => (await shownTable(page)).rows.map(row => row.Issues)).toEqual(
          counts.map(count => german(String(count))),
        )
      },
      GERMAN,
    ),
  )
})

/** Returns a number such as `1387.5` as a German reads it. */
function german(text: string): string {
  const [whole, decimals] = text.split('.')
  const grouped = whole!.replace(/\B(?=(\d{3})+$)/g, '.')
  return decimals === undefined ? grouped : `${grouped},${decimals}`
}

/** Returns the dates in the first rows of the table. */
function datesOf(page: Page): Promise<string[]> {
  return page.locator('.table-value .table-number').allTextContents()
}
