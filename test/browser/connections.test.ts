import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { itDrawn } from '../support/drawn-test.ts'
import type { FakeJira } from '../support/fake-jira/client.ts'
import { startFakeJira, TOKEN } from '../support/fake-jira.js'
import { judged, judgedDark } from './axe.ts'
import { inBrowserOn } from './browser-fixture.ts'
import { eventually } from './page-helpers.ts'
import { CONNECTION } from './sample-connection.ts'
import { addedUser, ownServer } from './servers.ts'

const NEW = '/?page=new-connection'
const OWN = '/?page=connection:jira'

/** The pace of the rounds. */
const QUICK = { requestsPerSecond: 100, concurrency: 4 }

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const address = (page: Page) => page.getByLabel('Address', { exact: true })
const token = (page: Page) => page.getByLabel('Personal access token or password')

/** Fills the access to a tracker and tests it. */
async function test(page: Page, url: string, secret = TOKEN): Promise<void> {
  await address(page).fill(url)
  await token(page).fill(secret)
  await button(page, 'Test the connection').click()
}

/** Returns the error next to a field, which is marked and has the focus. */
async function errorAt(field: ReturnType<typeof address>): Promise<string> {
  await eventually(() => field.getAttribute('aria-invalid')).toBe('true')
  expect(await field.evaluate(element => element === document.activeElement)).toBe(true)
  return field.evaluate(element =>
    (element.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map(id => (id.endsWith('-problems') ? document.getElementById(id)?.textContent : ''))
      .join(''),
  )
}

async function expectAccessible(page: Page): Promise<void> {
  expect([...(await judged(page)), ...(await judgedDark(page))]).toEqual([])
  await page.emulateMedia({ colorScheme: 'light' })
  const isTooWide = await page.evaluate(() =>
    ['html', '.shell-main'].filter(part => {
      const element = document.querySelector(part)!
      return element.scrollWidth > element.clientWidth
    }),
  )
  expect(isTooWide).toEqual([])
}

/** Waits until a connection is live, and no round runs. */
async function live(page: Page): Promise<void> {
  const round = page.locator('.connection-round')
  const states = async () => [await page.locator('.shell-connection-live').count(), await round.count()]
  await eventually(states).toEqual([1, 0])
}

function startFake(port = 0): Promise<FakeJira> {
  return startFakeJira({ port, issues: 120, projects: 3, maxLog: 5, isRunning: true, now: Date.now() })
}

inBrowserOn('a new connection on the page', ownServer, world => {
  let fake: FakeJira

  beforeAll(async () => {
    fake = await startFake()
  })

  afterAll(() => fake.stop())

  it('starts from the first steps of an empty store, and says what is missing', () =>
    world.visit('/', async page => {
      await page.getByText('There are no issues yet.').waitFor()
      const steps = page.getByRole('region', { name: 'First steps' }).getByRole('listitem')
      expect(await steps.getByRole('strong').allTextContents()).toEqual([
        ...['Connect your Jira', 'Or import an export', 'Or load the demo'],
      ])
      expect(await steps.locator('code').last().textContent()).toBe('sojourn demo')
      await page.getByRole('link', { name: 'Or connect it here' }).click()
      await eventually(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Connect a tracker')
      expect(page.url()).toBe(`${world.base}${NEW}`)
      await button(page, 'Test the connection').click()
      expect(await errorAt(address(page))).toContain('such as https://jira.example.org')
      expect(await token(page).getAttribute('aria-invalid')).toBe('true')
      await page.getByLabel('Name of the connection').fill('Jira 1')
      await button(page, 'Test the connection').click()
      await eventually(() => page.getByLabel('Name of the connection').getAttribute('aria-invalid')).toBe('true')
      await expectAccessible(page)
    }))

  itDrawn('shows a wrong token and an unreachable address next to their fields', () =>
    world.visit(NEW, async page => {
      await test(page, fake.url, 'wrong-canary')
      expect(await errorAt(token(page))).toMatch(/status 401.*Check the token/)
      await test(page, 'http://127.0.0.1:9')
      expect(await errorAt(address(page))).toMatch(
        /127\.0\.0\.1:9 cannot be read: nothing listens at this address and port\./,
      )
      await address(page).fill('http://jira.example.org')
      await page.getByLabel('Send the token without encryption').waitFor()
      await button(page, 'Test the connection').click()
      expect(await errorAt(address(page))).toContain('an address with https')
      await address(page).fill('https://team.atlassian.net')
      await page.getByLabel('Email address of the account').waitFor()
      expect(await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))).not.toContain(
        'canary',
      )
      expect(page.url()).toBe(`${world.base}${NEW}`)
    }),
  )

  itDrawn('keeps the choices of a test only for the tested address and token', () =>
    world.visit(NEW, async page => {
      await test(page, fake.url)
      await page.getByText('Found Jira Data Center').waitFor()
      await page.getByLabel('Name of the connection').fill('second')
      expect(await button(page, 'Connect').count()).toBe(1)
      await token(page).fill('other')
      await page.getByText('Test the connection again').waitFor()
      expect(await button(page, 'Connect').count()).toBe(0)
    }),
  )

  itDrawn('suggests a name when the names of the other connections are known', () => {
    let answer = () => {}
    const isAnswered = new Promise<void>(resolve => {
      answer = resolve
    })
    const prepare = (page: Page) =>
      page.route('**/api/connections', async route => {
        await isAnswered
        await route.fulfill({ json: { connections: [CONNECTION] } })
      })
    return world.visit(
      NEW,
      async page => {
        await page.getByText('Loading the connections …').waitFor()
        expect(await address(page).count()).toBe(0)
        answer()
        await address(page).waitFor()
        expect(await page.getByLabel('Name of the connection').inputValue()).toBe('jira-2')
      },
      { prepare },
    )
  })
})

inBrowserOn(
  'a connection on the page',
  () => ownServer({ connections: { jira: QUICK } }),
  world => {
    let fake: FakeJira
    // A store keeps the address of its tracker.
    let port = 0

    beforeEach(async () => {
      fake = await startFake(port)
      port = Number(new URL(fake.url).port)
    })

    afterEach(async () => {
      const { connections } = world.server.workspace
      for (const { name } of await connections.list(null)) await connections.remove(name, true)
      await fake.stop()
    })

    /** Opens a page next to a connection that has become live. */
    const visitLive = (path: string, work: (page: Page) => Promise<void>) =>
      world.visit(
        OWN,
        async page => {
          await live(page)
          if (path !== OWN) await page.goto(world.base + path)
          await work(page)
        },
        {
          prepare: () =>
            world.server.workspace.connectionRequests.add({
              name: 'jira',
              address: fake.url,
              token: TOKEN,
              projects: ['WEB', 'OPS'],
            }),
        },
      )

    it('adds a connection by keyboard on a phone, follows it, and opens a report', () =>
      world.visit(
        NEW,
        async page => {
          await address(page).focus()
          await page.keyboard.type(fake.url)
          await token(page).focus()
          await page.keyboard.type(TOKEN)
          await page.keyboard.press('Enter')
          await eventually(() => page.evaluate(() => document.activeElement?.textContent)).toBe(
            'Found Jira Data Center 8.20.7',
          )
          await page.getByText('Signed in as Sync Account, an administrator.').waitFor()
          await expectAccessible(page)
          await page.getByLabel('Only these').focus()
          await page.keyboard.press('Space')
          await button(page, 'Connect').click()
          await page.getByText('Choose at least one project.').waitFor()
          for (const name of ['Website WEB', 'Operations OPS']) {
            await page.getByLabel(name).focus()
            await page.keyboard.press('Space')
          }
          await page.getByText('2 of 3 chosen').waitFor()
          await button(page, 'Connect').press('Enter')
          await page.getByRole('heading', { name: 'Connection jira', level: 1 }).waitFor()
          expect(page.url()).toBe(`${world.base}/?page=connection%3Ajira`)
          await page.getByText('Reports are incomplete until this is done.').waitFor()
          await live(page)
          const rows = page.getByRole('table').getByRole('row')
          await eventually(() => rows.count()).toBe(3)
          await expectAccessible(page)
          await page.getByRole('link', { name: 'Where does work wait in Website?' }).click()
          await page.locator('.table-body-row').first().waitFor()
          expect(new URL(page.url()).searchParams.get('projectKey')).toBe('WEB')
        },
        { viewport: { width: 390, height: 844 } },
      ))

    itDrawn('shows the state and the last sync on the start page', () =>
      visitLive('/', async page => {
        const card = page.getByRole('region', { name: 'Connections' }).getByRole('listitem')
        await eventually(() => card.textContent()).toMatch(/^jiraLivehttp:.*Data until .*Last sync ended /)
        await expectAccessible(page)
        await card.getByRole('link', { name: 'jira' }).click()
        await page.getByRole('heading', { name: 'Connection jira', level: 1 }).waitFor()
      }),
    )

    itDrawn('pauses, resumes and syncs a connection', () =>
      visitLive(OWN, async page => {
        const state = page.getByRole('region', { name: 'Connections' })
        await button(page, 'Pause').click()
        await state.getByText('Syncing has stopped until you resume the connection.').waitFor()
        expect(await button(page, 'Sync now').count()).toBe(0)
        const { connectionRequests } = world.server.workspace
        expect(await connectionRequests.find('jira')).toMatchObject({ state: 'paused' })
        await button(page, 'Resume').click()
        await live(page)
        const [web] = [...fake.tracker.issues.values()].filter(({ key }) => key.startsWith('WEB-'))
        fake.tracker.deleteIssue(web!.key)
        await button(page, 'Sync now').click()
        await page.getByText('A sync starts.').waitFor()
        await page.getByText(/: \d+ read, 1 removed/).waitFor()
        await live(page)
      }),
    )

    itDrawn('replaces the token, after a test', () =>
      visitLive(OWN, async page => {
        await button(page, 'Replace the token …').click()
        await token(page).fill('wrong')
        await button(page, 'Test and replace').click()
        await page.getByText(/Check the token/).waitFor()
        await expectAccessible(page)
        fake.tokens.splice(0, fake.tokens.length, { secret: 'next-token', login: 'admin', scoped: false })
        await button(page, 'Sync now').click()
        await page.getByText('Syncing has stopped until you replace the token.').waitFor()
        const actions = page.getByRole('region', { name: 'Connections' }).getByRole('button')
        expect(await actions.allTextContents()).toEqual(['Test and replace', 'Remove …'])
        await token(page).fill('next-token')
        await button(page, 'Test and replace').click()
        await page.getByText('The token is replaced.').waitFor()
        await live(page)
      }),
    )

    itDrawn('accepts that many issues are gone', () =>
      visitLive(OWN, async page => {
        const { issues } = fake.tracker
        for (const { key } of [...issues.values()].filter(one => one.key.startsWith('OPS-')).slice(0, 30))
          fake.tracker.deleteIssue(key)
        await button(page, 'Sync now').click()
        await button(page, 'Accept the loss …').click()
        await page.getByRole('alertdialog', { name: 'Accept the loss?' }).waitFor()
        await expectAccessible(page)
        await button(page, 'Accept the loss').click()
        await live(page)
      }),
    )

    itDrawn('removes a connection after a confirmation, with its issues if wanted', () =>
      visitLive(OWN, async page => {
        await button(page, 'Remove …').click()
        const dialog = page.getByRole('alertdialog', { name: 'Remove the connection jira?' })
        await dialog.waitFor()
        await expectAccessible(page)
        await page.keyboard.press('Escape')
        await dialog.waitFor({ state: 'hidden' })
        expect(await button(page, 'Remove …').evaluate(element => element === document.activeElement)).toBe(true)
        await button(page, 'Remove …').click()
        await page.getByLabel(/^Remove its \d+ issues too/).check()
        await button(page, 'Remove').click()
        await page.getByText('There are no issues yet.').waitFor()
        expect(await world.server.workspace.connectionRequests.list()).toEqual({ connections: [] })
      }),
    )
  },
)

inBrowserOn(
  'connections on the page of the demo',
  () => ownServer({ access: 'tokens', hasDemo: true }),
  world => {
    itDrawn('are for administrators, and replace the demo', () =>
      world.visit('/', async page => {
        for (const [login, ...groups] of [['eve'], ['root', 'administrators']] as const) {
          const secret = await addedUser(world.server.workspace, login, ...groups)
          await page.goto(`${world.base}/`)
          await page.getByLabel('Token').fill(secret)
          await page.getByLabel('Token').press('Enter')
          await page.getByRole('region', { name: 'First steps' }).waitFor()
          expect(await page.getByRole('region', { name: 'Connections' }).count()).toBe(0)
          for (const path of [NEW, OWN]) {
            await page.goto(world.base + path)
            await page
              .getByText(
                login === 'eve'
                  ? 'Only administrators can manage connections.'
                  : /^Your issues replace those of the demo|no connection jira/,
              )
              .waitFor()
            if (login === 'root' && path === NEW) await address(page).waitFor()
            else expect(await page.getByRole('textbox').count()).toBe(0)
          }
          const menu = page.getByRole('button', { name: login })
          await menu.click()
          const links = page.getByRole('dialog', { name: login }).getByRole('link')
          await page.getByRole('button', { name: 'Sign out' }).waitFor()
          expect(await links.allTextContents()).toEqual(
            login === 'eve' ? [] : ['Working calendars', 'Connect a tracker'],
          )
          if (login === 'root') {
            await links.first().click()
            await page.getByRole('heading', { name: 'Working calendars', level: 1 }).waitFor()
            await menu.click()
          }
          await page.getByRole('button', { name: 'Sign out' }).click()
        }
      }),
    )
  },
)
