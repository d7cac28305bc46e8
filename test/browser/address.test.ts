import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'
import type { ViewList } from '../../src/app/views/view-types.ts'
import type { Report } from '../../src/web/api/report.ts'
import { itDrawn } from '../support/drawn-test.ts'
import { type BrowserFixture, inBrowser } from './browser-fixture.ts'
import {
  answerOf,
  chosen,
  eventually,
  expectSameNumbers,
  groupsAt,
  issuesAt,
  pick,
  shownTable,
} from './page-helpers.ts'

/** The URL, saved reports and sharing: item 2. */
inBrowser('the URL of the page', world => {
  it('keeps every choice through back, forward and reload', () =>
    world.visit(groupsAt(), async page => {
      const first = await expectSameNumbers(world, page)
      await pick(page, 'Report', 'visits', 'Visits to status')
      await eventually(() => chosen(page, 'columnsBy')).toBe('statusCount')
      await expectSameNumbers(world, page)
      await page.getByRole('tab', { name: 'Chart' }).click()
      await page.locator('canvas').first().waitFor()
      await page.goBack()
      await page.goBack()
      await eventually(() => chosen(page, 'columnsBy')).toBe('statusDuration')
      expect((await expectSameNumbers(world, page)).table).toEqual(first.table)
      expect(await page.getByRole('combobox', { name: 'Report', exact: true }).inputValue()).toBe('Time in status')
      await page.goForward()
      await page.reload()
      await expectSameNumbers(world, page)
      expect(await page.getByRole('combobox', { name: 'Report', exact: true }).inputValue()).toBe('Visits to status')
    }))

  itDrawn('shows the same to others at a shared URL', async () => {
    let [address, table] = ['', {}]
    await world.visit(issuesAt(), async page => {
      await expectSameNumbers(world, page)
      await page.getByRole('columnheader', { name: 'In Progress' }).getByRole('button').click()
      await page.getByLabel('Shading').selectOption('Heat map over all columns')
      await eventually(() => [chosen(page, 'orderBy'), chosen(page, 'orderDir')]).toEqual(['3', 'desc'])
      await expectSameNumbers(world, page)
      await page.locator('.table-body-row .table-number').first().click()
      await page.getByRole('dialog').locator('.drilldown-sum').waitFor()
      address = page.url().slice(world.base.length)
      table = (await page.getByRole('dialog').textContent()) ?? ''
    })
    await world.visit(address, async page => {
      await page.getByRole('dialog').locator('.drilldown-sum').waitFor()
      expect(await page.getByRole('dialog').textContent()).toBe(table)
      expect(await page.getByLabel('Shading').inputValue()).toBe('heatOverAll')
      await page
        .getByRole('columnheader', { name: 'In Progress' })
        .and(page.locator('[aria-sort=descending]'))
        .waitFor()
    })
  })

  itDrawn('saves, opens, deletes and restores a report', () =>
    world.visit(groupsAt({ aggregationType: 'median' }), async page => {
      const saved = page.getByRole('button', { name: 'Saved reports' })
      await saved.click()
      await page.getByLabel('Save this report as').fill('Waiting, by "type" & more')
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByText('Saved as “Waiting, by "type" & more”.').waitFor()
      await page.goto(`${world.base}/`)
      await saved.click()
      await page.getByRole('dialog', { name: 'Saved reports' }).waitFor()
      await page.getByRole('link', { name: 'Waiting, by "type" & more' }).first().click()
      await eventually(() => chosen(page, 'aggregationType')).toBe('median')
      await expectSameNumbers(world, page)
      await saved.click()
      await page.getByRole('button', { name: 'Delete Waiting, by "type" & more' }).click()
      await page.getByText('was deleted.').waitFor()
      await eventually(() => savedCount(world)).toBe(0)
      await page.getByRole('button', { name: 'Undo', exact: true }).click()
      await eventually(() => savedCount(world)).toBe(1)
      await page.getByRole('button', { name: 'Delete Waiting, by "type" & more' }).click()
      await eventually(() => savedCount(world)).toBe(0)
    }),
  )

  it('puts the letters that are typed right after a click into the name of a saved report', () =>
    world.visit(groupsAt(), async page => {
      await page.locator('.table-body-row').first().waitFor()
      await page.waitForLoadState('networkidle')
      // No frame is drawn between the click and the letters.
      await page.evaluate(() => {
        const draw = window.requestAnimationFrame.bind(window)
        const afterKey = (work: () => void) => addEventListener('keyup', work, { once: true })
        window.requestAnimationFrame = callback => {
          afterKey(() => draw(callback))
          return 0
        }
        afterKey(() => {
          window.requestAnimationFrame = draw
        })
      })
      await page.getByRole('button', { name: 'Saved reports' }).click()
      await page.keyboard.type('Team report')
      expect(await page.getByLabel('Save this report as').inputValue()).toBe('Team report')
    }))

  it('says that a saved report keeps its fixed date, and saves it without one', () =>
    world.visit(groupsAt(), async page => {
      await page.getByRole('button', { name: 'Saved reports' }).click()
      const name = page.getByLabel('Save this report as')
      await name.fill('Team report')
      await page.getByRole('checkbox', { name: 'Keep the fixed date, 1 Jul 2025, 00:00' }).waitFor()
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      const items = page.getByRole('dialog', { name: 'Saved reports' }).getByRole('listitem')
      await items.getByText('always as of 1 Jul 2025, 00:00').waitFor()
      await page.getByRole('button', { name: 'Delete Team report' }).click()
      await page.getByText('was deleted.').waitFor()
      await name.fill('Moving report')
      await page.getByRole('checkbox', { name: /^Keep the fixed date/ }).uncheck()
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await items.getByText('Moving report').waitFor()
      expect(await items.getByText('always as of').count()).toBe(0)
      await page.getByRole('button', { name: 'Delete Moving report' }).click()
      await page.getByText('was deleted.').waitFor()
    }))

  itDrawn('copies a command that returns the same report', () =>
    world.visit(
      issuesAt({ filterType: 'customjql', customjql: `project = WEB AND summary !~ "it's"`, projectKey: '' }),
      async page => {
        await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: world.base })
        await page.getByText('922 issues found by “project = WEB AND summary').waitFor()
        const share = page.getByRole('button', { name: 'Share' })
        await share.click()
        await page.getByRole('button', { name: 'Copy as curl' }).click()
        await page.getByText('Command copied.').waitFor()
        const command = await page.evaluate(() => navigator.clipboard.readText())
        const expected = await answerOf(world, page)
        expect(command).toContain(`${world.base}/rest/tis/report/1.0/api/list`)
        if (spawnSync('curl', ['--version']).status === 0) {
          const ran = spawnSync('sh', ['-c', command], { encoding: 'utf8' })
          expect((JSON.parse(ran.stdout) as Report).table).toEqual(expected.table)
        }
        await share.click()
        await page.getByRole('button', { name: 'Copy as CSV' }).click()
        await page.getByText('CSV copied.').waitFor()
        const csv = await page.evaluate(() => navigator.clipboard.readText())
        expect(csv.trim().split('\n')).toHaveLength(1 + expected.table.body.rows.length)
      },
    ),
  )

  itDrawn('opens the JSON', () =>
    world.visit(groupsAt(), async page => {
      const report = await expectSameNumbers(world, page)
      await page.getByRole('button', { name: 'Share' }).click()
      const [opened] = await Promise.all([
        page.context().waitForEvent('page'),
        page.getByRole('link', { name: 'Open JSON' }).click(),
      ])
      await opened.waitForLoadState()
      expect((JSON.parse((await opened.locator('body').textContent())!) as Report).table).toEqual(report.table)
      await opened.close()
    }),
  )

  itDrawn('fixes the date of a report', () =>
    world.visit(groupsAt({ asOf: '' }), async page => {
      await page.locator('.table-body-row').first().waitFor()
      expect(chosen(page, 'asOf')).toBeNull()
      await page.getByRole('button', { name: 'Fixed date' }).click()
      await eventually(() => chosen(page, 'asOf')).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
      await expectSameNumbers(world, page)
      expect((await shownTable(page)).rows).not.toEqual([])
    }),
  )
})

/** Returns the number of saved reports. */
async function savedCount({ base }: BrowserFixture): Promise<number> {
  const answer = await fetch(`${base}/rest/tis/report/1.0/api/views`)
  return ((await answer.json()) as ViewList).total
}
