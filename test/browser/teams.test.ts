import type { Page } from 'playwright-core'
import { afterEach, expect, it } from 'vitest'
import type { Team, TeamList } from '../../src/app/teams/team-types.ts'
import { judged, judgedDark } from './axe.ts'
import { type BrowserFixture, FIRST_VISIT, inBrowser, PHONE } from './browser-fixture.ts'
import { answerAt, chosen, eventually, teamAt } from './page-helpers.ts'

const HEADERS = { 'x-sojourn': 'page', 'content-type': 'application/json' }

/** Two stages, as somebody answers the question of the screen. */
const WORKFLOW = JSON.stringify({
  name: 'Two stages',
  stages: [
    { name: 'Work', kind: 'active', statuses: ['In Progress', 'Code Review', 'Testing'] },
    { name: 'Done', kind: 'done', statuses: ['Done'] },
  ],
})

const teamsOf = async ({ base }: BrowserFixture) => (await answerAt<TeamList>(`${base}/api/teams`)).teams

/** Saves a team of the project WEB, and returns it. */
async function saved({ base }: BrowserFixture, name: string): Promise<Team> {
  const parameters = [
    { name: 'filterType', value: 'project' },
    { name: 'projectKey', value: 'WEB' },
    { name: 'workflow', value: WORKFLOW },
  ]
  const body = JSON.stringify({ name, parameters })
  const answer = await fetch(`${base}/api/teams/${encodeURIComponent(name)}`, { method: 'PUT', headers: HEADERS, body })
  return (await answer.json()) as Team
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const tiles = (page: Page) => page.getByRole('list', { name: 'At a glance' }).locator('strong').allTextContents()

inBrowser('teams', world => {
  // Other tests expect none.
  afterEach(async () => {
    for (const { id } of await teamsOf(world)) {
      await fetch(`${world.base}/api/teams/${id}`, { method: 'DELETE', headers: HEADERS })
    }
  })

  it('are set up from a project in three clicks, and are first on the start page', () =>
    world.visit(
      '/',
      async page => {
        await page.getByRole('heading').getByRole('link', { name: 'Web Shop' }).click()
        await page.getByRole('button', { name: 'Save as a team' }).click()
        const form = page.getByRole('form', { name: 'Save as a team' })
        expect(await form.getByLabel('Name').inputValue()).toBe('Web Shop')
        await form.getByLabel('Name').fill('Checkout')
        await form.getByRole('button', { name: 'Save' }).click()
        await heading(page, 'Checkout').waitFor()
        const [team] = await teamsOf(world)
        expect(chosen(page, 'view.team')).toBe(team!.id)
        expect(Object.fromEntries(team!.parameters.map(({ name, value }) => [name, value]))).toEqual({
          filterType: 'project',
          projectKey: 'WEB',
          workflow: 'default',
        })
        const shown = await tiles(page)
        await page.getByRole('link', { name: 'Start page', exact: true }).click()
        const card = page.getByRole('region', { name: 'Teams' })
        await eventually(() => card.locator('strong').first().textContent()).toBe(shown[0])
        await card.getByRole('link', { name: 'Checkout' }).click()
        await heading(page, 'Checkout').waitFor()
        await eventually(() => tiles(page)).toEqual(shown)
      },
      FIRST_VISIT,
    ))

  it('open at a short address with their own workflow, which can be changed and saved again', async () => {
    const { id } = await saved(world, 'Checkout')
    await world.visit(
      `/teams/${id}`,
      async page => {
        await heading(page, 'Checkout').waitFor()
        expect(chosen(page, 'workflow')).toBe((await teamsOf(world))[0]!.parameters.at(-1)!.value)
        await page.getByLabel('Workflow').selectOption('default')
        await page.getByRole('button', { name: 'Save as a team' }).click()
        await page.getByText('This replaces your team with this name.').waitFor()
        await page.getByRole('button', { name: 'Save', exact: true }).click()
        await eventually(async () => (await teamsOf(world))[0]!.parameters.at(0)!.value).toBe('default')
        expect((await teamsOf(world)).map(team => team.id)).toEqual([id])
      },
      FIRST_VISIT,
    )
  })

  it('that do not exist say so, with a way on', () =>
    world.visit(
      '/teams/nothing',
      async page => {
        await page.getByText("There is no team 'nothing', or it is not shared with you.").waitFor()
        await page.getByRole('link', { name: 'Start page', exact: true }).click()
        await page.getByRole('heading', { name: 'Where did the time go?' }).waitFor()
      },
      FIRST_VISIT,
    ))

  it('are removed after a confirmation, by keyboard alone', async () => {
    const { id } = await saved(world, 'Checkout')
    await world.visit(
      `/teams/${id}`,
      async page => {
        await heading(page, 'Checkout').waitFor()
        await page.getByRole('button', { name: 'Save as a team' }).focus()
        await page.keyboard.press('Enter')
        await eventually(() => page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT')
        for (let i = 0; i < 3; i++) await page.keyboard.press('Tab')
        await page.keyboard.press('Enter')
        const dialog = page.getByRole('alertdialog')
        await dialog.getByText('Remove the team Checkout?').waitFor()
        await dialog.getByRole('button', { name: 'Remove the team' }).focus()
        await page.keyboard.press('Enter')
        await heading(page, 'Web Shop').waitFor()
        expect(await teamsOf(world)).toEqual([])
      },
      FIRST_VISIT,
    )
  })

  it('say what is wrong with a name, and keep it', () =>
    world.visit(
      teamAt(),
      async page => {
        await page.getByRole('button', { name: 'Save as a team' }).click()
        await page.getByLabel('Name').fill('Check\u202eout')
        await page.getByRole('button', { name: 'Save', exact: true }).click()
        await page.getByText('contains a control character, half a character or a change of direction').waitFor()
        expect(await page.getByLabel('Name').inputValue()).toBe('Check\u202eout')
        await page.getByRole('button', { name: 'Cancel' }).click()
        expect(await page.getByLabel('Name').count()).toBe(0)
      },
      FIRST_VISIT,
    ))

  it.each([
    ['a wide screen', FIRST_VISIT],
    ['a phone', PHONE],
  ] as const)('have no fault for screen readers on %s, light or dark', async (_, options) => {
    const { id } = await saved(world, 'Checkout of the shop with a very long name, which no line of a phone can hold')
    await world.visit(
      '/',
      async page => {
        await page.getByRole('region', { name: 'Teams' }).getByText('before: ').first().waitFor()
        expect(await judged(page)).toEqual([])
        expect(await judgedDark(page)).toEqual([])
        await page.goto(`${world.base}/teams/${id}`)
        await page.getByRole('button', { name: 'Save as a team' }).click()
        await page.getByLabel('Name').waitFor()
        expect(await judged(page)).toEqual([])
        const width = await page.evaluate(() => [document.body.scrollWidth, window.innerWidth])
        expect(width[0]).toBeLessThanOrEqual(width[1]!)
      },
      options,
    )
  })
})
