import { expect, it } from 'vitest'
import type { PageCatalogue } from '../../src/reports/page/page-types.ts'
import { itDrawn } from '../support/drawn-test.ts'
import { sample } from '../support/sampling.ts'
import { inBrowser } from './browser-fixture.ts'
import { chosen, eventually, expectSameNumbers, groupsAt, issuesAt } from './page-helpers.ts'

const GROUPS = { groups: 'web-team,testers' }

/** Help: what a report means, and the keys. */
inBrowser('help', world => {
  it('says what each report means, with a link to its definition', async () => {
    const { reportTypes } = (await (await fetch(`${world.base}/api/catalogue`)).json()) as PageCatalogue
    expect(reportTypes).toHaveLength(16)
    await world.visit('/docs', async page => {
      expect(await page.locator('tr[id]').count()).toBe(16)
      for (const { name, page: texts } of sample('help', reportTypes, 4)) {
        const own = {
          groupDuration: GROUPS,
          statusDurationByGroup: GROUPS,
          groupDurationByStatus: GROUPS,
          anyfieldDuration: { historyFields: 'priority' },
          anyFieldCount: { historyFields: 'priority' },
          durationBetweenStatuses: { dbsMetrics: '[{"name":"Lead Time","to":{"id":"10001"}}]' },
        }[name]
        await page.goto(world.base + issuesAt({ columnsBy: name, pageSize: '1', ...own }))
        const help = page.locator('.shell-help')
        await help.locator('summary').click()
        await help.getByText(texts.question).waitFor()
        expect(await help.getByRole('link', { name: 'Definition' }).getAttribute('href')).toBe(`/docs#${name}`)
      }
    })
  })

  itDrawn('shows the keys in a dialog, but not while someone types', () =>
    world.visit(groupsAt({ 'view.open': 'row:["Bug"]' }), async page => {
      await expectSameNumbers(world, page)
      const dialog = page.getByRole('dialog', { name: 'Keys' })
      await page.getByRole('grid').focus()
      await page.keyboard.press('?')
      await dialog.waitFor()
      expect(await dialog.getByRole('term').count()).toBeGreaterThan(10)
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'hidden' })
      // Escape closed only the dialog, and the focus is back.
      expect(chosen(page, 'view.open')).toBe('row:["Bug"]')
      expect(await page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('grid')
      await page.getByRole('button', { name: 'Saved reports' }).click()
      await page.getByLabel('Save this report as').fill('')
      await page.keyboard.type('Why?')
      await eventually(() => page.getByLabel('Save this report as').inputValue()).toBe('Why?')
      expect(await dialog.count()).toBe(0)
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Keys' }).click()
      await dialog.getByRole('button', { name: 'Close' }).click()
      await dialog.waitFor({ state: 'hidden' })
    }),
  )
})
