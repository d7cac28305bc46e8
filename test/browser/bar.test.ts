import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { itDrawn } from '../support/drawn-test.ts'
import { FIRST_VISIT, inBrowser, PHONE } from './browser-fixture.ts'
import { chosen, eventually, expectSameNumbers, groupsAt, issuesAt, segment } from './page-helpers.ts'

/** The question bar: a chip for each part of the question. */
inBrowser('the question bar', world => {
  it('works with the keyboard: Tab, Enter, arrows and Escape', () =>
    world.visit(
      groupsAt({ 'view.open': 'row:["Bug"]' }),
      async page => {
        await expectSameNumbers(world, page)
        await page.getByRole('link', { name: 'Skip to the report' }).focus()
        await tabTo(page, chip(page, 'Working hours'))
        await page.keyboard.press('Enter')
        const list = page.getByRole('listbox', { name: 'Working hours' })
        await hasFocus(list)
        await page.keyboard.press('ArrowDown')
        expect(chosen(page, 'calendar')).toBe('normalHours')
        await page.keyboard.press('Enter')
        await eventually(() => chosen(page, 'dayLength')).toBe('businessDays')
        await page.keyboard.press('Tab')
        await hasFocus(page.getByRole('combobox', { name: 'Length of a day' }))
        await page.keyboard.press('Escape')
        await hasFocus(chip(page, 'Working hours'))
        expect(await page.locator('.question-popup').count()).toBe(0)
        expect(chosen(page, 'view.open')).toBe('row:["Bug"]')
        await page.keyboard.press('Shift+Tab')
        await hasFocus(chip(page, 'Columns'))
        await page.keyboard.press('Enter')
        await page.getByRole('combobox', { name: 'Show only this status' }).fill('cod')
        await page.keyboard.press('Escape')
        await page.getByRole('combobox', { name: 'Show only this status' }).press('Escape')
        await hasFocus(chip(page, 'Columns'))
      },
      FIRST_VISIT,
    ))

  it('is one of two rows of controls above the table, and the facts are in the line of the heading', () =>
    world.visit(
      groupsAt({ groupByFields: 'issuetype,priority' }),
      async page => {
        const query = {
          filterType: 'customjql',
          projectKey: '',
          customjql: `project = WEB AND summary !~ "${'x'.repeat(90)}"`,
        }
        const dates = { startDate: '2024-01-01', dateRangeField: 'created', trimHistoryStartDate: '2024-01-01' }
        const composite = { columnsBy: 'statusDurationByAssignee' }
        for (const address of [null, issuesAt({ ...query, ...dates }), groupsAt(composite)]) {
          if (address !== null) await page.goto(world.base + address)
          await page.locator('.table-body-row').first().waitFor()
          expect(await linesOf(page, '.shell-main button:visible, .shell-main select:visible', '.table-frame')).toBe(3)
          expect(await linesOf(page, '.question-bar button:visible')).toBe(1)
          expect(await linesOf(page, '.shell-bar button:visible, .shell-bar select:visible')).toBe(1)
          // A long query may need a line of its own.
          if (address === null) expect(await linesOf(page, '.shell-heading h1, .shell-facts')).toBe(1)
        }
      },
      { ...FIRST_VISIT, viewport: { width: 1440, height: 900 } },
    ))

  itDrawn('opens one part at a time, and closes it on a click elsewhere', () =>
    world.visit(
      groupsAt(),
      async page => {
        await expectSameNumbers(world, page)
        await chip(page, 'Measure').click()
        await page.getByRole('dialog', { name: 'Measure' }).waitFor()
        await chip(page, 'Dates').click()
        await page.getByRole('dialog', { name: 'Dates' }).waitFor()
        expect(await page.locator('.question-popup').count()).toBe(1)
        await chip(page, 'Dates').click()
        await eventually(() => page.locator('.question-popup').count()).toBe(0)
        await chip(page, 'Issues').click()
        await page.getByRole('dialog', { name: 'Issues' }).waitFor()
        await page.getByRole('heading', { level: 1 }).click()
        await eventually(() => page.locator('.question-popup').count()).toBe(0)
      },
      FIRST_VISIT,
    ),
  )

  itDrawn('combines statuses and completes a query inside of a chip', () =>
    world.visit(
      groupsAt({ statuses: '3,10100,10101' }),
      async page => {
        await chip(page, 'Columns').click()
        await page.getByRole('button', { name: 'Move, combine or remove Code Review' }).click()
        await page.getByRole('menuitem', { name: 'Combine with' }).click()
        await page.getByRole('menuitem', { name: 'Testing' }).click()
        await eventually(() => chosen(page, 'statuses')).toContain('"cons"')
        await page.getByRole('dialog', { name: 'Columns' }).waitFor()
        await chip(page, 'Issues').click()
        await page.getByRole('radio', { name: 'Query' }).check()
        const query = page.getByRole('textbox', { name: 'Query (JQL)' })
        await query.click()
        await query.press('Control+End')
        await query.pressSequentially(' AND statu')
        await page.getByRole('option', { name: 'statusCategory' }).first().waitFor()
        await query.press('Escape')
        await page.getByRole('dialog', { name: 'Issues' }).waitFor()
        await query.pressSequentially('s = Done')
        await query.press('Escape')
        await query.press('Control+Enter')
        await eventually(() => chosen(page, 'customjql')).toContain('AND status = Done')
        await expectSameNumbers(world, page)
      },
      FIRST_VISIT,
    ),
  )

  itDrawn('marks a missing setting in its chip, and opens it there', () =>
    world.visit(
      groupsAt({ calendar: '0' }),
      async page => {
        const hours = page.locator('[data-part=hours]')
        await eventually(() => hours.textContent()).toBe('Choose the length of a day')
        expect(await hours.getAttribute('aria-label')).toBe('Working hours: Business hours. Choose the length of a day')
        await page.getByText('To see the report:').waitFor()
        await page.locator('.shell-hint').getByRole('button', { name: 'Choose the length of a day' }).click()
        const choice = page.getByRole('combobox', { name: 'Length of a day' })
        await hasFocus(choice)
        expect(await choice.getAttribute('aria-invalid')).toBe('true')
        await choice.selectOption('24 hours')
        await expectSameNumbers(world, page)
        await eventually(() => hours.textContent()).toBe('Business hours')
      },
      FIRST_VISIT,
    ),
  )

  itDrawn('invites to choose the issues, and marks them once they are left', () =>
    world.visit(
      '/',
      async page => {
        await chip(page, 'Measure').click()
        await page.getByRole('option', { name: 'Visits to status' }).click()
        await page.keyboard.press('Escape')
        const issues = page.locator('[data-part=issues]')
        await page.locator('.shell-hint').getByRole('button', { name: 'Choose issues' }).waitFor()
        expect([await issues.textContent(), await lookOf(issues)]).toEqual(['Choose issues', 'wanted'])
        await issues.click()
        await segment(page, 'Saved').click()
        await page.getByRole('combobox', { name: 'Saved query' }).waitFor()
        expect([await page.locator('.problem').count(), await lookOf(issues)]).toEqual([0, 'wanted'])
        await page.keyboard.press('Escape')
        await eventually(() => lookOf(issues)).toBe('wrong')
        await issues.click()
        await eventually(() => page.locator('.problem').allTextContents()).toEqual(['Choose issues'])
        await page.reload()
        await eventually(() => lookOf(issues)).toBe('wrong')
      },
      FIRST_VISIT,
    ),
  )

  itDrawn('marks a setting without a value in the panel once the focus leaves it', () =>
    world.visit('/', async page => {
      await segment(page, 'Assignee').click()
      const assignee = page.getByRole('combobox', { name: 'Current assignee' })
      await assignee.focus()
      expect(await page.locator('.problem').count()).toBe(0)
      await page.keyboard.press('Tab')
      await eventually(() => page.locator('.problem').allTextContents()).toEqual(['Choose issues'])
      expect(await assignee.getAttribute('aria-invalid')).toBe('true')
    }),
  )

  itDrawn('shows reports without user groups, as the interface does, and says so in the chip', () =>
    world.visit(
      groupsAt({ columnsBy: 'groupDuration' }),
      async page => {
        await expectSameNumbers(world, page)
        await eventually(() => page.locator('[data-part=columns]').textContent()).toBe('No groups')
      },
      FIRST_VISIT,
    ),
  )

  itDrawn('marks an unknown calendar in its chip', () =>
    world.visit(
      groupsAt({ calendar: 'gone' }),
      async page => {
        await page.getByRole('heading', { name: 'One setting is invalid' }).waitFor()
        await page.getByRole('alert').getByRole('button', { name: '“gone”' }).click()
        await page.getByRole('option', { name: 'Business hours' }).click()
        await expectSameNumbers(world, page)
        expect(await page.locator('.question-chip.wrong').count()).toBe(0)
      },
      FIRST_VISIT,
    ),
  )

  itDrawn('says in its own words what is wrong, in a chip, at its control and in the error', () =>
    world.visit(
      groupsAt({ aggregationType: 'most' }),
      async page => {
        const sentence = '“most” is not possible. Choose one of: Average, Sum, Median, Standard deviation, Percentile.'
        const measure = page.getByRole('button', { name: 'Measure: not possible', exact: true })
        await measure.waitFor()
        expect(await measure.locator('.question-chip-text').textContent()).toBe('Measure: not possible')
        expect(await descriptionOf(measure)).toBe(`Show: ${sentence}`)
        const error = page.getByRole('alert')
        await error.getByRole('button', { name: `Show: ${sentence}` }).click()
        const choice = page.getByRole('combobox', { name: 'Show', exact: true })
        await hasFocus(choice)
        expect(await descriptionOf(choice)).toBe(sentence)
        await page.keyboard.press('Escape')
        await error.getByText('Details').click()
        await error.getByText("ERROR: aggregationType 'most' is not a possible value.").waitFor()
      },
      FIRST_VISIT,
    ),
  )

  itDrawn('undoes the last change with a button and with Ctrl-Z, and keeps Back', () =>
    world.visit(
      groupsAt(),
      async page => {
        await expectSameNumbers(world, page)
        const undo = page.getByRole('button', { name: 'Undo change' })
        expect(await undo.isDisabled()).toBe(true)
        await pickIn(page, 'Group by', 'Month created')
        await eventually(() => chosen(page, 'groupByFields')).toBe('date:month:created')
        await pickIn(page, 'Working hours', 'Business hours')
        await eventually(() => chosen(page, 'dayLength')).toBe('businessDays')
        await page.getByRole('tab', { name: 'Chart' }).click()
        await page.locator('canvas').first().waitFor()
        await undo.click()
        await eventually(() => chosen(page, 'calendar')).toBe('normalHours')
        expect([chosen(page, 'groupByFields'), chosen(page, 'show')]).toEqual(['date:month:created', 'chart'])
        await page.getByText('The last change was undone.').waitFor()
        await page.getByRole('tab', { name: 'Table' }).click()
        await page.keyboard.press('Control+z')
        await eventually(() => chosen(page, 'groupByFields')).toBe('issuetype')
        expect(await undo.isDisabled()).toBe(true)
        await expectSameNumbers(world, page)
        await page.goBack()
        await eventually(() => chosen(page, 'groupByFields')).toBe('date:month:created')
        await page.reload()
        await expectSameNumbers(world, page)
        expect(await undo.isDisabled()).toBe(false)
      },
      FIRST_VISIT,
    ),
  )

  itDrawn('undoes typing at once, and leaves Ctrl-Z in text fields to them', () =>
    world.visit(
      groupsAt({ dateFormat: 'yyyy' }),
      async page => {
        await expectSameNumbers(world, page)
        await chip(page, 'Format').click()
        const pattern = page.getByLabel('Date format', { exact: true })
        await pattern.fill('MM/dd')
        await eventually(() => chosen(page, 'dateFormat')).toBe('MM/dd')
        await pattern.fill('MM/dd/yyyy')
        await eventually(() => chosen(page, 'dateFormat')).toBe('MM/dd/yyyy')
        await pattern.press('Control+z')
        expect(chosen(page, 'groupByFields')).toBe('issuetype')
        await pattern.fill('MM/dd/yyyy')
        await eventually(() => chosen(page, 'dateFormat')).toBe('MM/dd/yyyy')
        await page.getByRole('heading', { level: 1 }).click()
        await page.keyboard.press('Control+z')
        await eventually(() => chosen(page, 'dateFormat')).toBe('yyyy')
      },
      FIRST_VISIT,
    ),
  )

  itDrawn('shows rare settings once they are chosen, and all others under More', () =>
    world.visit(
      groupsAt(),
      async page => {
        await expectSameNumbers(world, page)
        expect(await chip(page, 'As of').textContent()).toBe('As of 1 Jul 2025, 00:00')
        expect(await page.locator('[data-part=conditions]').count()).toBe(0)
        await page.getByRole('button', { name: 'More', exact: true }).click()
        await page.getByRole('button', { name: 'Add a condition' }).click()
        await eventually(() => chip(page, 'Conditions').textContent()).toBe('1 condition')
        await expectSameNumbers(world, page)
      },
      FIRST_VISIT,
    ),
  )

  itDrawn('keeps all settings closed at first, and remembers the choice', () =>
    world.visit(
      groupsAt(),
      async page => {
        await expectSameNumbers(world, page)
        const panel = page.getByRole('complementary', { name: 'Report' })
        expect(await panel.count()).toBe(0)
        await page.getByRole('button', { name: 'Show the report settings' }).click()
        await panel.getByLabel('Show', { exact: true }).waitFor()
        await page.reload()
        await panel.getByLabel('Show', { exact: true }).waitFor()
        await page.getByRole('button', { name: 'Hide the report settings' }).click()
        await page.reload()
        await expectSameNumbers(world, page)
        expect(await panel.count()).toBe(0)
      },
      FIRST_VISIT,
    ),
  )

  itDrawn('builds a report on the start page', () =>
    world.visit(
      '/',
      async page => {
        await chip(page, 'Issues').click()
        await page.getByRole('combobox', { name: 'Project', exact: true }).fill('web')
        await page.locator('.builder-option').filter({ hasText: 'Web Shop' }).first().click()
        await expectSameNumbers(world, page)
        await page.getByRole('heading', { name: 'Average time in each status, all issues' }).waitFor()
      },
      FIRST_VISIT,
    ),
  )

  itDrawn('asks on a phone', () =>
    world.visit(
      groupsAt(),
      async page => {
        await expectSameNumbers(world, page)
        await chip(page, 'Group by').tap()
        const popup = page.locator('.question-popup')
        await page.getByRole('option', { name: 'Month worked' }).tap()
        await eventually(() => chosen(page, 'groupByFields')).toBe('period:month')
        const box = (await popup.boundingBox())!
        expect(box.x).toBeGreaterThanOrEqual(0)
        expect(box.x + box.width).toBeLessThanOrEqual(390)
        expect(box.y + box.height).toBeLessThanOrEqual(844)
        await chip(page, 'Measure').tap()
        await page.getByRole('option', { name: 'Visits to status' }).tap()
        await eventually(() => chosen(page, 'columnsBy')).toBe('statusCount')
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
        expect(overflow).toBeLessThanOrEqual(0)
        await expectSameNumbers(world, page)
      },
      PHONE,
    ),
  )
})

/** Returns the chip of a part of the question. */
function chip(page: Page, part: string): Locator {
  return page.getByRole('region', { name: 'Question' }).getByRole('button', { name: new RegExp(`^${part}: `) })
}

/** Opens a part of the question, picks an option, and closes the part. */
async function pickIn(page: Page, part: string, option: string): Promise<void> {
  await chip(page, part).click()
  await page.getByRole('option', { name: option }).click()
  await page.keyboard.press('Escape')
  await hasFocus(chip(page, part))
}

/** Returns how a chip is marked. */
async function lookOf(target: Locator): Promise<string> {
  return ((await target.getAttribute('class')) ?? '').replace('question-chip', '').trim()
}

/** Returns the text that describes an element to screen readers. */
function descriptionOf(target: Locator): Promise<string> {
  return target.evaluate(one =>
    (one.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map(id => document.getElementById(id)?.textContent ?? '')
      .join(' '),
  )
}

async function hasFocus(target: Locator): Promise<void> {
  await eventually(() => target.evaluate(one => one === document.activeElement)).toBe(true)
}

/** Presses Tab until an element has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let i = 0; i < 40; i++) {
    if (await target.evaluate(one => one === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  await hasFocus(target)
}

/** Returns in how many lines the elements are, one below the other; those inside of `except` do not count. */
function linesOf(page: Page, selector: string, except = 'no-element'): Promise<number> {
  return page.locator(selector).evaluateAll((all, inside) => {
    const boxes = all.filter(one => one.closest(inside) === null).map(one => one.getBoundingClientRect())
    let [lines, end] = [0, 0]
    for (const { top, bottom } of boxes.sort((one, other) => one.top - other.top)) {
      if (top >= end) [lines, end] = [lines + 1, bottom]
    }
    return lines
  }, except)
}
