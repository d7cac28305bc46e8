import { readFile } from 'node:fs/promises'
import { parse } from 'csv-parse/sync'
import type { Locator, Page } from 'playwright-core'
import { expect, it, onTestFinished } from 'vitest'
import type { PageCatalogue } from '../../src/reports/page/page-types.ts'
import type { Timeline } from '../../src/reports/report/explain/explanation.ts'
import type { FlowItems } from '../../src/web/api/flow.ts'
import type { AggregationReport, ListReport } from '../../src/web/api/report.ts'
import { itDrawn } from '../support/drawn-test.ts'
import { hasOpenpyxl, readXlsx } from '../support/read-xlsx.ts'
import { type BrowserFixture, FIRST_VISIT, inBrowser, PHONE, type VisitOptions } from './browser-fixture.ts'
import {
  answerAt,
  britishGroup,
  britishText,
  eventually,
  letTimePass,
  parametersOf,
  removeSavedReports,
  shownTable,
} from './page-helpers.ts'
import { type Person, personAt } from './person.ts'

/** The end of the demo, to which its questions are pinned. */
const AS_OF = '2025-06-30T23:59:59.999Z'
const WEB = { filterType: 'project', projectKey: 'WEB' }
const DAYS = { calendar: 'normalHours', viewFormat: 'days', asOf: AS_OF }
const REVIEW = '10100'
const OPEN_WORK = {
  filterType: 'customjql',
  customjql: 'project = "WEB" AND statusCategory != Done',
  ...DAYS,
  columnsBy: 'assigneeDuration',
  aggregationType: 'sum',
  groupByFields: 'status',
}
const HOUR = 3_600_000

// Ten tasks of issue 20. A newcomer starts each on the home page. The results come from the interface, not from the page.
inBrowser('a newcomer', world => {
  /** Opens the home page for the first time. */
  const visit = (work: (page: Page, person: Person) => Promise<void>, options: VisitOptions = {}) =>
    world.visit(
      '/',
      async page => {
        await page.evaluate(recordTexts)
        await page.getByRole('heading', { level: 1 }).waitFor()
        await work(page, await personAt(page))
      },
      { ...FIRST_VISIT, ...options },
    )

  // Before: 4 clicks for the longest time in one status. No list ranked issues by age.
  it('finds the longest issue of a project and why, in 3 clicks', () =>
    visit(async (page, person) => {
      const { items } = await read<FlowItems>(world, '/api/flow/items', {
        ...WEB,
        calendar: 'normalHours',
        asOf: AS_OF,
        state: 'inProgress',
        orderBy: 'time',
      })
      const [slowest] = items
      await person.click(projectLink(page))
      const longest = page.locator('.team-attention a').first()
      await eventually(() => longest.textContent()).toContain(slowest!.key)
      const age = slowest!.age! / (24 * HOUR)
      await eventually(() => page.locator('.team-attention li').first().textContent()).toContain(
        `${age.toFixed(1)}\u00a0d`,
      )
      await person.click(longest)
      const drawer = page.getByRole('dialog')
      await drawer.getByRole('heading', { name: slowest!.key }).waitFor()
      const stays = drawer.locator('.drilldown-stays').first().getByRole('row')
      const shown = async () => (await stays.locator('.drilldown-length').allTextContents()).map(hoursIn)
      const { statuses, until } = await read<Timeline>(world, '/api/timeline', { issueKey: slowest!.key, ...DAYS })
      const lengths = statuses.map(({ entered, left }) => ((left ?? until) - entered) / HOUR)
      await eventually(async () => (await shown()).length).toBe(statuses.length)
      for (const [i, hours] of (await shown()).entries()) expect(Math.abs(hours - lengths[i]!)).toBeLessThanOrEqual(0.5)
      // The stays since work began explain the age.
      const since = (await shown()).slice(statuses.findIndex(({ category }) => category === 'indeterminate'))
      const sum = since.reduce((total, hours) => total + hours, 0)
      expect(Math.abs(sum - slowest!.age! / HOUR)).toBeLessThanOrEqual(0.5 * since.length)
      const reason = lengths.indexOf(Math.max(...lengths))
      await person.click(stays.nth(reason + 1).getByRole('button'))
      const band = drawer.locator(`[data-stay="statuses:${reason}"]`)
      expect(await band.getAttribute('aria-label')).toContain(statuses[reason]!.by)
      const [width, all] = [(await band.boundingBox())!.width, (await drawer.boundingBox())!.width]
      // The stay fills the timeline.
      expect(width).toBeGreaterThan(all * 0.7)
      await person.expectEffort({ clicks: 3 })
    }))

  // Before: 14 clicks in the form.
  it('finds who holds reviews longest, by month worked, in working hours, in 8 clicks', () =>
    visit(async (page, person) => {
      await person.click(question(page, 'Where does work wait in Web Shop?'))
      await person.click(chip(page, 'Group by'))
      await person.click(page.getByRole('option', { name: 'Month worked' }))
      await person.click(chip(page, 'Working hours'))
      await person.click(page.getByRole('option', { name: 'Business hours' }))
      await person.click(chip(page, 'Measure'))
      await person.click(page.getByRole('option', { name: 'Time with assignee', exact: true }))
      await person.click(page.getByRole('dialog').getByRole('button', { name: 'Code Review', exact: true }))
      const { calendars } = await read<{ calendars: { id: string; name: string }[] }>(world, '/api/catalogue', {})
      const calendar = calendars.find(({ name }) => name === 'Business hours')!.id
      const report = await aggregation(world, {
        ...WEB,
        columnsBy: 'assigneeDuration',
        aggregationType: 'median',
        groupByFields: 'period:month',
        statuses: REVIEW,
        calendar,
        dayLength: 'businessDays',
        viewFormat: 'days',
        asOf: AS_OF,
      })
      await expectTable(page, report)
      expect(await chip(page, 'Measure').textContent()).toBe('Median time with assignee in Code Review')
      await person.expectEffort({ clicks: 8 })
    }))

  // Before: 11 clicks in the form and 2 typed dates.
  it('sees two quarters side by side, in 8 clicks and 2 typed dates', () =>
    visit(async (page, person) => {
      await person.click(question(page, 'Where does work wait in Web Shop?'))
      await person.click(chip(page, 'Group by'))
      await person.click(page.getByRole('option', { name: 'Month worked' }))
      await person.choose(page.getByLabel('Unit of Worked'), 'quarter')
      await person.click(chip(page, 'Dates'))
      await person.choose(page.getByLabel('Count time: Period'), 'between these dates')
      const dates = page.getByRole('group', { name: 'Count time' })
      await person.fill(dates.getByLabel('From'), '2025-01-01')
      await person.fill(dates.getByLabel('To (inclusive)'), '2025-06-30')
      const report = await aggregation(world, {
        ...WEB,
        ...DAYS,
        columnsBy: 'statusDuration',
        aggregationType: 'median',
        groupByFields: 'period:quarter',
        trimHistoryStartDate: '2025-01-01',
        trimHistoryEndDate: '2025-07-01',
      })
      expect(report.table.body.rows.map(row => row.groupByColumns[0]!.value)).toEqual(['2025-Q1', '2025-Q2'])
      await expectTable(page, report)
      await person.expectEffort({ clicks: 8, texts: 2 })
    }))

  // Before: 4 clicks.
  it.skipIf(!hasOpenpyxl)('saves the whole list for Excel, in 3 clicks', () =>
    visit(async (page, person) => {
      await person.click(question(page, 'Where does work wait in Web Shop?'))
      await person.click(page.getByRole('button', { name: 'Download' }))
      const panel = page.getByRole('dialog', { name: 'Download' })
      const saved = page.waitForEvent('download')
      await person.click(panel.getByRole('button', { name: 'Download' }))
      const sheet = readXlsx(await readFile(await (await saved).path()))[0]!.sheets.find(one => one.name === 'List')!
      const [head, ...rows] = sheet.rows.map(row => row.map(cell => cell?.value ?? null))
      const days = head!.findIndex(name => String(name).startsWith('Code Review'))
      const expected = (await wholeList(world, { ...WEB, ...DAYS, columnsBy: 'statusDuration' })).map(row => {
        const raw = row.valueColumns.find(({ id }) => id === REVIEW)!.raw
        return [row.headerColumns[0]!.value, raw === undefined ? null : Number(raw) / (24 * HOUR)] as const
      })
      expect(expected).toHaveLength(922)
      const found = new Map(rows.map(row => [row[head!.indexOf('Key')], row[days]]))
      expect(found.size).toBe(rows.length)
      expect([...found.keys()].sort()).toEqual(expected.map(([key]) => key).sort())
      for (const [key, value] of expected) {
        if (value === null) expect(found.get(key)).toBeNull()
        else expect(Number(found.get(key))).toBeCloseTo(value, 5)
      }
      await person.expectEffort({ clicks: 3 })
    }),
  )

  // Before: 2 clicks.
  it('saves a chart for a slide, in 2 clicks', () =>
    visit(async (page, person) => {
      await person.click(question(page, 'How long does work take, by month?'))
      const saving = page.getByRole('button', { name: 'Save as PNG' })
      await saving.waitFor()
      await drawnTexts(page)
      const saved = page.waitForEvent('download')
      await person.click(saving)
      const png = await readFile(await (await saved).path())
      const picture = await pictureOf(page, png)
      expect(picture).toMatchObject({ width: 2400, corner: '255,255,255,255' })
      expect(picture.height).toBeGreaterThanOrEqual(1440)
      expect(picture.colors).toBeGreaterThan(20)
      // The texts of the picture: the title, what it is about, the legend and the months.
      const drawn = await drawnTexts(page)
      const columns = (await aggregation(world, Object.fromEntries(parametersOf(page)))).table.header.valueColumns
      expect(columns).toHaveLength(2)
      const title = (await page.getByRole('heading', { level: 1 }).textContent())!
      for (const text of [title, ...columns.map(({ value }) => value), 'May 2025']) expect(drawn).toContain(text)
      expect(drawn.join(' ')).toContain('922 issues in Web Shop')
      expect(drawn.join(' ')).toContain('as of 30 Jun 2025')
      await person.expectEffort({ clicks: 2 })
    }))

  // Before: the answer was who ever had them.
  itDrawn('finds who has the open issues now, how many, and how old the oldest is, in 1 click', () =>
    visit(async (page, person) => {
      const open = { filterType: 'customjql', customjql: OPEN_WORK.customjql, columnsBy: 'statusCount' }
      const issues = await wholeList(world, {
        ...open,
        asOf: AS_OF,
        fields: 'assignee,created',
        dateTimeFormat: "yyyy-MM-dd'T'HH:mm:ssXXX",
      })
      const fields = issues.map(({ fieldColumns }) => fieldColumns.map(({ value }) => value!))
      const expected = [...new Set(fields.map(([name]) => name!))].map(name => {
        const created = fields.filter(([assignee]) => assignee === name).map(([, at]) => Date.parse(at!))
        const days = (Date.parse(AS_OF) - Math.min(...created)) / (24 * HOUR)
        return { name: name === '-' ? 'Unassigned' : name, issues: created.length, days }
      })
      expect(expected.map(({ name }) => name)).toContain('Unassigned')
      await person.click(question(page, 'Who has the open issues?'))
      await page.locator('.table-body-row').first().waitFor()
      await eventually(async () => (await shownTable(page)).rows.length).toBe(expected.length)
      const { rows } = await shownTable(page)
      const counts = rows.map(row => Number(row.Issues))
      expect(counts).toEqual([...counts].sort((a, b) => b - a))
      for (const { name, issues, days } of expected) {
        const row = rows.find(({ Assignee }) => Assignee === name)!
        expect([name, Number(row.Issues)]).toEqual([name, issues])
        expect(Math.abs(Number(row['Age of the oldest']) - days)).toBeLessThan(0.1)
      }
      await person.expectEffort({ clicks: 1 })
    }),
  )

  // Before: 6 clicks and 1 typed name.
  itDrawn('saves a report, shares its link, and reopens both elsewhere, in 6 clicks and 1 typed name', async () => {
    onTestFinished(() => removeSavedReports(world))
    const report = await openIssues(world)
    let link = ''
    await visit(
      async (page, person) => {
        await person.click(question(page, 'Who has the open issues?'))
        await page.locator('.table-body-row').first().waitFor()
        await person.click(page.getByRole('button', { name: 'Saved reports' }))
        await person.fill(page.getByLabel('Save this report as'), 'Open work')
        await person.click(page.getByRole('button', { name: 'Save', exact: true }))
        await page.getByText('Saved as “Open work”.').waitFor()
        await person.click(page.getByRole('button', { name: 'Share' }))
        await person.click(page.getByRole('button', { name: 'Copy link' }))
        await page.getByText('Link copied.').waitFor()
        link = await page.evaluate(() => navigator.clipboard.readText())
        await expectTable(page, report)
        await person.expectEffort({ clicks: 5, texts: 1 })
      },
      { permissions: ['clipboard-read', 'clipboard-write'] },
    )
    await world.visit(link.slice(world.base.length), page => expectTable(page, report), FIRST_VISIT)
    await visit(async (page, person) => {
      await person.click(page.getByRole('region', { name: 'Saved reports' }).getByRole('link', { name: 'Open work' }))
      await expectTable(page, report)
      await person.expectEffort({ clicks: 1 })
    })
  })

  // Before: 3 clicks in the form, which was open.
  it('asks with a query about history, in 4 clicks', () =>
    visit(async (page, person) => {
      await person.click(chip(page, 'Issues'))
      await person.click(page.getByRole('radio', { name: 'Query' }))
      const editor = page.getByRole('textbox', { name: 'Query (JQL)' })
      await page.locator('.jql-host:focus').waitFor()
      await person.type('project = WEB AND status was "Code Rewiew"')
      await page.locator('.jql-problem').waitFor()
      expect(await page.locator('.jql-problem').first().textContent()).toContain('Code Review')
      for (let i = 0; i < '"Code Rewiew"'.length; i++) await person.press('Backspace')
      await person.type('cod')
      const option = page.getByRole('option', { name: 'Code Review' }).first()
      await option.waitFor()
      // A pointer could pick it too: it is not cut off.
      const { x, y, width, height } = (await option.boundingBox())!
      const middle = { x: x + width / 2, y: y + height / 2 }
      const top = await page.evaluate(({ x, y }) => document.elementFromPoint(x, y)?.className, middle)
      expect(top).toContain('jql-host')
      // For a moment the editor takes Enter for the end of the query, not for a choice.
      await letTimePass(page)
      await person.press('Enter')
      await eventually(() => editor.textContent()).toBe('project = WEB AND status was "Code Review"')
      await person.press('Enter')
      await person.click(chip(page, 'Measure'))
      await person.click(page.getByRole('radio', { name: 'Issue list' }))
      // The issues with time in this status are found in another way: without a query.
      const been = (await wholeList(world, { ...WEB, ...DAYS, columnsBy: 'statusDuration' }))
        .filter(({ valueColumns }) => valueColumns.some(({ id, raw }) => id === REVIEW && raw !== undefined))
        .map(({ headerColumns }) => headerColumns[0]!.value)
      expect(been.length).toBeGreaterThan(200)
      await page.getByText(`Issues 1 to 200 of ${been.length}`).waitFor()
      await eventually(async () => (await shownTable(page)).rows.length).toBeGreaterThan(5)
      const { rows } = await shownTable(page)
      expect(rows.map(({ Key }) => Key)).toEqual(been.slice(0, rows.length))
      await person.expectEffort({ clicks: 4, texts: 2, keys: 15 })
    }))

  // Before: the focus was on the body after the first click.
  it('finds the longest issue, and the issues of a row, with 91 keys and no mouse', () =>
    visit(async (page, person) => {
      const press = async (key: string) => {
        await person.press(key)
        await expectVisibleFocus(page)
      }
      const tabTo = async (target: Locator) => {
        for (let i = 0; i < 60 && !(await hasFocus(target)); i++) await press('Tab')
        expect(await hasFocus(target)).toBe(true)
      }
      await press('Tab')
      expect(await hasFocus(page.getByRole('link', { name: 'Skip to the report' }))).toBe(true)
      await press('Enter')
      await tabTo(projectLink(page))
      // The heading of the screen gets the focus.
      await person.press('Enter')
      const longest = page.locator('.team-attention a').first()
      await longest.waitFor()
      await tabTo(longest)
      await press('Enter')
      const drawer = page.getByRole('dialog')
      const key = (await longest.textContent())!
      await drawer.getByRole('heading', { name: key }).waitFor()
      await drawer.locator('.drilldown-stays').first().waitFor()
      await expectVisibleFocus(page)
      await press('Escape')
      await eventually(() => drawer.count()).toBe(0)
      expect(await hasFocus(longest)).toBe(true)
      for (let i = 0; i < 60 && !(await hasFocus(page.getByRole('link', { name: 'Reports' }))); i++)
        await press('Shift+Tab')
      await press('Enter')
      await page.getByRole('grid').waitFor()
      // The table is one tab stop: arrow keys move between its cells.
      await tabTo(page.getByRole('grid'))
      await press('ArrowDown')
      await press('ArrowUp')
      await press('Enter')
      await drawer.locator('.drilldown-issues').waitFor()
      await expectVisibleFocus(page)
      await press('Escape')
      await eventually(() => drawer.count()).toBe(0)
      expect(await hasFocus(page.getByRole('grid'))).toBe(true)
      await person.expectEffort({ keys: 91 })
    }))

  // Before: 5 taps, with texts of 10.5 px.
  itDrawn('finds the longest issue and sees its chart on a phone, in 6 taps', () =>
    visit(async (page, person) => {
      await expectFits(page)
      await person.tap(projectLink(page))
      await page.locator('.team-attention a').first().waitFor()
      await expectFits(page)
      await person.tap(page.locator('.team-attention a').first())
      const drawer = page.getByRole('dialog')
      await drawer.locator('.drilldown-stays').first().waitFor()
      await expectFits(page)
      await person.tap(drawer.getByRole('button', { name: 'Close' }))
      await person.tap(page.getByRole('link', { name: 'Reports' }))
      await page.locator('.table-body-row').first().waitFor()
      await expectTable(page, await aggregation(world, Object.fromEntries(parametersOf(page))))
      await expectFits(page)
      await person.tap(page.getByRole('tab', { name: 'Chart' }))
      await page.locator('canvas').first().waitFor()
      await expectFits(page)
      await person.tap(chip(page, 'Group by'))
      await page.getByRole('option', { name: 'Month worked' }).waitFor()
      await expectFits(page)
      await person.expectEffort({ clicks: 6 })
    }, PHONE),
  )

  // Before: "766.3" next to "1.387 d".
  itDrawn('reads German numbers and dates everywhere, in English texts, and saves files for machines', () =>
    visit(
      async (page, person) => {
        await person.click(projectLink(page))
        await page.locator('.team-attention a').first().waitFor()
        await expectGerman(page, ['336,5 d', '12,0 d · 29,0 d', '07.04.2025, 00:00'])
        await person.click(page.locator('.team-attention a').first())
        await page.locator('.drilldown-stays').first().waitFor()
        await expectGerman(page, ['28.06.2024, 13:58 – 30.06.2025, 23:59', '29.07.2024'])
        const ticks = await page.getByRole('dialog').locator('svg text').allTextContents()
        expect(ticks).toContain('Mär')
        await person.click(page.getByRole('dialog').getByRole('button', { name: 'Close' }))
        await person.click(page.getByRole('link', { name: 'Reports' }))
        await page.locator('.table-body-row').first().waitFor()
        await person.click(chip(page, 'Measure'))
        await person.click(page.getByRole('radio', { name: 'Issue list' }))
        await page.getByText('Issues 1 to 200 of 922').waitFor()
        await page.keyboard.press('Escape')
        // The totals of the list, and the pager.
        await page.locator('.table-foot .table-value').first().waitFor()
        await eventually(() => page.locator('.table-foot').textContent()).toMatch(/33\.249,6/)
        await expectGerman(page, ['Issues 1 to 200 of 922', 'Total', 'Download'])
        const saved = page.waitForEvent('download')
        await person.click(page.getByRole('button', { name: 'Download' }))
        const panel = page.getByRole('dialog', { name: 'Download' })
        await person.choose(panel.getByLabel('File format'), 'CSV (.csv)')
        await person.click(panel.getByRole('button', { name: 'Download' }))
        const csv = parse(await readFile(await (await saved).path()), { columns: true }) as Record<string, string>[]
        const list = await wholeList(world, {
          ...WEB,
          ...DAYS,
          columnsBy: 'statusDuration',
          groupByFields: 'issuetype',
        })
        const reviews = list.map(row => row.valueColumns.find(({ id }) => id === REVIEW)!.value)
        expect(csv.map(row => row['Code Review'])).toEqual(reviews)
        expect(reviews).toContainEqual(expect.stringMatching(/^\d+\.\d$/))
        await page.evaluate(
          address => {
            history.pushState(null, '', address)
            window.dispatchEvent(new PopStateEvent('popstate'))
          },
          `?${new URLSearchParams({ report: 'aggregation', ...OPEN_WORK })}`,
        )
        await eventually(() => page.locator('.table-foot').textContent()).toContain('10.356,6')
        await drawnTexts(page)
        await person.click(page.getByRole('tab', { name: 'Chart' }))
        await page.locator('canvas').first().waitFor()
        // The axis, then a tooltip, which is drawn on the canvas too.
        await eventually(async () => (await drawnTexts(page)).filter(text => /\d{4}|\d\.\d/.test(text)).sort()).toEqual(
          expect.arrayContaining(['3.000', '6.000']),
        )
        const plot = (await page.locator('canvas').first().boundingBox())!
        await page.mouse.move(plot.x + plot.width * 0.6, plot.y + plot.height * 0.73)
        await eventually(async () => (await drawnTexts(page)).join(' ')).toMatch(/: \d{1,3}(\.\d{3})+,\d/)
        await person.expectEffort({ clicks: 11 })
      },
      { locale: 'de-DE', timezoneId: 'Europe/Berlin' },
    ),
  )
})

/** Returns the link to the screen of the Web Shop on the home page. */
function projectLink(page: Page): Locator {
  return page.getByRole('heading').getByRole('link', { name: 'Web Shop', exact: true })
}

/** Returns a question about the Web Shop on the home page. */
function question(page: Page, name: string): Locator {
  return page.locator('.shell-card', { hasText: 'WEB' }).getByRole('link', { name })
}

/** Returns the chip of a part of the question. */
function chip(page: Page, part: string): Locator {
  return page.getByRole('region', { name: 'Question' }).getByRole('button', { name: new RegExp(`^${part}: `) })
}

/** Requests JSON of the server. */
function read<T>({ base }: BrowserFixture, path: string, parameters: Readonly<Record<string, string>>): Promise<T> {
  return answerAt<T>(`${base}${path}?${new URLSearchParams(parameters)}`)
}

function aggregation(world: BrowserFixture, parameters: Readonly<Record<string, string>>) {
  return read<AggregationReport>(world, '/rest/tis/report/1.0/api/aggregation', parameters)
}

/** Requests the open issues by assignee, as the page shows them: most first, and Unassigned is a name. */
async function openIssues(world: BrowserFixture): Promise<AggregationReport> {
  const { statuses } = await read<PageCatalogue>(world, '/api/catalogue', {})
  const age = { type: 'cons', name: 'Age of the oldest', statuses: statuses.map(({ id }) => id) }
  const report = await aggregation(world, {
    ...OPEN_WORK,
    columnsBy: 'statusDuration',
    groupByFields: 'assignee',
    statuses: JSON.stringify([age]),
    aggregationType: 'percentile',
    percentile: '100',
  })
  const rows = report.table.body.rows
    .map(row => {
      const groupByColumns = row.groupByColumns.map(({ id, value }) => ({
        id,
        value: value === '-' ? 'Unassigned' : value,
      }))
      return { ...row, groupByColumns }
    })
    .sort((a, b) => b.issueCount - a.issueCount)
  return { ...report, table: { ...report.table, body: { ...report.table.body, rows } } }
}

/** Requests all pages of a list. */
async function wholeList(world: BrowserFixture, parameters: Readonly<Record<string, string>>) {
  const rows: ListReport['table']['body']['rows'][number][] = []
  for (;;) {
    const page = { startIssueIndex: String(rows.length), pageSize: '200' }
    const { table, total } = await read<ListReport>(world, '/rest/tis/report/1.0/api/list', { ...parameters, ...page })
    rows.push(...table.body.rows)
    if (rows.length >= total) return rows
  }
}

/** Waits until the table has the rows and values of an aggregation, as far as they are rendered. */
async function expectTable(page: Page, { columnsBy, timeZone, table }: AggregationReport): Promise<void> {
  const { groupByColumns, valueColumns } = table.header
  const names = new Map(valueColumns.map(({ id, value }) => [id, value]))
  const expected = table.body.rows.map((row): Readonly<Record<string, string | undefined>> => {
    const values = row.valueColumns.map(cell => [names.get(cell.id)!, britishText({ columnsBy, timeZone }, cell)])
    return { [groupByColumns[0]!.value]: britishGroup(row.groupByColumns[0]!.value), ...Object.fromEntries(values) }
  })
  await eventually(async () => {
    const { columns, rows } = await shownTable(page)
    const shown = columns.filter(name => name !== 'Issues')
    if (rows.length === 0 || shown.length < 2) return 'nothing is shown'
    return rows.flatMap((row, i) =>
      shown.flatMap(name => (row[name] === expected[i]?.[name] ? [] : [{ i, name, shown: row[name] }])),
    )
  }).toEqual([])
  const lines = await page.getByRole('grid').evaluate(grid => {
    const footer = grid.querySelectorAll('.table-foot [role=row]').length
    return Number(grid.getAttribute('aria-rowcount')) - footer
  })
  expect(lines).toBe(1 + expected.length)
}

function hasFocus(target: Locator): Promise<boolean> {
  return target.evaluate(one => one === document.activeElement)
}

/** Asserts that an element has the focus, and that it shows this. */
async function expectVisibleFocus(page: Page): Promise<void> {
  const focused = () =>
    page.evaluate(() => {
      const one = document.activeElement ?? document.body
      if (one === document.body) return 'the body has the focus'
      // A grid marks its active cell.
      const active = document.getElementById(one.getAttribute('aria-activedescendant') ?? '') ?? one
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(active)
      const isMarked = (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none'
      const { width, height, top, bottom } = active.getBoundingClientRect()
      const isInView = width > 1 && height > 1 && bottom > 0 && top < innerHeight
      return isMarked && isInView
        ? 'visible'
        : `${active.outerHTML.slice(0, 200)} marked: ${isMarked}, in view: ${isInView}`
    })
  await eventually(focused).toBe('visible')
}

/** Asserts that the page does not scroll sideways, and that its targets are at least 24 px wide and high. */
async function expectFits(page: Page): Promise<void> {
  const faults = await page.evaluate(() => {
    const controls = 'a, button, input, select, textarea, summary, [role=option], [role=tab], [role=menuitem]'
    const small = [...document.querySelectorAll<HTMLElement>(controls)]
      .filter(one => one.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
      // A label is part of the target of its field; a link within a sentence may be as high as a line.
      .map(one => one.closest('label') ?? one)
      .filter(one => getComputedStyle(one).display !== 'inline')
      .filter(one => {
        const { width, height } = one.getBoundingClientRect()
        return width > 0 && (width < 24 || height < 24)
      })
      .map(one => one.outerHTML.slice(0, 120))
    return { sideways: Math.max(0, document.documentElement.scrollWidth - innerWidth), small }
  })
  expect(faults).toEqual({ sideways: 0, small: [] })
}

/** Asserts that the page has these texts, and no number or date in the way of another language. */
async function expectGerman(page: Page, expected: readonly string[]): Promise<void> {
  const text = (await page.locator('body').innerText()).replace(/\s+/g, ' ')
  for (const one of expected) expect(text).toContain(one)
  expect(text).not.toMatch(/\d\.\d(?!\d)/)
  expect(text).not.toMatch(/\d,\d{3}(?!\d)/)
  expect(text).not.toMatch(/\d (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sept?|Oct|Nov|Dec) 20\d\d/)
}

/** Records the texts that are drawn on canvases. */
function recordTexts(): void {
  const { fillText } = CanvasRenderingContext2D.prototype
  const drawn: string[] = []
  CanvasRenderingContext2D.prototype.fillText = function (text, ...at) {
    drawn.push(text)
    fillText.call(this, text, ...at)
  }
  Object.assign(window, { drawn })
}

/** Returns the texts that were drawn since the last call. */
function drawnTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => (window as unknown as { drawn: string[] }).drawn.splice(0))
}

/** Returns the size of a PNG, its first pixel, and how many colors it has. */
function pictureOf(page: Page, png: Buffer) {
  return page.evaluate(async base64 => {
    const bytes = Uint8Array.from(atob(base64), character => character.charCodeAt(0))
    const { width, height } = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
    const context = new OffscreenCanvas(width, height).getContext('2d')!
    context.drawImage(await createImageBitmap(new Blob([bytes], { type: 'image/png' })), 0, 0)
    const { data } = context.getImageData(0, 0, width, height)
    const colors = new Set<number>()
    for (let i = 0; i < data.length; i += 4) colors.add((data[i]! << 16) | (data[i + 1]! << 8) | data[i + 2]!)
    return { width, height, corner: data.slice(0, 4).join(), colors: colors.size }
  }, png.toString('base64'))
}

/** Returns the hours of a duration such as `195 d 17 h`. */
function hoursIn(text: string): number {
  const [, days = 0, hours = 0, minutes = 0] = /^(?:(\d+) d)? ?(?:(\d+) h)? ?(?:(\d+) min)?/.exec(text.trim())!
  return Number(days) * 24 + Number(hours) + Number(minutes) / 60
}
