import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import type { Dashboard, FlowItems } from '../../src/web/api/flow.ts'
import { itDrawn } from '../support/drawn-test.ts'
import { type BrowserFixture, FIRST_VISIT, inBrowser, UNDER_DRAWER } from './browser-fixture.ts'
import { answerAt, chosen, eventually, parametersOf, teamAt } from './page-helpers.ts'

const DAY = 24 * 3_600_000
const days = (ms: number) =>
  `${(ms / DAY).toLocaleString('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 })}\u00a0d`

/** The screen of a team. */
inBrowser('the screen of a team', world => {
  it('has the numbers of flow/dashboard, and each leads to as many issues', () =>
    world.visit(
      teamAt(),
      async page => {
        const { attention, trend, sle, forecast } = await flowAnswer<Dashboard>(world, page, 'dashboard')
        const { cycleTime } = trend
        const tiles = [
          ['In progress', String(attention.inProgress.count), attention.inProgress.count],
          ['Over the expectation', String(attention.overSle!.count), attention.overSle!.count],
          [
            `No change for ${attention.unchanged.days} days`,
            String(attention.unchanged.count),
            attention.unchanged.count,
          ],
          ['Finished a week', null, trend.finished],
          ['Cycle time', ['50', '85'].map(p => days(cycleTime.percentiles[p]!.value)).join(' · '), cycleTime.count],
          ['First time through', null, trend.firstTimeThrough.count],
          ['Reopened', String(trend.reopened.issues), trend.reopened.issues],
        ] as const
        const drawer = page.getByRole('dialog')
        for (const [name, shown, count] of tiles) {
          const tile = page.locator('.team-tile').filter({ hasText: name })
          await tile.waitFor()
          if (shown !== null) expect([name, await tile.locator('strong').textContent()]).toEqual([name, shown])
          await tile.getByRole('link').click()
          await eventually(() => drawer.locator('.drilldown-issues tbody tr').count()).toBe(Math.min(200, count))
          await drawer.getByRole('button', { name: 'Close' }).click()
        }
        const change = (now: number, before: number) =>
          now > before ? ['↗', 'more than before'] : ['↘', 'less than before']
        const { cycleTime: timesBefore, firstTimeThrough: before } = trend.previous
        for (const percent of ['50', '85']) {
          const [now, then] = [cycleTime, timesBefore].map(({ percentiles }) => percentiles[percent]!.value)
          const [arrow, words] = change(now!, then!)
          const tile = page.locator('.team-tile').filter({ hasText: 'Cycle time' })
          expect(await tile.textContent()).toContain(`${arrow} ${percent}th before: ${days(then!)}, ${words}`)
        }
        const { count, of } = trend.firstTimeThrough
        const [arrow, words] = change(count / of, before.count / before.of)
        const share = `${arrow} before: ${before.count} of ${before.of}, ${words}`
        await page.locator('.team-tile').filter({ hasText: 'First time through' }).filter({ hasText: share }).waitFor()
        await page.getByText(`85 % take at most ${days(sle!.ms)}`).waitFor()
        const { cameTrue, of: past } = forecast.backtest!
        await page.getByText(`${cameTrue} of ${past} past forecasts with 85 % came true.`).waitFor()
      },
      { viewport: UNDER_DRAWER },
    ))

  itDrawn('requests its numbers once, before the catalogue has arrived', () =>
    world.visit('', async page => {
      let requests = 0
      page.on('request', request => {
        if (request.url().includes('/api/flow/dashboard')) requests++
      })
      const address = new URL(teamAt(), page.url()).href
      await page.goto('about:blank')
      await page.route('**/api/catalogue', async route => {
        await eventually(() => requests).toBe(1)
        await route.continue()
      })
      await page.goto(address)
      await page.locator('.team-tile').first().waitFor()
      expect(requests).toBe(1)
    }),
  )

  itDrawn('lists what needs attention with reasons, and leads to the stays of an issue', () =>
    world.visit(teamAt(), async page => {
      const { attention } = await flowAnswer<Dashboard>(world, page, 'dashboard')
      const [oldest] = attention.items
      const first = page.locator('.team-attention li').first()
      await eventually(() => first.textContent()).toContain(oldest!.key)
      expect(await first.textContent()).toContain('older than the expectation of')
      await first.getByRole('link').click()
      await page.getByRole('dialog').locator('.drilldown-stays').first().waitFor()
      await eventually(() => chosen(page, 'view.open')).toBe(`issue:${oldest!.key}`)
    }),
  )

  itDrawn('moves among the dots with arrow keys, and opens one with Enter', () =>
    world.visit(teamAt(), async page => {
      const { attention } = await flowAnswer<Dashboard>(world, page, 'dashboard')
      const chart = page.getByRole('region', { name: /in progress by stage and age/ })
      await chart.locator('canvas').waitFor()
      await chart.focus()
      await page.keyboard.press('ArrowRight')
      await eventually(() => chart.getByRole('status').textContent()).toContain(attention.items[0]!.key)
      await page.keyboard.press('ArrowRight')
      await eventually(() => chart.getByRole('status').textContent()).toContain(attention.items[1]!.key)
      await page.keyboard.press('End')
      await eventually(() => chart.getByRole('status').textContent()).toContain(attention.items.at(-1)!.key)
      await page.keyboard.press('Enter')
      await page
        .getByRole('dialog')
        .getByRole('heading', { name: attention.items.at(-1)!.key })
        .waitFor()
    }),
  )

  itDrawn('has the table of each chart, whose periods lead to their issues', () =>
    world.visit(teamAt(), async page => {
      const { trend } = await flowAnswer<Dashboard>(world, page, 'dashboard')
      const panel = page.getByRole('region', { name: 'Finished', exact: true }).first()
      await panel.getByText('Show as a table').click()
      const rows = panel.locator('tbody tr')
      expect(await rows.locator('td').allTextContents()).toEqual(trend.buckets.map(({ finished }) => String(finished)))
      const { bucket, finished } = trend.buckets[0]!
      await rows.first().getByRole('link', { name: bucket }).click()
      await eventually(() => page.getByRole('dialog').locator('.drilldown-issues tbody tr').count()).toBe(finished)
    }),
  )

  itDrawn('aligns the numbers since yesterday, with a link or without', () =>
    world.visit(teamAt(), async page => {
      const panel = page.getByRole('region', { name: 'Since yesterday' })
      const numbers = panel.locator('.team-list li > :last-child')
      await numbers.first().waitFor()
      const edges = await numbers.evaluateAll(all =>
        all.map(number => {
          const text = document.createRange()
          text.selectNodeContents(number.querySelector('a') ?? number)
          return [number.querySelector('a') !== null, Math.round(text.getBoundingClientRect().right)] as const
        }),
      )
      expect(new Set(edges.map(([isLink]) => isLink)).size).toBe(2)
      expect(new Set(edges.map(([, right]) => right)).size).toBe(1)
    }),
  )

  itDrawn('changes period and hours for the whole screen, in the address', () =>
    world.visit(teamAt(), async page => {
      await page.getByLabel('Period', { exact: true }).selectOption({ label: 'This week and the 3 before' })
      await eventually(() => chosen(page, 'from')).toBe('startOfWeek(-3)')
      const { trend } = await flowAnswer<Dashboard>(world, page, 'dashboard')
      expect(trend.buckets.length).toBe(4)
      await eventually(() =>
        page.locator('.team-tile').filter({ hasText: 'Reopened' }).locator('strong').textContent(),
      ).toBe(String(trend.reopened.issues))
      await page.getByLabel('Time', { exact: true }).selectOption({ index: 1 })
      await eventually(() => chosen(page, 'calendar')).not.toBeNull()
    }),
  )

  itDrawn('goes back to the end of the data if the period has no finished issues', () =>
    world.visit(teamAt({ asOf: '2026-06-01T00:00:00Z' }), async page => {
      await page.getByText('This is the screen as of 30 Jun 2025').waitFor()
      await eventually(() => chosen(page, 'asOf')).toMatch(/^2025-06-30/)
      await eventually(() => page.locator('.team-attention li').count()).toBeGreaterThan(4)
    }),
  )

  itDrawn('opens from addresses of the former overview, and leads to reports about the same issues', () =>
    world.visit(
      '/?report=aggregation&filterType=project&projectKey=WEB&columnsBy=statusDuration&show=overview&asOf=2025-07-01',
      async page => {
        await page.locator('.team-headline').waitFor()
        await page.getByRole('link', { name: 'Reports' }).click()
        await page.locator('.table-body-row').first().waitFor()
        await eventually(() => chosen(page, 'projectKey')).toBe('WEB')
        await page.getByRole('link', { name: 'Flow', exact: true }).click()
        await page.locator('.team-headline').waitFor()
      },
    ),
  )

  itDrawn('is about all issues without a choice, and fits on a phone', () =>
    world.visit(
      '/?page=team&asOf=2025-07-01',
      async page => {
        await page.getByRole('heading', { level: 1, name: 'All issues' }).waitFor()
        await page.locator('.team-headline').waitFor()
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
      },
      { ...FIRST_VISIT, viewport: { width: 390, height: 844 } },
    ),
  )

  itDrawn('lists issues behind a number with their times', () =>
    world.visit(teamAt({ 'view.open': 'items:state=inProgress&only=overSle' }), async page => {
      const wanted = { state: 'inProgress', only: 'overSle', orderBy: 'time' }
      const { items } = await flowAnswer<FlowItems>(world, page, 'items', wanted)
      const drawer = page.getByRole('dialog', { name: 'Over the expectation' })
      const keys = drawer.locator('.drilldown-issues th a:first-child')
      await eventually(() => keys.allTextContents()).toEqual(items.map(({ key }) => key))
      expect(await drawer.locator('thead th').allTextContents()).toEqual(['Issue', 'Status', 'Age'])
    }),
  )
})

/** Requests flow measures about the issues of the address. */
async function flowAnswer<T>(
  { base }: BrowserFixture,
  page: Page,
  endpoint: 'dashboard' | 'items',
  more: Readonly<Record<string, string>> = {},
): Promise<T> {
  const own = new URLSearchParams({ ...Object.fromEntries(parametersOf(page)), pageSize: '1000', ...more })
  return answerAt<T>(`${base}/api/flow/${endpoint}?${own}`)
}
