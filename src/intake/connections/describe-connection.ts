import { type ConnectionSettingName, connectionSettingNames } from '../../access/settings/connection-settings.ts'
import { UserError } from '../../core/base/errors.ts'
import type { Instant } from '../../core/time/instant.ts'
import {
  type Connection,
  type ProjectScope,
  type RoundRow,
  readRounds,
  readScopeCounts,
  readScopes,
  readTrackerLists,
} from '../../store/rows/connection-rows.ts'
import { readConnectionSettings } from '../../store/rows/connection-settings-rows.ts'
import { readUnread, type UnreadIssues, unreadName } from '../../store/rows/unread-issues.ts'
import { productOf } from '../source/trackers.ts'
import type { ConnectDeps } from './connect-deps.ts'
import { tokenVariable } from './connection-name.ts'
import { nextStep, RESTING } from './connection-state.ts'
import { deploymentOf, effectiveSettings, type SettingOrigin } from './effective-settings.ts'
import type { Rounds } from './rounds.ts'
import { hookKey, readToken } from './secret-files.ts'

/** A project of a connection as commands show it. */
export interface ShownProject {
  readonly key: string
  readonly name: string
  readonly stored: number
  readonly due: number
  readonly failed: number
  /** The number of issues by the tracker at the last census; `null` if it did not say. */
  readonly expected: number | null
  /** When the last complete census began; `null` before the first. */
  readonly census: Instant | null
  readonly isVisible: boolean
  /** Why it could not be listed; `null` if it was. */
  readonly reason: string | null
}

/** Issues that could not be read, as commands show them. */
export interface ShownUnreadIssues {
  readonly count: number
  /** The first of them. */
  readonly issues: readonly ShownUnread[]
}

/** An issue that could not be read, as commands show it. */
export interface ShownUnread {
  /** The tracker's id. */
  readonly id: string
  /** Its key, such as `WEB-7`; `issue` and its id before the key is known. */
  readonly name: string
  /** The key of its project. */
  readonly project: string
  /** The first change that is not stored, by the tracker's clock; `null` if none is known. */
  readonly since: Instant | null
  readonly reason: string | null
  /** When it is read again by itself; `null` for the next round. */
  readonly nextTry: Instant | null
}

/** The maximum number of issues in `first`. */
const UNREAD_SHOWN = 50

/** A round as commands show it. */
export type ShownRound = Pick<
  RoundRow,
  'kind' | 'started' | 'ended' | 'fetched' | 'changed' | 'gone' | 'failed' | 'requests' | 'error'
>

/** The settings of a connection as commands show them. */
type ShownSettings = Readonly<
  Record<ConnectionSettingName, { readonly value: string | number | null; readonly origin: SettingOrigin }>
>

/** A connection as commands show it. */
export type ShownConnection = Readonly<Awaited<ReturnType<typeof describeConnection>>>

/** Describes a connection for commands. */
export async function describeConnection(connection: Connection, deps: ConnectDeps, rounds: Rounds) {
  const { name, identity, state } = connection
  const rows = await deps.store.snapshot(async run => ({
    scopes: await readScopes(run, name),
    counts: new Map((await readScopeCounts(run, name)).map(count => [count.project, count])),
    rounds: await readRounds(run, name, 1),
    lists: await readTrackerLists(run, name),
    set: await readConnectionSettings(run, name),
    unread: await readUnread(run, name, UNREAD_SHOWN),
  }))
  const { values, origins } = effectiveSettings(name, deploymentOf(connection), rows.set, deps.settings)
  const [lastRound = null] = rows.rounds
  return {
    name,
    product: identity?.product ?? productOf(connection.kind).name,
    version: identity?.version ?? null,
    address: identity?.address ?? connection.url,
    state,
    /** Why it is in this state; `null` if there is nothing to say. */
    reason: connection.reason,
    /** Why it needs an approval; `null` in other states. */
    approval: state === 'needs-approval' ? connection.approval : null,
    /** The next step, as a sentence. */
    next: nextStep(name, connection, { unread: rows.unread.count, isServer: rounds.isServer }),
    /** All changes up to this time are stored, by the tracker's clock; `null` before that can be said. */
    syncedAt: syncedAt(rows.scopes),
    /** When the next round starts by itself; `null` if none does. */
    nextRound: nextRound(connection, values.everySeconds, rounds),
    account: identity?.accountName ?? null,
    timeZone: identity?.timeZone ?? null,
    permissions: connection.permissions,
    since: connection.since,
    /** Where the token comes from. */
    token: await tokenOrigin(connection, deps),
    tokenFrom: tokenPlace(connection, deps),
    /** The path at which the tracker can announce changes. */
    webhook: `/hooks/${name}/${await hookKey(deps.store.dir, name)}`,
    projects: rows.scopes.map(({ project, key, name, expected, census, isVisible, reason }) => {
      const { stored = 0, due = 0, failed = 0 } = rows.counts.get(project) ?? {}
      return { key, name, stored, due, failed, expected, census, isVisible, reason }
    }),
    /** The issues that could not be read. Their stored data is older than `syncedAt`. */
    unread: shownUnread(rows.unread, rows.scopes),
    lastRound: lastRound && shownRound(lastRound),
    /** How far the running round is; `null` if none runs. */
    running: rounds.current(name),
    /** The lists that could not be read, and what is lost by it. */
    problems: rows.lists.flatMap(({ name, problem }) => (problem === null ? [] : [`${name}: ${problem}`])),
    settings: Object.fromEntries(
      connectionSettingNames.map(setting => [setting, { value: values[setting], origin: origins[setting] }]),
    ) as ShownSettings,
  }
}

function shownUnread({ count, issues }: UnreadIssues, scopes: readonly ProjectScope[]): ShownUnreadIssues {
  const keys = new Map(scopes.map(({ project, key }) => [project, key]))
  const shown = issues.map(issue => {
    const { id, since, reason, nextTry } = issue
    return { id, name: unreadName(issue), project: keys.get(issue.project) ?? issue.project, since, reason, nextTry }
  })
  return { count, issues: shown }
}

function shownRound({ kind, started, ended, fetched, changed, gone, failed, requests, error }: RoundRow): ShownRound {
  return { kind, started, ended, fetched, changed, gone, failed, requests, error }
}

/** Returns until when all changes of visible projects are stored; `null` before that can be said. */
function syncedAt(scopes: readonly ProjectScope[]): Instant | null {
  const marks = scopes.filter(({ isVisible }) => isVisible).map(({ watermark }) => watermark)
  return marks.length === 0 || marks.includes(null) ? null : Math.min(...(marks as Instant[]))
}

/** Returns when a server starts the next round; `null` if none starts by itself. */
function nextRound({ name, state, nextTry, synced }: Connection, everySeconds: number, rounds: Rounds): Instant | null {
  if (RESTING.has(state) || !rounds.isServer) return null
  const lastEnd = rounds.lastEnd(name) ?? synced
  return nextTry ?? (lastEnd === null ? null : lastEnd + everySeconds * 1000)
}

/** Returns the kind of the place of a token: a variable takes precedence over a named file, and this over the folder of the store. */
function tokenPlace({ name, tokenFile }: Connection, { env }: ConnectDeps): 'variable' | 'file' | 'store' {
  return env[tokenVariable(name)] ? 'variable' : tokenFile === null ? 'store' : 'file'
}

async function tokenOrigin({ name, tokenFile }: Connection, { store, env }: ConnectDeps): Promise<string> {
  try {
    return (await readToken({ dir: store.dir, name, tokenFile, env })).from
  } catch (error) {
    if (error instanceof UserError && error.code === 'CONNECTION_TOKEN') return error.message
    throw error
  }
}
