import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import type { ManagedConnection, PageCatalogue } from '../../src/reports/page/page-types.ts'
import type { Dashboard } from '../../src/web/api/flow.ts'
import { itDrawn } from '../support/drawn-test.ts'
import { judged, judgedDark } from './axe.ts'
import { FIRST_VISIT, inBrowser, PHONE } from './browser-fixture.ts'
import { answerAt, parametersOf } from './page-helpers.ts'
import { CONNECTION, PROJECT } from './sample-connection.ts'

const DAY = 24 * 3_600_000
const WEEK = 7 * DAY

const NO_TIMES = { issuesPerSecond: null, waitedMs: 0, remainingMs: null }

inBrowser('the home page', world => {
  it('shows the state of each connection, its progress, and its next step', async () => {
    const catalogue = (await (await fetch(`${world.base}/api/catalogue`)).json()) as PageCatalogue
    const connections: readonly ManagedConnection[] = [
      { ...CONNECTION, name: 'jira', address: 'https://jira.example.org', syncedAt: '2026-11-23T09:00:00.000Z' },
      { ...CONNECTION, name: 'cloud', state: 'needs-token', reason: 'The tracker refused the token.' },
      {
        ...CONNECTION,
        name: 'big',
        state: 'backfilling',
        projects: [{ ...PROJECT, stored: 750, due: 250 }],
        running: { phase: 'reading issues', done: 5, total: 9, ...NO_TIMES },
      },
      {
        ...CONNECTION,
        name: 'gone',
        state: 'needs-approval',
        approval: 'clock',
        projects: [{ ...PROJECT, failed: 2 }],
        unread: { count: 2, issues: [] },
      },
      { ...CONNECTION, name: 'partly', unread: { count: 1, issues: [] } },
    ]
    // The demo has no connection, and test/browser/connections.test.ts uses a server with one.
    const prepare = async (page: Page) => {
      await page.route('**/api/catalogue', route =>
        route.fulfill({ json: { ...catalogue, isDemo: false, isConnected: true } }),
      )
      await page.route('**/api/connections', route => route.fulfill({ json: { connections } }))
    }
    await world.visit(
      '/',
      async page => {
        const items = page.getByRole('region', { name: 'Connections' }).getByRole('listitem')
        await items.first().waitFor()
        expect(await items.count()).toBe(5)
        const colorOf = (state: string) =>
          items.getByText(state, { exact: true }).evaluate(one => getComputedStyle(one).color)
        expect(await colorOf('Live, 1 issue failed')).toBe(await colorOf('Needs a token'))
        expect(await colorOf('Live')).not.toBe(await colorOf('Needs a token'))
        const [live, broken, reading, late] = await items.allTextContents()
        expect(live).toMatch(/^jiraLivehttps:\/\/jira\.example\.orgData until .*09:00$/)
        expect(broken).toContain('Needs a token')
        expect(broken).toContain('The tracker refused the token.Syncing has stopped until you replace the token.')
        expect(reading).toContain('Now: reading issues750 of 1,000 issues stored')
        expect(await items.getByRole('progressbar', { name: 'Stored issues of big' }).count()).toBe(1)
        expect(late).toContain('2 issues could not be read.Nothing has changed yet. Check the clock')
        expect(await page.getByRole('region', { name: 'First steps' }).count()).toBe(0)
      },
      { prepare },
    )
  })

  it('shows four numbers of each project, as its screen has them, and leads to it', () =>
    world.visit('/', async page => {
      const cards = page.locator('.shell-card')
      await cards.first().waitFor()
      const { projects } = await answerAt<PageCatalogue>(`${world.base}/api/catalogue`)
      const latest = projects.toSorted((a, b) => Date.parse(b.lastUpdate!) - Date.parse(a.lastUpdate!))
      expect(await cards.getByRole('heading').getByRole('link').allTextContents()).toEqual(
        latest.map(({ name }) => name),
      )
      const numbers = page.getByRole('list', { name: 'Flow of Web Shop' }).getByRole('listitem')
      await numbers.getByText('before: ').first().waitFor()
      const shown = await numbers.locator('strong').allTextContents()
      await page.getByRole('heading').getByRole('link', { name: 'Web Shop' }).click()
      const tiles = page.getByRole('list', { name: 'At a glance' }).getByRole('listitem')
      await tiles.first().waitFor()
      const { attention, trend } = await answerAt<Dashboard>(
        `${world.base}/api/flow/dashboard?${parametersOf(page)}&pageSize=1`,
      )
      const weeks = (Date.parse(trend.window.last) - Date.parse(trend.window.from)) / WEEK
      const days = trend.cycleTime.percentiles['85']!.value / DAY
      expect(shown).toEqual([
        ...[String(attention.inProgress.count), (trend.finished / weeks).toFixed(1)],
        ...[`${days.toFixed(1)}\u00a0d`, String(attention.overSle!.count)],
      ])
      for (const [name, value] of [
        ['In progress', shown[0]],
        ['Finished a week', shown[1]],
        ['Over the expectation', shown[3]],
      ] as const) {
        expect(await tiles.filter({ hasText: name }).locator('strong').textContent()).toBe(value)
      }
    }))

  it.each([
    ['wide', FIRST_VISIT],
    ['phone', PHONE],
  ] as const)(
    'has space for the numbers before they are known, and requests one project at a time: %s',
    (_, options) => {
      let [running, most, release] = [0, 0, () => {}]
      const released = new Promise<void>(resolve => {
        release = resolve
      })
      const prepare = (page: Page) =>
        page.route('**/api/flow/dashboard', async route => {
          most = Math.max(most, ++running)
          await released
          await route.fulfill({ response: await route.fetch() })
          running--
        })
      return world.visit(
        '/',
        async page => {
          const cards = page.locator('.shell-card')
          const boxes = async () => (await cards.all()).map(card => card.boundingBox())
          await cards.first().waitFor()
          // The page works while no number is known.
          await page.getByRole('link', { name: 'Which issues were reopened?' }).first().hover()
          const before = await Promise.all(await boxes())
          expect(before.length).toBe(3)
          release()
          for (const card of await cards.all()) {
            await card.scrollIntoViewIfNeeded()
            await card.getByText('before: ').first().waitFor()
          }
          await cards.first().scrollIntoViewIfNeeded()
          const heights = (all: typeof before) => all.map(box => [box!.width, box!.height])
          expect(heights(await Promise.all(await boxes()))).toEqual(heights(before))
          expect(most).toBe(1)
          expect([...(await judged(page)), ...(await judgedDark(page))]).toEqual([])
        },
        { ...options, prepare },
      )
    },
  )

  itDrawn('says when the numbers could not be loaded', () =>
    world.visit(
      '/',
      async page => {
        await page.getByText('could not be loaded').first().waitFor()
        await page.getByRole('heading').getByRole('link', { name: 'Web Shop' }).waitFor()
      },
      {
        prepare: page => page.route('**/api/flow/dashboard', route => route.fulfill({ status: 200, body: 'no JSON' })),
      },
    ),
  )

  itDrawn('shows the numbers in the locale of the user', () =>
    world.visit(
      '/',
      async page => {
        const numbers = page.getByRole('list', { name: 'Flow of Web Shop' })
        await numbers.getByText(/^\d+,\d\sd$/).waitFor()
        await page
          .getByText(/^Last change \d+\.0?6\.2025/)
          .first()
          .waitFor()
      },
      { locale: 'de-DE', timezoneId: 'Europe/Berlin' },
    ),
  )

  itDrawn('shows first steps on the demo', () =>
    world.visit('/', async page => {
      const steps = page.getByRole('region', { name: 'First steps' }).getByRole('listitem')
      await steps.first().waitFor()
      expect(await steps.getByRole('strong').allTextContents()).toEqual([
        ...['Ask the demo', 'Connect your Jira', 'Or import an export'],
      ])
    }),
  )
})
