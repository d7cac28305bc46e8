import { expect, it } from 'vitest'
import type { PageCatalogue, PageSync } from '../../src/page/page-types.ts'
import { inBrowser } from './browser-fixture.ts'

inBrowser('the home page', world => {
  it('shows the state of each connection, and its next step', () =>
    world.visit('/', async page => {
      const catalogue = (await (await fetch(`${world.base}/api/catalogue`)).json()) as PageCatalogue
      const sync: PageSync = {
        ...{ syncedAt: null, behind: [] },
        connections: [
          {
            ...{ name: 'jira', address: 'https://jira.example.org', state: 'live', reason: null },
            ...{ next: 'Nothing to do.', syncedAt: '2026-11-23T09:00:00.000Z' },
          },
          {
            ...{ name: 'cloud', address: 'https://team.example.net', state: 'needs-token' },
            ...{ reason: 'The tracker refused the token.', next: 'Set a valid token.', syncedAt: null },
          },
        ],
      }
      // The demo has no connection, and test/connections tests what the server says.
      await page.route('**/api/catalogue', route =>
        route.fulfill({ json: { ...catalogue, isDemo: false, isConnected: true } }),
      )
      await page.route('**/api/sync', route => route.fulfill({ json: sync }))
      await page.reload()
      const items = page.getByRole('region', { name: 'Connections' }).getByRole('listitem')
      await items.first().waitFor()
      expect(await items.count()).toBe(2)
      const [live, broken] = await items.allTextContents()
      expect(live).toMatch(/^jiraLivehttps:\/\/jira\.example\.orgData until .*09:00$/)
      expect(broken).toContain('Needs a token')
      expect(broken).toContain('The tracker refused the token.Set a valid token.')
      expect(await page.getByRole('region', { name: 'First steps' }).count()).toBe(0)
    }))

  it('shows first steps on the demo, and in an empty store', () =>
    world.visit('/', async page => {
      const steps = page.getByRole('region', { name: 'First steps' }).getByRole('listitem')
      await steps.first().waitFor()
      expect(await steps.getByRole('strong').allTextContents()).toEqual([
        ...['Ask the demo', 'Connect your Jira', 'Or import an export'],
      ])
      for (const key of ['WEB', 'APP', 'OPS']) await world.command('project', 'remove', key, '--yes')
      await page.reload()
      await page.getByText('There are no issues yet.').waitFor()
      expect(await steps.getByRole('strong').allTextContents()).toEqual([
        ...['Connect your Jira', 'Or import an export', 'Or load the demo'],
      ])
      expect(await steps.locator('code').last().textContent()).toBe('sojourn demo')
    }))
})
