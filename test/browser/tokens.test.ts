import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { itDrawn } from '../support/drawn-test.ts'
import { inBrowserOn } from './browser-fixture.ts'
import { eventually } from './page-helpers.ts'
import { addedUser, ownServer } from './servers.ts'

inBrowserOn(
  'the page with sign-in',
  () => ownServer({ access: 'tokens', hasDemo: true }),
  world => {
    it('asks for a token, and reports a wrong one', () =>
      world.visit('/?report=aggregation&filterType=project&projectKey=P', async page => {
        await page.getByRole('heading', { name: 'Sign in' }).waitFor()
        await page.getByLabel('Token').fill('sj_wrong')
        await page.getByRole('button', { name: 'Sign in' }).click()
        await page.getByRole('alert').getByText('This token is not valid.').waitFor()
        expect(await page.context().cookies()).toEqual([])
      }))

    it('signs in with an HttpOnly, SameSite cookie, and out again', () =>
      world.visit('/', async page => {
        await signIn(page, await token('anna', 'administrators'))
        const [cookie] = await page.context().cookies()
        expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict' })
        expect(await page.evaluate(() => document.cookie)).toBe('')
        await page.reload()
        await page.getByRole('button', { name: 'anna' }).click()
        await page.getByText('Signed in as anna').waitFor()
        await page.getByRole('button', { name: 'Sign out' }).click()
        await page.getByRole('heading', { name: 'Sign in' }).waitFor()
        expect(await page.context().cookies()).toEqual([])
        await page.reload()
        await page.getByRole('heading', { name: 'Sign in' }).waitFor()
      }))

    it('rejects cross-site requests', () =>
      world.visit('/', async page => {
        await signIn(page, await token('ben'))
        const parameters = [
          { name: 'filterType', value: 'customjql' },
          { name: 'customjql', value: 'order by key' },
          { name: 'columnsBy', value: 'statusCount' },
        ]
        const send = (headers: Record<string, string>) =>
          page.evaluate(
            async ({ headers, parameters }) =>
              (
                await fetch('/rest/tis/report/1.0/api/views', {
                  method: 'POST',
                  headers: { 'content-type': 'application/json', ...headers },
                  body: JSON.stringify({ name: 'Mine', endpoint: 'list', parameters }),
                })
              ).status,
            { headers, parameters },
          )
        expect(await send({})).toBe(403)
        expect(await send({ 'x-sojourn': 'page' })).toBeLessThan(300)
      }))

    it('hides saved reports of other users, and tokens from copied commands', () =>
      world.visit('/', async page => {
        await signIn(page, await token('clara', 'administrators'))
        await page
          .getByRole('link', { name: /^Where does work wait/ })
          .first()
          .click()
        await page.locator('.table-body-row').first().waitFor()
        await page.getByRole('button', { name: 'Saved reports' }).click()
        await page.getByLabel('Save this report as').fill("Clara's")
        await page.getByRole('button', { name: 'Save', exact: true }).click()
        await page.getByText('Saved as').waitFor()
        await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: world.base })
        await page.getByRole('button', { name: 'Share' }).click()
        await page.getByRole('button', { name: 'Copy as curl' }).click()
        await eventually(() => page.evaluate(() => navigator.clipboard.readText())).toContain('Bearer $SOJOURN_TOKEN')
        await page.getByRole('button', { name: 'clara' }).click()
        await page.getByRole('button', { name: 'Sign out' }).click()
        await signIn(page, await token('david', 'administrators'))
        await page.getByRole('button', { name: 'Saved reports' }).click()
        await page.getByText('No saved reports yet.').waitFor()
        expect(await page.getByText("Clara's").count()).toBe(0)
      }))

    itDrawn('shares a saved report with a group, until the sharing is withdrawn', () =>
      world.visit('/', async page => {
        await world.server.workspace.access.open('WEB')
        const [erin, finn] = [await token('erin', 'team'), await token('finn', 'Team')]
        await signIn(page, erin)
        await page
          .getByRole('link', { name: /^Where does work wait/ })
          .first()
          .click()
        await page.locator('.table-body-row').first().waitFor()
        const shown = page.url()
        await page.getByRole('button', { name: 'Saved reports' }).click()
        await page.getByLabel('Save this report as').fill('Where work waits')
        await page.getByLabel('Share with').selectOption({ label: 'group team' })
        await page.getByRole('button', { name: 'Save', exact: true }).click()
        await page.getByText('Saved as “Where work waits”.').waitFor()
        await page.getByText('you · group team').waitFor()
        await page.getByRole('button', { name: 'erin' }).click()
        await page.getByRole('button', { name: 'Sign out' }).click()
        await signIn(page, finn)
        await page.goto(`${world.base}/`)
        await page.getByRole('link', { name: 'Where work waits by erin · group team' }).click()
        await page.locator('.table-body-row').first().waitFor()
        expect(page.url()).toBe(shown)
        await page.getByRole('button', { name: 'Saved reports' }).click()
        await page.getByText('by erin · group team').waitFor()
        expect(await page.getByRole('button', { name: /(Delete|Edit) Where work waits/ }).count()).toBe(0)
        await page.getByRole('button', { name: 'finn' }).click()
        await page.getByRole('button', { name: 'Sign out' }).click()
        await signIn(page, erin)
        await page.getByRole('button', { name: 'Saved reports' }).click()
        await page.getByRole('button', { name: 'Edit Where work waits' }).click()
        await page.getByLabel('Name', { exact: true }).fill('Mine again')
        await page.getByRole('listitem').getByLabel('Share with').selectOption({ label: 'only you' })
        await page.getByRole('button', { name: 'Apply' }).click()
        await page.getByText('Saved as “Mine again”.').waitFor()
        await page.getByRole('button', { name: 'erin' }).click()
        await page.getByRole('button', { name: 'Sign out' }).click()
        await signIn(page, finn)
        await page.getByRole('button', { name: 'Saved reports' }).click()
        await page.getByText('No saved reports yet.').waitFor()
      }),
    )

    function token(login: string, ...groups: readonly string[]): Promise<string> {
      return addedUser(world.server.workspace, login, ...groups)
    }
  },
)

async function signIn(page: Page, token: string): Promise<void> {
  await page.getByLabel('Token').fill(token)
  await page.getByLabel('Token').press('Enter')
  await page.getByRole('button', { name: 'Saved reports' }).waitFor()
}
