import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import type { ListReport } from '../../src/web/api/report.ts'
import { itDrawn } from '../support/drawn-test.ts'
import { type BrowserFixture, inBrowser } from './browser-fixture.ts'
import {
  answerAt,
  answerOf,
  britishText,
  chosen,
  eventually,
  expectSameNumbers,
  groupsAt,
  issuesAt,
  parametersOf,
  shownTable,
} from './page-helpers.ts'

/** The table: item 3. */
inBrowser('the table', world => {
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

  itDrawn('sorts all issues of a list by exact values, empty cells last in both directions', () =>
    world.visit(issuesAt({ pageSize: '25' }), async page => {
      await expectSameNumbers(world, page)
      const raws = await allRaws(world, page, '3')
      const filled = raws.flatMap(raw => (raw === undefined ? [] : [Number(raw)])).sort((a, b) => b - a)
      expect(filled.length).toBeGreaterThan(25)
      expect(filled.length).toBeLessThan(raws.length)
      await page.getByRole('button', { name: 'Next' }).click()
      await eventually(() => chosen(page, 'startIssueIndex')).toBe('25')
      const head = page.getByRole('columnheader', { name: 'In Progress' })
      await head.getByRole('button').click()
      const days = async () => (await shownTable(page)).rows.map(row => row['In Progress'])
      const inDays = filled.map(raw => (raw / 86_400_000).toFixed(1))
      await eventually(async () => (await days()).slice(0, 10)).toEqual(inDays.slice(0, 10))
      expect(['orderBy', 'orderDir', 'startIssueIndex'].map(name => chosen(page, name))).toEqual(['3', 'desc', null])
      await expectSameNumbers(world, page)
      await head.getByRole('button').click()
      await eventually(async () => (await days()).slice(0, 10)).toEqual([...inDays].reverse().slice(0, 10))
      expect(await head.getAttribute('aria-sort')).toBe('ascending')
      await page.getByRole('button', { name: 'Last' }).click()
      await eventually(async () => (await days()).at(-1)).toBe('-')
      await head.getByRole('button').click()
      await eventually(() => [chosen(page, 'orderBy'), chosen(page, 'startIssueIndex')]).toEqual([null, null])
      expect(await head.getAttribute('aria-sort')).toBe('none')
      await page.getByRole('columnheader', { name: 'Key' }).getByRole('button').click()
      await eventually(async () => (await shownTable(page)).rows[0]!.Key).toBe('WEB-1')
      expect(chosen(page, 'orderBy')).toBe('issuekey')
    }),
  )

  it('sorts the rows of an aggregation by exact values', () =>
    world.visit(groupsAt(), async page => {
      const report = await expectSameNumbers(world, page)
      const rows = report.table.body.rows.map(({ groupByColumns, valueColumns }) => ({
        name: groupByColumns[0]!.value!,
        raw: Number(valueColumns.find(({ id }) => id === '3')!.raw ?? Number.NaN),
      }))
      await page.getByRole('columnheader', { name: 'In Progress' }).getByRole('button').click()
      await eventually(() => chosen(page, 'view.table.sort')).toBe('-3')
      const sorted = rows.sort((a, b) => b.raw - a.raw).map(({ name }) => name)
      await eventually(async () => (await shownTable(page)).rows.map(row => row['Issue Type'])).toEqual(sorted)
    }))

  itDrawn('never truncates numbers, and is no wider than its columns', () =>
    world.visit(issuesAt({ viewFormat: 'milliseconds', statuses: '10000,3' }), async page => {
      await expectSameNumbers(world, page)
      await page.locator('.table-foot .table-value').first().waitFor()
      const cut = () =>
        page
          .locator('.table-value .table-number, .table-value .table-text')
          .evaluateAll(all => all.filter(one => one.scrollWidth > one.clientWidth).map(one => one.textContent))
      await eventually(cut).toEqual([])
      const [grid, last] = await Promise.all([
        page.getByRole('grid').boundingBox(),
        page.getByRole('columnheader').last().boundingBox(),
      ])
      expect(grid!.x + grid!.width - last!.x - last!.width).toBeLessThan(20)
    }),
  )

  itDrawn('does not shade dates, and links only the issue key in grouped rows', () =>
    world.visit(issuesAt({ columnsBy: 'firstTransitionToStatusDate', groupByFields: 'issuetype' }), async page => {
      await expectSameNumbers(world, page)
      expect(await page.locator('.table-bars').count()).toBe(0)
      expect(await page.getByLabel('Shading').count()).toBe(0)
      const row = page.locator('.table-body-row').first()
      const { rows } = await shownTable(page)
      expect(await row.locator('.table-link').allTextContents()).toEqual([rows[0]!.Key])
    }),
  )

  itDrawn('scrolls an opened cell above the footer', () =>
    world.visit(issuesAt({ 'view.open': 'cell:WEB-728:10100' }), async page => {
      await page.locator('.table-foot .table-value').first().waitFor()
      const isClear = async () => {
        const [cell, foot] = await Promise.all([
          page.locator('.table-opened-cell').boundingBox(),
          page.locator('.table-foot').boundingBox(),
        ])
        return cell !== null && foot !== null && cell.y + cell.height <= foot.y + 1
      }
      await eventually(isClear).toBe(true)
    }),
  )

  it('shades the column of a finished status in green', () =>
    world.visit(groupsAt({ 'view.table.shading': 'heat' }), async page => {
      await page.locator('.table-body-row').first().waitFor()
      const column = await page.getByRole('columnheader', { name: 'Done' }).getAttribute('aria-colindex')
      const shaded = await page.locator('.table-body-row .table-heat').evaluateAll(cells =>
        cells.map(cell => {
          const [red, green, blue] = getComputedStyle(cell).backgroundColor.match(/\d+/g)!.map(Number)
          return [cell.getAttribute('aria-colindex'), green! > Math.max(red!, blue!)] as const
        }),
      )
      expect(shaded.length).toBeGreaterThan(4)
      expect(shaded.filter(([index, isGreen]) => isGreen !== (index === column))).toEqual([])
    }))

  itDrawn('scrolls to an opened cell once, and not again when the look or the width of the table changes', () =>
    world.visit(issuesAt({ 'view.open': 'cell:WEB-728:10100' }), async page => {
      await page.locator('.table-opened-cell').waitFor()
      const grid = page.getByRole('grid')
      const scrolled = () => grid.evaluate(one => one.scrollTop)
      await eventually(scrolled).toBeGreaterThan(0)
      await grid.press('Control+Home')
      await eventually(scrolled).toBe(0)
      await page.getByLabel('Shading').selectOption('none')
      await eventually(() => chosen(page, 'view.table.shading')).not.toBeNull()
      const drawn = () =>
        page.evaluate(() => new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve))))
      await drawn()
      expect(await scrolled()).toBe(0)
      // A narrower table shows what is opened, unless the person moved away from it.
      const width = () => grid.evaluate(one => one.clientWidth)
      await page.setViewportSize({ width: 1600, height: 900 })
      const wide = await width()
      await page.setViewportSize({ width: 1200, height: 900 })
      await eventually(width).not.toBe(wide)
      await drawn()
      expect(await scrolled()).toBe(0)
    }),
  )

  itDrawn('hides and moves columns with the menu and by dragging', () =>
    world.visit(groupsAt(), async page => {
      await expectSameNumbers(world, page)
      const columns = async () => (await shownTable(page)).columns.slice(2)
      await eventually(columns).toEqual([
        'To Do',
        'Open',
        'In Progress',
        'Code Review',
        'Testing',
        'Done',
        'Ready to Deploy',
      ])
      await page.getByRole('button', { name: 'Columns', exact: true }).click()
      await page.getByRole('checkbox', { name: 'Done' }).uncheck()
      await page.getByRole('button', { name: 'Move Testing to the left' }).click()
      await eventually(columns).toEqual(['To Do', 'Open', 'In Progress', 'Testing', 'Code Review', 'Ready to Deploy'])
      await page.keyboard.press('Escape')
      await page
        .getByRole('columnheader', { name: 'Ready to Deploy' })
        .dragTo(page.getByRole('columnheader', { name: 'Open' }))
      await eventually(columns).toEqual(['To Do', 'Ready to Deploy', 'Open', 'In Progress', 'Testing', 'Code Review'])
      await expectSameNumbers(world, page)
      await page.reload()
      await eventually(columns).toEqual(['To Do', 'Ready to Deploy', 'Open', 'In Progress', 'Testing', 'Code Review'])
      await page.getByRole('button', { name: 'Columns', exact: true }).click()
      await page.getByRole('button', { name: 'Reset' }).click()
      await eventually(async () => (await columns()).length).toBe(7)
    }),
  )

  itDrawn('pins columns next to the first ones, with their totals, also after a reload', () =>
    world.visit(issuesAt({ columnsBy: 'statusDurationByAssignee' }), async page => {
      await page.locator('.table-foot .table-value').first().waitFor()
      const grid = page.getByRole('grid')
      const columns = (await shownTable(page)).columns
      const [first, third] = [columns[2]!, columns[4]!]
      await page.getByRole('button', { name: 'Columns', exact: true }).click()
      const pin = (name: string) =>
        page.locator('.table-columns li', { hasText: name }).first().getByRole('button', { name: /^Pin/ })
      await pin(third).click()
      await pin(first).click()
      expect(await pin(first).getAttribute('aria-pressed')).toBe('true')
      await page.keyboard.press('Escape')
      await eventually(() => JSON.parse(chosen(page, 'view.table.pinned') ?? '[]').length).toBe(2)
      await page.reload()
      await page.locator('.table-foot .table-value').first().waitFor()
      await grid.evaluate(one => one.scrollTo(one.scrollWidth, 0))
      await eventually(async () => (await shownTable(page)).columns.slice(0, 4)).toEqual([
        'Key',
        'Summary',
        first,
        third,
      ])
      const pinned = page.locator('.table-head .table-pinned').getByRole('columnheader')
      const [gridBox, headBox] = [(await grid.boundingBox())!, (await pinned.nth(3).boundingBox())!]
      expect(headBox.x - gridBox.x).toBeLessThan(gridBox.width / 2)
      expect(await pinned.nth(3).textContent()).toBe(third)
      const { foot } = await shownTable(page)
      const report = (await answerOf(world, page)) as ListReport
      expect(report.table.header.valueColumns.length).toBeGreaterThan(4)
      expect([foot[0]![first], foot[0]![third]].every(text => text !== undefined && text !== '')).toBe(true)
      await expectSameNumbers(world, page)
      await page.getByRole('button', { name: 'Columns', exact: true }).click()
      await page.getByRole('button', { name: 'Reset' }).click()
      await eventually(() => chosen(page, 'view.table.pinned')).toBeNull()
    }),
  )

  itDrawn('resizes a column by dragging', () =>
    world.visit(groupsAt(), async page => {
      await expectSameNumbers(world, page)
      const head = page.getByRole('columnheader', { name: 'In Progress' })
      const before = (await head.boundingBox())!
      const edge = { x: before.x + before.width - 3, y: before.y + 10 }
      await page.mouse.move(edge.x, edge.y)
      await page.mouse.down()
      await page.mouse.move(edge.x + 80, edge.y, { steps: 4 })
      await page.mouse.up()
      await eventually(async () => Math.round((await head.boundingBox())!.width - before.width)).toBe(80)
      expect(JSON.parse(chosen(page, 'view.table.widths')!)).toHaveProperty('3')
    }),
  )

  itDrawn('moves between cells with the keyboard, and explains a cell with Enter', () =>
    world.visit(issuesAt(), async page => {
      await expectSameNumbers(world, page)
      const grid = page.getByRole('grid')
      await grid.focus()
      for (const key of ['ArrowDown', 'ArrowDown', 'ArrowRight', 'ArrowRight']) await grid.press(key)
      const active = page.locator(`[id="${await grid.getAttribute('aria-activedescendant')}"]`)
      const { rows } = await shownTable(page)
      expect((await active.textContent())!.trim()).toBe(rows[2]!['To Do'])
      await grid.press('Enter')
      await page.getByRole('dialog', { name: 'To Do' }).waitFor()
      expect(chosen(page, 'view.open')).toBe(`cell:${rows[2]!.Key}:10000`)
      await page.keyboard.press('Escape')
      await eventually(() => chosen(page, 'view.open')).toBeNull()
      await eventually(() => grid.evaluate(one => one === document.activeElement)).toBe(true)
      const activeId = () => grid.getAttribute('aria-activedescendant')
      const before = await activeId()
      await grid.press('Control+End')
      // A cell far below is named once it is rendered.
      await eventually(async () => [null, before].includes(await activeId())).toBe(false)
      const last = page.locator(`[id="${await activeId()}"]`)
      await last.waitFor()
      const box = (await last.boundingBox())!
      const gridBox = (await grid.boundingBox())!
      expect(box.y + box.height).toBeLessThanOrEqual(gridBox.y + gridBox.height)
      expect(box.x + box.width).toBeLessThanOrEqual(gridBox.x + gridBox.width + 1)
    }),
  )

  itDrawn('links an issue key to its timeline, for this tab and for others', () =>
    world.visit(issuesAt({ pageSize: '25' }), async page => {
      await expectSameNumbers(world, page)
      const link = page.locator('.table-body-row').nth(2).getByRole('link')
      const key = (await link.textContent())!
      const opened = page.context().waitForEvent('page')
      await link.click({ modifiers: ['ControlOrMeta'] })
      const other = await opened
      await other.getByRole('dialog', { name: key }).waitFor()
      expect(chosen(other, 'view.open')).toBe(`issue:${key}`)
      expect([...parametersOf(other)].sort()).toEqual([...parametersOf(page)].sort())
      expect(chosen(page, 'view.open')).toBeNull()
      await other.close()
      await link.click()
      await page.getByRole('dialog', { name: key }).waitFor()
      await page.keyboard.press('Escape')
      const grid = page.getByRole('grid')
      await grid.focus()
      for (const step of ['Control+Home', 'ArrowDown', 'Enter']) await grid.press(step)
      const second = (await shownTable(page)).rows[1]!.Key!
      await page.getByRole('dialog', { name: second }).waitFor()
    }),
  )

  itDrawn('links an issue key to the tracker when its address is known', () =>
    world.visit(
      issuesAt({ pageSize: '25' }),
      async page => {
        const key = (await page.locator('.table-body-row .table-link').first().textContent())!
        const link = page.getByRole('link', { name: `Open ${key} in the tracker` })
        expect(await link.getAttribute('href')).toBe(`https://jira.example.org/base/browse/${key}`)
        expect(await link.getAttribute('target')).toBe('_blank')
      },
      {
        prepare: page =>
          page.route('**/api/catalogue', async route => {
            const response = await route.fetch()
            const catalogue = await response.json()
            const address = 'https://jira.example.org/base'
            const projects = catalogue.projects.map((project: object) => ({ ...project, address }))
            await route.fulfill({ response, json: { ...catalogue, projects } })
          }),
      },
    ),
  )

  itDrawn('has two header rows for composite reports', () =>
    world.visit(groupsAt({ columnsBy: 'statusDurationByAssignee' }), async page => {
      const report = await expectSameNumbers(world, page)
      const [first] = report.table.header.baseHeader!.valueColumns
      expect(await page.locator('.table-above').first().textContent()).toBe(first!.value)
      expect((await shownTable(page)).columns.find(name => name.includes(' · '))).toMatch(`${first!.value} · `)
    }),
  )

  itDrawn('shows totals over all issues in the footer, not only of the page', () =>
    world.visit(issuesAt({ pageSize: '25' }), async page => {
      await expectSameNumbers(world, page)
      await eventually(async () => (await shownTable(page)).foot.length).toBe(2)
      for (const [line, aggregationType] of [['Total', 'sum'] as const, ['Average', 'average'] as const]) {
        const foot = (await shownTable(page)).foot.find(row => row.Key?.startsWith(line))!
        const parameters = new URLSearchParams(page.url().split('?')[1]!)
        parameters.set('aggregationType', aggregationType)
        const address = `${world.base}/rest/tis/report/1.0/api/aggregation?${onlyReport(parameters)}`
        const report = await answerAt<ListReport>(address)
        const value = (id: string) =>
          britishText(report, report.table.body.rows[0]!.valueColumns.find(cell => cell.id === id)!)
        expect([foot['To Do'], foot['In Progress'], foot['Code Review']]).toEqual(['10000', '3', '10100'].map(value))
      }
    }),
  )

  it.each([
    ['a list', issuesAt()],
    ['sums', groupsAt({ aggregationType: 'sum', columnsBy: 'assigneeDuration' })],
    ['words', issuesAt({ viewFormat: 'humanReadable' })],
  ])('keeps the widths of its columns when the totals arrive: %s', (_, address) => {
    let release = () => {}
    const released = new Promise<void>(resolve => {
      release = resolve
    })
    // The rows of a list come from another endpoint; those of groups come first.
    let isRow = address.includes('report=aggregation')
    const prepare = (page: Page) =>
      page.route('**/api/aggregation', async route => {
        if (!isRow) await released
        isRow = false
        await route.continue()
      })
    return world.visit(
      address,
      async page => {
        await page.locator('.table-body-row').first().waitFor()
        const boxes = () => page.getByRole('columnheader').evaluateAll(all => all.map(one => one.clientWidth))
        await settled(boxes)
        const before = await boxes()
        expect(await page.locator('.table-foot').count()).toBe(0)
        release()
        await page.locator('.table-foot .table-value').first().waitFor()
        expect(await settled(boxes)).toEqual(before)
      },
      { prepare },
    )
  })

  itDrawn('has the same decimals in each column of counts, also in its total', () =>
    world.visit(groupsAt({ columnsBy: 'statusCount', groupByFields: 'assignee' }), async page => {
      await page.locator('.table-foot .table-value').first().waitFor()
      const { columns, rows, foot } = await shownTable(page)
      const decimals = columns.slice(2).map(name => {
        const numbers = [...rows, ...foot].map(row => row[name]!).filter(text => text !== '-')
        return [...new Set(numbers.map(text => text.split('.')[1]?.length ?? 0))]
      })
      expect(decimals.filter(counts => counts.length !== 1)).toEqual([])
      expect(new Set(decimals.flat())).toEqual(new Set([0, 1]))
    }),
  )

  itDrawn('distinguishes empty from zero, and marks ongoing values', () =>
    world.visit(
      issuesAt({
        filterType: 'customjql',
        projectKey: '',
        customjql: 'key in (WEB-910, WEB-912)',
        emptyValueToken: 'NoChar',
      }),
      async page => {
        const report = await expectSameNumbers(world, page)
        const row = report.table.body.rows.find(({ headerColumns }) => headerColumns[0]!.value === 'WEB-912')!
        expect(row.currentState).toHaveLength(1)
        const shown = page.getByRole('row').filter({ hasText: 'WEB-912' })
        await shown.getByRole('img', { name: 'Ongoing' }).waitFor()
        expect(await shown.getByRole('img', { name: 'Ongoing' }).count()).toBe(1)
        const zero = shown.locator('.table-value:not(.table-empty)').filter({ hasText: /^0\.0$/ })
        expect(await zero.count()).toBeGreaterThan(0)
        const other = page.getByRole('row').filter({ hasText: 'WEB-910' })
        expect(await other.locator('.table-value.table-empty').first().textContent()).toBe('')
      },
    ),
  )

  itDrawn('pages through a list', () =>
    world.visit(issuesAt({ pageSize: '25' }), async page => {
      await page.getByText('Issues 1 to 25 of 922').waitFor()
      await page.getByRole('button', { name: 'Next' }).click()
      await page.getByText('Issues 26 to 50 of 922').waitFor()
      await expectSameNumbers(world, page)
      await page.getByRole('button', { name: 'Last' }).click()
      await page.getByText('Issues 901 to 922 of 922').waitFor()
      const report = (await answerOf(world, page)) as ListReport
      expect(report.startIssueIndex).toBe(900)
    }),
  )
})

/** Reads until two readings are the same. */
async function settled<T>(read: () => Promise<T>): Promise<T> {
  let last = JSON.stringify(await read())
  await eventually(async () => {
    const before = last
    last = JSON.stringify(await read())
    return last === before
  }).toBe(true)
  return JSON.parse(last) as T
}

/** Returns the exact values of a column of all issues; `undefined` for empty cells. */
async function allRaws(world: BrowserFixture, page: Page, column: string): Promise<(string | undefined)[]> {
  const raws: (string | undefined)[] = []
  for (;;) {
    const changes = { pageSize: '200', startIssueIndex: String(raws.length) }
    const { table, total } = (await answerOf(world, page, changes)) as ListReport
    raws.push(...table.body.rows.map(({ valueColumns }) => valueColumns.find(({ id }) => id === column)?.raw))
    if (raws.length >= total) return raws
  }
}

/** Removes the parameters of the page. */
function onlyReport(choices: URLSearchParams): URLSearchParams {
  const own = /^(report|show|pageSize|view\..*)$/
  return new URLSearchParams([...choices].filter(([name]) => !own.test(name)))
}
