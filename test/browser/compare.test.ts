import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import type { AggregationReport } from '../../src/web/api/report.ts'
import { itDrawn } from '../support/drawn-test.ts'
import { judged, judgedDark } from './axe.ts'
import { FIRST_VISIT, inBrowser, PHONE } from './browser-fixture.ts'
import { answerOf, chosen, eventually, groupsAt, removeSavedReports } from './page-helpers.ts'

const DAY = 24 * 3_600_000
const QUARTER = { trimHistoryStartDate: 'startOfQuarter(-1)', trimHistoryEndDate: 'startOfQuarter()' }
const BEFORE = { trimHistoryStartDate: '2024-12-31', trimHistoryEndDate: '2025-04-01' }
const LAST_YEAR = { trimHistoryStartDate: '2024-04-01', trimHistoryEndDate: '2024-07-01' }

const compared = (choices: Readonly<Record<string, string>> = {}) =>
  groupsAt({ ...QUARTER, 'view.compare': 'previous', ...choices })

/** The comparison of a summary with another period. */
inBrowser('the comparison of a summary', world => {
  /** Expects the changes between the two answers of the endpoint in all cells of the page. */
  async function expectChanges(page: Page, other: Readonly<Record<string, string>>, decimal = '.') {
    const [now, before] = (await Promise.all([answerOf(world, page), answerOf(world, page, other)])) as [
      AggregationReport,
      AggregationReport,
    ]
    const typeOf = ({ groupByColumns }: AggregationReport['table']['body']['rows'][number]) => groupByColumns[0]!.value!
    const days = (raw: number) => (Math.round((10 * raw) / DAY) / 10).toFixed(1).replace('.', decimal)
    const expected = now.table.body.rows.map(row => {
      const then = before.table.body.rows.find(one => typeOf(one) === typeOf(row))
      const changes = row.valueColumns.flatMap(({ id, raw }) => {
        const old = then?.valueColumns.find(one => one.id === id)?.raw
        if (raw === undefined || old === undefined) return []
        const difference = Number(raw) - Number(old)
        const size = days(Math.abs(difference))
        return Number.parseFloat(size.replace(decimal, '.')) === 0 ? '→' : `${difference > 0 ? '↗ +' : '↘ −'}${size}`
      })
      return [typeOf(row), changes]
    })
    expect(expected.flatMap(([, changes]) => changes).length).toBeGreaterThan(15)
    const shown = () =>
      page
        .locator('.table-body-row')
        .evaluateAll(rows =>
          rows.map(row => [
            row.querySelector('.table-group')!.textContent,
            [...row.querySelectorAll('.table-change [aria-hidden]')].map(one => one.textContent),
          ]),
        )
    await eventually(async () => Object.fromEntries(await shown())).toEqual(Object.fromEntries(expected))
  }

  it('is chosen next to the period, and its numbers are the two answers of the endpoint', () =>
    world.visit(
      groupsAt(QUARTER),
      async page => {
        await page.locator('.table-foot').waitFor()
        await page.getByRole('button', { name: /^Dates: / }).click()
        const choice = page.getByRole('dialog').getByLabel('Compare with')
        await choice.last().selectOption('the period before')
        await expectChanges(page, BEFORE)
        expect(chosen(page, 'view.compare')).toBe('previous')
        await page
          .getByRole('button', { name: /^Dates: Time counted last quarter · against the period before/ })
          .waitFor()
        await page.getByText('Compared with: time counted 31 Dec 2024 – 31 Mar 2025.').first().waitFor()
        await choice.last().selectOption('the same period last year')
        await expectChanges(page, LAST_YEAR)
        await choice.last().selectOption('other dates')
        await eventually(() => chosen(page, 'view.compare')).toBe('2024-12-31..2025-04-01')
        await page.getByRole('dialog').getByLabel('From').last().fill('2024-10-01')
        await page.keyboard.press('Enter')
        await expectChanges(page, { ...BEFORE, trimHistoryStartDate: '2024-10-01' })
        await eventually(() => chosen(page, 'view.compare')).toBe('2024-10-01..2025-04-01')
      },
      FIRST_VISIT,
    ))

  it('stays when the table is sorted, is in totals and on paper, and the chart says that it has none', () =>
    world.visit(
      compared({ 'view.table.sort': '-10100' }),
      async page => {
        await expectChanges(page, BEFORE)
        await eventually(() => page.locator('.table-foot').textContent()).toMatch(/6\.3\s+↘ −7\.2/)
        await page.emulateMedia({ media: 'print' })
        await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
        const print = page.locator('.table-print')
        await eventually(() => print.textContent()).toContain('Compared with: time counted 31 Dec 2024 – 31 Mar 2025.')
        expect(await print.locator('tbody').first().textContent()).toContain('↘ −8.0')
        await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
        await page.emulateMedia({ media: 'screen' })
        await page.getByRole('tab', { name: 'Chart' }).click()
        await page.getByText('The chart and downloads have the present period only').waitFor()
      },
      FIRST_VISIT,
    ))

  itDrawn('is part of a saved report', () =>
    world.visit(
      compared(),
      async page => {
        await page.locator('.table-change').first().waitFor()
        await page.getByRole('button', { name: 'Saved reports' }).click()
        await page.getByLabel('Save this report as').fill('Quarter against quarter')
        await page.getByRole('button', { name: 'Save', exact: true }).click()
        await page.getByText('Saved as').waitFor()
        await page.goto(`${world.base}/`)
        await page.getByRole('link', { name: /^Quarter against quarter/ }).click()
        await expectChanges(page, BEFORE)
        await removeSavedReports(world)
      },
      FIRST_VISIT,
    ),
  )

  itDrawn('is not offered without a period, and says why', () =>
    world.visit(
      groupsAt({ 'view.compare': 'previous' }),
      async page => {
        await page.locator('.table-foot').waitFor()
        await page.getByText('Choose a period first: a report at any time has nothing before it.').waitFor()
        expect(await page.locator('.table-change').count()).toBe(0)
        await page.getByRole('button', { name: /^Dates: / }).click()
        await page.getByRole('combobox', { name: 'Compare with' }).waitFor()
        expect(await page.getByRole('combobox', { name: 'Compare with' }).isDisabled()).toBe(true)
      },
      FIRST_VISIT,
    ),
  )

  itDrawn('gives way to rows by week, month or quarter, with one click', () =>
    world.visit(
      compared(),
      async page => {
        await page.locator('.table-change').first().waitFor()
        for (const [name, unit] of [
          ['By quarter', 'quarter'],
          ['By month', 'month'],
          ['By week', 'week'],
        ] as const) {
          await page.getByRole('button', { name, exact: true }).click()
          await eventually(() => chosen(page, 'groupByFields')).toBe(`period:${unit}`)
          await page.getByText(/^Rows by week, month or quarter already show what changed/).waitFor()
        }
        expect(await page.locator('.table-change').count()).toBe(0)
      },
      FIRST_VISIT,
    ),
  )

  it('is chosen with the keyboard, and read by screen readers', () =>
    world.visit(
      groupsAt(QUARTER),
      async page => {
        await page.locator('.table-foot').waitFor()
        await page.getByRole('button', { name: /^Dates: / }).focus()
        await page.keyboard.press('Enter')
        const choice = page.getByRole('combobox', { name: 'Compare with' })
        await choice.waitFor()
        await eventually(async () => {
          await page.keyboard.press('Tab')
          return choice.evaluate(one => one === document.activeElement)
        }).toBe(true)
        await page.keyboard.press('ArrowDown')
        await eventually(() => chosen(page, 'view.compare')).toBe('previous')
        await page.keyboard.press('Escape')
        const cell = page.getByRole('gridcell', { name: /less than before, before: / }).first()
        await cell.waitFor()
        expect([...(await judged(page)), ...(await judgedDark(page))]).toEqual([])
      },
      FIRST_VISIT,
    ))

  itDrawn('is shown in German on a phone', () =>
    world.visit(
      compared(),
      async page => {
        await eventually(() => page.locator('.table-change [aria-hidden]').first().textContent()).toMatch(
          /^[↗↘] [+−]\d+,\d$/,
        )
        await page.getByText('Compared with: time counted 31.12.2024 – 31.03.2025.').first().waitFor()
        expect(await judged(page)).toEqual([])
      },
      { ...PHONE, locale: 'de-DE', timezoneId: 'Europe/Berlin' },
    ),
  )
})
