import {
  type ConnectionSettingName,
  type ConnectionSettings,
  connectionSettingNames,
  type Deployment,
  isConnectionSettingName,
  knownConnectionSettings,
} from '../../access/settings/connection-settings.ts'
import type { ConnectionsInFile } from '../../access/settings/settings.ts'
import type { Run } from '../../store/engine/run-query.ts'
import { type Connection, readConnections } from '../../store/rows/connection-rows.ts'
import { readConnectionSettings } from '../../store/rows/connection-settings-rows.ts'
import type { ConnectDeps } from './connect-deps.ts'

/** Where the value of a setting comes from. */
export type SettingOrigin = 'default' | 'file' | 'command'

/** The settings of a connection, with the source of each. */
export interface EffectiveSettings {
  readonly values: ConnectionSettings
  readonly origins: Readonly<Record<ConnectionSettingName, SettingOrigin>>
}

/** The settings that commands have set, as texts. */
export type SetValues = Readonly<Record<string, string>>

/** Returns the settings of a connection: commands take precedence over the file, and the file over the defaults. */
export function effectiveSettings(
  name: string,
  deployment: Deployment,
  set: SetValues,
  file: ConnectionsInFile,
): EffectiveSettings {
  const inFile: Partial<ConnectionSettings> = Object.hasOwn(file, name) ? file[name]! : {}
  const rows = connectionSettingNames.map(setting => {
    const known = knownConnectionSettings[setting]
    const read = Object.hasOwn(set, setting) ? known.read(set[setting]!) : null
    // A version with other limits may have set it.
    if (read !== null && 'value' in read) return [setting, read.value, 'command'] as const
    const value = inFile[setting]
    return value === undefined
      ? ([setting, known.defaults[deployment], 'default'] as const)
      : ([setting, value, 'file'] as const)
  })
  return {
    values: Object.fromEntries(rows.map(([setting, value]) => [setting, value])) as unknown as ConnectionSettings,
    origins: Object.fromEntries(rows.map(([setting, , origin]) => [setting, origin])) as EffectiveSettings['origins'],
  }
}

/** The changes to the settings of a connection: `null` returns to the file or the default. */
export type SettingChanges = Readonly<Record<string, string | null>>

/** Reads changes such as `everySeconds=600` and `everySeconds=default`. Returns them, or all problems. */
export function readSettingChanges(
  assignments: readonly string[],
): { readonly changes: SettingChanges } | { readonly problems: readonly string[] } {
  const changes: Record<string, string | null> = {}
  const problems: string[] = []
  for (const assignment of assignments) {
    const [, name = assignment, value] = /^([^=]*)=(.*)$/s.exec(assignment) ?? []
    if (!isConnectionSettingName(name) || value === undefined) {
      const allowed = `NAME=VALUE, such as everySeconds=600; the names are ${connectionSettingNames.join(', ')}`
      problems.push(`SETTING: '${assignment}' is not allowed. Allowed: ${allowed}.`)
      continue
    }
    const { allowed, read } = knownConnectionSettings[name]
    if (value === 'default') changes[name] = null
    else if ('value' in read(value)) changes[name] = value
    else
      problems.push(
        `${name}: '${value.replace(/\/\/.*@/s, '//***@')}' is not allowed. Allowed: ${allowed}, or default.`,
      )
  }
  return problems.length > 0 ? { problems } : { changes }
}

/** Reads the settings with which a stored connection works now; not the files that they name. */
export async function readSettings(
  run: Run,
  connection: Pick<Connection, 'name' | 'kind'>,
  file: ConnectionsInFile,
): Promise<ConnectionSettings> {
  const { name } = connection
  return effectiveSettings(name, deploymentOf(connection), await readConnectionSettings(run, name), file).values
}

/** Returns the product of a connection. */
export function deploymentOf({ kind }: Pick<Connection, 'kind'>): Deployment {
  return kind === 'cloud' ? 'cloud' : 'server'
}

/** What decides when a connection has rounds and permission checks. */
export interface ScheduledConnection
  extends Pick<Connection, 'name' | 'state' | 'approval' | 'permissions' | 'nextTry' | 'synced'>,
    Pick<ConnectionSettings, 'everySeconds' | 'permissionSeconds'> {}

/** Returns a function that reads all connections. Schedules call it every second, so it reads once after each write. */
export function scheduledConnections({ store, settings }: Pick<ConnectDeps, 'store' | 'settings'>) {
  const read = async (run: Run): Promise<readonly ScheduledConnection[]> => {
    const found: ScheduledConnection[] = []
    for (const connection of await readConnections(run)) {
      const { name, state, approval, permissions, nextTry, synced } = connection
      const { everySeconds, permissionSeconds } = await readSettings(run, connection, settings)
      found.push({ name, state, approval, permissions, nextTry, synced, everySeconds, permissionSeconds })
    }
    return found
  }
  return () => store.cached(read)
}
