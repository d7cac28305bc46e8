import type { ManagedConnection, ManagedProject } from '../../src/reports/page/page-types.ts'

/** A live connection without projects. */
export const CONNECTION: ManagedConnection = {
  name: 'jira',
  product: 'Jira Data Center',
  version: '9.12.0',
  address: 'https://team.example.net',
  state: 'live',
  reason: null,
  approval: null,
  next: 'Nothing to do.',
  syncedAt: null,
  nextRound: null,
  account: 'Sync',
  timeZone: 'UTC',
  permissions: 'account',
  since: null,
  tokenFrom: 'store',
  projects: [],
  lastRound: null,
  running: null,
  problems: [],
  unread: { count: 0, issues: [] },
  self: '/api/connections/jira',
}

/** A project of a connection, with all of its issues. */
export const PROJECT: ManagedProject = {
  key: 'WEB',
  name: 'Website',
  stored: 10,
  due: 0,
  failed: 0,
  expected: 10,
  census: null,
  isVisible: true,
  reason: null,
}
