import { readFileSync } from 'node:fs'
import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import type { Dashboard } from '../../src/web/api/flow.ts'
import { itDrawn } from '../support/drawn-test.ts'
import { type BrowserFixture, inBrowser } from './browser-fixture.ts'
import { withManyDots } from './many-dots.ts'
import { answerAt, chosen, eventually, parametersOf, segment, teamAt } from './page-helpers.ts'

const DAY = 24 * 3_600_000

/** A workflow in which reviews wait, and a status that blocks. */
const WORKFLOW = {
  name: 'Reviews wait',
  stages: [
    { name: 'To do', kind: 'notStarted', statuses: ['To Do', 'Open'] },
    { name: 'In progress', kind: 'active', statuses: ['In Progress', 'Blocked'] },
    { name: 'Review', kind: 'waiting', statuses: ['Code Review'] },
    { name: 'Testing', kind: 'active', statuses: ['Testing'] },
    { name: 'Done', kind: 'done', statuses: ['Done'] },
  ],
  blocked: { statuses: ['Testing'] },
}

/** The charts of the screen of a team. */
inBrowser('the charts of the screen of a team', world => {
  it('draw each finished issue, whose dot opens its stays', () =>
    world.visit(teamAt(), async page => {
      const { finishedItems, trend } = await dashboardOf(world, page)
      const { items } = finishedItems
      const chart = page.getByRole('region', { name: `${items.length} issues by finish and cycle time` })
      await chart.locator('canvas').waitFor()
      await chart.focus()
      for (const [key, item] of [
        ['Home', items.at(-1)!],
        ['ArrowRight', items.at(-2)!],
        ['End', items[0]!],
      ] as const) {
        await page.keyboard.press(key)
        const text = `${item.key}, ${item.type}\nfinished ${british(item.finish)}, cycle time ${days(item.cycleTime)}`
        await eventually(() => chart.getByRole('status').textContent()).toBe(text)
      }
      await page.keyboard.press('Enter')
      await page.getByRole('dialog').getByRole('heading', { name: items[0]!.key }).waitFor()
      await page.keyboard.press('Escape')
      const panel = panelOf(page, 'Cycle time of each issue')
      expect(await cellsOf(panel)).toEqual(
        items.slice(0, 100).map(one => [one.key, one.type, british(one.finish), days(one.cycleTime)]),
      )
      await panel.getByText(`The last 100 of ${items.length} issues.`).waitFor()
      await panel.getByRole('link', { name: 'List all with their times' }).click()
      await eventually(() => page.getByRole('dialog').locator('.drilldown-issues tbody tr').count()).toBe(items.length)
      const svg = await savedSvg(page, 'Cycle time of each issue')
      for (const [percent, { value }] of Object.entries(trend.cycleTime.percentiles)) {
        expect(svg).toContain(`>${percent} % within ${inSvg(days(value))}</text>`)
      }
    }))

  itDrawn('draw the issues in each stage over time', () =>
    world.visit(teamAt(), async page => {
      const { cumulative } = await dashboardOf(world, page)
      const used = cumulative.buckets[0]!.stages.flatMap(({ name }, index) =>
        cumulative.buckets.some(({ stages }) => stages[index]!.state > 0) ? [{ name, index }] : [],
      )
      const panel = panelOf(page, 'Cumulative flow')
      await panel.locator('canvas').waitFor()
      const rows = await cellsOf(panel)
      expect(rows.map(([, ...cells]) => cells)).toEqual(
        cumulative.buckets.map(({ stages, wentBack }) => [
          ...used.map(({ index }) => String(stages[index]!.state)),
          String(wentBack),
        ]),
      )
      const chart = panel.getByRole('region')
      await chart.focus()
      await page.keyboard.press('End')
      const { stages } = cumulative.buckets.at(-1)!
      for (const { name, index } of used) {
        await eventually(() => chart.getByRole('status').textContent()).toContain(`${name}: ${stages[index]!.state}`)
      }
      const svg = await savedSvg(page, 'Cumulative flow')
      for (const { name } of used) expect(svg).toContain(`>${name}</text>`)
    }),
  )

  itDrawn('rank the statuses before done by median, and open the issues of one', () =>
    world.visit(teamAt(), async page => {
      const { waits } = await dashboardOf(world, page)
      const open = waits.statuses.filter(({ kind }) => kind !== 'done')
      const ranked = open
        .filter(({ values }) => values === null)
        .sort((a, b) => b.percentiles[50]!.value - a.percentiles[50]!.value)
        .map(({ status, issues, percentiles }) => ({
          status,
          issues,
          shown: `${days(percentiles[50]!.value)} · ${days(percentiles[85]!.value)}`,
          times: `50th percentile ${days(percentiles[50]!.value)}, 85th percentile ${days(percentiles[85]!.value)}`,
        }))
      const few = open
        .filter(({ values }) => values !== null)
        .map(({ status, issues, values }) => ({
          status,
          issues,
          shown: `${issues} issues: ${days(values![0]!)} – ${days(values!.at(-1)!)}`,
          times: `too few for percentiles: ${values!.map(days).join(', ')}`,
        }))
      expect([ranked.length, few.length]).toEqual([4, 1])
      const all = [...ranked, ...few].map(shown => {
        const { previous, itemsPrevious } = open.find(({ status }) => status === shown.status)!
        const [half, late] = [previous.percentiles[50], previous.percentiles[85]]
        const single = previous.values?.map(days).join(', ')
        const before =
          half && late
            ? `50th percentile ${days(half.value)}, 85th percentile ${days(late.value)}`
            : `too few for percentiles: ${single}`
        return { ...shown, before, count: previous.count, itemsPrevious }
      })
      expect(all.filter(({ before }) => before.startsWith('50th')).length).toBeGreaterThan(2)
      const panel = panelOf(page, 'Where work waits')
      const canvas = panel.locator('canvas')
      await canvas.waitFor()
      expect(await cellsOf(panel)).toEqual(
        all.map(({ status, times, issues, before, count }) => [status, times, String(issues), before, String(count)]),
      )
      const listed = page.getByRole('dialog').locator('.drilldown-issues tbody tr')
      await panel.getByRole('region').focus()
      for (const key of ['ArrowDown', 'ArrowDown']) await page.keyboard.press(key)
      await panel.getByText(`Before: ${all[1]!.before}. Issues: ${all[1]!.count}`).waitFor({ state: 'attached' })
      await page.keyboard.press('Enter')
      await eventually(() => listed.count()).toBe(Math.min(200, all[1]!.issues))
      await page.keyboard.press('Escape')
      await eventually(() => listed.count()).toBe(0)
      // The name of the last status, whose dots are small.
      const { height } = (await canvas.boundingBox())!
      await canvas.click({ position: { x: 85, y: height - 44 } })
      await eventually(() => listed.count()).toBe(few[0]!.issues)
      await page.keyboard.press('Escape')
      await eventually(() => listed.count()).toBe(0)
      await panel.getByRole('link', { name: String(all[3]!.count), exact: true }).click()
      await eventually(() => listed.count()).toBe(Math.min(200, all[3]!.count))
      await page.keyboard.press('Escape')
      await eventually(() => listed.count()).toBe(0)
      const svg = await savedSvg(page, 'Where work waits')
      for (const name of ['50th before', '85th before']) expect(svg).toContain(`>${name}</text>`)
      for (const { status, shown } of all) {
        expect(svg).toContain(`>${status}</text>`)
        expect(svg).toContain(`>${inSvg(shown)}</text>`)
      }
    }),
  )

  itDrawn('have tables that do not break the words of their headings', () =>
    world.visit(teamAt(), async page => {
      const panel = panelOf(page, 'Where work waits')
      await panel.locator('canvas').waitFor()
      await cellsOf(panel)
      const broken = await panel.locator('th').evaluateAll(all =>
        all.flatMap(heading => {
          const texts = document.createTreeWalker(heading, NodeFilter.SHOW_TEXT)
          const parts: string[] = []
          for (let node = texts.nextNode(); node; node = texts.nextNode()) {
            for (const { 0: word, index } of node.textContent!.matchAll(/\S+/g)) {
              const range = document.createRange()
              range.setStart(node, index)
              range.setEnd(node, index + word.length)
              if (range.getClientRects().length > 1) parts.push(word)
            }
          }
          return parts
        }),
      )
      expect(broken).toEqual([])
    }),
  )

  itDrawn('split the time in each status into active, waiting and blocked', () =>
    withWorkflow(world, async name => {
      await world.visit(teamAt({ workflow: name }), async page => {
        const { waits } = await dashboardOf(world, page)
        const shown = waits.statuses
          .filter(({ active, waiting }) => active + waiting > 0)
          .sort((a, b) => b.active + b.waiting - a.active - a.waiting)
        expect(shown.filter(({ waiting }) => waiting > 0)).toHaveLength(2)
        expect(shown.filter(({ blocked }) => blocked > 0)).toHaveLength(1)
        const panel = panelOf(page, 'Active, waiting and blocked')
        await panel.locator('canvas').waitFor()
        expect(await cellsOf(panel)).toEqual(
          shown.map(({ status, active, waiting, blocked, issues }) => [
            ...[status, days(active), days(waiting), days(blocked)],
            String(issues),
          ]),
        )
        const { value } = waits.efficiency
        await panel.getByText(`Flow efficiency ${(100 * value!).toFixed(1)} %`).waitFor()
        await panel.getByRole('region').focus()
        await page.keyboard.press('Home')
        await page.keyboard.press('Enter')
        await eventually(() => page.getByRole('dialog').locator('.drilldown-issues tbody tr').count()).toBe(
          shown[0]!.issues,
        )
      })
    }),
  )

  itDrawn('draw the chances of the next weeks, and the dates at which all is done', () =>
    world.visit(teamAt(), async page => {
      const { when, fan } = (await dashboardOf(world, page)).forecast
      const panel = panelOf(page, 'Will it be done?')
      await panel.locator('canvas').waitFor()
      const dates = when!.byPercent.map(({ percent, date }) => [`${percent} %`, day(date!)])
      const counts = fan!.map(({ until, byPercent }) => [
        day(until),
        ...byPercent.map(({ count }) => `${count} or more`),
      ])
      expect(await cellsOf(panel)).toEqual([...dates, ...counts])
      expect(
        await panel
          .getByRole('list', { name: /by chance$/ })
          .locator('li')
          .allTextContents(),
      ).toEqual(dates.map(([chance, date]) => `${chance}: by ${date}`))
      const chart = panel.getByRole('region')
      await chart.focus()
      await page.keyboard.press('End')
      const { until, byPercent } = fan!.at(-1)!
      await eventually(() => chart.getByRole('status').textContent()).toBe(
        [
          `Finished until ${day(until)}`,
          ...byPercent.map(({ percent, count }) => `${percent} %: ${count} or more`),
        ].join('\n'),
      )
      expect(await savedSvg(page, 'Will it be done?')).toContain(`>${when!.count} issues open</text>`)
    }),
  )

  itDrawn('forecast a number of issues, which the address keeps', () =>
    world.visit(teamAt(), async page => {
      const panel = panelOf(page, 'Will it be done?')
      const field = panel.getByLabel('Issues to finish')
      await field.fill('0')
      await panel.getByText('A number from 1 to 10,000').waitFor()
      await field.fill('20')
      await eventually(() => chosen(page, 'count')).toBe('20')
      const { when, sample } = (await dashboardOf(world, page)).forecast
      expect([when!.count, when!.items]).toEqual([20, undefined])
      const dates = panel.getByRole('list', { name: '20 more issues are done, by chance' }).locator('li')
      await eventually(() => dates.allTextContents()).toEqual(
        when!.byPercent.map(({ percent, date }) => `${percent} %: by ${day(date!)}`),
      )
      expect(await savedSvg(page, 'Will it be done?')).toContain('>20 more issues</text>')
      // No list has the next issues, so the points lead to those that the forecast learns from.
      await panel.getByRole('region').focus()
      for (const key of ['Home', 'Enter']) await page.keyboard.press(key)
      const finished = sample.counts.reduce((sum, count) => sum + count, 0)
      await eventually(() => page.getByRole('dialog').locator('.drilldown-issues tbody tr').count()).toBe(finished)
      await page.keyboard.press('Escape')
      await field.fill('')
      await panel.getByText('open issues are done').waitFor()
      expect(chosen(page, 'count')).toBeNull()
    }),
  )

  itDrawn('draw parked work on top of the work in progress', () =>
    world.visit(teamAt(), async page => {
      const { trend } = await dashboardOf(world, page)
      expect(trend.buckets.some(({ parked }) => parked.count > 0)).toBe(true)
      const panel = panelOf(page, 'Work in progress and its age')
      await panel.locator('canvas').waitFor()
      expect((await cellsOf(panel)).map(([, ...cells]) => cells)).toEqual(
        trend.buckets.map(({ wip, parked, totalAge }) => [
          ...[String(wip), String(parked.count), days(totalAge), days(parked.totalAge)],
        ]),
      )
      expect(await savedSvg(page, 'Work in progress and its age')).toContain('>Parked</text>')
    }),
  )

  itDrawn('count the issues with a cycle time apart from the finished ones', () =>
    world.visit(teamAt(), async page => {
      const { trend } = await dashboardOf(world, page)
      const counts = trend.buckets.map(({ cycleTime, finished }) => [cycleTime.count, finished])
      expect(counts.some(([timed, finished]) => timed !== finished)).toBe(true)
      const panel = panelOf(page, 'Cycle time of each period')
      await panel.locator('canvas').waitFor()
      expect((await cellsOf(panel)).map(cells => cells.at(-1))).toEqual(counts.map(([timed]) => String(timed)))
      expect(await panel.locator('thead th').last().textContent()).toBe('With cycle time')
    }),
  )

  itDrawn('have periods of a week, a month or a quarter, in the address', () =>
    world.visit(teamAt(), async page => {
      const panel = panelOf(page, 'Finished')
      await panel.locator('canvas').waitFor()
      for (const [name, bucket] of [
        ['By month', 'month'],
        ['By quarter', 'quarter'],
        ['By week', null],
      ] as const) {
        await segment(page, name).click()
        await eventually(() => chosen(page, 'bucket')).toBe(bucket)
        const { trend } = await dashboardOf(world, page)
        expect(trend.bucket).toBe(bucket ?? 'week')
        await eventually(async () => (await cellsOf(panel)).map(([, ...cells]) => cells)).toEqual(
          trend.buckets.map(({ finished }) => [String(finished)]),
        )
      }
    }),
  )

  itDrawn('mark a period of which only part counts, also one that began before the first day', () =>
    world.visit(teamAt({ from: 'startOfMonth(-10)', bucket: 'quarter' }), async page => {
      const { trend } = await dashboardOf(world, page)
      expect(trend.buckets.map(({ partial }) => partial)).toEqual([true, false, false, false])
      const panel = panelOf(page, 'Finished')
      await panel.getByText('Hatched: only part of the period counts.').waitFor()
      const periods = (await cellsOf(panel)).map(([period]) => period)
      expect(periods).toEqual(['2024-Q3 (partial)', '2024-Q4', '2025-Q1', '2025-Q2'])
    }),
  )

  it('are saved as images with their title, their project, their window and their time', () =>
    world.visit(
      teamAt(),
      async page => {
        await panelOf(page, 'Finished').locator('canvas').waitFor()
        const { name, bytes } = await saved(page, 'Finished', 'SVG')
        expect(name).toMatch(/^finished-web-shop-\d{4}-\d\d-\d\d-\d{6}\.svg$/)
        const svg = textOf(bytes)
        for (const fact of ['Finished: Web Shop', 'Finished from 7 Apr 2025', 'as of 1 Jul 2025']) {
          expect(svg).toContain(fact)
        }
        expect(svg).toContain('fill="#ffffff"')
        const png = await saved(page, 'Finished', 'PNG')
        expect(png.name).toMatch(/^finished-web-shop-[\d-]+\.png$/)
        expect(png.bytes.subarray(1, 4).toString()).toBe('PNG')
        // Two pixels for each of the 1,200.
        expect(png.bytes.readUInt32BE(16)).toBe(2400)
        const menus = await page.getByRole('button', { name: /^Save “.*” as an image$/ }).count()
        expect(menus).toBe(await page.locator('.team-chart').count())
      },
      { colorScheme: 'dark' },
    ))

  itDrawn('have 10,000 dots, each of which the keyboard reaches', () =>
    world.visit(
      teamAt(),
      async page => {
        const chart = page.getByRole('region', { name: '10,000 issues by finish and cycle time' })
        await chart.locator('canvas').first().waitFor()
        await page.getByText('Only the last 10,000 of 12,345 issues are drawn.').waitFor()
        await chart.focus()
        await page.keyboard.press('End')
        await eventually(() => chart.getByRole('status').textContent()).toContain('WEB-10000,')
        await page.keyboard.press('ArrowLeft')
        await eventually(() => chart.getByRole('status').textContent()).toContain('WEB-9999,')
        await page.keyboard.press('Enter')
        await eventually(() => chosen(page, 'view.open')).toBe('issue:WEB-9999')
        const { bytes } = await saved(page, 'Cycle time of each issue', 'SVG')
        expect(textOf(bytes).split('<path').length).toBeGreaterThan(10_000)
      },
      { prepare: page => withManyDots(page) },
    ),
  )
})

const days = (ms: number) =>
  `${(ms / DAY).toLocaleString('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 })}\u00a0d`

/** Formats an instant as a British browser shows it. */
function british(instant: string): string {
  const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })
  return format.format(Date.parse(instant))
}

/** Formats a date as a British browser shows it. */
const day = (date: string) =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' }).format(Date.parse(date))

function dashboardOf({ base }: BrowserFixture, page: Page): Promise<Dashboard> {
  return answerAt<Dashboard>(`${base}/api/flow/dashboard?${parametersOf(page)}&pageSize=1000`)
}

function panelOf(page: Page, name: string): Locator {
  return page.locator('.team-panel').filter({ has: page.getByRole('heading', { name, exact: true }) })
}

/** Opens the table of a chart, and returns the texts of its rows. */
async function cellsOf(panel: Locator): Promise<string[][]> {
  const table = panel.locator('.team-table')
  if (!(await table.evaluate(one => (one as HTMLDetailsElement).open))) await table.locator('summary').click()
  await table.locator('tbody tr').first().waitFor()
  return table
    .locator('tbody tr')
    .evaluateAll(rows => rows.map(row => [...row.children].map(cell => cell.textContent ?? '')))
}

/** Saves the chart of a panel. */
async function saved(page: Page, title: string, format: 'PNG' | 'SVG') {
  await page.getByRole('button', { name: `Save “${title}” as an image` }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: `Save as ${format}` }).click(),
  ])
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) }
}

async function savedSvg(page: Page, title: string): Promise<string> {
  return textOf((await saved(page, title, 'SVG')).bytes)
}

/** Returns a text with the spaces of `textOf`. */
function inSvg(text: string): string {
  return text.replaceAll('\u00a0', ' ')
}

/** Returns the text of an SVG, whose spaces do not break. */
function textOf(svg: Buffer): string {
  return svg.toString().replaceAll(/&#160;|\u00a0/g, ' ')
}

/** Saves a workflow while `work` runs. */
async function withWorkflow({ base }: BrowserFixture, work: (name: string) => Promise<void>): Promise<void> {
  const path = `${base}/api/workflows/${encodeURIComponent(WORKFLOW.name)}`
  const headers = { 'content-type': 'application/json', 'x-sojourn': 'page' }
  const { status } = await fetch(path, { method: 'PUT', headers, body: JSON.stringify(WORKFLOW) })
  expect(status).toBe(201)
  try {
    await work(WORKFLOW.name)
  } finally {
    await fetch(path, { method: 'DELETE', headers })
  }
}
