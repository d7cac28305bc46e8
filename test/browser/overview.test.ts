import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import type { FlowItems, FlowWaits } from '../../src/web/api/flow.ts'
import { itDrawn } from '../support/drawn-test.ts'
import { type BrowserFixture, FIRST_VISIT, inBrowser } from './browser-fixture.ts'
import { answerAt, chosen, eventually, expectSameNumbers, groupsAt, parametersOf, segment } from './page-helpers.ts'

const OVERVIEW = { show: 'overview' }

/** The overview: where work waits, and which issues take longest. */
inBrowser('the overview', world => {
  it('ranks the statuses before done by median, on one scale, and says what it measures', () =>
    world.visit(groupsAt(OVERVIEW), async page => {
      const { statuses, finished } = await flowAnswer<FlowWaits>(world, page, 'waits')
      const open = statuses.filter(({ kind }) => kind !== 'done')
      const ranked = open
        .filter(({ values }) => values === null)
        .sort((a, b) => b.percentiles[50]!.value - a.percentiles[50]!.value)
      const few = open.filter(({ values }) => values !== null)
      expect([ranked.length, few.length]).toEqual([4, 1])
      expect(statuses.length).toBe(6)
      await eventually(() => page.locator('.overview-name').allTextContents()).toEqual(
        [...ranked, ...few].map(({ status }) => status),
      )
      await page.getByText(`Time of the ${finished.count} issues that finished from 7 Apr 2025`).waitFor()
      const widths = (part: string) =>
        page
          .locator(`.overview-track .overview-${part}`)
          .evaluateAll(all => all.map(one => one.getBoundingClientRect().width))
      const longest = Math.max(...ranked.map(({ percentiles }) => percentiles[85]!.value))
      const scale = Math.max(...(await widths('late'))) / longest
      for (const [part, percent] of [
        ['late', 85],
        ['median', 50],
      ] as const) {
        const shown = await widths(part)
        for (const [i, { percentiles }] of ranked.entries()) {
          expect(shown[i]).toBeCloseTo(percentiles[percent]!.value * scale, 0)
        }
      }
      await page.locator('.table-body-row').first().waitFor()
    }))

  itDrawn('shows the values of few issues, and no percentiles', () =>
    world.visit(groupsAt(OVERVIEW), async page => {
      const { statuses } = await flowAnswer<FlowWaits>(world, page, 'waits')
      const few = statuses.find(({ status }) => status === 'Open')!
      expect(few.values).toHaveLength(2)
      const bar = page.getByRole('button', {
        name: /^Open.* too few for percentiles: 0\.9 d, 1\.0 d, 2 issues\. List them\.$/,
      })
      await bar.waitFor()
      expect(await bar.locator('.overview-dot').count()).toBe(2)
      expect(await bar.locator('.overview-median').count()).toBe(0)
    }),
  )

  it.each([1440, 1920])('fills the height of the issues with few bars, and shows each on one line: %s px', width =>
    world.visit(
      groupsAt(OVERVIEW),
      async page => {
        await page.locator('.overview-bar').nth(4).waitFor()
        await page.locator('.overview-issues li').nth(7).waitFor()
        const [part, notes] = await Promise.all([
          page.locator('.overview-part').first().boundingBox(),
          page.locator('.overview-notes').boundingBox(),
        ])
        expect(part!.y + part!.height - notes!.y - notes!.height).toBeLessThan(60)
        const values = await page.locator('.overview-values').evaluateAll(all => all.map(one => one.clientHeight))
        expect(new Set(values).size).toBe(1)
      },
      { ...FIRST_VISIT, viewport: { width, height: 1000 } },
    ),
  )

  itDrawn('has the names above their bars on a phone', () =>
    world.visit(
      groupsAt(OVERVIEW),
      async page => {
        const bar = page.locator('.overview-bar').first()
        await bar.waitFor()
        const [name, track] = await Promise.all([
          bar.locator('.overview-name').boundingBox(),
          bar.locator('.overview-track').boundingBox(),
        ])
        expect(track!.y).toBeGreaterThanOrEqual(name!.y + name!.height)
      },
      { ...FIRST_VISIT, viewport: { width: 390, height: 844 } },
    ),
  )

  itDrawn('says that nothing finished', () =>
    world.visit(
      groupsAt({
        ...OVERVIEW,
        filterType: 'customjql',
        projectKey: '',
        customjql: 'resolution IS EMPTY AND key = WEB-241',
      }),
      async page => {
        await page.getByText('No issue finished from').waitFor()
        await page.getByText('1 issue in progress by age').waitFor()
        expect(await page.locator('.overview-bar').count()).toBe(0)
      },
    ),
  )

  itDrawn('leads from a bar to its issues, and keeps this in the address', () =>
    world.visit(groupsAt(OVERVIEW), async page => {
      const bar = page.getByRole('button', {
        name: /^Code Review.* median 3\.6 d, 85th percentile 18\.9 d, 125 issues/,
      })
      await bar.click()
      expect(chosen(page, 'view.slowest')).toBe('status:10100')
      const wanted = { state: 'finished', wasIn: '10100', orderBy: 'time' }
      const { total, items } = await flowAnswer<FlowItems>(world, page, 'items', wanted)
      await page.getByText(`${total} finished issues by time in Code Review.`).waitFor()
      const keys = items.map(({ key }) => key)
      await eventually(() => page.locator('.overview-key').allTextContents()).toEqual(keys.slice(0, 8))
      await page.getByRole('button', { name: 'Show 50 issues' }).click()
      await eventually(() => page.locator('.overview-key').allTextContents()).toEqual(keys.slice(0, 50))
      await page.reload()
      await page.getByText(`${total} finished issues by time in Code Review.`).waitFor()
      expect(await bar.getAttribute('aria-pressed')).toBe('true')
      await segment(page, 'Finished').click()
      await page.getByText('by cycle time, from start to finish').waitFor()
      await bar.click()
      await bar.click()
      expect(chosen(page, 'view.slowest')).toBeNull()
      await page.getByText('in progress by age').waitFor()
    }),
  )

  itDrawn('draws the bars of a table on one scale, without finished statuses', () =>
    world.visit(groupsAt(), async page => {
      const { table } = await expectSameNumbers(world, page)
      const raws = table.body.rows.map(row =>
        table.header.valueColumns.map(({ id }) => Number(row.valueColumns.find(cell => cell.id === id)?.raw ?? 0)),
      )
      const isDone = table.header.valueColumns.map(({ value }) => value === 'Done')
      expect(isDone.filter(Boolean)).toHaveLength(1)
      const greatest = Math.max(...raws.flatMap(row => row.filter((_, i) => !isDone[i])))
      const shares = () =>
        page.locator('.table-body-row .table-value').evaluateAll(all =>
          all.map(one => ({
            row: Number(one.closest('[aria-rowindex]')!.getAttribute('aria-rowindex')) - 2,
            // The group and the number of issues come first.
            column: Number(one.getAttribute('aria-colindex')) - 3,
            share: Number((one as HTMLElement).style.getPropertyValue('--share')),
            pixels: Number(/ ([\d.]+)px/.exec(getComputedStyle(one).backgroundImage)?.[1]),
          })),
        )
      // Columns have different widths, but the same time has the same length.
      const drawn = (await shares()).filter(({ share }) => share > 0.02)
      const scale = drawn[0]!.pixels / drawn[0]!.share
      expect(scale).toBeGreaterThan(40)
      for (const { share, pixels } of drawn) expect(pixels / share).toBeCloseTo(scale, 0)
      for (const { row, column, share } of await shares()) {
        expect(share).toBeCloseTo(isDone[column] ? 0 : raws[row]![column]! / greatest, 5)
      }
      await page.getByLabel('Shading').selectOption('Bars per column')
      expect(chosen(page, 'view.table.shading')).toBe('barsByColumn')
      const ofDone = (await shares()).filter(({ column }) => isDone[column]).map(({ share }) => share)
      expect(Math.max(...ofDone)).toBe(1)
    }),
  )

  itDrawn('shows nothing before issues are chosen', () =>
    world.visit('/?show=overview', async page => {
      await page.getByRole('heading', { level: 1 }).waitFor()
      expect(await page.locator('.overview').count()).toBe(0)
    }),
  )
})

/** Requests flow measures about the issues of the address. */
async function flowAnswer<T>(
  { base }: BrowserFixture,
  page: Page,
  endpoint: 'waits' | 'items',
  more: Readonly<Record<string, string>> = {},
): Promise<T> {
  const of = parametersOf(page)
  const names = ['filterType', 'projectKey', 'customjql', 'calendar', 'asOf']
  const chosen = names.flatMap(name => (of.has(name) ? [[name, of.get(name)!] as [string, string]] : []))
  return answerAt<T>(`${base}/api/flow/${endpoint}?${new URLSearchParams([...chosen, ...Object.entries(more)])}`)
}
