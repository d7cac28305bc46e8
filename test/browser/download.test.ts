import { readFile } from 'node:fs/promises'
import { parse } from 'csv-parse/sync'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { itDrawn } from '../support/drawn-test.ts'
import { hasOpenpyxl, readXlsx } from '../support/read-xlsx.ts'
import { inBrowser } from './browser-fixture.ts'
import { eventually, expectSameNumbers, groupsAt, issuesAt, shownTable } from './page-helpers.ts'

/** Downloads of whole reports. */
inBrowser('downloads', world => {
  itDrawn('saves a whole list as CSV, in the order of the table', () =>
    world.visit(issuesAt({ pageSize: '25' }), async page => {
      await page.getByRole('columnheader', { name: 'In Progress' }).getByRole('button').click()
      await expectSameNumbers(world, page)
      const { name, bytes } = await downloaded(page, 'csv')
      expect(name).toMatch(/^time-in-status-list-project-web-2025-07-01-\d{8}\.csv$/)
      const rows = parse(bytes, { columns: true }) as Record<string, string>[]
      expect(rows).toHaveLength(922)
      const shown = await shownTable(page)
      expect(shown.rows.length).toBeGreaterThan(10)
      expect(rows.slice(0, shown.rows.length)).toEqual(shown.rows)
      await page
        .getByText(/^Downloaded time-in-status-list-project-web-2025-07-01-\d{8}\.csv: 922 issues, \d+ kB\.$/)
        .first()
        .waitFor()
    }),
  )

  itDrawn('saves a list as CSV for spreadsheets, NDJSON and Parquet', () =>
    world.visit(issuesAt(), async page => {
      await expectSameNumbers(world, page)
      const csv = await downloaded(page, 'spreadsheet', async () => {
        await page.getByLabel('Separator').selectOption('Semicolon')
        await page.getByLabel('Decimal sign').selectOption('Comma')
      })
      const text = csv.bytes.toString()
      expect(text.slice(0, 11)).toBe('\ufeff"Key";"Sum')
      expect(text).toMatch(/"In Progress \(days\)"/)
      expect(text).toMatch(/;"\d+,\d+"/)
      const ndjson = (await downloaded(page, 'ndjson')).bytes.toString().trimEnd().split('\n')
      expect(ndjson).toHaveLength(922)
      expect(JSON.parse(ndjson[0]!).Key).toBe((await shownTable(page)).rows[0]!.Key)
      const parquet = await downloaded(page, 'parquet')
      expect([parquet.name, parquet.bytes.subarray(0, 4).toString()]).toEqual([
        expect.stringMatching(/^time-in-status-list-project-web-2025-07-01-\d{8}\.parquet$/),
        'PAR1',
      ])
    }),
  )

  it.skipIf(!hasOpenpyxl)('saves a list as a workbook, in the order of the table', () =>
    world.visit(issuesAt({ orderBy: '3', orderDir: 'desc' }), async page => {
      await expectSameNumbers(world, page)
      const { bytes } = await downloaded(page, 'xlsx')
      const sheet = readXlsx(bytes)[0]!.sheets.find(({ name }) => name === 'List')!
      const keys = sheet.rows.slice(1).map(row => row[0]!.value)
      expect(keys).toHaveLength(922)
      const shown = (await shownTable(page)).rows.map(row => row.Key)
      expect(keys.slice(0, shown.length)).toEqual(shown)
    }),
  )

  itDrawn('saves the rows of an aggregation as CSV', () =>
    world.visit(groupsAt({ aggregationType: 'median' }), async page => {
      await expectSameNumbers(world, page)
      const { name, bytes } = await downloaded(page, 'csv')
      expect(name).toMatch(/^time-in-status-median-project-web-2025-07-01-\d{8}\.csv$/)
      const shown = (await shownTable(page)).rows.map(({ Issues, ...row }) => ({ ...row, 'Number Of Issues': Issues }))
      expect(parse(bytes, { columns: true })).toEqual(shown)
      await panelOf(page)
      expect(await page.getByLabel('File format').locator('option').allTextContents()).toEqual([
        ...['Excel workbook (.xlsx)', 'CSV (.csv)', 'CSV for spreadsheets (.csv)'],
      ])
    }),
  )

  itDrawn('has the columns of the table', () =>
    world.visit(
      issuesAt({
        fields: 'assignee,priority',
        'view.table.hidden': '["10000","field.assignee"]',
        'view.table.order': '["10100","3"]',
      }),
      async page => {
        await expectSameNumbers(world, page)
        const { columns, rows } = await shownTable(page)
        expect(columns.slice(0, 5)).toEqual(['Key', 'Summary', 'Code Review', 'In Progress', 'Priority'])
        const { bytes } = await downloaded(page, 'csv')
        await page.getByText('Fields come before values in the file.').waitFor()
        const saved = parse(bytes, { columns: true }) as Record<string, string>[]
        expect(Object.keys(saved[0]!)).toEqual([
          ...['Key', 'Summary', 'Priority', 'Code Review', 'In Progress'],
          ...columns.slice(5),
        ])
        expect(saved.slice(0, rows.length)).toEqual(rows)
      },
    ),
  )

  itDrawn('leaves a file on the server, which its user removes', () =>
    world.visit(issuesAt(), async page => {
      await expectSameNumbers(world, page)
      await downloaded(page, 'csv')
      const panel = await panelOf(page)
      await panel.getByText('Your files on the server').press('Enter')
      const remove = panel.getByRole('button', {
        name: /^Remove time-in-status-list-project-web-2025-07-01-\d{8}\.csv$/,
      })
      await remove.first().waitFor()
      while ((await remove.count()) > 0) {
        const before = await remove.count()
        await remove.first().press('Enter')
        await eventually(() => remove.count()).toBe(before - 1)
      }
    }),
  )

  itDrawn('shows the progress, and cancels', () =>
    world.visit(issuesAt(), async page => {
      await expectSameNumbers(world, page)
      const canceled: string[] = []
      await page.route('**/api/file/*', async route => {
        const request = route.request()
        if (request.method() === 'DELETE') {
          canceled.push(request.url())
          return route.continue()
        }
        const state = { exportId: 'x', status: 'In Progress', completed: 461, total: 922, message: null, warnings: [] }
        return route.fulfill({ json: { ...state, statusLink: new URL(request.url()).pathname } })
      })
      const panel = await panelOf(page)
      await panel.getByRole('button', { name: 'Download' }).press('Enter')
      await panel.getByText('461 of 922 issues').waitFor()
      expect(await panel.getByRole('progressbar').getAttribute('value')).toBe('461')
      await eventually(() => page.getByRole('status').allTextContents()).toContain('50% of the file is written')
      const cancel = panel.getByRole('button', { name: 'Cancel' })
      expect(await cancel.evaluate(one => one === document.activeElement)).toBe(true)
      await cancel.press('Enter')
      await panel.getByText('The download was canceled.').waitFor()
      expect(canceled).toHaveLength(1)
      const again = panel.getByRole('button', { name: 'Download' })
      expect(await again.evaluate(one => one === document.activeElement)).toBe(true)
      await page.unrouteAll()
      expect((await downloaded(page, 'csv')).bytes.length).toBeGreaterThan(10_000)
    }),
  )

  itDrawn('shows why there is no file', () =>
    world.visit(issuesAt(), async page => {
      await expectSameNumbers(world, page)
      const panel = await panelOf(page)
      const download = panel.getByRole('button', { name: 'Download' })
      const refuse = (path: string, status: number, code: string, message: string) =>
        page.route(path, route =>
          route.fulfill({ status, headers: { 'x-error-code': code }, json: { message, statusCode: status } }),
        )
      for (const [path, status, code, message] of [
        ['**/api/file', 429, 'EXPORTS_TOO_MANY', 'You have 5 exports that run or wait, the maximum for one user.'],
        [
          '**/api/file',
          503,
          'EXPORT_QUOTA',
          'The files of exports take up all of their 10 MB (setting exportQuotaMb).',
        ],
        ['**/api/file/*/download', 404, 'EXPORT_EXPIRED', 'The report with id x has expired: its file was removed.'],
      ] as const) {
        await refuse(path, status, code, message)
        await download.click()
        await panel.getByText(message).waitFor()
        await page.getByRole('button', { name: 'Download failed' }).waitFor()
        await eventually(() => page.getByRole('status').allTextContents()).toContain(
          `The file was not written. ${message}`,
        )
        await page.unrouteAll()
      }
    }),
  )
})

/** Opens the panel of downloads, if it is closed. */
async function panelOf(page: Page) {
  const button = page.locator('.shell-bar').getByRole('button', { name: /^Download/, expanded: false })
  if (await button.isVisible()) await button.click()
  return page.getByRole('dialog', { name: /^Download/ })
}

/** Downloads the report in a format, and returns the file. `choose` sets its options. */
async function downloaded(page: Page, format: string, choose = async () => {}) {
  const panel = await panelOf(page)
  await panel.getByLabel('File format').selectOption(format)
  await choose()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    panel.getByRole('button', { name: 'Download' }).click(),
  ])
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) }
}
