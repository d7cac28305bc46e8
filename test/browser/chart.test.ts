import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import type { AggregationReport } from '../../src/web/api/report.ts'
import { itDrawn } from '../support/drawn-test.ts'
import { inBrowser } from './browser-fixture.ts'
import { answerOf, chosen, eventually, groupsAt, issuesAt } from './page-helpers.ts'

const KINDS = ['bars', 'stackedBars', 'columns', 'stackedColumns', 'line', 'pie', 'box', 'heat']

/** The chart: item 4. */
inBrowser('the chart', world => {
  it('draws every kind of chart differently', () =>
    world.visit(groupsAt({ show: 'chart', aggregationType: 'sum' }), async page => {
      const { table } = await answerOf(world, page)
      const names = table.header.valueColumns.map(({ value }) => value)
      await eventually(() => page.locator('.chart-entry').count()).toBe(7)
      const listed = await page.locator('.chart-entry').allTextContents()
      expect(listed.slice(5)).toEqual(['Done', 'Other (1)'])
      expect(names.filter(name => listed.slice(0, 5).includes(name))).toEqual(listed.slice(0, 5))
      const drawn = new Set<string>()
      for (const kind of KINDS) {
        await page.getByRole('combobox', { name: 'Chart' }).selectOption(kind)
        await eventually(() => chosen(page, 'view.chart.kind')).toBe(kind)
        const label = `${table.body.rows.length} rows of ${names.length - 1} values`
        await page.getByRole('img', { name: label }).waitFor()
        await eventually(async () => (await colorsOf(page)) > 4 && !drawn.has(await pictureOf(page))).toBe(true)
        drawn.add(await pictureOf(page))
      }
      expect(drawn.size).toBe(KINDS.length)
    }))

  itDrawn('draws a line for date groups by default', () =>
    world.visit(groupsAt({ show: 'chart', groupByFields: 'date:month:resolved' }), async page => {
      await eventually(() => page.getByRole('combobox', { name: 'Chart' }).inputValue()).toBe('line')
      await eventually(() => colorsOf(page)).toBeGreaterThan(4)
    }),
  )

  it('names lines at their ends, with a legend to unfold, or next to a narrow chart', () =>
    world.visit(groupsAt({ show: 'chart', groupByFields: 'date:month:resolved' }), async page => {
      await page.getByText('Legend: choose lines').click()
      const review = page.getByRole('button', { name: 'Code Review', exact: true })
      await review.click()
      await eventually(() => chosen(page, 'view.chart.hidden')).toBe('["10100"]')
      await page.setViewportSize({ width: 390, height: 844 })
      await eventually(() => page.getByText('Legend: choose lines').count()).toBe(0)
      expect(await review.isVisible()).toBe(true)
    }))

  itDrawn('leaves issues without a date out of the time axis, and says how many', () =>
    world.visit(groupsAt({ show: 'chart', groupByFields: 'date:month:resolved' }), async page => {
      const { table } = (await answerOf(world, page)) as AggregationReport
      const { rows } = table.body
      const index = rows.findIndex(({ groupByColumns }) => groupByColumns[0]!.value === '-')
      const leftOut = `${rows[index]!.issueCount} issues without a date are not in the chart.`
      await page.getByText(leftOut).waitFor()
      await page.getByRole('img', { name: `${rows.length - 1} rows of` }).waitFor()
      expect((await saved(page, 'Save as SVG')).toString()).toContain(leftOut)
      await page.getByRole('combobox', { name: 'Chart' }).selectOption('box')
      await eventually(() => page.getByText(leftOut).count()).toBe(0)
    }),
  )

  itDrawn('refuses a stack of averages in one sentence, and offers other charts', () =>
    world.visit(groupsAt({ show: 'chart', 'view.chart.kind': 'stackedBars' }), async page => {
      await page.getByText(/^“Bars, stacked” would mislead, as .* do not add up: choose .*\.$/).waitFor()
      expect(await page.locator('canvas').count()).toBe(0)
      expect(await page.getByRole('button', { name: 'Save as PNG' }).count()).toBe(0)
      await page.locator('.chart-refused').getByRole('button', { name: 'Heat map' }).click()
      await eventually(() => chosen(page, 'view.chart.kind')).toBe('heat')
      await page.locator('canvas').first().waitFor()
      await page.goto(
        world.base + groupsAt({ show: 'chart', 'view.chart.kind': 'stackedBars', aggregationType: 'sum' }),
      )
      await page.locator('canvas').first().waitFor()
    }),
  )

  itDrawn('draws a heat map of averages, with their numbers', () =>
    world.visit(groupsAt({ show: 'chart' }), async page => {
      const { table } = await answerOf(world, page)
      await eventually(() => page.getByRole('combobox', { name: 'Chart' }).inputValue()).toBe('heat')
      const svg = (await saved(page, 'Save as SVG')).toString()
      const { id, value } = table.body.rows[0]!.valueColumns.find(({ raw }) => Number(raw) > 86_400_000)!
      expect([id, svg.includes(`>${value}</text>`)]).toEqual([id, true])
    }),
  )

  itDrawn('shows the five largest of many columns, and adds up the others if that is right', () =>
    world.visit(
      groupsAt({ show: 'chart', columnsBy: 'statusDurationByAssignee', aggregationType: 'sum' }),
      async page => {
        const { table } = await answerOf(world, page)
        const columns = table.header.valueColumns
        // Their status is finished. They are not drawn, and not added up.
        const done = columns.filter(({ subHeaderId }) => subHeaderId === '10001').length
        const count = columns.length
        expect(count - done).toBeGreaterThan(30)
        expect(done).toBeGreaterThan(3)
        await page.getByRole('img', { name: 'of 6 values' }).waitFor()
        await eventually(() => page.locator('.chart-entry').count()).toBe(6)
        const before = await pictureOf(page)
        const other = page.getByRole('button', { name: `Other (${count - done - 5})` })
        await page.getByText(`${count - 5} more columns`).waitFor()
        await other.click()
        await eventually(() => pictureOf(page)).not.toBe(before)
        await page.locator('.chart-rest summary').click()
        await page.locator('.chart-rest .chart-entry').first().click()
        await eventually(() => chosen(page, 'view.chart.added')).not.toBeNull()
        await page.getByRole('img', { name: 'of 6 values' }).waitFor()
        await page.getByRole('button', { name: `Other (${count - done - 6})` }).waitFor()
        await page.getByRole('button', { name: 'Reset' }).click()
        await eventually(() => chosen(page, 'view.chart.hidden')).toBeNull()
        await page.goto(`${page.url()}&view.chart.kind=line&aggregationType=median`.replace('aggregationType=sum&', ''))
        await page.getByText(`The chart shows the 5 largest of ${count - done} columns.`).waitFor()
        expect(await page.getByRole('button', { name: /^Other/ }).count()).toBe(0)
      },
    ),
  )

  itDrawn('has priorities in the order of the tracker, also in a pie and in an image', () =>
    world.visit(
      groupsAt({ show: 'chart', 'view.chart.kind': 'pie', aggregationType: 'sum', groupByFields: 'priority' }),
      async page => {
        const { priorities } = (await (await fetch(`${world.base}/api/catalogue`)).json()) as { priorities: string[] }
        const { table } = await answerOf(world, page)
        const names = table.body.rows.map(({ groupByColumns }) => groupByColumns[0]!.value!)
        const ranked = priorities.filter(name => names.includes(name))
        expect(ranked).not.toEqual(names)
        const row = page.getByRole('combobox', { name: 'Row' })
        await eventually(() => row.locator('option').allTextContents()).toEqual(ranked)
        await row.selectOption(ranked[0]!)
        const index = names.indexOf(ranked[0]!)
        await eventually(() => chosen(page, 'view.chart.row')).toBe(index === 0 ? null : String(index))
        await page.goto(world.base + groupsAt({ show: 'chart', groupByFields: 'priority' }))
        await eventually(() => colorsOf(page)).toBeGreaterThan(4)
        const svg = (await saved(page, 'Save as SVG')).toString()
        const drawn = ranked.map(name => svg.indexOf(`>${name}</text>`))
        expect(drawn).toEqual([...drawn].sort((a, b) => a - b))
        expect(drawn[0]).toBeGreaterThan(0)
      },
    ),
  )

  itDrawn('excludes the current status', () =>
    world.visit(issuesAt({ show: 'chart', pageSize: '25' }), async page => {
      await eventually(() => colorsOf(page)).toBeGreaterThan(3)
      const before = await pictureOf(page)
      await page.getByLabel('Exclude the current status').check()
      await eventually(() => chosen(page, 'view.chart.withoutOpen')).toBe('true')
      await eventually(() => pictureOf(page)).not.toBe(before)
    }),
  )

  itDrawn('hides and shows series in the legend', () =>
    world.visit(groupsAt({ show: 'chart' }), async page => {
      const review = page.getByRole('button', { name: 'Code Review', exact: true })
      await review.click()
      await eventually(() => review.getAttribute('aria-pressed')).toBe('false')
      expect(chosen(page, 'view.chart.hidden')).toBe('["10100"]')
      await page.getByRole('button', { name: 'Reset' }).click()
      await eventually(() => review.getAttribute('aria-pressed')).toBe('true')
    }),
  )

  itDrawn('leaves out finished statuses, says so, and adds them with the legend', () =>
    world.visit(groupsAt({ show: 'chart' }), async page => {
      const done = page.getByRole('button', { name: 'Done', exact: true })
      const sentence = page.getByText('Without Done, as nothing waits in finished statuses.')
      await sentence.waitFor()
      expect(await done.getAttribute('aria-pressed')).toBe('false')
      const before = (await saved(page, 'Save as SVG')).toString()
      expect([before.includes('>Done</text>'), before.includes('without Done')]).toEqual([false, true])
      await done.click()
      await eventually(() => chosen(page, 'view.chart.added')).toBe('["10001"]')
      await eventually(() => sentence.count()).toBe(0)
      expect(await done.getAttribute('aria-pressed')).toBe('true')
      expect((await saved(page, 'Save as SVG')).toString()).toContain('>Done</text>')
      await done.click()
      await sentence.waitFor()
    }),
  )

  itDrawn('opens the issues of a clicked bar', () =>
    world.visit(groupsAt({ show: 'chart', aggregationType: 'sum', 'view.chart.kind': 'stackedBars' }), async page => {
      await eventually(() => colorsOf(page)).toBeGreaterThan(4)
      const box = (await page.locator('canvas').first().boundingBox())!
      await page.mouse.click(box.x + box.width * 0.2, box.y + 80)
      await eventually(() => chosen(page, 'view.open')).toBe('row:["Bug"]')
      await page.getByRole('dialog', { name: 'Bug' }).waitFor()
    }),
  )

  itDrawn('opens the issues of a row of a clicked cell of a heat map', () =>
    world.visit(groupsAt({ show: 'chart', 'view.chart.kind': 'heat' }), async page => {
      await eventually(() => colorsOf(page)).toBeGreaterThan(4)
      const box = (await page.locator('canvas').first().boundingBox())!
      // The cell of the second row under one of the last columns, which is not the second cell.
      await page.mouse.click(box.x + box.width * 0.8, box.y + 85)
      await eventually(() => chosen(page, 'view.open')).toBe('row:["Story"]')
    }),
  )

  itDrawn('copies the chart as an image for a slide', () =>
    world.visit(groupsAt({ show: 'chart' }), async page => {
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      await eventually(() => colorsOf(page)).toBeGreaterThan(4)
      await page.getByRole('button', { name: 'Copy image' }).click()
      await page.getByText('Image copied.').waitFor()
      const size = await page.evaluate(async () => {
        const [item] = await navigator.clipboard.read()
        const { width, height } = await createImageBitmap(await item!.getType('image/png'))
        return [width, height]
      })
      expect([size[0], size[1]! >= 1440]).toEqual([2400, true])
    }),
  )

  itDrawn('saves the chart as PNG and SVG', () =>
    world.visit(groupsAt({ show: 'chart' }), async page => {
      await eventually(() => colorsOf(page)).toBeGreaterThan(4)
      const png = await saved(page, 'Save as PNG')
      expect(png.subarray(1, 4).toString()).toBe('PNG')
      expect(png.length).toBeGreaterThan(10_000)
      const svg = (await saved(page, 'Save as SVG')).toString()
      expect(svg).toMatch(/^<svg[\s>]/)
      for (const text of ['Sub-task', 'Code Review', 'days']) expect(svg).toContain(text)
    }),
  )

  itDrawn('saves the title, the date and the legend with the chart, light also from a dark page', () =>
    world.visit(
      groupsAt({ show: 'chart', groupByFields: 'date:week:created' }),
      async page => {
        await eventually(() => colorsOf(page)).toBeGreaterThan(4)
        const svg = (await saved(page, 'Save as SVG')).toString()
        const { table } = await answerOf(world, page)
        const title = (await page.getByRole('heading', { level: 1 }).textContent())!
        for (const text of [title, 'as of ', ' issues in Web Shop']) expect(svg).toContain(text)
        const drawn = table.header.valueColumns.filter(({ value }) => svg.includes(`>${value}</text>`))
        expect(drawn).toHaveLength(5)
        const { rows } = table.body
        expect(rows.length).toBeGreaterThan(30)
        // Some labels are left out, so that they do not overlap.
        const isNamed = (row: (typeof rows)[number]) => svg.includes(`>${row.groupByColumns[0]!.value}</text>`)
        expect(rows.slice(-8).some(isNamed)).toBe(true)
        const png = await saved(page, 'Save as PNG')
        expect(await cornerOf(page, png)).toEqual([255, 255, 255, 255])
      },
      { colorScheme: 'dark' },
    ),
  )

  it('says in a saved chart, and in the name of its file, what limits them', () => {
    const limits = { statuses: '3,10100,10101', pageSize: '25', 'view.chart.hidden': '["10100"]' }
    return world.visit(issuesAt({ show: 'chart', ...limits }), async page => {
      await eventually(() => colorsOf(page)).toBeGreaterThan(3)
      const { fileName, bytes } = await savedFile(page, 'Save as SVG')
      const title = 'Time in In Progress, Code Review, and Testing, per issue'
      for (const text of [title, 'in Web Shop', 'only issues 1 to 25', 'without Code Review']) {
        expect(bytes.toString()).toContain(text)
      }
      expect(fileName).toMatch(
        /^time-in-in-progress-code-review-and-testing-per-issue-in-web-shop-as-of-.+-only-issues-1-to-25-without-code-review-/,
      )
    })
  })
})

async function saved(page: Page, name: string): Promise<Buffer> {
  return (await savedFile(page, name)).bytes
}

async function savedFile(page: Page, name: string): Promise<{ readonly fileName: string; readonly bytes: Buffer }> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name, exact: true }).click(),
  ])
  const fileName = download.suggestedFilename()
  expect(fileName).toMatch(/^[\w-]+-\d{4}-\d\d-\d\d-\d{6}\.(png|svg)$/)
  return { fileName, bytes: readFileSync(await download.path()) }
}

/** Returns the first pixel of a PNG: red, green, blue, opacity. */
function cornerOf(page: Page, png: Buffer): Promise<number[]> {
  return page.evaluate(async base64 => {
    const bytes = Uint8Array.from(atob(base64), character => character.charCodeAt(0))
    const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
    const context = new OffscreenCanvas(1, 1).getContext('2d')!
    context.drawImage(image, 0, 0)
    return [...context.getImageData(0, 0, 1, 1).data]
  }, png.toString('base64'))
}

/** Counts the colors of the chart, in a sample of one pixel in 64. */
function colorsOf(page: Page): Promise<number> {
  return page
    .locator('canvas')
    .first()
    .evaluate(canvas => {
      const { width, height } = canvas as HTMLCanvasElement
      const { data } = (canvas as HTMLCanvasElement).getContext('2d')!.getImageData(0, 0, width, height)
      const colors = new Set<number>()
      for (let i = 0; i < data.length; i += 256) colors.add((data[i]! << 16) | (data[i + 1]! << 8) | data[i + 2]!)
      return colors.size
    })
}

function pictureOf(page: Page): Promise<string> {
  return page
    .locator('canvas')
    .first()
    .evaluate(canvas => (canvas as HTMLCanvasElement).toDataURL())
}
