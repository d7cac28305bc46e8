import { expect, it } from 'vitest'
import { itDrawn } from '../support/drawn-test.ts'
import { inBrowser } from './browser-fixture.ts'
import { eventually, expectSameNumbers, groupsAt, issuesAt, teamAt } from './page-helpers.ts'

/** The table on paper. */
inBrowser('the printed table', world => {
  it('prints all rows of the page with their totals, and nothing else', () =>
    world.visit(issuesAt(), async page => {
      const report = await expectSameNumbers(world, page)
      await page.locator('.table-foot .table-value').first().waitFor()
      await page.emulateMedia({ media: 'print' })
      const tables = page.locator('.table-print table')
      await eventually(() => tables.count()).toBeGreaterThan(0)
      const firstRows = tables.first().locator('tbody tr')
      expect(await firstRows.count()).toBe(report.table.body.rows.length + 2)
      expect(await firstRows.last().textContent()).toContain('Average, all issues')
      const heads = await tables.locator('thead th').allTextContents()
      const expected = report.table.header.valueColumns.map(({ value }) => value)
      expect(heads.filter(name => name !== 'Key' && name !== 'Summary')).toEqual(expected)
      expect(await page.locator('#root').isVisible()).toBe(false)
      expect(await page.locator('.table-print h1').textContent()).toBe('Time in each status, per issue')
      expect(await page.locator('.table-print p').first().textContent()).toContain('922 issues in Web Shop')
      await page.emulateMedia({ media: 'screen' })
      await eventually(() => tables.count()).toBe(0)
    }))

  it('says what limits it, and which columns are hidden', () => {
    const limits = { statuses: '3,10100', pageSize: '25', 'view.table.hidden': '["10100"]' }
    return world.visit(issuesAt(limits), async page => {
      await page.locator('.table-body-row').first().waitFor()
      await page.emulateMedia({ media: 'print' })
      const printed = page.locator('.table-print')
      await eventually(() => printed.locator('h1').textContent()).toBe('Time in In Progress and Code Review, per issue')
      const facts = await printed.locator('p').first().textContent()
      for (const fact of ['922 issues in Web Shop', 'only issues 1 to 25', 'without Code Review']) {
        expect(facts).toContain(fact)
      }
      expect(await page.title()).toMatch(
        /^Time in In Progress and Code Review, per issue, in Web Shop, as of .+ · Sojourn$/,
      )
    })
  })

  itDrawn('prints on paper, also when a table is wider than a sheet', () =>
    world.visit(groupsAt({ columnsBy: 'statusDurationByAssignee' }), async page => {
      await expectSameNumbers(world, page)
      const pdf = await page.pdf({ format: 'A4' })
      expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
      await page.emulateMedia({ media: 'print' })
      await eventually(() => page.locator('.table-print table').count()).toBeGreaterThan(1)
      await page.setViewportSize({ width: 700, height: 1000 })
      const widest = await page.locator('.table-print').evaluate(one => one.scrollWidth)
      expect(widest).toBeLessThanOrEqual(700)
    }),
  )
})

inBrowser('a printed screen of a dark page', world => {
  it('is light, with its charts, and dark again afterwards', () =>
    world.visit(
      teamAt(),
      async page => {
        const chart = page.locator('.team-chart canvas').first()
        await chart.waitFor()
        const drawn = () => chart.evaluate(one => (one as HTMLCanvasElement).toDataURL())
        await eventually(drawn).toMatch(/.{5000}/)
        const dark = await drawn()
        const theme = () => page.evaluate(() => document.documentElement.dataset.theme)
        // The browser prints what is drawn when the event ends.
        const printed = await chart.evaluate(one => {
          window.dispatchEvent(new Event('beforeprint'))
          return [document.documentElement.dataset.theme, (one as HTMLCanvasElement).toDataURL()]
        })
        expect([printed[0], printed[1] === dark]).toEqual(['light', false])
        await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
        expect(await theme()).toBe('dark')
        await eventually(drawn).toBe(dark)
        await page.emulateMedia({ media: 'print' })
        await eventually(theme).toBe('light')
      },
      { colorScheme: 'dark' },
    ))
})
