import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Timeline } from '../../src/reports/report/explain/explanation.ts'
import type { Dashboard } from '../../src/web/api/flow.ts'
import type { BrowserFixture, VisitOptions } from './browser-fixture.ts'
import { answerAt, eventually, teamAt } from './page-helpers.ts'
import { type Person, personAt } from './person.ts'

const DAY = 24 * 3_600_000

/** The end of the demo, a moment before the next quarter. */
const AS_OF = '2025-06-30T23:59:59.999Z'

/** The address of the screen then. */
export const SCREEN = teamAt({ asOf: AS_OF })

/** Opens the home page or the screen, and waits until a person can use it. */
export function open(
  world: BrowserFixture,
  path: string,
  work: (page: Page, person: Person) => Promise<void>,
  options: VisitOptions,
): Promise<void> {
  return world.visit(
    path,
    async page => {
      await page.getByRole('heading', { level: 1 }).waitFor()
      if (path !== '/') await page.locator('.team-chart canvas').nth(5).waitFor()
      await work(page, await personAt(page))
    },
    options,
  )
}

/** Returns the link to the screen of the Web Shop on the home page. */
export function projectLink(page: Page): Locator {
  return page.getByRole('heading').getByRole('link', { name: 'Web Shop', exact: true })
}

/** Returns the chart of the ages of issues in progress. */
export function ageingChart(page: Page): Locator {
  return page.getByRole('region', { name: /in progress by stage and age/ })
}

/** Asserts that the first issue that needs attention is shown with its age and the reason. */
export async function expectAttention(world: BrowserFixture, page: Page): Promise<void> {
  const { attention, sle } = await dashboard(world)
  const [oldest] = attention.items
  const first = page.locator('.team-attention li').first()
  await expectVisible(first, oldest!.key)
  const text = await first.textContent()
  for (const part of [days(oldest!.age), `older than the expectation of ${days(sle!.ms)}`]) expect(text).toContain(part)
}

/** Asserts that the drawer shows the stays of an issue with their lengths. Returns them, and the longest one. */
export async function expectStays(world: BrowserFixture, page: Page) {
  const drawer = page.getByRole('dialog')
  const stays = drawer.locator('.drilldown-stays').first().getByRole('row')
  await stays.nth(1).waitFor()
  const issueKey = (await drawer.getByRole('heading', { level: 2 }).first().textContent())!
  const { statuses, until } = await answerAt<Timeline>(
    `${world.base}/api/timeline?${new URLSearchParams({ issueKey, asOf: AS_OF, calendar: 'normalHours' })}`,
  )
  expect(await stays.count()).toBe(1 + statuses.length)
  const lengths = statuses.map(({ entered, left }) => (left ?? until) - entered)
  const longest = lengths.indexOf(Math.max(...lengths))
  await expectVisible(stays.nth(longest + 1), statuses[longest]!.name)
  expect(await stays.nth(longest + 1).textContent()).toContain(`${Math.floor(lengths[longest]! / DAY)} d`)
  return { stays, longest, statuses, issueKey }
}

/** Asserts that a stay fills the timeline, and says who ended it. */
export async function expectShown(page: Page, selector: string, by: string): Promise<void> {
  const drawer = page.getByRole('dialog')
  const band = drawer.locator(selector)
  const share = async () => (await band.boundingBox())!.width / (await drawer.boundingBox())!.width
  await eventually(share).toBeGreaterThan(0.7)
  expect(await band.getAttribute('aria-label')).toContain(by)
}

/** Asserts that the cycle times of this quarter and of the last are shown, with what became better. */
export async function expectQuarters(world: BrowserFixture, page: Page): Promise<void> {
  const compare = 'startOfQuarter(-1)..startOfQuarter()'
  const { trend } = await dashboard(world, { from: 'startOfQuarter()', compare })
  expect(trend.previous.window).toEqual({ from: '2025-01-01T00:00:00.000Z', last: '2025-03-31T23:59:59.999Z' })
  const [now, before] = [trend, trend.previous].map(({ cycleTime: { percentiles } }) =>
    ['50', '85'].map(percent => days(percentiles[percent]!.value)),
  )
  const tile = page.locator('.team-tile').filter({ hasText: 'Cycle time' })
  await eventually(() => tile.textContent()).toContain(`50th before: ${before![0]}`)
  await expectVisible(tile, `85th before: ${before![1]}`)
  await expectVisible(tile.locator('strong'), now!.join(' · '))
  expect(trend.verdicts.cycleTime).toEqual({ 50: 'better', 85: 'noClearChange' })
  await expectVisible(tile.locator('.team-verdict').first(), '50th: better')
  await expectVisible(tile.locator('.team-verdict').last(), '85th: no clear change')
}

/** Asserts that the dates at which 20 more issues are done are shown with their chances. */
export async function expectDates({ base }: BrowserFixture, page: Page): Promise<void> {
  const wanted = new URLSearchParams({ filterType: 'project', projectKey: 'WEB', asOf: AS_OF, count: '20' })
  const { when } = await answerAt<Dashboard['forecast']>(`${base}/api/flow/forecast?${wanted}`)
  const panel = page.getByRole('region', { name: 'Will it be done?', exact: true })
  const dates = panel.getByRole('list', { name: '20 more issues are done, by chance' }).locator('li')
  const expected = when!.byPercent.map(({ percent, date }) => `${percent} %: by ${british(date!)}`)
  await eventually(() => dates.allTextContents()).toEqual(expected)
  await expectVisible(dates.first(), expected[0]!)
  const likely = when!.byPercent.find(({ percent }) => percent === 85)!
  await expectVisible(panel.locator('strong').first(), `by ${british(likely.date!)} (85 %)`)
}

/** Asserts that something saves a PNG, with two pixels for each of 1,200. */
export async function expectPng(page: Page, save: () => Promise<void>): Promise<void> {
  const [download] = await Promise.all([page.waitForEvent('download'), save()])
  expect(download.suggestedFilename()).toMatch(/^where-work-waits-web-shop-[\d-]+\.png$/)
  const png = await readFile(await download.path())
  expect([png.subarray(1, 4).toString(), png.readUInt32BE(16)]).toEqual(['PNG', 2400])
}

/** Asserts that the first person who reopened issues is shown, with how often. Returns the row. */
export async function expectReopenings(world: BrowserFixture, page: Page): Promise<Locator> {
  const [first] = (await dashboard(world)).trend.reopened.by
  const row = page.getByRole('region', { name: 'Who reopened', exact: true }).getByRole('listitem').first()
  await expectVisible(row, `${first!.user} ${first!.reopenings} times`)
  return row
}

/** Asserts that the drawer shows a stay in Done that the first person ended. */
export async function expectReopener(world: BrowserFixture, page: Page): Promise<void> {
  const [first] = (await dashboard(world)).trend.reopened.by
  const stay = page.locator('.drilldown-stays').first().getByRole('row').filter({ hasText: 'Done' })
  await expectVisible(stay.filter({ hasText: first!.user! }).first(), first!.user!)
}

/** Asserts that a person can see a part of the page with a text, after scrolling to it: nothing covers it. */
async function expectVisible(part: Locator, text: string): Promise<void> {
  const inOneLine = (shown: string) => shown.replaceAll(/\s+/g, ' ')
  await eventually(() => part.innerText().then(inOneLine)).toContain(inOneLine(text))
  await part.scrollIntoViewIfNeeded()
  const isOnTop = () =>
    part.evaluate(one => {
      const { left, top, width, height } = one.getBoundingClientRect()
      const hit = document.elementFromPoint(left + width / 2, top + height / 2)
      return hit !== null && (one.contains(hit) || hit.contains(one))
    })
  await eventually(isOnTop).toBe(true)
}

/** Requests the answer that the screen shows, or one with other parameters. */
export function dashboard({ base }: BrowserFixture, more: Readonly<Record<string, string>> = {}): Promise<Dashboard> {
  const wanted = { filterType: 'project', projectKey: 'WEB', asOf: AS_OF, ...more }
  return answerAt<Dashboard>(`${base}/api/flow/dashboard?${new URLSearchParams(wanted)}`)
}

/** Formats a time as the screen does. */
const days = (ms: number) =>
  `${(ms / DAY).toLocaleString('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 })}\u00a0d`

/** Formats a date as a British browser shows it. */
const british = (date: string) =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' }).format(Date.parse(date))
