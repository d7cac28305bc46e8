import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import type { Workspace } from '../../src/app/workspace/workspace.ts'
import type { CalendarOrigin } from '../../src/reports/calendars/calendar-origin.ts'
import { fileOf } from '../edge/http/small-tracker.ts'
import { itDrawn } from '../support/drawn-test.ts'
import { type BrowserFixture, FIRST_VISIT, inBrowserOn } from './browser-fixture.ts'
import { chosen, eventually, shownTable } from './page-helpers.ts'
import { addedUser, ownServer } from './servers.ts'

/** One issue: in Doing from Monday 2024-12-23 08:00 to Friday 2024-12-27 12:00 in Berlin. */
const ISSUE = {
  id: '101',
  key: 'WEB-1',
  fields: {
    summary: 'Over Christmas',
    project: { id: '10', key: 'WEB', name: 'Web Shop' },
    status: { id: '5', name: 'Done' },
    created: '2024-12-20T09:00:00.000+0000',
  },
  changelog: {
    histories: [
      ['2024-12-23T07:00:00.000+0000', '1', 'Open', '3', 'Doing'],
      ['2024-12-27T11:00:00.000+0000', '3', 'Doing', '5', 'Done'],
    ].map(([created, from, fromString, to, name], i) => ({
      id: String(i),
      created,
      items: [{ field: 'status', from, fromString, to, toString: name }],
    })),
  },
}

/** The public holidays of a region. */
const BAVARIA: CalendarOrigin = {
  file: null,
  name: null,
  country: 'DE',
  region: 'BY',
  timeZone: null,
  hours: null,
  ics: null,
}

function importIssue({ importFiles }: Workspace): Promise<void> {
  const at = Date.parse('2025-01-10T00:00:00Z')
  return importFiles({ files: [fileOf(JSON.stringify(ISSUE))], lists: {}, skipInvalid: false, at })
}

const REPORT = new URLSearchParams({
  report: 'list',
  filterType: 'project',
  projectKey: 'WEB',
  columnsBy: 'statusDuration',
  statuses: '3',
  dayLength: '24HourDays',
  viewFormat: 'hours',
  asOf: '2025-01-10T00:00:00Z',
})

const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true })

/** Writes the month into the preview, waits for its total, and returns its rows by day. */
async function monthOf(page: Page, month: string, total: string): Promise<readonly string[]> {
  await page.getByLabel('Month', { exact: true }).fill(month)
  const shown = () => page.locator('.calendar-month tfoot').innerText()
  await eventually(async () => (await shown()).replace(/\s+/g, ' ')).toBe(`Total ${total}`)
  const rows = page.locator('.calendar-month tbody tr')
  return rows.evaluateAll(all => all.map(row => [...row.children].map(cell => cell.textContent).join(' | ')))
}

/** Makes the calendar of the tests with the form. */
async function fillIn(page: Page, name: string): Promise<void> {
  await page.getByLabel('Name', { exact: true }).fill(name)
  const zone = page.getByRole('combobox', { name: 'Time zone' })
  await zone.fill('Europe/Berlin')
  await zone.press('Enter')
  await page.getByLabel('Monday: start of period 1').fill('8')
  await page.getByLabel('Monday: end of period 1').fill('1200')
  await page.getByRole('button', { name: 'Add period to Monday' }).click()
  // The new period has the focus.
  await page.keyboard.type('13')
  await page.keyboard.press('Tab')
  await page.keyboard.type('17')
  await page.getByRole('button', { name: "Copy Monday's hours" }).click()
  await page.getByRole('button', { name: 'Remove period 2 of Friday' }).click()
  const country = page.getByRole('combobox', { name: 'Country' })
  await country.fill('Germany')
  await country.press('Enter')
  await page.getByRole('button', { name: 'Add holiday' }).click()
  const holiday = page.getByRole('group', { name: 'Holiday 1' })
  await holiday.getByLabel('Date').fill('2020-12-31')
  await holiday.getByLabel('Name').fill("New Year's Eve")
  await holiday.getByLabel('Every year').check()
  await page.getByRole('button', { name: 'Add exception' }).click()
  const exception = page.getByRole('group', { name: 'Exception 1' })
  await exception.getByLabel('Date').fill('2024-12-24')
  await exception.getByLabel('Name').fill('Half day')
  await exception.getByRole('button', { name: 'Add period' }).click()
  await page.keyboard.type('08:00')
  await page.keyboard.press('Tab')
  await page.keyboard.type('12:00')
}

/** Adds a calendar over HTTP. Returns its id. */
async function added({ base }: BrowserFixture, name: string): Promise<string> {
  const calendar = { name, timeZone: 'UTC', workingTimes: [{ weekday: 'monday', start: '09:00', end: '17:00' }] }
  const headers = { 'content-type': 'application/json', 'x-sojourn': 'page' }
  const answer = await fetch(`${base}/api/calendars`, { method: 'POST', headers, body: JSON.stringify(calendar) })
  return ((await answer.json()) as { id: string }).id
}

inBrowserOn(
  'the calendars on the page',
  () => ownServer({ fill: importIssue }),
  world => {
    it('makes one with a split day, holidays of a country and a half day, and a report uses it', () =>
      world.visit(
        '/',
        async page => {
          await page.getByRole('link', { name: 'New calendar' }).click()
          await fillIn(page, 'Berlin')
          // By hand: 5 Mondays 40 h, 3 Tuesdays 24 h and a half one 4 h, 3 Wednesdays 24 h, 3 Thursdays 24 h, 4 Fridays 16 h.
          const days = await monthOf(page, '2024-12', '19 working days 132 h')
          expect(days.slice(22, 31)).toEqual([
            'Mon 23 | 08:00–12:0013:00–17:00 | 8 h',
            'Tue 24 | 08:00–12:00Exception: Half day | 4 h',
            'Wed 25 | Holiday: Christmas Day | –',
            expect.stringMatching(/^Thu 26 \| Holiday: .+ \| –$/),
            'Fri 27 | 08:00–12:00 | 4 h',
            'Sat 28 | Day off | –',
            'Sun 29 | Day off | –',
            'Mon 30 | 08:00–12:0013:00–17:00 | 8 h',
            "Tue 31 | Holiday: New Year's Eve | –",
          ])
          await save(page).click()
          await page.getByText('Saved Berlin.').waitFor()
          expect(chosen(page, 'page')).toBe('calendars')
          await page.getByRole('link', { name: 'Berlin Mon-Thu 08:00-12:00,13:00-17:00; Fri 08:00-12:00' }).waitFor()
          // Monday 8 h, Tuesday 4 h, two holidays, Friday 4 h.
          await page.goto(`${world.base}/?${REPORT}&calendar=Berlin`)
          await eventually(async () => (await shownTable(page)).rows[0]?.Doing).toBe('16.0')
          // From the report to its calendar, and back.
          await page.locator('[data-part=hours]').click()
          await page.getByRole('link', { name: 'Edit Berlin' }).click()
          await page.getByRole('heading', { name: 'Berlin', level: 1 }).waitFor()
          await page.goBack()
          await eventually(async () => (await shownTable(page)).rows[0]?.Doing).toBe('16.0')
          await page.goForward()
          await page.getByRole('button', { name: 'Remove exception Half day' }).click()
          await monthOf(page, '2024-12', '19 working days 136 h')
          await save(page).click()
          await eventually(async () => (await shownTable(page)).rows[0]?.Doing).toBe('20.0')
          expect(chosen(page, 'page')).toBeNull()
        },
        FIRST_VISIT,
      ))

    itDrawn('chooses a new calendar in the report that asked for it', () =>
      world.visit(
        `/?${REPORT}&calendar=0`,
        async page => {
          await page.locator('[data-part=hours]').click()
          await page.getByRole('link', { name: 'New calendar …' }).click()
          await page.getByLabel('Name', { exact: true }).fill('Nights')
          await page.getByLabel('Monday: start of period 1').fill('22:00')
          await page.getByLabel('Monday: end of period 1').fill('06:00')
          await page.getByText('next day', { exact: true }).waitFor()
          await page.getByRole('button', { name: "Copy Monday's hours" }).click()
          await save(page).click()
          // UTC: Tuesday, Wednesday and Thursday 8 h each, Monday from 22:00 and Friday until 06:00.
          await eventually(async () => (await shownTable(page)).rows[0]?.Doing).toBe('32.0')
          expect(chosen(page, 'calendar')).toBe(await idNamed(world, 'Nights'))
        },
        FIRST_VISIT,
      ),
    )

    it('marks mistakes at their fields, and focuses the first', () =>
      world.visit('/?page=new-calendar', async page => {
        await page.getByLabel('Tuesday: end of period 1').fill('26')
        await page.getByRole('button', { name: 'Add period to Friday' }).click()
        await page.getByLabel('Friday: start of period 2').fill('16:00')
        await page.getByLabel('Friday: end of period 2').fill('18:00')
        await page.getByRole('button', { name: 'Add holiday' }).click()
        await save(page).click()
        const name = page.getByLabel('Name', { exact: true }).first()
        await eventually(() => name.evaluate(one => one === document.activeElement)).toBe(true)
        await page.getByText('The calendar is not saved.').waitFor()
        const marked = () =>
          page
            .locator('form [aria-invalid=true]')
            .evaluateAll(all => all.map(one => one.getAttribute('aria-label') ?? one.id.replace(/.*/, 'Name')))
        expect(await marked()).toEqual([
          ...['Name', 'Tuesday: end of period 1', 'Friday: start of period 2', 'Friday: end of period 2', 'Date'],
        ])
        const described = page.getByLabel('Tuesday: end of period 1')
        const id = await described.getAttribute('aria-describedby')
        expect(await page.locator(`[id="${id}"]`).textContent()).toBe("'26:00' is not a time HH:mm.")
        await page.getByText('16:00-18:00 overlaps 09:00-17:00.').first().waitFor()
        await name.fill('Corrected')
        await page.getByLabel('Tuesday: end of period 1').fill('17:00')
        await page.getByRole('button', { name: 'Remove period 2 of Friday' }).click()
        await page.getByRole('button', { name: /^Remove holiday/ }).click()
        await save(page).click()
        await page.getByText('Saved Corrected.').waitFor()
      }))

    itDrawn('keeps unsaved changes until they are saved or discarded', async () => {
      const id = await added(world, 'Draft')
      await world.visit(`/?page=calendar:${id}`, async page => {
        const name = page.getByLabel('Name', { exact: true })
        await name.fill('Other name')
        await page.getByRole('link', { name: 'All calendars' }).click()
        await page.getByRole('link', { name: /^Draft Unsaved changes/ }).waitFor()
        await page.goBack()
        await page.getByText('These are your unsaved changes.').waitFor()
        expect(await name.inputValue()).toBe('Other name')
        await page.getByRole('button', { name: 'Discard them' }).click()
        expect(await name.inputValue()).toBe('Draft')
        await page.getByRole('link', { name: 'All calendars' }).click()
        await page.getByRole('link', { name: /^Draft/ }).waitFor()
        expect(await page.getByText('Unsaved changes').count()).toBe(0)
      })
    })

    it('never undoes the change of somebody else silently', async () => {
      const id = await added(world, 'Shared')
      await world.visit(`/?page=calendar:${id}`, async page => {
        const name = page.getByLabel('Name', { exact: true })
        const rename = async (to: string) => {
          const { calendars } = world.server.workspace
          await calendars.replaceFile(id, { ...(await calendars.show(id)), name: to }, null)
        }
        await name.fill('Mine')
        await rename('Theirs')
        await save(page).click()
        await page.getByText('Somebody else changed this calendar').waitFor()
        await page.getByRole('button', { name: 'Discard mine' }).click()
        await eventually(() => name.inputValue()).toBe('Theirs')
        await name.fill('Mine again')
        await rename('Theirs again')
        await save(page).click()
        await page.getByRole('button', { name: 'Save mine' }).click()
        await page.getByText('Saved Mine again.').waitFor()
      })
    })

    itDrawn('removes one after it names the saved reports that use it', async () => {
      const id = await added(world, 'Old')
      await world.visit(`/?${REPORT}&calendar=${id}`, async page => {
        await page.getByRole('button', { name: 'Saved reports' }).click()
        await page.getByLabel('Save this report as').fill('Old hours')
        await page.getByRole('button', { name: 'Save', exact: true }).click()
        await page.getByText('Saved as “Old hours”.').waitFor()
        await page.goto(`${world.base}/?page=calendar:${id}`)
        await page.getByRole('button', { name: 'Make default' }).click()
        await page.getByText('Old is the default calendar.').waitFor()
        expect(await page.getByRole('button', { name: 'Remove', exact: true }).count()).toBe(0)
        await world.server.workspace.calendars.makeDefault('0')
        await page.reload()
        await page.getByRole('button', { name: 'Remove', exact: true }).click()
        await page.getByRole('alertdialog').getByText('This saved report uses it: Old hours.').waitFor()
        await page.getByRole('button', { name: 'Remove the calendar' }).click()
        await page.getByText('Removed Old.').waitFor()
        expect(chosen(page, 'page')).toBe('calendars')
        expect(await page.getByRole('link', { name: /^Old/ }).count()).toBe(0)
      })
    })

    itDrawn('is made with the keyboard only, on a phone', () =>
      world.visit(
        '/?page=calendars',
        async page => {
          const focusedName = () =>
            page.evaluate(() => {
              const one = document.activeElement as HTMLInputElement | null
              return one?.labels?.[0]?.textContent ?? one?.getAttribute('aria-label') ?? one?.textContent ?? ''
            })
          const tabTo = async (name: string) => {
            for (let i = 0; i < 60 && (await focusedName()) !== name; i++) await page.keyboard.press('Tab')
            expect(await focusedName()).toBe(name)
          }
          await eventually(focusedName).toBe('Working calendars')
          await tabTo('New calendar')
          await page.keyboard.press('Enter')
          await eventually(focusedName).toBe('New calendar')
          await tabTo('Name')
          await page.keyboard.type('Phone')
          await tabTo('Add period to Saturday')
          await page.keyboard.press('Enter')
          await eventually(focusedName).toBe('Saturday: start of period 1')
          await tabTo('Remove period 1 of Saturday')
          await page.keyboard.press('Enter')
          await eventually(focusedName).toBe('Add period to Saturday')
          await tabTo('Country')
          await page.keyboard.type('Austria')
          await page.keyboard.press('Enter')
          await tabTo('Region')
          expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
          await tabTo('Save')
          await page.keyboard.press('Enter')
          await page.getByText('Saved Phone.').waitFor()
          await page.getByRole('link', { name: /^Phone .*Public holidays: Austria$/ }).waitFor()
        },
        { viewport: { width: 390, height: 844 } },
      ),
    )
  },
)

async function idNamed({ base }: BrowserFixture, name: string): Promise<string | undefined> {
  const body = (await (await fetch(`${base}/api/calendars`)).json()) as { calendars: { id: string; name: string }[] }
  return body.calendars.find(one => one.name === name)?.id
}

inBrowserOn(
  'the calendars of users who are no administrators',
  () => {
    const fill = ({ calendars }: Workspace) => calendars.add(null, BAVARIA)
    return ownServer({ access: 'tokens', fill })
  },
  world => {
    it('are shown with their preview, without a form', () =>
      world.visit('/?page=calendar:1', async page => {
        await page.getByLabel('Token').fill(await addedUser(world.server.workspace, 'ann'))
        await page.getByRole('button', { name: 'Sign in' }).click()
        await page.getByRole('heading', { name: 'Germany, Bayern', level: 1 }).waitFor()
        await page.getByText('Only administrators can change calendars.').waitFor()
        await monthOf(page, '2024-12', '20 working days 160 h')
        for (const button of ['Save', 'Remove', 'Make default', 'Add holiday']) {
          expect(await page.getByRole('button', { name: button, exact: true }).count()).toBe(0)
        }
        await page.getByRole('link', { name: 'All calendars' }).click()
        await page.getByRole('link', { name: /^Germany, Bayern/ }).waitFor()
        expect(await page.getByRole('link', { name: 'New calendar' }).count()).toBe(0)
        await page.getByRole('link', { name: 'Start page', exact: true }).click()
        await page.getByRole('region', { name: 'Working calendars' }).waitFor()
        expect(await page.getByRole('link', { name: 'New calendar' }).count()).toBe(0)
      }))
  },
)
