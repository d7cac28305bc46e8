import type { Page } from 'playwright-core'
import type { CalendarDetails } from '../../src/reports/page/page-types.ts'
import type { PageState } from './page-states.ts'

/** The pages of calendars. Nothing here may need Vitest. */
export const CALENDAR_STATES: readonly PageState[] = [
  {
    name: 'the calendars',
    path: '/?page=calendars',
    make: page => page.getByRole('link', { name: /^Business hours/ }).waitFor(),
  },
  { name: 'a calendar, read only', path: '/?page=calendar:0', make: monthShown },
  { name: 'a calendar', path: '/?page=calendar:0', mock: withOwnCalendar, make: monthShown },
  { name: 'a new calendar', path: '/?page=new-calendar', make: monthShown },
  { name: 'a calendar with mistakes', path: '/?page=new-calendar', make: makeMistakes },
  {
    name: 'the removal of a calendar',
    path: '/?page=calendar:0',
    mock: withOwnCalendar,
    make: async page => {
      await monthShown(page)
      await page.getByRole('button', { name: 'Remove', exact: true }).click()
      await page.getByRole('alertdialog').waitFor()
    },
  },
  {
    name: 'a calendar that somebody else changed',
    path: '/?page=calendar:0',
    mock: withOwnCalendar,
    make: async page => {
      await monthShown(page)
      await page.getByLabel('Name', { exact: true }).first().fill('Berlin support, first and second line')
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByText('Somebody else changed this calendar').waitFor()
    },
  },
]

async function monthShown(page: Page): Promise<void> {
  await page.getByLabel('Month', { exact: true }).fill('2024-12')
  await page.locator('.calendar-month caption').getByText('December 2024').waitFor({ state: 'attached' })
}

/** Makes mistakes in all sections, and opens a list of options. */
async function makeMistakes(page: Page): Promise<void> {
  await monthShown(page)
  await page.getByLabel('Monday: start of period 1').fill('25:00')
  await page.getByRole('button', { name: 'Add holiday' }).click()
  await page.getByRole('button', { name: 'Add exception' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('The name is empty.').first().waitFor()
  await page.getByRole('combobox', { name: 'Country' }).click()
  await page.getByRole('option', { name: 'Germany' }).waitFor()
}

/** Shows the built-in calendar as one of a company, which somebody else changes. */
async function withOwnCalendar(page: Page): Promise<void> {
  await page.route('**/api/calendars/0', async route => {
    if (route.request().method() !== 'GET') {
      const json = { code: 'CALENDAR_CHANGED', detail: 'The calendar was changed.' }
      return route.fulfill({ status: 412, headers: { 'x-error-code': json.code }, json })
    }
    const found = (await (await route.fetch()).json()) as CalendarDetails
    const { timeZone } = found
    const split = found.definition.workingTimes.flatMap(({ weekday }) => [
      { weekday, start: '08:00', end: '12:00' },
      { weekday, start: '13:00', end: '17:00' },
    ])
    const own: CalendarDetails = {
      ...found,
      name: 'Berlin support',
      isBuiltIn: false,
      isDefault: false,
      location: 'Germany',
      definition: {
        name: 'Berlin support',
        timeZone,
        workingTimes: [...split.slice(0, -1), { weekday: 'friday', start: '22:00', end: '06:00' }],
        publicHolidays: { country: 'DE', firstYear: 2000, lastYear: 2040 },
        holidays: [{ name: "New Year's Eve", date: '2020-12-31', recurring: true }],
        exceptions: [
          { date: '2024-12-24', name: 'Christmas Eve', workingTimes: [{ start: '08:00', end: '12:00' }] },
          { date: '2024-12-27', name: 'Bridge day', workingTimes: [] },
        ],
      },
      leftOut: [
        { date: '2024-12-25', name: 'Christmas Day' },
        { date: '2024-12-26', name: 'Boxing Day' },
      ],
    }
    return route.fulfill({ json: own })
  })
}
