import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import type { ManagedConnection, PageCatalogue } from '../../src/reports/page/page-types.ts'
import { itDrawn } from '../support/drawn-test.ts'
import { inBrowser } from './browser-fixture.ts'
import { CONNECTION, PROJECT } from './sample-connection.ts'

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
