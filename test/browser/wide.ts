import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import type { AggregationReport } from '../../src/web/api/report.ts'
import type { BrowserFixture } from './browser-fixture.ts'
import { answerAt, chosen, eventually, groupsAt, shownTable } from './page-helpers.ts'
import { countCommits, expectLittleWork } from './scrolling.ts'

/** Fault 11 of issue 20: thousands of columns. */
export function wideScenarios(world: BrowserFixture): void {
  it('lists 2,000 statuses in the column menu with few elements, and finds one', () =>
    world.visit('/', async page => {
      await answerWith(page, world, { outer: 2000, inner: 1 })
      await page.goto(world.base + groupsAt())
      await page.locator('.table-body-row').first().waitFor()
      const took = await page.evaluate(async () => {
        const began = performance.now()
        const button = [...document.querySelectorAll('button')].find(one => one.title === 'Columns')
        button!.click()
        await new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve)))
        return Math.round(performance.now() - began)
      })
      console.log(`The column menu of 2,000 statuses: next paint after ${took} ms.`)
      const menu = page.getByRole('dialog', { name: 'Columns' })
      expect(await menu.getByRole('listitem').count()).toBeLessThan(60)
      await menu.getByRole('searchbox', { name: 'Search columns' }).fill('status 1999')
      await menu.getByRole('checkbox', { name: 'Status 1999' }).uncheck()
      await eventually(() => chosen(page, 'view.table.hidden')).toBe('["c1999.0"]')
      await menu.getByRole('searchbox').fill('nothing like this')
      await menu.getByText('No column matches.').waitFor()
    }))

  it('scrolls 1,151 columns on two levels with little work, and names the outer columns in view', () =>
    world.visit('/', async page => {
      await countCommits(page)
      await answerWith(page, world, { outer: 384, inner: 3 })
      await page.goto(world.base + groupsAt({ columnsBy: 'statusDurationByAssignee' }))
      await page.locator('.table-body-row').first().waitFor()
      await expectLittleWork(page, 100, 0)
      await expectLittleWork(page, 700, 0)
      const { groups, elements, longest, frames } = await scrolledSideways(page)
      console.log(`Scrolling 1,152 columns: ${frames} frames, the longest task took ${longest} ms.`)
      expect(groups).toBeLessThan(40)
      expect(elements).toBeLessThan(4000)
      expect((await shownTable(page)).columns.at(-1)).toBe('Status 383 · Person 2')
      expect(await page.locator('.table-above').last().textContent()).toBe('Status 383')
    }))
}

/** Answers aggregations with columns on one level or two, in 40 rows. */
async function answerWith(page: Page, { base }: BrowserFixture, { outer, inner }: { outer: number; inner: number }) {
  await page.route('**/api/aggregation', async route => {
    const small = new URLSearchParams(groupsAt({ groupByFields: 'issuetype' }).slice(2))
    small.delete('report')
    const answer = await answerAt<AggregationReport>(`${base}/rest/tis/report/1.0/api/aggregation?${small}`)
    const ids = Array.from({ length: outer * inner }, (_, i) => [Math.floor(i / inner), i % inner] as const)
    const levels = ([base, sub]: readonly [number, number]) =>
      inner === 1 ? {} : { baseHeaderId: `c${base}`, subHeaderId: `p${sub}` }
    const valueColumns = ids.map(id => ({
      ...{ id: `c${id[0]}.${id[1]}`, value: `Status ${id[0]}`, isConsolidated: false, ...levels(id) },
    }))
    const one = Array.from({ length: outer }, (_, i) => ({ id: `c${i}`, value: `Status ${i}` }))
    const two = Array.from({ length: inner }, (_, i) => ({ id: `p${i}`, value: `Person ${i}` }))
    const composite = inner === 1 ? {} : { baseHeader: { valueColumns: one }, subHeader: { valueColumns: two } }
    const rows = Array.from({ length: 40 }, (_, row) => ({
      headerColumns: [],
      groupByColumns: [{ id: 'issuetype', value: `Row ${row}` }],
      fieldColumns: [],
      currentState: [],
      valueColumns: valueColumns.map(({ id }, i) => ({ id, value: `${row}.${i % 10}`, raw: String(row * 1000 + i) })),
      issueCount: 1,
    }))
    const header = { ...answer.table.header, valueColumns, ...composite }
    await route.fulfill({ json: { ...answer, table: { header, body: { rows } } } })
  })
}

/** Scrolls a table to its right end; counts elements, and measures tasks above 50 milliseconds. */
function scrolledSideways(page: Page) {
  return page.getByRole('grid').evaluate(async grid => {
    const tasks: number[] = [0]
    const observer = new PerformanceObserver(list => tasks.push(...list.getEntries().map(one => one.duration)))
    observer.observe({ type: 'longtask' })
    let [groups, elements, frames] = [0, 0, 0]
    while (grid.scrollLeft + grid.clientWidth < grid.scrollWidth - 1) {
      grid.scrollBy(grid.clientWidth / 2, 0)
      await new Promise(resolve => requestAnimationFrame(resolve))
      frames++
      groups = Math.max(groups, grid.querySelectorAll('.table-above').length)
      elements = Math.max(elements, grid.querySelectorAll('*').length)
    }
    await new Promise(resolve => setTimeout(resolve, 200))
    observer.disconnect()
    return { groups, elements, frames, longest: Math.round(Math.max(...tasks)) }
  })
}
