import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import type { AggregationReport } from '../../src/web/api/report.ts'
import { itDrawn } from '../support/drawn-test.ts'
import { type BrowserFixture, inBrowser } from './browser-fixture.ts'
import { answerAt, chosen, eventually, groupsAt, shownTable } from './page-helpers.ts'
import { COUNT_UPDATES, expectLittleWork } from './scrolling.ts'

/** Fault 11 of issue 20: thousands of columns. */
inBrowser('a large table', world => {
  it('lists 2,000 statuses in the column menu with few elements, and finds one', () =>
    world.visit(
      groupsAt(),
      async page => {
        await page.locator('.table-body-row').first().waitFor()
        await page.getByRole('button', { name: 'Columns', exact: true }).click()
        const menu = page.getByRole('dialog', { name: 'Columns' })
        await menu.getByRole('listitem').first().waitFor()
        expect(await menu.getByRole('listitem').count()).toBeLessThan(60)
        await menu.getByRole('searchbox', { name: 'Search columns' }).fill('status 1999')
        await menu.getByRole('checkbox', { name: 'Status 1999' }).uncheck()
        await eventually(() => chosen(page, 'view.table.hidden')).toBe('["c1999.0"]')
        await menu.getByRole('searchbox').fill('nothing like this')
        await menu.getByText('No column matches.').waitFor()
      },
      { prepare: page => answerWith(page, world, { rows: 40, outer: 2000, inner: 1, every: 1 }) },
    ))

  itDrawn('scrolls 1,152 columns on two levels with little work, and names the outer columns in view', () =>
    world.visit(
      groupsAt({ columnsBy: 'statusDurationByAssignee' }),
      async page => {
        await page.locator('.table-body-row').first().waitFor()
        await expectLittleWork(page, 100, 0)
        await expectLittleWork(page, 700, 0)
        const { groups, elements } = await scrolledSideways(page)
        expect(groups).toBeLessThan(40)
        expect(elements).toBeLessThan(4000)
        expect((await shownTable(page)).columns.at(-1)).toBe('Status 383 · Person 2')
        expect(await page.locator('.table-above').last().textContent()).toBe('Status 383')
      },
      {
        initScript: COUNT_UPDATES,
        prepare: page => answerWith(page, world, { rows: 40, outer: 384, inner: 3, every: 1 }),
      },
    ),
  )

  itDrawn('scrolls through 10,000 rows of 200 columns with few elements and little work', () =>
    world.visit(
      groupsAt({ groupByFields: 'issuekey' }),
      async page => {
        // The totals arrive after the rows.
        await page.locator('.table-foot .table-value').first().waitFor()
        await expectLittleWork(page, 0, 100)
        await expectLittleWork(page, 0, 3000)
        await expectLittleWork(page, 100, 0)
        expect(await scrolledDiagonally(page)).toBeLessThan(4000)
        const { rows, columns } = await shownTable(page)
        expect(rows.at(-1)!['Issue Type']).toBe('Row 9999')
        expect(columns.at(-1)).toBe('Status 199')
        expect(rows.at(-1)!['Status 199']).toBe('9,999.9')
      },
      {
        initScript: COUNT_UPDATES,
        prepare: page => answerWith(page, world, { rows: 10_000, outer: 200, inner: 1, every: 10 }),
      },
    ),
  )
})

/** The size of a made-up report. */
interface Size {
  readonly rows: number
  /** The columns of the outer level, and how many of the inner one each has. */
  readonly outer: number
  readonly inner: number
  /** Of so many cells of a row, one has a value. */
  readonly every: number
}

/** Answers aggregations with a made-up report. */
async function answerWith(page: Page, { base }: BrowserFixture, size: Size): Promise<void> {
  const parameters = new URLSearchParams(groupsAt({ groupByFields: 'issuetype' }).slice(2))
  parameters.delete('report')
  const answer = await answerAt<AggregationReport>(`${base}/rest/tis/report/1.0/api/aggregation?${parameters}`)
  const { header, rows } = tableOf(size)
  const json = { ...answer, table: { header: { ...answer.table.header, ...header }, body: { rows } } }
  await page.route('**/api/aggregation', route => route.fulfill({ json }))
}

function tableOf({ rows, outer, inner, every }: Size) {
  const ids = Array.from({ length: outer * inner }, (_, i) => [Math.floor(i / inner), i % inner] as const)
  const levels = ([base, sub]: readonly [number, number]) =>
    inner === 1 ? {} : { baseHeaderId: `c${base}`, subHeaderId: `p${sub}` }
  const valueColumns = ids.map(id => ({
    id: `c${id[0]}.${id[1]}`,
    value: `Status ${id[0]}`,
    isConsolidated: false,
    ...levels(id),
  }))
  const one = Array.from({ length: outer }, (_, i) => ({ id: `c${i}`, value: `Status ${i}` }))
  const two = Array.from({ length: inner }, (_, i) => ({ id: `p${i}`, value: `Person ${i}` }))
  const composite = inner === 1 ? {} : { baseHeader: { valueColumns: one }, subHeader: { valueColumns: two } }
  return {
    header: { valueColumns, ...composite },
    rows: Array.from({ length: rows }, (_, row) => ({
      headerColumns: [],
      groupByColumns: [{ id: 'issuetype', value: `Row ${row}` }],
      fieldColumns: [],
      currentState: [],
      valueColumns: valueColumns.flatMap(({ id }, i) =>
        i % every === row % every ? [{ id, value: `${row}.${i % 10}`, raw: String(row * 1000 + i) }] : [],
      ),
      issueCount: 1,
    })),
  }
}

/** Scrolls a table to its right end; returns the most elements, and the most of the outer columns. */
function scrolledSideways(page: Page) {
  return page.getByRole('grid').evaluate(async grid => {
    let [groups, elements] = [0, 0]
    while (grid.scrollLeft + grid.clientWidth < grid.scrollWidth - 1) {
      grid.scrollBy(grid.clientWidth / 2, 0)
      await new Promise(resolve => requestAnimationFrame(resolve))
      groups = Math.max(groups, grid.querySelectorAll('.table-above').length)
      elements = Math.max(elements, grid.querySelectorAll('*').length)
    }
    return { groups, elements }
  })
}

/** Scrolls a table diagonally, then to its last corner; returns the most elements. */
function scrolledDiagonally(page: Page): Promise<number> {
  return page.getByRole('grid').evaluate(async grid => {
    const frame = () => new Promise(resolve => requestAnimationFrame(resolve))
    let elements = 0
    for (let step = 0; step < 20; step++) {
      grid.scrollBy(grid.clientWidth / 16, grid.clientHeight / 4)
      await frame()
      elements = Math.max(elements, grid.querySelectorAll('*').length)
    }
    grid.scrollTo(grid.scrollWidth, grid.scrollHeight)
    for (let settle = 0; settle < 3; settle++) await frame()
    return elements
  })
}
