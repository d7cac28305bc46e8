import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import type { AggregationReport } from '../../src/web/api/report.ts'
import { itDrawn } from '../support/drawn-test.ts'
import { type BrowserFixture, inBrowser } from './browser-fixture.ts'
import {
  answerOf,
  britishText,
  chosen,
  eventually,
  expectSameNumbers,
  groupsAt,
  issuesAt,
  shownTable,
} from './page-helpers.ts'

/** Fault 9 of issue 20: subtotals, collapsible groups, and the tracker's order of priorities. */
inBrowser('grouped rows', world => {
  it.each(['sum', 'average', 'median'])('shows the %s over the issues of a group, which the server computes', kind =>
    world.visit(groupsAt({ groupByFields: 'issuetype,date:year:created', aggregationType: kind }), async page => {
      await expectSameNumbers(world, page)
      const coarse = (await answerOf(world, page, { groupByFields: 'issuetype' })) as AggregationReport
      const expected = coarse.table.body.rows.map(row => ({
        name: row.groupByColumns[0]!.value,
        issues: britishText(coarse, { value: String(row.issueCount), raw: String(row.issueCount) }),
        inProgress: britishText(coarse, row.valueColumns.find(({ id }) => id === '3')!),
      }))
      await eventually(async () => (await headings(page)).slice(0, 2)).toEqual(expected.slice(0, 2))
    }),
  )

  itDrawn('shows the number of all issues below the numbers of issues', () =>
    world.visit(groupsAt({ groupByFields: 'priority' }), async page => {
      const report = (await answerOf(world, page)) as AggregationReport
      await page.locator('.table-foot .table-value').first().waitFor()
      const { rows, foot } = await shownTable(page)
      const counts = rows.map(row => Number(row.Issues))
      expect(counts).toHaveLength(report.table.body.rows.length)
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(report.totalIssueCount)
      expect(foot.map(row => row.Issues)).toEqual([String(report.totalIssueCount)])
    }),
  )

  it('shows no subtotals when conditions exclude rows, or when rows are periods', () =>
    world.visit('/docs', async page => {
      const filters = JSON.stringify([{ column: '3', operator: 'greaterThan', value: '0.1', unit: 'day' }])
      for (const choices of [{ filters }, { groupByFields: 'issuetype,period:year' }]) {
        await page.goto(world.base + groupsAt({ groupByFields: 'issuetype,priority', ...choices }))
        await page.locator('.table-foot .table-value').first().waitFor()
        const shown = await headings(page)
        expect(shown.length).toBeGreaterThan(0)
        expect(shown.every(({ issues, inProgress }) => issues === '' && inProgress === '')).toBe(true)
      }
    }))

  itDrawn('collapses and expands groups with the mouse and the keyboard, and keeps that in the URL', () =>
    world.visit(groupsAt({ groupByFields: 'issuetype,priority' }), async page => {
      // The footer counts as a row.
      await page.locator('.table-foot .table-value').first().waitFor()
      const rowCount = async () => Number(await page.getByRole('grid').getAttribute('aria-rowcount'))
      const before = await rowCount()
      const heading = page.locator('.table-group-row').first().getByRole('button')
      const name = (await headings(page))[0]!.name!
      const members = Number(/(\d+) rows?$/.exec((await heading.textContent())!)![1])
      await heading.click()
      await eventually(rowCount).toBe(before - members)
      expect(await heading.getAttribute('aria-expanded')).toBe('false')
      expect(JSON.parse(chosen(page, 'view.table.collapsed')!)).toEqual([name])
      await page.reload()
      await eventually(rowCount).toBe(before - members)
      const grid = page.getByRole('grid')
      await grid.focus()
      await grid.press('Control+Home')
      await grid.press('Enter')
      await eventually(rowCount).toBe(before)
      await page.getByRole('button', { name: 'Collapse groups' }).click()
      await eventually(() => page.locator('.table-body-row').count()).toBe(0)
      expect(chosen(page, 'view.table.expanded')).toBe('[]')
      await page.getByRole('button', { name: 'Expand groups' }).click()
      await eventually(rowCount).toBe(before)
      expect(chosen(page, 'view.table.expanded')).toBeNull()
    }),
  )

  it('shows the name of a group in its heading, and not again in its rows', () =>
    world.visit(groupsAt({ groupByFields: 'issuetype,issuekey' }), async page => {
      const heading = page.locator('.table-group-row').first()
      await heading.waitFor()
      const name = await heading.locator('.table-toggle .table-text').textContent()
      const repeated = page.locator('.table-body-row').getByRole('rowheader', { name: name! })
      // Screen readers have the name in each row.
      expect(await repeated.count()).toBeGreaterThan(5)
      const shown = () => repeated.locator('.table-link:not(.table-headed)').count()
      expect(await shown()).toBe(0)
      // When the heading is out of view, the first row names the group.
      await page.getByRole('grid').evaluate(grid => grid.scrollTo(0, 1000))
      await eventually(shown).toBe(1)
      await page.getByRole('grid').evaluate(grid => grid.scrollTo(0, 0))
      await eventually(shown).toBe(0)
      // Both cells open the issues of a row.
      const key = (await page.locator('.table-body-row [aria-colindex="2"]').first().textContent())!
      await page.locator('.table-body-row').first().getByRole('button', { name: key }).click()
      await eventually(() => chosen(page, 'view.open')).toBe(`row:${JSON.stringify([name, key])}`)
    }))

  itDrawn('shows priorities in the order of the tracker, unless the report is sorted', () =>
    world.visit(groupsAt({ groupByFields: 'priority' }), async page => {
      const { priorities } = (await (await fetch(`${world.base}/api/catalogue`)).json()) as { priorities: string[] }
      const report = (await answerOf(world, page)) as AggregationReport
      const names = report.table.body.rows.map(({ groupByColumns }) => groupByColumns[0]!.value!)
      const ranked = priorities.filter(name => names.includes(name))
      expect(ranked).not.toEqual(names)
      const shown = async () => (await shownTable(page)).rows.map(row => row.Priority)
      await eventually(shown).toEqual(ranked)
      const head = page.getByRole('columnheader', { name: 'Priority' }).getByRole('button')
      await head.click()
      await eventually(() => chosen(page, 'view.table.sort')).toBe('group.priority')
      await eventually(shown).toEqual(ranked)
      await head.click()
      await eventually(shown).toEqual([...ranked].reverse())
      await page.goto(world.base + groupsAt({ groupByFields: 'priority', sortBy: '3', sortDir: 'desc' }))
      await expectSameNumbers(world, page)
    }),
  )

  itDrawn(
    'has columns of priorities in the order of the tracker in the table, its menu, a copy, a print and a chart',
    () =>
      world.visit(groupsAt(OF_FIELDS), async page => {
        await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
        const { ranked, kept } = await fieldColumns(world, page)
        const inTable = async () => (await shownTable(page)).columns.slice(2)
        await eventually(inTable).toEqual([...kept, ...ranked])
        // Each value is in its column.
        await expectSameNumbers(world, page)
        await page.locator('.table-foot .table-value').first().waitFor()
        const grid = page.getByRole('grid')
        await grid.focus()
        await grid.press('ControlOrMeta+a')
        await grid.press('ControlOrMeta+c')
        await page.getByText(/^Copied/).waitFor()
        const [copied] = (await page.evaluate(() => navigator.clipboard.readText())).split('\n')
        expect(copied!.split('\t').slice(2)).toEqual([...kept, ...ranked])
        await page.emulateMedia({ media: 'print' })
        const heads = page.locator('.table-print thead th')
        await eventually(async () => (await heads.allTextContents()).slice(2)).toEqual([...kept, ...ranked])
        await page.emulateMedia({ media: 'screen' })
        await page.getByRole('button', { name: 'Columns', exact: true }).click()
        const menu = page.getByRole('dialog', { name: 'Columns' }).getByRole('listitem')
        await eventually(() => menu.locator('label').allTextContents()).toEqual([...kept, ...ranked])
        await page.goto(world.base + groupsAt({ ...OF_FIELDS, show: 'chart' }))
        await eventually(() => page.locator('.chart-entry').allTextContents()).toEqual([...kept, ...ranked])
      }),
  )

  itDrawn('opens the explanation of the clicked priority, and keeps columns where the reader put them', () =>
    world.visit(issuesAt({ ...OF_FIELDS, columnsBy: 'anyFieldCount' }), async page => {
      const { ranked, kept, ids } = await fieldColumns(world, page)
      const names = async () => (await shownTable(page)).columns.filter(name => [...kept, ...ranked].includes(name))
      await eventually(names).toEqual([...kept, ...ranked])
      const [first, second] = ranked as [string, string]
      const index = (await shownTable(page)).columns.indexOf(first) + 1
      await page.locator(`.table-body-row [aria-colindex="${index}"] .table-number`).first().click()
      await eventually(() => chosen(page, 'view.open')).toContain(`:${ids.get(first)}`)
      await page.getByRole('dialog').getByText(first.split(' · ')[1]!).first().waitFor()
      const moved = JSON.stringify([ids.get(second)])
      const hidden = JSON.stringify([ids.get(first)])
      const view = { 'view.table.order': moved, 'view.table.hidden': hidden }
      await page.goto(world.base + issuesAt({ ...OF_FIELDS, columnsBy: 'anyFieldCount', ...view }))
      await eventually(names).toEqual([second, ...kept, ...ranked.slice(2)])
    }),
  )
})

const OF_FIELDS = { columnsBy: 'anyfieldDuration', historyFields: 'customfield_10004,priority' }

/** Returns the columns of a report of two fields: the priorities in the order of the tracker, the others as they are. */
async function fieldColumns(world: BrowserFixture, page: Page) {
  const { priorities } = (await (await fetch(`${world.base}/api/catalogue`)).json()) as { priorities: string[] }
  const { table } = await answerOf(world, page)
  const columns = table.header.valueColumns.map(({ id, value }) => [value.replace(' - ', ' · '), id] as const)
  const isPriority = (name: string) => name.startsWith('Priority · ')
  const names = columns.map(([name]) => name)
  const ranked = priorities.map(name => `Priority · ${name}`).filter(name => names.includes(name))
  expect(ranked.length).toBeGreaterThan(3)
  expect(ranked).not.toEqual(names.filter(isPriority))
  return { ranked, kept: names.filter(name => !isPriority(name)), ids: new Map(columns) }
}

/** Returns the visible headings of groups, with their number of issues and their value in In Progress. */
async function headings(
  page: Page,
): Promise<{ readonly name: string | undefined; readonly issues: string; readonly inProgress: string }[]> {
  const { columns } = await shownTable(page)
  const at = (name: string) => columns.indexOf(name) + 1
  const indexes = { issues: at('Issues'), inProgress: at('In Progress') }
  return page.locator('.table-group-row').evaluateAll(
    (all, { issues, inProgress }) =>
      all.map(row => {
        const text = (selector: string) => row.querySelector(selector)?.textContent ?? ''
        return {
          name: text('.table-toggle .table-text'),
          issues: text(`[aria-colindex="${issues}"]`),
          inProgress: text(`[aria-colindex="${inProgress}"]`),
        }
      }),
    indexes,
  )
}
