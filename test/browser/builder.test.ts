import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { itDrawn } from '../support/drawn-test.ts'
import { inBrowser } from './browser-fixture.ts'
import {
  answerOf,
  chosen,
  eventually,
  expectSameNumbers,
  groupsAt,
  issuesAt,
  letTimePass,
  pick,
  shownTable,
} from './page-helpers.ts'
import { openGroup } from './page-states.ts'

/** The report builder: item 1. */
inBrowser('the report builder', world => {
  itDrawn('opens a report with one click on the start page', () =>
    world.visit('/', async page => {
      await page.getByText('2,000 made-up issues').waitFor()
      await page.getByRole('link', { name: 'Where does work wait in Web Shop?' }).click()
      const report = await expectSameNumbers(world, page)
      expect(report.isAggregationType && report.totalIssueCount).toBe(922)
      await page.getByText('922 issues in Web Shop').waitFor()
      expect(await page.title()).toMatch(/^Median time in each status, by issue type, in Web Shop, as of .+ · Sojourn$/)
    }),
  )

  it('builds a report: project, measure, aggregate, groups', () =>
    world.visit('/', async page => {
      await pick(page, 'Project', 'web', 'Web Shop')
      await pick(page, 'Report', 'with assignee', 'Time with assignee')
      await page.getByLabel('Show', { exact: true }).selectOption('median')
      await openGroup(page, 'Rows')
      await pick(page, 'Add a field or a date', 'issue type', 'Issue Type')
      await pick(page, 'Add a field or a date', 'created', 'Created')
      await page.getByLabel('Unit of Created').selectOption('quarter')
      await eventually(() => chosen(page, 'groupByFields')).toBe('issuetype,date:quarter:created')
      expect(chosen(page, 'columnsBy')).toBe('assigneeDuration')
      const report = await expectSameNumbers(world, page)
      expect(report.table.header.groupByColumns.map(({ value }) => value)).toEqual(['Issue Type', 'Created (quarter)'])
      expect(await page.getByRole('heading', { level: 1 }).textContent()).toContain('Median time with each assignee')
    }))

  itDrawn('shows only controls with an effect', () =>
    world.visit(groupsAt(), async page => {
      await page.getByLabel('Show', { exact: true }).waitFor()
      await pick(page, 'Report', 'first entered', 'First entered')
      await page.getByText('Date reports are always issue lists.').waitFor()
      await expect(page.getByLabel('Show', { exact: true }).count()).resolves.toBe(0)
      await expect(page.getByRole('radio', { name: 'Summary' }).isDisabled()).resolves.toBe(true)
      await pick(page, 'Report', 'between', 'Time between statuses')
      await page.getByRole('group', { name: 'Metrics' }).first().waitFor()
    }),
  )

  itDrawn('reorders statuses by dragging, and combines them by dropping', () =>
    world.visit(groupsAt({ statuses: '3,10100,10101,10001' }), async page => {
      await expectSameNumbers(world, page)
      await openGroup(page, 'Columns')
      await dragItem(page, 'Testing', 'In Progress', 0.1)
      await eventually(() => chosen(page, 'statuses')).toBe('10101,3,10100,10001')
      await expectSameNumbers(world, page)
      await eventually(async () => (await shownTable(page)).columns.slice(2)).toEqual([
        'Testing',
        'In Progress',
        'Code Review',
        'Done',
      ])
      await dragItem(page, 'Testing', 'Code Review', 0.5)
      await page.getByLabel('Name of the combined column').fill('Checking')
      await page.getByLabel('Name of the combined column').press('Enter')
      await eventually(() => JSON.parse(chosen(page, 'statuses')!)).toContainEqual({
        type: 'cons',
        name: 'Checking',
        statuses: expect.arrayContaining(['10100', '10101']),
      })
      await eventually(async () => (await shownTable(page)).columns.slice(2)).toEqual([
        'In Progress',
        'Checking',
        'Done',
      ])
      await expectSameNumbers(world, page)
    }),
  )

  itDrawn('moves, combines and removes statuses with the keyboard', () =>
    world.visit(groupsAt({ statuses: '3,10100,10101' }), async page => {
      await openGroup(page, 'Columns')
      await itemMenu(page, 'In Progress').focus()
      await page.keyboard.press('Alt+ArrowDown')
      await eventually(() => chosen(page, 'statuses')).toBe('10100,3,10101')
      await eventually(() => itemMenu(page, 'In Progress').evaluate(menu => menu === document.activeElement)).toBe(true)
      await page.keyboard.press('Enter')
      await page.getByRole('menuitem', { name: 'Combine with' }).press('Enter')
      await page.getByRole('menuitem', { name: 'Testing' }).press('Enter')
      await eventually(() => chosen(page, 'statuses')).toContain('"cons"')
      await itemMenu(page, 'Code Review').focus()
      await page.keyboard.press('Delete')
      await eventually(() => JSON.parse(chosen(page, 'statuses')!).length).toBe(1)
      await expectSameNumbers(world, page)
    }),
  )

  itDrawn('opens a menu with the keyboard: arrows, first letters, a submenu, Escape', () =>
    world.visit(groupsAt({ statuses: '3,10100,10101' }), async page => {
      await openGroup(page, 'Columns')
      const button = itemMenu(page, 'Code Review')
      const item = (name: string) => page.getByRole('menuitem', { name, exact: true })
      const hasFocus = (of: Locator) => eventually(() => of.evaluate(one => one === document.activeElement)).toBe(true)
      // A menu that opens under the mouse highlights the item there.
      await page.mouse.move(800, 600)
      await button.focus()
      await page.keyboard.press('ArrowDown')
      await hasFocus(item('Move up'))
      await page.keyboard.press('ArrowDown')
      await hasFocus(item('Move down'))
      await page.keyboard.press('End')
      await hasFocus(item('Remove'))
      await page.keyboard.press('c')
      await hasFocus(item('Combine with'))
      await page.keyboard.press('ArrowRight')
      await hasFocus(item('In Progress'))
      await page.keyboard.press('ArrowLeft')
      await hasFocus(item('Combine with'))
      await page.keyboard.press('Escape')
      await hasFocus(button)
      await eventually(() => page.getByRole('menu').count()).toBe(0)
      expect(chosen(page, 'statuses')).toBe('3,10100,10101')
      await page.keyboard.press('Enter')
      await item('Move up').press('Enter')
      await eventually(() => chosen(page, 'statuses')).toBe('10100,3,10101')
      await hasFocus(button)
    }),
  )

  itDrawn('completes a query, underlines errors, and runs it with Ctrl-Enter', () =>
    world.visit('/', async page => {
      await page.getByRole('radio', { name: 'Query' }).check()
      const query = page.getByRole('textbox', { name: 'Query (JQL)' })
      await query.click()
      await query.pressSequentially('project = WEB AND statu')
      await page.getByRole('option', { name: 'statusCategory' }).first().waitFor()
      await query.press('Escape')
      await query.pressSequentially('s = "Code Reviw"')
      await query.press('Escape')
      await query.blur()
      await page.locator('.jql-problem').first().waitFor()
      await eventually(() => page.locator('.jql-wrong').allTextContents()).toEqual(['"Code Reviw"'])
      expect(await query.getAttribute('aria-invalid')).toBe('true')
      await query.click()
      await query.press('Control+a')
      await query.pressSequentially('project = WEB AND status = "Code Review')
      await query.press('Escape')
      await query.press('Control+Enter')
      await eventually(() => chosen(page, 'customjql')).toBe('project = WEB AND status = "Code Review"')
      await eventually(() => page.locator('.jql-problem').count()).toBe(0)
      await expectSameNumbers(world, page)
    }),
  )

  itDrawn('accepts a completion with Enter', () =>
    world.visit(issuesAt({ filterType: 'customjql', projectKey: '', customjql: 'project = WEB AND ' }), async page => {
      const query = page.getByRole('textbox', { name: 'Query (JQL)' })
      await query.click()
      await query.press('Control+End')
      await query.pressSequentially('assign')
      await page.getByRole('option', { name: 'assignee' }).first().waitFor()
      await letTimePass(page)
      await query.press('Enter')
      await eventually(() => query.textContent()).toMatch(/AND assignee ?$/)
    }),
  )

  itDrawn('limits working hours, issue dates and history', () =>
    world.visit(groupsAt(), async page => {
      await openGroup(page, 'Time')
      await page.getByLabel('Working hours', { exact: true }).selectOption('Business hours')
      await page.getByLabel('Length of a day').waitFor()
      await expectSameNumbers(world, page)
      await page.getByLabel('Issues: Period').selectOption('in the last 30 days')
      expect([chosen(page, 'startDate'), chosen(page, 'endDate')]).toEqual(['startOfDay(-29)', 'startOfDay(1)'])
      // The 30 days end with the day of the report, which the address fixes.
      const dates = page.getByRole('group', { name: 'Issues' })
      expect(await dates.getByLabel('From').inputValue()).toBe('2025-06-02')
      expect(await dates.getByLabel('To (inclusive)').inputValue()).toBe('2025-07-01')
      const recent = await expectSameNumbers(world, page)
      const fixed = await answerOf(world, page, { startDate: '2025-06-02', endDate: '2025-07-02' })
      expect(recent.table).toEqual(fixed.table)
      await page.locator('.shell-facts').getByText('created in the last 30 days').waitFor()
      await page.getByLabel('Issues: Period').selectOption('at any time')
      await page.getByLabel('Count time: Period').selectOption('between these dates')
      const window = page.getByRole('group', { name: 'Count time' })
      await window.getByLabel('From').fill('2025-01-01')
      await window.getByLabel('To (inclusive)').fill('2025-03-31')
      await eventually(() => chosen(page, 'trimHistoryEndDate')).not.toBeNull()
      await expectSameNumbers(world, page)
      await page.locator('.shell-facts').getByText('time counted 1 Jan 2025 – 31 Mar 2025').waitFor()
    }),
  )

  itDrawn('offers active sprints first, and explains an empty list', () =>
    world.visit(groupsAt(), async page => {
      await page.getByRole('radio', { name: 'Sprint' }).check()
      await page.getByRole('combobox', { name: 'Sprint', exact: true }).click()
      await eventually(() => page.locator('.builder-option').first().textContent()).toContain('active')
      await page.locator('.builder-option').first().click()
      await expectSameNumbers(world, page)
      await page.getByRole('radio', { name: 'Saved' }).check()
      await page.getByRole('combobox', { name: 'Saved query', exact: true }).click()
      await page.getByText('There are no saved queries.').waitFor()
      expect(await page.getByText('No matches.').count()).toBe(0)
    }),
  )

  itDrawn('measures between chosen statuses', () =>
    world.visit(groupsAt({ columnsBy: 'durationBetweenStatuses' }), async page => {
      await page.getByRole('button', { name: 'Add a metric' }).click()
      await page.getByLabel('Starts with').first().selectOption('creation')
      await page.getByLabel('Name', { exact: true }).first().fill('Lead Time')
      await page.getByLabel('Name', { exact: true }).first().press('Enter')
      await eventually(() => chosen(page, 'dbsMetrics')).toContain('Lead Time')
      await expectSameNumbers(world, page)
      await eventually(async () => (await shownTable(page)).columns).toContain('Lead Time')
      await page.getByRole('button', { name: 'Add a metric' }).click()
      const second = page.getByLabel('Name', { exact: true }).nth(1)
      await second.fill('Lead Time')
      await second.press('Enter')
      await page.getByText('Another metric has this name.').waitFor()
      await expect(second.inputValue()).resolves.toBe('Lead Time')
    }),
  )
})

function itemMenu(page: Page, name: string) {
  return page.getByRole('button', { name: `Move, combine or remove ${name}` })
}

/** Drags a status onto another: 0 is the top of the other, 1 its bottom. */
async function dragItem(page: Page, name: string, onto: string, part: number): Promise<void> {
  const item = (one: string) => page.locator('.builder-sortable-item').filter({ has: itemMenu(page, one) })
  await item(onto).scrollIntoViewIfNeeded()
  const [from, to] = [await item(name).boundingBox(), await item(onto).boundingBox()]
  await page.mouse.move(from!.x + 40, from!.y + from!.height / 2)
  await page.mouse.down()
  await page.mouse.move(to!.x + 40, to!.y + to!.height * part, { steps: 6 })
  await page.mouse.up()
}
