import { createReadStream } from 'node:fs'
import type { Locator, Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import type { Dashboard, FlowItems, TrendBucket } from '../../src/web/api/flow.ts'
import { unitOf } from '../../src/web/team/unit-of.ts'
import { hasRealData, realFile } from '../real/real-data.ts'
import { itDrawn } from '../support/drawn-test.ts'
import { type BrowserFixture, FIRST_VISIT, inBrowserOn, UNDER_DRAWER, type VisitOptions } from './browser-fixture.ts'
import { answerAt, eventually, parametersOf } from './page-helpers.ts'
import { ownServer } from './servers.ts'

// The screen of each real project: its numbers are those of the endpoints, and each leads to as many issues. It goes back to the last
// weeks with finished issues by itself.

/** The projects of each set of data. */
const DATA: readonly (readonly [folder: string, projects: readonly string[]])[] = [
  [
    'jira-server-duraspace',
    ['CLOUDSYNC', 'DFR', 'DPS', 'DS', 'DURACLOUD', 'FCREPO', 'FUNAPI', 'HCAMPPSU', 'VIVO', 'VIVOONT'],
  ],
  ['jira-cloud-devlake', ['EE', 'K5']],
  ['jira-cloud-jirametrics', ['SP']],
  ['bugzilla-cdt', ['CDT']],
]

const DAY = 24 * 3_600_000

/** How many issues the drawer lists. */
const MOST_LISTED = 200

describe.runIf(hasRealData).each(DATA)('real data: %s', (folder, projects) => {
  const start = () =>
    ownServer({
      fill: ({ importFiles }) => {
        const name = realFile(folder, 'issues.jsonl.gz')
        const file = { name, open: () => createReadStream(name), canReopen: true }
        return importFiles({ files: [file], lists: {}, skipInvalid: false, at: Date.now() })
      },
    })
  inBrowserOn('the screen', start, world => {
    const visit = (key: string, work: (page: Page) => Promise<void>, options: VisitOptions = {}) =>
      world.visit(
        `/?${new URLSearchParams({ page: 'team', filterType: 'project', projectKey: key })}`,
        async page => {
          await shownScreen(page)
          await work(page)
        },
        { ...FIRST_VISIT, ...options },
      )

    itDrawn('has the numbers of the cards of the home page', () =>
      world.visit(
        '/',
        async page => {
          const cards = page.locator('.shell-card').filter({ has: page.locator('.project-numbers') })
          await cards.first().waitFor()
          for (let i = 0; i < (await cards.count()); i++) {
            const card = cards.nth(i)
            await card.scrollIntoViewIfNeeded()
            const asked = card.getByText('Which statuses are work?')
            await card.locator('.team-tile .hint').filter({ hasText: /\S/ }).or(asked).first().waitFor()
            await eventually(() => card.locator('[aria-busy=true]').count()).toBe(0)
            if (await asked.isVisible()) continue
            const shown = await tilesIn(card)
            await card.getByRole('heading').getByRole('link').click()
            await shownScreen(page)
            // A card has the 85th percentile only.
            const own = Object.entries(shown).filter(([name, text]) => name !== 'Cycle time' && text !== '–')
            expect(await tilesIn(page.locator('.team-headline'))).toMatchObject(Object.fromEntries(own))
            await page.goBack()
            await page.waitForURL(`${world.base}/`)
          }
        },
        FIRST_VISIT,
      ),
    )

    for (const key of projects) {
      itDrawn(`has the numbers of each endpoint for ${key}`, () =>
        visit(key, async page => {
          await expectTiles(world, page)
          await expectTables(world, page)
        }),
      )
      itDrawn(`leads from each number to as many issues for ${key}`, () =>
        visit(key, expectLinks, { viewport: UNDER_DRAWER }),
      )
    }
  })
})

/** Waits until the screen shows the last weeks; answers the question about statuses with the proposal. */
async function shownScreen(page: Page): Promise<void> {
  const headline = page.locator('.team-headline')
  const accept = page.getByRole('button', { name: 'Use these stages' })
  await headline.or(accept).first().waitFor()
  if (await accept.isVisible()) await accept.click()
  await headline.waitFor()
}

/** Requests a measure of flow with the parameters of the screen. */
function answerOf<T>({ base }: BrowserFixture, page: Page, endpoint: string): Promise<T> {
  return answerAt<T>(`${base}/api/flow/${endpoint}?${parametersOf(page)}`)
}

const numberText = (value: number) => value.toLocaleString('en-GB')
const decimal = (value: number) => value.toLocaleString('en-GB', { minimumFractionDigits: 1, maximumFractionDigits: 1 })
const SIGNS = { days: 'd', workingDays: 'wd', hours: 'h', minutes: 'min' } as const

type Trend = Dashboard['trend']
type Attention = Dashboard['attention']

/** Compares the numbers at the top with those of summary and ageing. */
async function expectTiles(world: BrowserFixture, page: Page): Promise<void> {
  const summary = await answerOf<Trend & Pick<Attention, 'parked' | 'notStarted'>>(world, page, 'summary')
  const ageing = await answerOf<Omit<Attention, 'totalAge'> & { readonly totalAge: number }>(world, page, 'ageing')
  const time = await timeWriter(world, page)
  const weeks = (Date.parse(summary.window.last) - Date.parse(summary.window.from)) / (7 * DAY)
  const { percentiles } = summary.cycleTime
  const { firstTimeThrough, reopened, finished, parked } = summary
  const expected = {
    'In progress': numberText(ageing.inProgress.count),
    'Total age': time(ageing.totalAge),
    Parked: numberText(parked.count),
    [`No change for ${ageing.unchanged.days} days`]: numberText(ageing.unchanged.count),
    'Finished a week': decimal(finished / weeks),
    'First time through': `${numberText(firstTimeThrough.count)} of ${numberText(firstTimeThrough.of)}`,
    Reopened: numberText(reopened.issues),
    ...(ageing.overSle && { 'Over the expectation': numberText(ageing.overSle.count) }),
    ...(percentiles['50'] && {
      'Cycle time': ['50', '85'].map(percent => time(percentiles[percent]!.value)).join(' · '),
    }),
  }
  expect(await tilesIn(page.locator('.team-headline'))).toMatchObject(expected)
}

/** Returns the numbers of the tiles within an element, by their names. */
async function tilesIn(element: Locator): Promise<Readonly<Record<string, string>>> {
  const shown = await element
    .locator('.team-tile')
    .evaluateAll(tiles =>
      tiles.map(tile => ['.team-tile-name', 'strong'].map(part => tile.querySelector(part)!.textContent!)),
    )
  return Object.fromEntries(shown)
}

/** Returns a function that writes a time in the unit of the screen. */
async function timeWriter(world: BrowserFixture, page: Page): Promise<(ms: number) => string> {
  const { name, size } = unitOf(await answerOf<Dashboard>(world, page, 'dashboard'), { calendars: [] })
  return ms => `${decimal(ms / size)}\u00a0${SIGNS[name]}`
}

/** Compares the tables of panels with throughput, wip and forecast. */
async function expectTables(world: BrowserFixture, page: Page): Promise<void> {
  const time = await timeWriter(world, page)
  const bucketsOf = async (endpoint: string) => {
    const { buckets } = await answerOf<{ readonly buckets: readonly (TrendBucket & { readonly wip: number })[] }>(
      world,
      page,
      endpoint,
    )
    return buckets
  }
  const [throughput, wip] = [await bucketsOf('throughput'), await bucketsOf('wip')]
  // The screen goes back to the last finish, so nothing ever finished.
  if (throughput.every(({ finished }) => finished === 0)) await saysThatNothingFinished(page)
  else expect(await tableIn(page, 'Finished')).toEqual(throughput.map(({ finished }) => [numberText(finished)]))
  expect(await tableIn(page, 'Work in progress and its age')).toEqual(
    wip.map(({ wip, parked, totalAge }) => [
      ...[numberText(wip), numberText(parked.count)],
      ...[time(totalAge), time(parked.totalAge)],
    ]),
  )
  expect(await tableIn(page, 'Started and left')).toEqual(
    wip.map(({ arrivals, departures }) => [numberText(arrivals), numberText(departures)]),
  )
  const { fan } = await answerOf<Dashboard['forecast']>(world, page, 'forecast')
  if (fan === null) return
  expect(await tableIn(page, 'Will it be done?')).toEqual(
    fan.map(({ byPercent }) => byPercent.map(({ count }) => `${numberText(count)} or more`)),
  )
}

/** Waits for the sentence of the panel that would count finished issues. */
async function saysThatNothingFinished(page: Page): Promise<void> {
  const panel = page.getByRole('region', { name: 'Finished', exact: true })
  await panel.getByText('No issue has finished yet.').waitFor()
  expect(await panel.getByText('Show as a table').count()).toBe(0)
}

/** Returns the cells of the last table of a panel, without the heads of rows. */
async function tableIn(page: Page, title: string): Promise<string[][]> {
  const panel = page.getByRole('region', { name: title, exact: true })
  await panel.getByText('Show as a table').click()
  const table = panel.getByRole('table').last()
  await table.waitFor()
  return table
    .locator('tbody tr')
    .evaluateAll(rows => rows.map(row => [...row.querySelectorAll('td')].map(cell => cell.textContent!)))
}

/** Opens each number of issues outside of the tables, and compares it with the issues that the drawer lists. */
async function expectLinks(page: Page): Promise<void> {
  const links = await page
    .locator('main a[href*="view.open=items"]')
    .evaluateAll(all => all.map(link => [link.getAttribute('href')!, link.textContent!.trim()] as const))
  const drawer = page.getByRole('dialog')
  for (const [href, text] of new Map(links)) {
    const answered = page.waitForResponse(/\/api\/flow\/items/)
    await page.locator(`main a[href="${href}"]`).first().click()
    const { total } = (await (await answered).json()) as FlowItems
    await eventually(() => drawer.locator('.drilldown-issues tbody tr').count()).toBe(Math.min(MOST_LISTED, total))
    if (/^\d[\d,]*$/.test(text)) expect([href, total]).toEqual([href, Number(text.replaceAll(',', ''))])
    await drawer.getByRole('button', { name: 'Close' }).click()
    await drawer.waitFor({ state: 'hidden' })
  }
}
