import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { itDrawn } from '../support/drawn-test.ts'
import { sample } from '../support/sampling.ts'
import { judged } from './axe.ts'
import { inBrowser, PHONE } from './browser-fixture.ts'
import { overflowingParts } from './layout-faults.ts'
import { answerOf, chosen, eventually, expectSameNumbers, groupsAt, issuesAt, teamAt } from './page-helpers.ts'

// Accessibility: item 7.
inBrowser('the accessibility of the page', world => {
  it('works without a mouse, from the start page to an issue and back', () =>
    world.visit('/', async page => {
      await page.getByText('made-up issues').waitFor()
      await page.keyboard.press('Tab')
      expect(await focused(page)).toBe('Skip to the report')
      await page.keyboard.press('Enter')
      await tabTo(page, 'Where does work wait in Mobile App?')
      await page.keyboard.press('Enter')
      await expectSameNumbers(world, page)
      await tabTo(page, 'Table')
      await page.keyboard.press('ArrowRight')
      await page.locator('canvas').first().waitFor()
      await page.keyboard.press('ArrowLeft')
      await tabTo(page, 'Table: Time in status')
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await page.getByRole('dialog').getByRole('link', { name: /^APP-/ }).first().waitFor()
      await tabTo(page, /^APP-\d+$/)
      await page.keyboard.press('Enter')
      await page.getByText('Timeline', { exact: true }).waitFor()
      await page.keyboard.press('Escape')
      await eventually(() => chosen(page, 'view.open')).toBeNull()
      await eventually(() => focused(page)).toBe('Table: Time in status')
    }))

  itDrawn('keeps the focus after a quick start', () =>
    world.visit('/', async page => {
      await page
        .getByRole('link', { name: /^Where does work wait in/ })
        .first()
        .click()
      await page.locator('.table-body-row').first().waitFor()
      expect(await page.evaluate(() => document.activeElement?.id)).toBe('report')
    }),
  )

  itDrawn('names no missing cell as the active one when the address opens a cell far below', () =>
    world.visit(issuesAt(), async page => {
      const { table } = await answerOf(world, page)
      const row = table.body.rows.findLast(({ valueColumns }) => valueColumns.some(({ raw }) => raw !== undefined))!
      const key = row.headerColumns.find(({ id }) => id === 'issuekey')!.value
      const column = row.valueColumns.find(({ raw }) => raw !== undefined)!.id
      await page.goto(world.base + issuesAt({ 'view.open': `cell:${key}:${column}` }))
      await page.locator('.table-opened-cell').waitFor()
      const isDangling = () =>
        page.getByRole('grid').evaluate(grid => {
          const id = grid.getAttribute('aria-activedescendant')
          return id !== null && document.getElementById(id) === null
        })
      await eventually(isDangling).toBe(false)
      expect(await judged(page, ['aria-valid-attr-value'])).toEqual([])
    }),
  )

  it.each(sample('widths', [360, 768, 1024, 2560], 1))('fits a screen %i pixels wide', width =>
    world.visit(
      '/',
      async page => {
        const views = [
          ['/', '.shell-card'],
          ['/?page=calendars', '.calendar-list'],
          ['/?page=new-calendar', '.calendar-month'],
          ['/?page=calendar:0', '.calendar-month'],
          [groupsAt(), '.table-foot'],
          [groupsAt({ show: 'chart' }), 'canvas'],
          [teamAt(), '.team-chart canvas'],
          [issuesAt({ pageSize: '25', 'view.open': 'issue:WEB-913' }), '.drilldown-stays'],
        ] as const
        for (const [path, shown] of views) {
          await page.goto(world.base + path)
          await page.locator(shown).first().waitFor()
          expect([path, await overflowingParts(page)]).toEqual([path, []])
        }
      },
      { viewport: { width, height: 800 } },
    ),
  )

  itDrawn('lists third-party licences', () =>
    world.visit('/', async page => {
      await page.getByRole('link', { name: 'Third-party licences' }).click()
      await page.waitForURL('**/licences.txt')
      const text = (await page.locator('body').textContent())!
      for (const name of ['react-dom', '@tanstack/table-core', '@codemirror/view', 'echarts', 'zrender']) {
        expect(text).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+ \\(`, 'm'))
      }
      expect(text).toContain('Copyright (c) Meta Platforms')
      expect(text).toContain('This product includes software developed at')
    }),
  )

  itDrawn('has the report settings in a sheet on phones', () =>
    world.visit(
      groupsAt(),
      async page => {
        await expectSameNumbers(world, page)
        await page.getByRole('button', { name: 'Edit the report' }).tap()
        await page.getByLabel('Show', { exact: true }).selectOption('sum')
        await page.getByRole('button', { name: 'Show the report' }).tap()
        await page.getByRole('heading', { name: 'Total time in each status' }).waitFor()
        await expectSameNumbers(world, page)
      },
      { ...PHONE, isPanelOpen: true, viewport: { width: 360, height: 740 } },
    ),
  )

  itDrawn('has a dark theme by system setting or choice', () =>
    world.visit(
      '/',
      async page => {
        const theme = () => page.locator('html').getAttribute('data-theme')
        await eventually(theme).toBe('dark')
        await page.getByRole('button', { name: 'Theme' }).click()
        await page.getByRole('radio', { name: 'Light' }).check()
        await eventually(theme).toBe('light')
        await page.reload()
        await eventually(theme).toBe('light')
      },
      { colorScheme: 'dark' },
    ),
  )

  itDrawn('formats numbers and dates in the locale of the user', () =>
    world.visit(
      '/',
      async page => {
        await page.getByText('2.000 made-up issues').waitFor()
        await page.goto(world.base + groupsAt())
        const facts = page.locator('.shell-facts')
        await facts.getByText('as of 1. Juli 2025, 00:00').or(facts.getByText('as of 01.07.2025, 00:00')).waitFor()
      },
      { locale: 'de-DE', timezoneId: 'Europe/Berlin' },
    ),
  )
})

/** Returns the accessible name of the focused element, approximately. */
function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const { activeElement } = document
    return activeElement?.ariaLabel ?? activeElement?.textContent?.trim() ?? ''
  })
}

/** Presses Tab until an element with the name has the focus. */
async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  const visited: string[] = []
  for (let i = 0; i < 80; i++) {
    const now = await focused(page)
    if (typeof name === 'string' ? now === name : name.test(now)) return
    visited.push(now)
    await page.keyboard.press('Tab')
  }
  expect(visited).toContain(name)
}
