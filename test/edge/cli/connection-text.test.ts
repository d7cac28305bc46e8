import { describe, expect, it } from 'vitest'
import { connectionSettingNames } from '../../../src/access/settings/connection-settings.ts'
import { readSettings } from '../../../src/access/settings/settings.ts'
import { UTC } from '../../../src/core/time/zone.ts'
import { connectionText } from '../../../src/edge/cli/connection-command.ts'
import type { CommandContext } from '../../../src/edge/cli/context.ts'
import { nextStep } from '../../../src/intake/connections/connection-state.ts'
import type { ShownConnection } from '../../../src/intake/connections/describe-connection.ts'

const CONTEXT = {
  settings: () => readSettings({ machineZone: UTC, file: null, env: {}, flags: {} }),
} as CommandContext

const SETTINGS = Object.fromEntries(connectionSettingNames.map(name => [name, { value: null, origin: 'default' }]))

const SHOWN: ShownConnection = {
  name: 'jira',
  product: 'Jira Cloud',
  version: null,
  address: 'https://jira.example.org',
  state: 'backfilling',
  reason: null,
  approval: null,
  next: 'Wait.',
  syncedAt: null,
  nextRound: null,
  account: null,
  timeZone: null,
  permissions: 'manual',
  since: null,
  token: 'a file',
  tokenFrom: 'store',
  webhook: '/hooks/jira/1',
  projects: [],
  unread: { count: 0, issues: [] },
  lastRound: null,
  running: null,
  problems: [],
  settings: SETTINGS as ShownConnection['settings'],
}

const PROJECT = {
  key: 'WEB',
  name: 'Website',
  stored: 1200,
  due: 800,
  failed: 0,
  expected: 2500,
  census: 0,
  isVisible: true,
  reason: null,
}

describe('a connection as text', () => {
  it('shows the running round, and does not say that no round follows', () => {
    const running = {
      phase: 'reading issues',
      done: 1200,
      total: 2000,
      issuesPerSecond: 140,
      waitedMs: 0,
      remainingMs: 6000,
    }
    const text = connectionText({ ...SHOWN, running }, CONTEXT)
    expect(text).toMatch(/^ {2}running +reading issues, 1,200 of 2,000, 140 issues\/s, 6\.0 s left$/m)
    expect(text).toMatch(/^ {2}next round +after the running one$/m)
    expect(text).toMatch(/^ {2}account +not known before the first round has ended$/m)
    expect(connectionText(SHOWN, CONTEXT)).toMatch(/^ {2}next round +none by itself$/m)
  })

  it('shows the listed issues next to the counted ones', () => {
    const { expected: _, ...rest } = PROJECT
    expect(connectionText({ ...SHOWN, projects: [PROJECT] }, CONTEXT)).toMatch(
      /holds 1,200 of 2,000 listed +800 due +0 failed +census 1970-01-01 00:00 counted 2,500/,
    )
    const uncounted = { ...rest, expected: null }
    expect(connectionText({ ...SHOWN, projects: [uncounted] }, CONTEXT)).toMatch(/census 1970-01-01 00:00 *$/m)
  })
})

describe('the next step of a connection that waits', () => {
  it('comes by itself only next to a server', () => {
    const waiting = { state: 'waiting', reason: 'It does not answer.', approval: null } as const
    expect(nextStep('jira', waiting, { unread: 0, isServer: true })).toBe('The next try starts by itself.')
    expect(nextStep('jira', waiting, { unread: 0, isServer: false })).toBe(
      "Without a server, no try starts by itself. Try again: 'sojourn sync jira'.",
    )
  })
})
