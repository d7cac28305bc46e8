import type { Page } from 'playwright-core'
import type { FoundTracker, ManagedConnection, PageCatalogue, PageSync } from '../../src/reports/page/page-types.ts'
import type { PageState } from './page-states.ts'
import { CONNECTION, PROJECT } from './sample-connection.ts'

const SYNCED = '2025-07-01T09:00:00.000Z'
const NEW = '/?page=new-connection'
const OWN = '/?page=connection:jira'

const FOUND: FoundTracker = {
  product: 'Jira Data Center',
  version: '9.12.0',
  address: 'https://jira.example.org',
  account: 'Sync',
  timeZone: 'Europe/Berlin',
  isAdministrator: false,
  limitations: ['It may not read security levels: issues with a level are left out.'],
  projects: ['Website', 'Operations', 'Research and development', 'Support'].map(name => ({
    key: name.slice(0, 3).toUpperCase(),
    name,
  })),
}

const LIVE: ManagedConnection = {
  ...CONNECTION,
  address: FOUND.address,
  timeZone: 'Europe/Berlin',
  permissions: 'tracker',
  syncedAt: SYNCED,
  nextRound: '2025-07-01T09:05:00.000Z',
  projects: [
    { ...PROJECT, stored: 12_480, expected: 12_480, census: SYNCED },
    { ...PROJECT, key: 'OPS', name: 'Operations', stored: 310, due: 3, failed: 1, reason: 'OPS-17 cannot be read.' },
  ],
  unread: {
    count: 1,
    issues: [
      {
        id: '10117',
        name: 'OPS-17',
        project: 'OPS',
        since: '2025-07-01T08:20:00.000Z',
        reason: 'The answer was cut off.',
        nextTry: '2025-07-01T10:00:00.000Z',
      },
    ],
  },
  lastRound: {
    kind: 'changes',
    started: SYNCED,
    ended: SYNCED,
    fetched: 14,
    changed: 14,
    gone: 1,
    failed: 1,
    requests: 9,
    error: null,
  },
}

const FILLING: ManagedConnection = {
  ...LIVE,
  state: 'backfilling',
  syncedAt: null,
  lastRound: null,
  nextRound: null,
  projects: LIVE.projects.map(project => ({ ...project, due: 5000, census: null })),
  running: {
    phase: 'reading issues',
    done: 12_790,
    total: 22_790,
    issuesPerSecond: 84,
    remainingMs: 119_000,
    waitedMs: 12_000,
  },
}

const REFUSED: ManagedConnection = {
  ...LIVE,
  state: 'needs-token',
  reason: 'The tracker refused the token: status 401.',
}

const SYNC: PageSync = {
  syncedAt: SYNCED,
  behind: [],
  unread: { count: 1, first: [{ name: 'OPS-17', since: '2025-07-01T08:20:00.000Z' }] },
}

/** The pages of connections. Nothing here may need Vitest. */
export const CONNECTION_STATES: readonly PageState[] = [
  { name: 'a new connection', path: NEW, mock: page => withConnections(page, []), make: formShown },
  {
    name: 'a tested connection',
    path: NEW,
    mock: async page => {
      await withConnections(page, [])
      await page.route('**/api/connection-test', route => route.fulfill({ json: FOUND }))
    },
    make: async page => {
      await test(page)
      await page.getByLabel('Only these').check()
      await page.getByLabel('Operations').check()
    },
  },
  {
    name: 'a connection with mistakes',
    path: NEW,
    mock: async page => {
      await withConnections(page, [])
      const messages = [
        'address: https://jira.example.org cannot be read: nothing listens at this address and port.',
        'token: it is empty.',
        "name: 'Jira 1' is not allowed. Allowed: a letter, then letters, digits and hyphens in lower case, such as jira.",
      ]
      await page.route('**/api/connection-test', route => route.fulfill({ status: 400, json: { messages } }))
    },
    make: async page => {
      await test(page)
      await page.getByText('nothing listens at this address').waitFor()
    },
  },
  { name: 'a live connection', path: OWN, mock: page => withConnections(page, [LIVE]), make: stateShown },
  { name: 'a connection that fills', path: OWN, mock: page => withConnections(page, [FILLING]), make: stateShown },
  { name: 'a refused token', path: OWN, mock: page => withConnections(page, [REFUSED]), make: stateShown },
  {
    name: 'the removal of a connection',
    path: OWN,
    mock: page => withConnections(page, [LIVE]),
    make: async page => {
      await page.getByRole('button', { name: 'Remove …', exact: true }).click()
      await page.getByRole('alertdialog').waitFor()
    },
  },
]

async function formShown(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Test the connection' }).waitFor()
}

async function stateShown(page: Page): Promise<void> {
  await page.getByRole('heading', { name: 'Projects', exact: true }).waitFor()
}

async function test(page: Page): Promise<void> {
  await page.getByLabel('Address', { exact: true }).fill(FOUND.address)
  await page.getByLabel('Personal access token or password').fill('a-token')
  await page.getByRole('button', { name: 'Test the connection' }).click()
}

async function withConnections(page: Page, connections: readonly ManagedConnection[]): Promise<void> {
  await page.route('**/api/catalogue', async route => {
    const catalogue = (await (await route.fetch()).json()) as PageCatalogue
    await route.fulfill({ json: { ...catalogue, isDemo: false, isConnected: connections.length > 0 } })
  })
  await page.route('**/api/sync', route => route.fulfill({ json: SYNC }))
  await page.route('**/api/connections', route => route.fulfill({ json: { connections } }))
}
