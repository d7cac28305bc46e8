import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { itDrawn } from '../support/drawn-test.ts'
import { FIRST_VISIT, inBrowser } from './browser-fixture.ts'
import { chosen, eventually, expectSameNumbers, groupsAt, shownTable } from './page-helpers.ts'
import { openGroup } from './page-states.ts'

/** What a question lacks, and the statuses and the space that it gets. */
inBrowser('a question on the page', world => {
  it('combines two statuses without adding those of other projects', () =>
    world.visit(groupsAt(), async page => {
      await expectSameNumbers(world, page)
      const before = (await shownTable(page)).columns.slice(2)
      await openGroup(page, 'Columns')
      const items = page.locator('.builder-statuses .builder-status-name')
      await eventually(() => items.allTextContents()).toEqual(before)
      await page.getByRole('button', { name: 'Move, combine or remove Code Review' }).click()
      await page.getByRole('menuitem', { name: 'Combine with' }).click()
      await page.getByRole('menuitem', { name: 'Testing' }).click()
      await eventually(async () => (await shownTable(page)).columns.length).toBe(2 + before.length - 1)
      await expectSameNumbers(world, page)
      await page.getByRole('combobox', { name: 'Add a status' }).click()
      expect(await page.locator('.builder-option').count()).toBe(0)
    }))

  itDrawn('offers only statuses of the chosen issues as ends of a metric', () =>
    world.visit(groupsAt({ columnsBy: 'durationBetweenStatuses' }), async page => {
      await page.getByRole('button', { name: 'Add a metric' }).click()
      const end = page.getByLabel('End status')
      const offered = () => end.locator('option').allTextContents()
      await eventually(offered).toContain('Code Review')
      await eventually(offered).not.toContain('Waiting for Customer')
    }),
  )

  itDrawn('says what is missing, marks it, and offers the choice', () =>
    world.visit(groupsAt({ calendar: '0' }), async page => {
      const choice = page.getByRole('combobox', { name: 'Length of a day' })
      expect(await choice.getAttribute('aria-invalid')).toBe('true')
      await page.getByText('To see the report:').waitFor()
      await page.locator('.shell-hint').getByRole('button', { name: 'Choose the length of a day' }).click()
      await eventually(() => choice.evaluate(one => one === document.activeElement)).toBe(true)
      await choice.selectOption('24 hours')
      await expectSameNumbers(world, page)
      expect(await page.locator('.problem').count()).toBe(0)
    }),
  )

  itDrawn('needs no length of a day for durations without days', () =>
    world.visit(groupsAt({ calendar: '0', viewFormat: 'hours' }), async page => {
      await eventually(async () => (await shownTable(page)).rows.length).toBeGreaterThan(3)
      expect(await page.locator('.shell-hint, .problem').count()).toBe(0)
      expect(chosen(page, 'dayLength')).toBeNull()
    }),
  )

  itDrawn('names all that is missing at once', () =>
    world.visit(groupsAt({ projectKey: '', aggregationType: '', calendar: '' }), async page => {
      await page.getByText('To see the report:').waitFor()
      const offered = page.getByRole('main').locator('.shell-hint button')
      expect(await offered.allTextContents()).toEqual([
        'Choose issues',
        'Choose average, sum or median',
        'Choose working hours',
      ])
      await offered.first().click()
      const project = page.getByRole('combobox', { name: 'Project' })
      await eventually(() => project.evaluate(one => one === document.activeElement)).toBe(true)
    }),
  )

  itDrawn('explains an unknown calendar, also without the length of a day', () =>
    world.visit(groupsAt({ calendar: 'gone' }), async page => {
      await page.getByRole('heading', { name: 'One setting is invalid' }).waitFor()
      await page.getByRole('alert').getByRole('button', { name: '“gone”' }).click()
      const choice = page.getByRole('combobox', { name: 'Working hours' })
      await eventually(() => choice.evaluate(one => one === document.activeElement)).toBe(true)
      await choice.selectOption('Business hours')
      await eventually(() => chosen(page, 'dayLength')).toBe('businessDays')
      await expectSameNumbers(world, page)
    }),
  )

  itDrawn('has no text under 12 px, and scrolls the settings without the page', () =>
    world.visit(groupsAt(), async page => {
      await expectSameNumbers(world, page)
      for (const name of ['Rows', 'Columns', 'Time', 'Format']) await openGroup(page, name)
      await page.locator('.builder-status-name').first().waitFor()
      expect(await smallTexts(page)).toEqual([])
      const overflow = await page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight)
      expect(overflow).toBe(0)
    }),
  )

  itDrawn('leaves the table most of the screen next to an open drawer', () =>
    world.visit(
      groupsAt({ 'view.open': 'row:["Bug"]' }),
      async page => {
        await page.locator('.drilldown-issues').waitFor()
        const { width } = (await page.getByRole('main').boundingBox())!
        expect(width).toBeGreaterThan(850)
      },
      { ...FIRST_VISIT, viewport: { width: 1440, height: 900 } },
    ),
  )
})

/** Returns the texts of the page that are smaller than 12 px. */
function smallTexts(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('body *')]
      .filter(
        one => one.checkVisibility() && [...one.childNodes].some(node => node instanceof Text && node.data.trim()),
      )
      .filter(one => Number.parseFloat(getComputedStyle(one).fontSize) < 12)
      .map(one => one.textContent ?? ''),
  )
}
