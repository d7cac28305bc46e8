import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { ViewList } from '../../src/app/views/view-types.ts'
import type { Report, ReportRow } from '../../src/web/api/report.ts'
import { decimalColumns } from '../../src/web/table/table-model.ts'
import type { BrowserFixture } from './browser-fixture.ts'
import { timeout } from './browser-pages.ts'

export { groupsAt, issuesAt, teamAt } from './report-address.ts'

/** Polls until the expectation holds. */
export function eventually<T>(read: () => Promise<T> | T) {
  return expect.poll(read, { timeout: timeout(), interval: 50 })
}

/** Removes all saved reports, which other tests would find. */
export async function removeSavedReports({ base }: Pick<BrowserFixture, 'base'>): Promise<void> {
  const path = `${base}/rest/tis/report/1.0/api/views`
  const { views } = await answerAt<ViewList>(path)
  for (const { id } of views) await fetch(`${path}/${id}`, { method: 'DELETE', headers: { 'x-sojourn': 'page' } })
}

/** Returns a choice in the URL of a page; `null` if there is none. */
export function chosen(page: Page, name: string): string | null {
  return new URL(page.url()).searchParams.get(name)
}

/** Returns the API parameters in the URL of a page. */
export function parametersOf(page: Page): URLSearchParams {
  const all = [...new URL(page.url()).searchParams]
  return new URLSearchParams(all.filter(([name]) => !/^(report|page|show|view\..*)$/.test(name)))
}

/** Searches for a value and picks it. */
export async function pick(page: Page, label: string, text: string, name: string): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).fill(text)
  await page.locator('.builder-option').filter({ hasText: name }).first().click()
}

/** Returns a choice that is one of a row, as a person clicks on it. */
export function segment(page: Page, text: string): Locator {
  return page.locator('.builder-segment').filter({ hasText: text })
}

/** Lets some time pass on the clock of a page: a list of completions ignores keys at first. */
export function letTimePass(page: Page): Promise<void> {
  return page.evaluate(() => {
    const now = Date.now.bind(Date)
    Date.now = () => now() + 1000
  })
}

/** Requests the report in the URL of a page, with some parameters changed. */
export async function answerOf(
  { base }: BrowserFixture,
  page: Page,
  changes: Readonly<Record<string, string>> = {},
): Promise<Report> {
  // The driver of the browser hears of a new address after a click has ended.
  await eventually(() => chosen(page, 'report')).not.toBeNull()
  const parameters = parametersOf(page)
  for (const [name, value] of Object.entries(changes)) parameters.set(name, value)
  return answerAt<Report>(`${base}/rest/tis/report/1.0/api/${chosen(page, 'report')}?${parameters}`)
}

/** Requests JSON from the server, again while it answers 429 because the requests of the page wait. */
export async function answerAt<T>(address: string): Promise<T> {
  let answer = await fetch(address)
  await eventually(async () => {
    if (answer.status === 429) answer = await fetch(address)
    return answer.status
  }).toBe(200)
  return (await answer.json()) as T
}

/** The rendered part of a table, by column name. */
export interface ShownTable {
  readonly columns: readonly string[]
  readonly rows: readonly Readonly<Record<string, string>>[]
  readonly foot: readonly Readonly<Record<string, string>>[]
}

/** Reads the rendered part of the table. */
export function shownTable(page: Page): Promise<ShownTable> {
  return page.getByRole('grid').evaluate(grid => {
    const heads = [...grid.querySelectorAll('[role=columnheader]')].map(
      head => [head.ariaColIndex, head.querySelector('button')!.ariaLabel!] as const,
    )
    const names = new Map(heads)
    // Excludes the marks next to the text.
    const textOf = (cell: Element) =>
      (cell.querySelector('.table-link, button, .table-text') ?? cell).textContent!.trim()
    const read = (row: Element) =>
      Object.fromEntries(
        [...row.querySelectorAll('[aria-colindex]')].map(cell => [names.get(cell.ariaColIndex)!, textOf(cell)]),
      )
    const rowsIn = (selector: string) =>
      [...grid.querySelectorAll(`${selector} [role=row], ${selector}[role=row]`)]
        .sort((a, b) => Number(a.ariaRowIndex) - Number(b.ariaRowIndex))
        .map(read)
    return { columns: heads.map(([, name]) => name), rows: rowsIn('.table-body-row'), foot: rowsIn('.table-foot') }
  })
}

/** Waits until the table shows the same values as the API, in the same order. */
export async function expectSameNumbers(world: BrowserFixture, page: Page): Promise<Report> {
  await page.locator('.table-body-row').first().waitFor()
  const report = await answerOf(world, page)
  const expected = rowsOf(report, parametersOf(page).has('dateTimeFormat'))
  const valueNames = new Set(report.table.header.valueColumns.map(column => nameOf(report, column)))
  await eventually(async () => {
    const { columns, rows } = await shownTable(page)
    const values = columns.filter(name => valueNames.has(name))
    if (rows.length === 0 || values.length === 0) return 'nothing is shown'
    return rows.flatMap((row, i) =>
      values.flatMap(name => (row[name] === expected[i]?.[name] ? [] : [{ i, name, shown: row[name] }])),
    )
  }).toEqual([])
  return report
}

/** Returns the values of a report as a British browser shows them, by column name: with the same decimals in a column. */
function rowsOf(report: Report, keepsDates: boolean): Readonly<Record<string, string>>[] {
  const names = new Map(report.table.header.valueColumns.map(column => [column.id, nameOf(report, column)]))
  const decimals = new Set(decimalColumns(report))
  const textOf = (cell: ReportRow['valueColumns'][number]) => {
    if (keepsDates) return cell.value ?? ''
    const text = britishText(report, cell)
    return cell.raw !== undefined && decimals.has(cell.id) && !text.includes('.') ? `${text}.0` : text
  }
  return report.table.body.rows.map(({ valueColumns }) =>
    Object.fromEntries(valueColumns.map(cell => [names.get(cell.id)!, textOf(cell)])),
  )
}

/** Returns a value as a British browser shows it: grouped digits and local dates; empty cells stay. */
export function britishText(
  { columnsBy, timeZone }: Pick<Report, 'columnsBy' | 'timeZone'>,
  { value = '', raw }: { readonly value?: string | undefined; readonly raw?: string | undefined },
): string {
  if (raw === undefined) return value
  if (columnsBy.endsWith('Date')) {
    const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone })
    return format.format(Number(raw))
  }
  if (value.includes(':')) return value
  return value.replace(/(?<![.\d])\d+/g, whole => whole.replace(/\B(?=(\d{3})+$)/g, ','))
}

/** Returns the value of a grouping as a British browser shows it: months and days are local. */
export function britishGroup(value: string | undefined): string | undefined {
  const [, month, day] = /^(\d{4}-\d\d)(-\d\d)?$/.exec(value ?? '') ?? []
  if (month === undefined) return value
  const style = { year: 'numeric', month: 'short', timeZone: 'UTC' } as const
  const format = new Intl.DateTimeFormat('en-GB', day === undefined ? style : { ...style, day: 'numeric' })
  return format.format(Date.parse(`${month}${day ?? '-01'}T00:00Z`))
}

function nameOf(
  { table: { header } }: Report,
  { value, baseHeaderId, subHeaderId }: Report['table']['header']['valueColumns'][number],
): string {
  const base = header.baseHeader?.valueColumns.find(({ id }) => id === baseHeaderId)
  const sub = header.subHeader?.valueColumns.find(({ id }) => id === subHeaderId)
  return base && sub ? `${base.value} · ${sub.value}` : value.replace(' -> ', ' → ')
}
