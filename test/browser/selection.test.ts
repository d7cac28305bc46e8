import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { itDrawn } from '../support/drawn-test.ts'
import { type BrowserFixture, inBrowser } from './browser-fixture.ts'
import { chosen, eventually, expectSameNumbers, issuesAt, shownTable } from './page-helpers.ts'

/** Selecting cells, their sum, and copying them. */
inBrowser('selected cells', world => {
  it('sums the cells that the mouse drags over, and opens none of them', () =>
    world.visit(issuesAt({ pageSize: '25' }), async page => {
      const { sum, values } = await valuesOf(world, page, 3, 3)
      await cellOf(page, 0, 'To Do').hover()
      await page.mouse.down()
      await cellOf(page, 2, 'In Progress').hover()
      await page.mouse.up()
      await eventually(() => summary(page)).toEqual(facts(9, sum, values))
      expect(await page.locator('.table-selected').count()).toBe(9)
      expect(chosen(page, 'view.open')).toBeNull()
      await cellOf(page, 1, 'To Do').getByRole('button').click()
      await page.getByRole('dialog', { name: 'To Do' }).waitFor()
      await eventually(() => summary(page)).toEqual([])
    }))

  itDrawn('extends the selection with Shift and a click, and clears it with Escape', () =>
    world.visit(issuesAt({ pageSize: '25' }), async page => {
      const { sum, values } = await valuesOf(world, page, 4, 1)
      await cellOf(page, 0, 'Summary').click()
      await cellOf(page, 3, 'To Do').click({ modifiers: ['Shift'] })
      await eventually(() => summary(page)).toEqual(facts(8, sum, values))
      expect(chosen(page, 'view.open')).toBeNull()
      await page.keyboard.press('Escape')
      await eventually(() => summary(page)).toEqual([])
    }),
  )

  itDrawn('selects with the keyboard, and copies a table with names', () =>
    world.visit(issuesAt({ pageSize: '25' }), async page => {
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      await expectSameNumbers(world, page)
      const { rows } = await shownTable(page)
      const grid = page.getByRole('grid')
      await grid.focus()
      for (const key of ['Control+Home', 'Shift+ArrowDown', 'Shift+ArrowRight', 'Shift+ArrowRight'])
        await grid.press(key)
      await eventually(async () => (await summary(page))[0]).toBe('6 cells')
      await grid.press('ControlOrMeta+c')
      await page.getByText('Copied 6 cells.').waitFor()
      const names = ['Key', 'Summary', 'To Do']
      const lines = [names, ...rows.slice(0, 2).map(row => names.map(name => row[name]!))]
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
        lines.map(line => line.join('\t')).join('\n'),
      )
      const html = await page.evaluate(async () => {
        const [item] = await navigator.clipboard.read()
        return (await item!.getType('text/html')).text()
      })
      // Chromium adds inline styles, which the policy of the page forbids, also in parsed documents.
      const blank = await page.context().newPage()
      const cells = await blank.evaluate(
        html =>
          [...new DOMParser().parseFromString(html, 'text/html').querySelectorAll('tr')].map(row =>
            [...row.cells].map(cell => cell.textContent),
          ),
        html,
      )
      expect(cells).toEqual(lines)
      await grid.press('ControlOrMeta+a')
      await eventually(async () => (await summary(page))[0]).toMatch(/^\d+ cells$/)
      expect(await page.locator('.table-body-row [aria-selected=true]').count()).toBeGreaterThan(20)
    }),
  )
})

function cellOf(page: Page, row: number, column: string) {
  return page.locator('.table-body-row').nth(row).locator('[aria-colindex]').nth(COLUMNS.indexOf(column))
}

const COLUMNS = ['Key', 'Summary', 'To Do', 'Open', 'In Progress']

/** Returns the facts about the selected cells below the table. */
async function summary(page: Page): Promise<string[]> {
  return page.locator('.table-selection span').allTextContents()
}

function facts(cells: number, sum: number, values: number): string[] {
  const days = (raw: number) => (raw / 86_400_000).toFixed(1)
  return [`${cells} cells`, `${values} values`, `Sum ${days(sum)}`, `Average ${days(sum / values)}`]
}

/** Returns the number and the sum of the values in the first rows and columns. Milliseconds. */
async function valuesOf(world: BrowserFixture, page: Page, rows: number, columnCount: number) {
  const report = await expectSameNumbers(world, page)
  const columns = report.table.header.valueColumns.slice(0, columnCount).map(({ id }) => id)
  const first = report.table.body.rows.slice(0, rows)
  const raws = first.flatMap(({ valueColumns }) =>
    valueColumns.flatMap(({ id, raw }) => (columns.includes(id) && raw !== undefined ? Number(raw) : [])),
  )
  return { values: raws.length, sum: raws.reduce((sum, raw) => sum + raw, 0) }
}
