import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import type { Team } from '../../src/app/teams/team-types.ts'
import { judged, judgedDark } from './axe.ts'
import { inBrowser, inBrowserOn, PHONE } from './browser-fixture.ts'
import { layoutFaults } from './layout-faults.ts'
import { chosen, eventually } from './page-helpers.ts'
import { addIssue, smallTeam } from './small-team.ts'

const HEADERS = { 'x-sojourn': 'page', 'content-type': 'application/json' }

const OWN_CLOCK = { hasOwnClock: true }

/** The workflow of the tracker without categories. */
const OLD_WORKFLOW = {
  name: 'Old',
  stages: [
    { name: 'New', kind: 'notStarted', statuses: ['NEW'] },
    { name: 'Work', kind: 'active', statuses: ['ASSIGNED'] },
    { name: 'Done', kind: 'done', statuses: ['RESOLVED'] },
  ],
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 }).textContent()

/** Opens a wall, and waits for its numbers. */
async function open(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await page.locator('.team-headline').waitFor()
}

inBrowser('the wall', world => {
  const ids: string[] = []

  beforeAll(async () => {
    for (const [name, projectKey] of [
      ['Checkout', 'WEB'],
      ['Platform', 'APP'],
    ] as const) {
      const parameters = [
        { name: 'filterType', value: 'project' },
        { name: 'projectKey', value: projectKey },
      ]
      const body = JSON.stringify({ name, parameters })
      const answer = await fetch(`${world.base}/api/teams/${name}`, { method: 'PUT', headers: HEADERS, body })
      ids.push(((await answer.json()) as Team).id)
    }
    return async () => {
      for (const id of ids) await fetch(`${world.base}/api/teams/${id}`, { method: 'DELETE', headers: HEADERS })
    }
  })

  it('is opened from the start page, and shows one team after another until it pauses', () =>
    world.visit(
      '/',
      async page => {
        await page.getByRole('link', { name: 'Show on a wall' }).click()
        await page.locator('.team-headline').waitFor()
        expect(await heading(page)).toBe('Checkout')
        await page.getByText('1 of 2').waitFor()
        const turn = async () => {
          await page.locator('.team-headline').waitFor()
          await page.clock.fastForward(31_000)
        }
        await turn()
        await eventually(() => heading(page)).toBe('Platform')
        await turn()
        await eventually(() => heading(page)).toBe('Checkout')
        await page.getByRole('button', { name: 'Pause' }).click()
        await turn()
        await page.getByText('1 of 2').waitFor()
        await page.getByRole('button', { name: 'Next team' }).click()
        await eventually(() => heading(page)).toBe('Platform')
        await page.getByRole('button', { name: 'Previous team' }).click()
        await eventually(() => heading(page)).toBe('Checkout')
        await page.getByRole('button', { name: 'Resume' }).click()
        await page.getByLabel('Each team for').selectOption({ label: '15 seconds' })
        await eventually(() => chosen(page, 'view.seconds')).toBe('15')
        await page.clock.fastForward(16_000)
        await eventually(() => heading(page)).toBe('Platform')
      },
      OWN_CLOCK,
    ))

  it('reads the shown team again each minute without such a connection, and says so when nothing new can be read', () =>
    world.visit(
      '/',
      async page => {
        await page.route(/api\/changes/, route => route.fulfill({ status: 429, body: '' }))
        await open(page, `${world.base}/?page=wall:${ids[0]}`)
        await page.getByText('The last change in the data was on').waitFor()
        const again = page.waitForResponse(/flow\/dashboard/)
        await page.clock.fastForward(61_000)
        expect((await again).status()).toBe(200)
        await page.route(/flow\/dashboard/, route => route.fulfill({ status: 503, body: '' }))
        const shown = await page.locator('.team-tile strong').allTextContents()
        await eventually(async () => {
          await page.clock.fastForward(61_000)
          return page.getByText('The numbers cannot be refreshed at the moment.').count()
        }).toBe(1)
        expect(await page.locator('.team-tile strong').allTextContents()).toEqual(shown)
      },
      OWN_CLOCK,
    ))

  it('has the teams of its address, which can be chosen, and leads to their screens', () =>
    world.visit('/', async page => {
      await open(page, `${world.base}/?page=wall:${ids[1]},gone`)
      expect(await heading(page)).toBe('Platform')
      await page.getByText('One team of this address is not shared with you.').waitFor()
      expect(await page.getByRole('button', { name: 'Next team' }).count()).toBe(0)
      await page.getByText('Teams', { exact: true }).click()
      expect(await page.getByLabel('Platform').isDisabled()).toBe(true)
      await page.getByLabel('Checkout').check()
      await eventually(() => chosen(page, 'page')).toBe('wall')
      await page.locator('.team-tile a').first().click()
      await eventually(() => [chosen(page, 'page'), chosen(page, 'view.team')]).toEqual(['team', ids[0]])
      await page.getByRole('dialog').locator('.drilldown-issues tbody tr').first().waitFor()
    }))

  it.each([
    ['a phone', PHONE],
    ['a television', { viewport: { width: 1920, height: 1080 } }],
  ] as const)('has no fault on %s, light or dark', (_, options) =>
    world.visit(
      '/?page=wall',
      async page => {
        await page.locator('.team-panels canvas').first().waitFor()
        expect([await judged(page), await layoutFaults(page)]).toEqual([[], []])
        expect(await judgedDark(page)).toEqual([])
      },
      options,
    ),
  )
})

inBrowserOn('a wall while data arrive', smallTeam, world => {
  it('refreshes its numbers when the server says that they changed', () =>
    world.visit(
      '/',
      async page => {
        const parameters = [
          { name: 'filterType', value: 'project' },
          { name: 'projectKey', value: 'OLD' },
          { name: 'workflow', value: JSON.stringify(OLD_WORKFLOW) },
        ]
        const body = JSON.stringify({ name: 'Old', parameters })
        await fetch(`${world.base}/api/teams/Old`, { method: 'PUT', headers: HEADERS, body })
        const stream = page.waitForResponse(/api\/changes/)
        await open(page, `${world.base}/?page=wall`)
        expect((await (await stream).allHeaders())['content-type']).toBe('text/event-stream')
        await page.getByText('5 issues are not started').waitFor()
        // Other refreshes need a minute at least, and less time than that passes here.
        await page.clock.pauseAt(Date.now() + 1_000)
        const announced = page.evaluate(
          () =>
            new Promise(resolve => {
              const source = new EventSource('/api/changes')
              source.addEventListener('open', () => document.body.classList.add('is-listening'))
              source.addEventListener('change', ({ data }) => resolve(data))
            }),
        )
        await page.locator('.is-listening').waitFor({ state: 'attached' })
        await addIssue(world.server.workspace, 'OLD-11')
        expect(await announced).toBe('300')
        await page.clock.runFor(6_000)
        await eventually(async () => {
          await page.clock.runFor(10)
          return page.getByText('6 issues are not started').count()
        }).toBe(1)
      },
      OWN_CLOCK,
    ))
})
