import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import type { Explanation, Repairs, Timeline } from '../../src/reports/report/explain/explanation.ts'
import type { AggregationReport, ListReport } from '../../src/web/api/report.ts'
import { itDrawn } from '../support/drawn-test.ts'
import { judged } from './axe.ts'
import { type BrowserFixture, inBrowser, PHONE } from './browser-fixture.ts'
import {
  answerOf,
  britishText,
  chosen,
  eventually,
  expectSameNumbers,
  groupsAt,
  issuesAt,
  parametersOf,
  shownTable,
} from './page-helpers.ts'

/** The drill-down: item 5. */
inBrowser('the drill-down', world => {
  itDrawn('opens the issues of a row, and a report on them', () =>
    world.visit(groupsAt({ groupByFields: 'issuetype,date:quarter:created' }), async page => {
      const report = (await expectSameNumbers(world, page)) as AggregationReport
      const row = report.table.body.rows[2]!
      await page.locator('.table-body-row').nth(2).getByRole('rowheader').getByRole('button').click()
      const drawer = page.getByRole('dialog', { name: row.groupByColumns[0]!.value! })
      await drawer.getByText(`${row.issueCount} issues · in days`).waitFor()
      const shown = await drawer.getByRole('rowheader').count()
      expect(shown).toBe(Math.min(row.issueCount, 50))
      await drawer.getByRole('link', { name: 'Open as a report' }).click()
      await eventually(() => chosen(page, 'report')).toBe('list')
      const list = (await expectSameNumbers(world, page)) as ListReport
      expect(list.total).toBe(row.issueCount)
    }),
  )

  itDrawn('opens the issues of a period with their time in it, down to the stays', () =>
    world.visit(groupsAt({ groupByFields: 'period:quarter', aggregationType: 'sum' }), async page => {
      const report = (await expectSameNumbers(world, page)) as AggregationReport
      const row = report.table.body.rows.at(-1)!
      const period = row.groupByColumns[0]!.value!
      await page.locator('.table-body-row').last().getByRole('rowheader').getByRole('button').click()
      const drawer = page.getByRole('dialog', { name: period })
      await drawer.getByText(`${row.issueCount} issues · in days`).waitFor()
      await drawer.getByRole('cell').getByRole('link').first().click()
      await page.locator('.drilldown-sum').waitFor()
      await page.getByText(`Only time in ${period} counts.`).waitFor()
      const shown = await page.locator('.drilldown-sum strong').textContent()
      const [, group, issueKey, column] = /^row:(.+\]):([^:]+):(.+)$/.exec(chosen(page, 'view.open')!)!
      expect(group).toBe(JSON.stringify([period]))
      await page.getByRole('button', { name: 'Back' }).click()
      await drawer.getByRole('link', { name: 'Open as a report' }).click()
      await eventually(() => chosen(page, 'report')).toBe('list')
      const list = (await expectSameNumbers(world, page)) as ListReport
      expect(list.total).toBe(row.issueCount)
      const issue = list.table.body.rows.find(({ headerColumns }) => headerColumns[0]!.value === issueKey)!
      const cell = issue.valueColumns.find(({ id }) => id === column)!
      expect(shown!.split(' ')[0]).toBe(britishText(list, cell))
      // The total of the list is the row.
      const totals = async () => (await shownTable(page)).foot.find(one => Object.values(one)[0]?.startsWith('Total'))
      const names = report.table.header.valueColumns
      const expected = row.valueColumns.map((cell, i) => [names[i]!.value, britishText(report, cell)])
      await eventually(async () => Object.entries((await totals()) ?? {})).toEqual(
        expect.arrayContaining(expected.slice(0, 3)),
      )
    }),
  )

  itDrawn('opens the same month from a link when other months are shown', () =>
    world.visit(groupsAt({ groupByFields: 'period:month', 'view.open': 'row:["2025-05"]' }), async page => {
      const report = (await expectSameNumbers(world, page)) as AggregationReport
      const drawer = page.getByRole('dialog', { name: 'May 2025' })
      const row = report.table.body.rows.find(({ groupByColumns }) => groupByColumns[0]!.value === '2025-05')!
      await drawer.getByText(`${row.issueCount} issues · in days`).waitFor()
      const opened = async () => (await page.locator('.table-opened').textContent())!.startsWith('May 2025')
      expect(await opened()).toBe(true)
      const trimmed = { trimHistoryStartDate: '2025-04-01', trimHistoryEndDate: '2025-06-01' }
      await page.goto(`${page.url()}&${new URLSearchParams(trimmed)}`)
      expect(((await expectSameNumbers(world, page)) as AggregationReport).table.body.rows).toHaveLength(2)
      await drawer.getByRole('rowheader').first().waitFor()
      expect(await opened()).toBe(true)
      await page.goto(page.url().replace('2025-05', '2024-05'))
      await page.getByText('This row is no longer in the report.').waitFor()
    }),
  )

  itDrawn('shows the first issue of a group, however far its row was scrolled', () =>
    world.visit(
      groupsAt({ groupByFields: 'period:month' }),
      async page => {
        await expectSameNumbers(world, page)
        const grid = page.getByRole('grid')
        const scrolled = () => grid.evaluate(one => one.scrollTop)
        await grid.press('Control+End')
        await eventually(scrolled).toBeGreaterThan(0)
        await page.locator('.table-body-row').last().getByRole('rowheader').getByRole('button').click()
        await page.getByRole('link', { name: 'Open as a report' }).click()
        await expectSameNumbers(world, page)
        await eventually(scrolled).toBe(0)
        await grid.press('Control+End')
        await eventually(scrolled).toBeGreaterThan(0)
        await page.getByRole('columnheader').nth(2).getByRole('button').first().click()
        await eventually(scrolled).toBe(0)
      },
      { viewport: { width: 1400, height: 600 } },
    ),
  )

  itDrawn('keeps the key of an issue in view on a phone, also in the list of a group', () =>
    world.visit(
      issuesAt({ groupByFields: 'period:month', inGroup: '["2025-05"]' }),
      async page => {
        await expectSameNumbers(world, page)
        await page.getByText('only May 2025').waitFor()
        const key = page.locator('.table-body-row').first().getByRole('link').first()
        const { x } = (await key.boundingBox())!
        await page.getByRole('grid').evaluate(one => one.scrollTo({ left: 300 }))
        await eventually(async () => (await key.boundingBox())?.x).toBe(x)
      },
      { viewport: { width: 390, height: 844 } },
    ),
  )

  itDrawn('names transitions with an arrow, which is read as a word', () =>
    world.visit(groupsAt({ columnsBy: 'transitionCount', 'view.open': 'row:["Bug"]' }), async page => {
      const drawer = page.getByRole('dialog')
      const column = drawer.getByRole('columnheader', { name: 'To Do to In Progress', exact: true })
      await column.getByText('→').waitFor()
      await drawer
        .getByRole('link', { name: /^WEB-\d+ To Do to In Progress: 1$/ })
        .first()
        .click()
      await page.getByRole('dialog', { name: 'To Do to In Progress: 1 time', exact: true }).waitFor()
      await drawer.locator('.drilldown-part').first().waitFor()
      expect(await drawer.textContent()).not.toContain('->')
    }),
  )

  itDrawn('gives summaries the space that few values leave', () =>
    world.visit(groupsAt({ statuses: '3', 'view.open': 'row:["Bug"]' }), async page => {
      const summaries = page.locator('.drilldown-issues th span[title]')
      await summaries.first().waitFor()
      const cut = (all: Element[]) =>
        all.filter(one => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight).length
      expect(await summaries.evaluateAll(all => all.length)).toBeGreaterThan(20)
      expect(await summaries.evaluateAll(cut)).toBe(0)
      const free = (column: Element) => {
        const text = new Range()
        text.selectNodeContents(column)
        return column.clientWidth - text.getBoundingClientRect().width
      }
      // The padding.
      expect(await page.locator('.drilldown-issues thead th:nth-child(2)').evaluate(free)).toBeLessThan(30)
    }),
  )

  itDrawn('links from the number of repaired histories to each one', () =>
    world.visit(groupsAt(), async page => {
      const { repairedIssueCount } = await expectSameNumbers(world, page)
      expect(repairedIssueCount).toBeGreaterThan(0)
      const repaired = page.locator('.shell-repaired')
      await repaired.locator('summary').click()
      await eventually(() => repaired.getByRole('button').count()).toBe(repairedIssueCount)
      const key = (await repaired.getByRole('button').first().textContent())!
      await repaired.getByRole('button').first().click()
      await page.getByRole('dialog', { name: key }).getByText('Repaired history').waitFor()
    }),
  )

  it('explains a cell by stays that add up', () =>
    world.visit(issuesAt({ calendar: '0', dayLength: 'businessDays' }), async page => {
      await expectSameNumbers(world, page)
      await page.getByRole('columnheader', { name: 'Code Review' }).getByRole('button').click()
      await eventually(() => chosen(page, 'orderBy')).toBe('10100')
      await expectSameNumbers(world, page)
      // The dots of ongoing values do not blink.
      const dot = page.locator('.table-open').first()
      expect(await dot.evaluate(element => getComputedStyle(element).animationName)).toBe('none')
      const [first] = (await shownTable(page)).rows
      await page.getByRole('row').nth(1).getByRole('button', { name: first!['Code Review']!, exact: true }).click()
      const drawer = page.getByRole('dialog', { name: 'Code Review' })
      await drawer.locator('.drilldown-sum').waitFor()
      expect(chosen(page, 'view.open')).toBe(`cell:${first!.Key}:10100`)
      await eventually(() => page.locator('.table-opened').getByRole('rowheader').textContent()).toBe(first!.Key)
      const cell = (await page.locator('.table-opened-cell').boundingBox())!
      const gridBox = (await page.getByRole('grid').boundingBox())!
      expect(cell.x + cell.width).toBeLessThanOrEqual(gridBox.x + gridBox.width + 1)
      const parameters = `${parametersOf(page)}&issueKey=${first!.Key}&column=10100`
      const explained = (await (await fetch(`${world.base}/api/explain?${parameters}`)).json()) as Explanation
      const sum = explained.parts.reduce((total, { raw, counts }) => total + (counts ? raw : 0), 0)
      expect(String(sum)).toBe(explained.cell.raw)
      expect(explained.cell.value).toBe(first!['Code Review'])
      expect(await drawer.locator('.drilldown-sum strong').textContent()).toContain(explained.cell.value)
      expect(await drawer.locator('.drilldown-part').count()).toBe(explained.parts.length)
      const part = drawer.locator('.drilldown-part').first()
      await part.getByText(`by ${explained.parts[0]!.by}`).waitFor()
      await part.locator('summary').click()
      const days = part.locator('.drilldown-days tbody tr')
      await eventually(() => days.count()).toBe(explained.parts[0]!.days.length)
      const reasons: Readonly<Record<string, string>> = { 'working day': 'Working day', 'not a working day': 'Day off' }
      expect(await days.locator('td:nth-child(2)').allTextContents()).toEqual(
        explained.parts[0]!.days.map(({ note }) => reasons[note]),
      )
    }))

  itDrawn('opens the timeline of an issue as bands and tables, with non-working time', () =>
    world.visit(issuesAt({ calendar: '0', dayLength: 'businessDays' }), async page => {
      await expectSameNumbers(world, page)
      await page.getByRole('link', { name: 'WEB-913', exact: true }).click()
      const drawer = page.getByRole('dialog', { name: 'WEB-913' })
      const own = `calendar=0&dayLength=businessDays&viewFormat=days&asOf=${chosen(page, 'asOf')}`
      const parameters = `issueKey=WEB-913&${own}`
      const life = (await (await fetch(`${world.base}/api/timeline?${parameters}`)).json()) as Timeline
      await drawer.getByText('Shaded: outside working hours (Business hours)').waitFor()
      const bands = drawer.getByRole('group', { name: /^Timeline of WEB-913/ }).getByRole('button')
      expect(await bands.count()).toBe(life.statuses.length + life.assignees.length)
      const tables = drawer.getByRole('table')
      const names = (lane: 'statuses' | 'assignees') => life[lane].map(({ name }) => name)
      await expect(tables.nth(0).getByRole('rowheader').allTextContents()).resolves.toEqual(names('statuses'))
      await expect(tables.nth(1).getByRole('rowheader').allTextContents()).resolves.toEqual(names('assignees'))
      const lengths = await tables.nth(0).locator('.drilldown-length').allTextContents()
      const elapsed = /^[\d.,]+ working days? [\d., dhmins]+ elapsed$/
      expect(lengths.map((text, i) => text.startsWith(`${life.statuses[i]!.value} `) && elapsed.test(text))).toEqual(
        life.statuses.map(() => true),
      )
      await expect(bands.first().getAttribute('aria-label')).resolves.toContain(
        `${life.statuses[0]!.value} working day`,
      )
      await bands.first().focus()
      await page.keyboard.press('ArrowRight')
      await page.getByText('Arjun Menon').first().waitFor()
      await page.keyboard.press('+')
      await drawer.getByRole('button', { name: 'Show everything' }).click()
      await drawer.getByRole('link', { name: 'Report on this issue only' }).click()
      const list = (await expectSameNumbers(world, page)) as ListReport
      expect(list.total).toBe(1)
      await page.goBack()
      await page.getByRole('dialog', { name: 'WEB-913' }).waitFor()
      await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
      await eventually(() => page.getByRole('dialog').count()).toBe(0)
    }),
  )

  it('has labels of stays that contain what the stays show, on a phone', () =>
    world.visit(
      issuesAt({ pageSize: '25', 'view.open': 'issue:WEB-728' }),
      async page => {
        await page.locator('.drilldown-stays').first().waitFor()
        expect(await judged(page, ['label-content-name-mismatch'])).toEqual([])
      },
      PHONE,
    ))

  it.each(['light', 'dark'] as const)(
    'gives each status its own color, that of its series in a chart: %s',
    colorScheme =>
      world.visit(
        issuesAt({ show: 'chart', pageSize: '200', 'view.open': 'issue:WEB-913' }),
        async page => {
          await page.locator('.drilldown-stays').first().waitFor()
          await page.locator('.chart-entry').first().waitFor()
          const colorsIn = (selector: string, swatch: string) =>
            page.locator(selector).evaluateAll(
              (elements, swatch) =>
                elements.map(element => {
                  const { borderTopColor, backgroundColor } = getComputedStyle(element.querySelector(swatch)!)
                  const isBordered = swatch === '.drilldown-swatch'
                  return [element.textContent!.trim(), isBordered ? borderTopColor : backgroundColor] as const
                }),
              swatch,
            )
          const legend = await colorsIn('.drilldown-legend-group > span:has(.drilldown-swatch)', '.drilldown-swatch')
          expect(legend.length).toBeGreaterThan(3)
          expect(new Set(legend.map(([, color]) => color)).size).toBe(legend.length)
          const chart = new Map(await colorsIn('.chart-entry', '.chart-swatch'))
          expect(legend.map(([name]) => [name, chart.get(name)])).toEqual(legend)
          const table = new Map(await colorsIn('.drilldown-stays:first-of-type tbody tr th', '.drilldown-swatch'))
          expect([...table].map(([name, color]) => [name, color])).toEqual(legend.filter(([name]) => table.has(name)))
        },
        { colorScheme },
      ),
  )

  itDrawn('navigates from a row to an issue to a cell, and back', () =>
    world.visit(groupsAt(), async page => {
      await expectSameNumbers(world, page)
      await page.getByRole('button', { name: 'Bug', exact: true }).click()
      const drawer = page.getByRole('dialog')
      await drawer.getByRole('rowheader').first().getByRole('link').click()
      await drawer.getByText('Timeline', { exact: true }).waitFor()
      await drawer.getByRole('button', { name: 'Back' }).click()
      await page.getByRole('dialog', { name: 'Bug' }).waitFor()
      await drawer.getByRole('cell').getByRole('link').first().click()
      await drawer.locator('.drilldown-sum').waitFor()
      await page.keyboard.press('Escape')
      await eventually(() => page.getByRole('dialog').count()).toBe(0)
    }),
  )

  itDrawn('marks issues with repaired history, and lists the repairs', () =>
    world.visit(issuesAt({ pageSize: '200' }), async page => {
      const found = await repairedIn(world, page)
      expect(((await answerOf(world, page)) as ListReport).repairedIssueCount).toBe(Object.keys(found).length)
      const [key, repairs] = Object.entries(found)[0]!
      await page.goto(
        world.base + issuesAt({ filterType: 'customjql', projectKey: '', customjql: `key in (${key}, WEB-913)` }),
      )
      const marked = page.getByRole('row').filter({ hasText: key })
      await marked.getByRole('img', { name: `History repaired: ${repairs.join('; ')}` }).waitFor()
      expect(await page.locator('.table-repaired').count()).toBe(1)
      await marked.getByRole('link', { name: key, exact: true }).click()
      await page.getByRole('dialog').getByText('Repaired history').waitFor()
    }),
  )
})

/** Returns the repairs of all issues of a list. */
async function repairedIn(world: BrowserFixture, page: Page): Promise<Repairs> {
  const found: Record<string, readonly string[]> = {}
  for (let start = 0, total = 1; start < total; start += 200) {
    const list = (await answerOf(world, page, { startIssueIndex: String(start) })) as ListReport
    const keys = list.table.body.rows.map(({ headerColumns }) => headerColumns[0]!.value).join(',')
    Object.assign(found, await (await fetch(`${world.base}/api/repairs?issueKeys=${keys}`)).json())
    total = list.total
  }
  return found
}
