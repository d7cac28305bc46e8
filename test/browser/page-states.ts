import type { BrowserContextOptions, Page } from 'playwright-core'
import type { View, ViewList } from '../../src/app/views/view-types.ts'
import type { ManagedConnection, PageCatalogue, PageSync } from '../../src/reports/page/page-types.ts'
import { CALENDAR_STATES } from './calendar-states.ts'
import { CONNECTION_STATES } from './connection-states.ts'
import { withManyDots } from './many-dots.ts'
import { AS_OF, groupsAt, issuesAt, teamAt } from './report-address.ts'
import { CONNECTION, PROJECT } from './sample-connection.ts'

/**
 * A state of the page on the demo. The tests of accessibility, layout and pictures visit all of them or some, and so does
 * `npm run pictures`. Nothing here may need Vitest.
 */
export interface PageState {
  readonly name: string
  readonly path: string
  /** Replaces answers of the server, before the page opens. */
  readonly mock?: (page: Page) => Promise<unknown>
  /** Brings the open page to the state. */
  readonly make?: (page: Page) => Promise<void>
  /** Only on phones or only on wide screens, where the state exists. */
  readonly only?: 'phone' | 'wide'
  /** With the panel of all settings, which is closed at first. */
  readonly hasPanel?: boolean
}

const NOW = '2025-07-01T09:00:00.000Z'

const SYNC: PageSync = { syncedAt: NOW, behind: [], unread: { count: 0, first: [] } }

const CONNECTIONS: readonly ManagedConnection[] = [
  { ...CONNECTION, address: 'https://jira.example.org', syncedAt: NOW },
  { ...CONNECTION, name: 'cloud', state: 'needs-token', reason: 'The tracker refused the token.' },
  { ...CONNECTION, name: 'big', state: 'backfilling', projects: [{ ...PROJECT, stored: 750, due: 250 }] },
]

const METRICS = JSON.stringify([
  { name: 'Lead time', to: { id: '10001' } },
  { name: 'Cycle time', from: { id: '3' }, to: { id: '10001' } },
])

const CELL = issuesAt({ calendar: '0', dayLength: 'businessDays', pageSize: '25', 'view.open': 'cell:WEB-913:10100' })
const QUERY = { filterType: 'customjql', projectKey: '' }

/** What some report types need in addition. */
const NEEDED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  groupDuration: { groups: 'web-team,testers' },
  statusDurationByGroup: { groups: 'web-team,testers' },
  groupDurationByStatus: { groups: 'web-team,testers' },
  anyfieldDuration: { historyFields: 'priority' },
  anyFieldCount: { historyFields: 'priority' },
  durationBetweenStatuses: { dbsMetrics: METRICS },
}

const REPORT_TYPES = [
  ...['durationBetweenStatuses', 'assigneeDuration', 'assigneeDurationByStatus', 'groupDuration'],
  ...['statusDurationByGroup', 'groupDurationByStatus', 'anyfieldDuration', 'statusCount', 'transitionCount'],
  'anyFieldCount',
]

const DATE_TYPES = [
  ...['firstTransitionToStatusDate', 'firstTransitionFromStatusDate'],
  ...['lastTransitionToStatusDate', 'lastTransitionFromDate'],
]

const CHART_KINDS = ['bars', 'stackedBars', 'columns', 'stackedColumns', 'pie', 'box', 'heat']

const HOME: readonly PageState[] = [
  { name: 'home', path: '/', make: demoShown },
  {
    name: 'home of an empty store',
    path: '/',
    mock: page => withCatalogue(page, { isDemo: false, projects: [], issues: 0, lastUpdate: null }),
    make: page => page.getByText('There are no issues yet.').waitFor(),
  },
  {
    name: 'home with saved reports and connections',
    path: '/',
    mock: async page => {
      await withCatalogue(page, { isDemo: false, isConnected: true })
      await page.route('**/api/sync', route => route.fulfill({ json: SYNC }))
      await page.route('**/api/connections', route => route.fulfill({ json: { connections: CONNECTIONS } }))
      await withViews(page)
    },
    make: page => page.getByRole('region', { name: 'Connections' }).waitFor(),
  },
  {
    name: 'the sign-in',
    path: '/',
    mock: page =>
      page.route('**/api/catalogue', route => route.fulfill({ status: 401, json: { messages: ['Sign in.'] } })),
    make: page => page.getByRole('heading', { name: 'Sign in' }).waitFor(),
  },
]

const teamShown = async (page: Page) => {
  await page.getByRole('heading', { name: 'Needs attention' }).waitFor()
  await page.locator('.team-chart canvas').nth(4).waitFor()
}

const TEAM: readonly PageState[] = [
  { name: 'the screen of a team', path: teamAt(), make: teamShown },
  {
    name: 'the screen of a team, with the issues of a number',
    path: teamAt({ 'view.open': 'items:state=inProgress&only=overSle' }),
    make: async page => {
      await teamShown(page)
      await page.getByRole('dialog').getByRole('link', { name: 'WEB-241' }).waitFor()
    },
  },
  {
    name: 'the tables of the charts of a team',
    path: teamAt({ bucket: 'quarter' }),
    make: async page => {
      await teamShown(page)
      for (const summary of await page.locator('.team-table summary').all()) await summary.click()
      await page.locator('.team-rows').last().waitFor()
    },
  },
  {
    name: 'a team with 10,000 finished issues',
    path: teamAt(),
    mock: withManyDots,
    make: async page => {
      await teamShown(page)
      await page.getByText('Only the last 10,000').waitFor()
    },
  },
  {
    name: 'the menu of the image of a chart',
    path: teamAt(),
    make: async page => {
      await teamShown(page)
      await page.getByRole('button', { name: 'Save “Cumulative flow” as an image' }).click()
      await page.getByRole('button', { name: 'Save as SVG' }).waitFor()
    },
  },
  {
    name: 'the screen of a team without finished issues',
    path: teamAt({ filterType: 'customjql', projectKey: '', customjql: 'project = WEB AND resolution = EMPTY' }),
    make: async page => {
      await page.getByText('No issue has finished yet.').first().waitFor()
    },
  },
  {
    name: 'the screen of a team with few finished issues',
    path: teamAt({ filterType: 'customjql', projectKey: '', customjql: 'project = WEB AND priority = Highest' }),
    make: async page => {
      await page.getByText('which is too few for a forecast').waitFor()
    },
  },
  {
    name: 'an invalid number of issues to finish',
    path: teamAt({ from: 'startOfWeek(-3)', compare: '2025-01-01..2025-02-01', weeks: '26' }),
    make: async page => {
      await teamShown(page)
      await page.getByLabel('Issues to finish').fill('0')
      await page.getByText('A number from 1 to 10,000').waitFor()
    },
  },
]

const TABLES: readonly PageState[] = [
  { name: 'an aggregation', path: groupsAt(), make: totalsShown },
  {
    name: 'an aggregation with all settings',
    path: groupsAt(),
    make: async page => {
      await totalsShown(page)
      for (const name of ['Rows', 'Columns', 'Time', 'Format']) await openGroup(page, name)
    },
    hasPanel: true,
    only: 'wide',
  },
  {
    name: 'a composite report with a heat map',
    path: groupsAt({ columnsBy: 'statusDurationByAssignee', 'view.table.shading': 'heat' }),
    make: totalsShown,
  },
  {
    name: 'grouped rows with subtotals and selected cells',
    path: groupsAt({ groupByFields: 'issuetype,priority', 'view.table.pinned': '["3"]' }),
    make: async page => {
      await totalsShown(page)
      await page.getByRole('grid').focus()
      await page.keyboard.press('ControlOrMeta+a')
      await page.locator('.table-selected').first().waitFor()
    },
  },
  {
    name: 'collapsed groups',
    path: groupsAt({ groupByFields: 'issuetype,priority' }),
    make: async page => {
      await totalsShown(page)
      await page.locator('.table-group-row button').first().click()
    },
  },
  { name: 'a list', path: issuesAt({ pageSize: '25' }), make: totalsShown },
  {
    name: 'a sorted list with fields, shaded',
    path: issuesAt({
      fields: 'assignee,priority,created',
      orderBy: '3',
      orderDir: 'desc',
      'view.table.shading': 'heat',
    }),
    make: totalsShown,
  },
  {
    name: 'the menu of columns',
    path: groupsAt(),
    make: async page => {
      await openPopup(page, 'Columns')
      await page.getByRole('button', { name: 'Pin Testing' }).click()
    },
  },
  ...REPORT_TYPES.map(name => ({
    name: `the report ${name}`,
    path: groupsAt({ columnsBy: name, ...NEEDED[name] }),
    make: totalsShown,
  })),
  ...DATE_TYPES.map(name => ({
    name: `the report ${name}`,
    path: issuesAt({ columnsBy: name, pageSize: '25' }),
    make: rowsShown,
  })),
]

const CHARTS: readonly PageState[] = [
  ...CHART_KINDS.map(kind => ({
    name: `the chart ${kind}`,
    path: groupsAt({ show: 'chart', aggregationType: 'sum', 'view.chart.kind': kind }),
    make: chartShown,
  })),
  {
    name: 'a chart over time',
    path: groupsAt({ show: 'chart', groupByFields: 'date:month:resolved' }),
    make: chartShown,
  },
  {
    name: 'a chart with many columns',
    path: groupsAt({ columnsBy: 'statusDurationByAssignee', aggregationType: 'sum', show: 'chart' }),
    make: async page => {
      await chartShown(page)
      await page.locator('.chart-rest summary').click()
      await page.getByRole('searchbox', { name: 'Search', exact: true }).waitFor()
    },
  },
  {
    name: 'a refused chart',
    path: groupsAt({ show: 'chart', 'view.chart.kind': 'pie' }),
    make: page => page.getByText('would mislead').waitFor(),
  },
]

const DRAWERS: readonly PageState[] = [
  {
    name: 'the issues of a row',
    path: groupsAt({ 'view.open': 'row:["Bug"]' }),
    make: page => page.locator('.drilldown-issues').waitFor(),
  },
  {
    name: 'the explanation of a cell',
    path: CELL,
    make: async page => {
      await page.locator('.drilldown-days summary').first().click()
      await page.locator('.drilldown-days td').first().waitFor()
    },
  },
  {
    name: 'the timeline of an issue',
    path: issuesAt({ pageSize: '25', 'view.open': 'issue:WEB-913' }),
    make: page => page.locator('.drilldown-stays').first().waitFor(),
  },
]

const CHIPS: readonly PageState[] = [
  ...['measure', 'issues', 'rows', 'columns', 'hours', 'dates', 'more'].map(part => ({
    name: `the open chip ${part}`,
    path: groupsAt({ columnsBy: 'assigneeDuration' }),
    make: (page: Page) => openPart(page, part),
  })),
  {
    name: 'a chip with an open list of options',
    path: groupsAt(),
    make: async page => {
      await openPart(page, 'columns')
      await page.getByRole('combobox', { name: 'Show only this status' }).click()
      await page.locator('.builder-option').first().waitFor()
    },
  },
  {
    name: 'a chip with a query',
    path: groupsAt({ ...QUERY, customjql: 'project = WEB' }),
    make: async page => {
      await openPart(page, 'issues')
      await page.locator('.cm-content').waitFor()
    },
  },
  {
    name: 'a chip with a missing setting',
    path: groupsAt({ calendar: '0' }),
    make: async page => {
      await page.locator('[data-part=hours].wrong').click()
      await page.getByRole('combobox', { name: 'Length of a day' }).waitFor()
    },
  },
  {
    name: 'a question without issues',
    path: '/',
    make: async page => {
      await demoShown(page)
      await page.locator('[data-part=measure]').click()
      await page.getByRole('option', { name: 'Visits to status' }).click()
      await page.keyboard.press('Escape')
      await page.locator('[data-part=issues].wanted').waitFor()
    },
  },
  {
    name: 'a report of no user groups',
    path: groupsAt({ columnsBy: 'groupDuration' }),
    make: async page => {
      await page.locator('[data-part=columns]').click()
      await page.getByRole('combobox', { name: 'User groups' }).waitFor()
    },
  },
  {
    name: 'an open menu with a submenu',
    path: groupsAt({ statuses: '3,10100,10101' }),
    make: async page => {
      await openGroup(page, 'Columns')
      await openSubmenu(page)
    },
    hasPanel: true,
    only: 'wide',
  },
  {
    name: 'a menu on a phone',
    path: groupsAt({ statuses: '3,10100,10101' }),
    make: async page => {
      await openSheet(page)
      await openGroup(page, 'Columns')
      await openSubmenu(page)
    },
    only: 'phone',
  },
  { name: 'the report settings on a phone', path: groupsAt(), make: openSheet, only: 'phone' },
]

const ERRORS: readonly PageState[] = [
  {
    name: 'an empty report',
    path: groupsAt({ startDate: '2031-01-01', dateRangeField: 'created' }),
    make: page => page.getByText('No issues match.').waitFor(),
  },
  {
    name: 'a query with an error',
    path: groupsAt({ ...QUERY, customjql: 'statos = Done' }),
    make: async page => {
      await page.locator('.jql-problem').first().waitFor()
      await page.getByRole('alert').first().waitFor()
    },
    hasPanel: true,
    only: 'wide',
  },
  {
    name: 'a chip with a wrong query',
    path: groupsAt({ ...QUERY, customjql: 'statos = Done' }),
    make: async page => {
      await page.getByRole('alert').first().waitFor()
      await page.locator('[data-part=issues].wrong').click()
      await page.locator('.jql-problem').first().waitFor()
    },
  },
  {
    name: 'several invalid settings',
    path: groupsAt({ viewFormat: 'weeks', calendar: 'gone', aggregationType: 'most' }),
    make: page => page.getByRole('alert').first().waitFor(),
  },
  {
    name: 'invalid settings with details',
    path: groupsAt({ viewFormat: 'weeks', calendar: 'gone', user: 'anna', groupByFields: 'date:moon:created' }),
    make: page => page.getByRole('alert').getByText('Details').click(),
  },
  {
    name: 'a chip with a wrong setting',
    path: groupsAt({ aggregationType: 'most' }),
    make: async page => {
      await page.locator('[data-part=measure].wrong').click()
      await page.getByRole('combobox', { name: 'Show', exact: true }).waitFor()
    },
  },
  {
    name: 'invalid settings next to all settings',
    path: groupsAt({
      viewFormat: 'weeks',
      calendar: 'gone',
      user: 'anna',
      startDate: 'soon',
      dateRangeField: 'created',
    }),
    make: page => page.getByRole('alert').first().waitFor(),
    hasPanel: true,
    only: 'wide',
  },
  {
    name: 'a canceled report',
    path: groupsAt(),
    mock: page => page.route('**/api/aggregation', () => {}),
    make: async page => {
      await page.getByText(/^Running/).waitFor()
      await page.keyboard.press('Escape')
      await page
        .getByText(/was canceled|[Cc]anceled/)
        .first()
        .waitFor()
    },
  },
  {
    name: 'a running report',
    path: groupsAt(),
    mock: page => page.route('**/api/aggregation', () => {}),
    make: page => page.getByText(/^Running/).waitFor(),
  },
  {
    name: 'an unreachable server',
    path: '/',
    mock: async page => {
      await page.route('**/api/catalogue', route => route.abort('connectionrefused'))
      await page.route('**/healthz', route => route.abort('connectionrefused'))
    },
    make: page => page.getByRole('heading', { name: 'Cannot reach Sojourn.' }).waitFor(),
  },
  failing(
    'a lost permission',
    403,
    "You don't have permission to do this. Only members of the group administrators do.",
  ),
  failing(
    'too many requests',
    429,
    'You have 4 aggregations or flow requests running already, the maximum for one user.',
  ),
  failing('a stopping server', 503, 'The server is being stopped.'),
  {
    name: 'a lost connection',
    path: groupsAt(),
    make: async page => {
      await rowsShown(page)
      await page.context().setOffline(true)
      await page.getByRole('button', { name: 'Run again' }).click()
      await page.getByText('Connection lost.').waitFor()
    },
  },
]

const MENUS: readonly PageState[] = [
  {
    name: 'no saved reports',
    path: groupsAt(),
    make: async page => {
      await openPopup(page, 'Saved reports')
    },
  },
  {
    name: 'the saved reports',
    path: groupsAt(),
    mock: withViews,
    make: async page => {
      await openPopup(page, 'Saved reports')
      await page.getByText('Reviews by quarter').first().waitFor()
    },
  },
  { name: 'the share menu', path: issuesAt({ pageSize: '25' }), make: page => openPopup(page, 'Share') },
  { name: 'the theme menu', path: groupsAt(), make: page => openPopup(page, 'Theme') },
  {
    name: 'the menu of the caller',
    path: groupsAt(),
    mock: page => withCatalogue(page, { caller: { login: 'anna', isAdministrator: true } }),
    make: page => openPopup(page, 'anna'),
  },
  {
    name: 'a download',
    path: issuesAt({ pageSize: '25' }),
    make: async page => {
      await openPopup(page, 'Download')
      await page.getByLabel('File format').selectOption('spreadsheet')
    },
  },
  {
    name: 'a complete download',
    path: issuesAt({ pageSize: '25' }),
    make: async page => {
      await openPopup(page, 'Download')
      await page.locator('.shell-popup-panel').getByRole('button', { name: 'Download' }).click()
      await page
        .getByText(/issues, .* kB/)
        .last()
        .waitFor()
    },
  },
  {
    name: 'the keys',
    path: groupsAt(),
    make: async page => {
      await rowsShown(page)
      await page.getByRole('button', { name: 'Keys' }).click()
    },
    only: 'wide',
  },
  {
    name: 'what a report means',
    path: groupsAt(),
    make: async page => {
      await rowsShown(page)
      await page.locator('.shell-help summary').click()
    },
  },
  {
    name: 'a printed list',
    path: issuesAt({ pageSize: '25' }),
    make: async page => {
      await rowsShown(page)
      await page.emulateMedia({ media: 'print' })
      await page.locator('.table-print table').first().waitFor()
    },
    only: 'wide',
  },
]

/** All states, each with a name of its own. */
export const PAGE_STATES: readonly PageState[] = [
  ...HOME,
  ...TEAM,
  ...TABLES,
  ...CHARTS,
  ...DRAWERS,
  ...CHIPS,
  ...ERRORS,
  ...MENUS,
  ...CALENDAR_STATES,
  ...CONNECTION_STATES,
]

/** Returns the states that exist at a width of the screen, in pixels. */
export function statesAt(width: number): readonly PageState[] {
  const absent = width <= 900 ? 'wide' : 'phone'
  return PAGE_STATES.filter(({ only }) => only !== absent)
}

/** Returns the options of a browser context for a state: a locale, no animations, and the preferences of the page at `base`. */
export function contextFor({ hasPanel = false }: PageState, base: string): BrowserContextOptions {
  return {
    locale: 'en-GB',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
    deviceScaleFactor: 1,
    storageState: {
      cookies: [],
      origins: hasPanel ? [{ origin: base, localStorage: [{ name: 'sojourn.panel', value: 'open' }] }] : [],
    },
  }
}

/** Opens the server at `base` in a state. */
export async function openState(page: Page, base: string, { path, mock, make }: PageState): Promise<void> {
  await mock?.(page)
  await page.goto(base + path)
  await make?.(page)
}

/** Opens a group of the panel of all settings. */
export async function openGroup(page: Page, name: string): Promise<void> {
  const head = page.getByRole('button', { name: new RegExp(`^${name}`) }).and(page.locator('.builder-group-head'))
  if ((await head.getAttribute('aria-expanded')) === 'false') await head.click()
}

/** Opens the panel of all settings as a sheet, as on a phone. */
async function openSheet(page: Page): Promise<void> {
  await rowsShown(page)
  await page.getByRole('button', { name: 'Edit the report' }).click()
  await page.locator('.builder').waitFor()
}

async function openSubmenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Move, combine or remove Code Review' }).click()
  await page.getByRole('menuitem', { name: 'Combine with' }).click()
  await page.getByRole('menuitem', { name: 'Testing' }).waitFor()
}

async function openPart(page: Page, part: string): Promise<void> {
  await rowsShown(page)
  await page.locator(`[data-part=${part}]`).click()
  await page.locator('.question-popup').waitFor()
}

async function openPopup(page: Page, name: string): Promise<void> {
  await rowsShown(page)
  await page.getByRole('button', { name, exact: true }).click()
  await page.locator('.shell-popup-panel').waitFor()
}

async function rowsShown(page: Page): Promise<void> {
  await page.locator('.table-body-row').first().waitFor()
}

/** Waits for the totals too: they arrive later. */
async function totalsShown(page: Page): Promise<void> {
  await rowsShown(page)
  await page.locator('.table-foot').waitFor()
}

async function chartShown(page: Page): Promise<void> {
  await page.locator('canvas').first().waitFor()
}

async function demoShown(page: Page): Promise<void> {
  await page.getByText('made-up issues').waitFor()
}

/** Changes the catalogue of the server. */
async function withCatalogue(page: Page, changes: Partial<PageCatalogue>): Promise<void> {
  await page.route('**/api/catalogue', async route => {
    const catalogue = (await (await route.fetch()).json()) as PageCatalogue
    await route.fulfill({ json: { ...catalogue, ...changes } })
  })
}

/** Answers with two saved reports. */
async function withViews(page: Page): Promise<void> {
  const parameters = [...new URLSearchParams(groupsAt().slice(2))].map(([name, value]) => ({ name, value }))
  const own: Omit<View, 'id' | 'name'> = {
    sharing: 'private',
    group: null,
    endpoint: 'aggregation',
    display: [],
    owner: null,
    isOwn: true,
    mayRemove: true,
    created: AS_OF,
    updated: AS_OF,
    parameters,
  }
  const views = ['Reviews by quarter', 'Where work waits in Web Shop, in working hours of Berlin'].map((name, i) => ({
    ...own,
    id: String(i + 1),
    name,
  }))
  const list: ViewList = { views, total: views.length, startIndex: 0, groups: [] }
  await page.route('**/api/views*', route => route.fulfill({ json: list }))
}

/** A state in which the server rejects the report. */
function failing(name: string, status: number, message: string): PageState {
  return {
    name,
    path: groupsAt(),
    mock: page => page.route('**/api/aggregation', route => route.fulfill({ status, json: { messages: [message] } })),
    make: page => page.getByRole('alert').first().waitFor(),
  }
}
