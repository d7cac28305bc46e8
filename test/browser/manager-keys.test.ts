import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { itDrawn } from '../support/drawn-test.ts'
import { FIRST_VISIT, inBrowser } from './browser-fixture.ts'
import {
  ageingChart,
  dashboard,
  expectAttention,
  expectDates,
  expectPng,
  expectQuarters,
  expectReopener,
  expectReopenings,
  expectShown,
  expectStays,
  open,
  projectLink,
  SCREEN,
} from './manager-answers.ts'
import { eventually } from './page-helpers.ts'
import type { Person } from './person.ts'

// The tasks of a delivery manager without a mouse. Most keys are Tab.
inBrowser('a delivery manager at the keyboard', world => {
  itDrawn('sees what needs attention now, and why, with 23 keys from home', () =>
    open(
      world,
      '/',
      async (page, person) => {
        await tabTo(page, person, projectLink(page))
        await person.press('Enter')
        await expectAttention(world, page)
        await person.expectEffort({ keys: 23 })
      },
      FIRST_VISIT,
    ),
  )

  itDrawn('explains one dot with 33 keys', () =>
    open(
      world,
      SCREEN,
      async (page, person) => {
        const chart = ageingChart(page)
        await tabTo(page, person, chart)
        await person.press('ArrowRight')
        const [oldest] = (await dashboard(world)).attention.items
        await eventually(() => chart.getByRole('status').textContent()).toContain(oldest!.key)
        await person.press('Enter')
        const { stays, longest, statuses, issueKey } = await expectStays(world, page)
        expect(issueKey).toBe(oldest!.key)
        await tabTo(page, person, stays.nth(longest + 1).getByRole('button'))
        await person.press('Enter')
        await expectShown(page, `[data-stay="statuses:${longest}"]`, statuses[longest]!.by!)
        await person.expectEffort({ keys: 33 })
      },
      FIRST_VISIT,
    ),
  )

  itDrawn('sees whether it is better than last quarter with 3 keys', () =>
    open(
      world,
      SCREEN,
      async (page, person) => {
        await tabTo(page, person, page.getByRole('radio', { name: 'The period before' }))
        await person.press('ArrowRight')
        await expectQuarters(world, page)
        await person.expectEffort({ keys: 3 })
      },
      FIRST_VISIT,
    ),
  )

  itDrawn('sees when 20 more are done with 37 keys and a number', () =>
    open(
      world,
      SCREEN,
      async (page, person) => {
        await tabTo(page, person, page.getByLabel('Issues to finish'))
        await person.type('20')
        await person.press('Enter')
        await expectDates(world, page)
        await person.expectEffort({ keys: 37, texts: 1 })
      },
      FIRST_VISIT,
    ),
  )

  itDrawn('saves a chart for a slide with 32 keys', () =>
    open(
      world,
      SCREEN,
      async (page, person) => {
        await tabTo(page, person, page.getByRole('button', { name: 'Save “Where work waits” as an image' }))
        await person.press('Enter')
        await tabTo(page, person, page.getByRole('button', { name: 'Save as PNG' }))
        await expectPng(page, () => person.press('Enter'))
        await person.expectEffort({ keys: 32 })
      },
      FIRST_VISIT,
    ),
  )

  itDrawn('sees who reopened what with 71 keys', () =>
    open(
      world,
      SCREEN,
      async (page, person) => {
        const row = await expectReopenings(world, page)
        await tabTo(page, person, row.getByRole('link'))
        await person.press('Enter')
        const drawer = page.getByRole('dialog', { name: 'Reopened by this person' })
        await tabTo(page, person, drawer.locator('.drilldown-issues th a').first())
        await person.press('Enter')
        await expectReopener(world, page)
        await person.expectEffort({ keys: 71 })
      },
      FIRST_VISIT,
    ),
  )
})

/** Presses Tab until a target has the focus. */
async function tabTo(page: Page, person: Person, target: Locator): Promise<void> {
  await target.waitFor({ state: 'attached' })
  const hasFocus = () => target.evaluate(one => one === document.activeElement)
  for (let i = 0; i < 120 && !(await hasFocus()); i++) await person.press('Tab')
  expect(await hasFocus()).toBe(true)
  expect(await page.evaluate(() => document.activeElement!.matches(':focus-visible'))).toBe(true)
}
