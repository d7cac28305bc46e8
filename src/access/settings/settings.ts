import { dirname, isAbsolute, join } from 'node:path'
import { didYouMean, nearNames } from '../../core/base/did-you-mean.ts'
import { UserError } from '../../core/base/errors.ts'
import { isObject } from '../../core/base/is-object.ts'
import type { Zone } from '../../core/time/zone.ts'
import { quoted } from '../../store/plan/request-problems.ts'
import {
  type ConnectionSettingName,
  type ConnectionSettings,
  connectionSettingNames,
  isConnectionSettingName,
  knownConnectionSettings,
} from './connection-settings.ts'
import { defaultSettings, knownSettings, type SettingName, type SettingValues, settingNames } from './known-settings.ts'
import type { ValueFacts } from './setting-kinds.ts'

/** The text of the configuration file, or the reason why it cannot be read. */
export type SettingsFile =
  | { readonly name: string; readonly text: string }
  | { readonly name: string; readonly unreadable: string }

/** The source of a value. `name` is that of the file, the variable or the flag. */
export type Origin =
  | { readonly source: 'default' }
  | { readonly source: 'file' | 'environment' | 'flag'; readonly name: string }

/** The settings of connections in the configuration file, by the names of connections. */
export type ConnectionsInFile = Readonly<Record<string, Partial<ConnectionSettings>>>

/** The settings in effect, with the source of each. */
export interface Settings {
  readonly values: SettingValues
  readonly connections: ConnectionsInFile
  readonly origins: Readonly<Record<SettingName, Origin>>
}

/** All sources of settings, in order of increasing precedence. */
export interface SettingsSources {
  /** The machine's time zone, which is the default. */
  readonly machineZone: Zone
  /** `null` when there is no file. */
  readonly file: SettingsFile | null
  /** An empty variable counts as not set. */
  readonly env: Readonly<Record<string, string | undefined>>
  /** The flags of the command line. */
  readonly flags: { readonly [N in SettingName]?: string }
}

/**
 * Returns the settings in effect. Flags take precedence over environment variables, these over the file, and the file
 * over the defaults.
 *
 * Values are also validated when another source overrides them. A relative folder in the file is relative to the
 * file's folder. Throws SETTINGS_INVALID with all errors.
 */
export function readSettings({ machineZone, file, env, flags }: SettingsSources): Settings {
  const problems: string[] = []
  const values: Record<string, unknown> = { ...defaultSettings(machineZone) }
  const origins: Record<string, Origin> = Object.fromEntries(settingNames.map(name => [name, { source: 'default' }]))
  const { connections: connectionsRead, ...others } = readObject(file, problems)
  for (const { name, text, location, origin } of [
    ...inFile(file, others, problems),
    ...inEnvironment(env),
    ...inFlags(flags),
  ]) {
    const read = knownSettings[name].read(text)
    if ('value' in read) {
      values[name] = read.value
      origins[name] = origin
    } else problems.push(`${location}: ${quoted(text)} is not allowed${read.why ? `: ${read.why}` : allowed(name)}`)
  }
  const connections = connectionsRead === undefined ? {} : readConnections(file!.name, connectionsRead, problems)
  if (problems.length > 0) throw new UserError('SETTINGS_INVALID', { problems })
  return { values, origins, connections } as unknown as Settings
}

function allowed(name: SettingName): string {
  return `. Allowed: ${knownSettings[name].allowed}.`
}

/** A setting in one of the sources. */
interface Given {
  readonly name: SettingName
  readonly text: string
  /** The name of its location in error messages. */
  readonly location: string
  readonly origin: Origin
}

function inEnvironment(env: SettingsSources['env']): Given[] {
  return settingNames.flatMap(name =>
    knownSettings[name].variables.flatMap(variable => {
      const text = env[variable]
      return text
        ? [{ name, text, location: variable, origin: { source: 'environment' as const, name: variable } }]
        : []
    }),
  )
}

function inFlags(flags: SettingsSources['flags']): Given[] {
  return settingNames.flatMap(name => {
    const [text, { flag }] = [flags[name], knownSettings[name]]
    return text === undefined ? [] : [{ name, text, location: flag, origin: { source: 'flag' as const, name: flag } }]
  })
}

function inFile(file: SettingsFile | null, settings: Readonly<Record<string, unknown>>, problems: string[]): Given[] {
  const given: Given[] = []
  for (const [key, value] of Object.entries(settings)) {
    const location = `${file?.name}: ${key}`
    if (!isSettingName(key)) problems.push(unknownSetting(file!.name, key, [...settingNames, 'connections']))
    else if (!isOfType(value, knownSettings[key].json)) problems.push(wrongType(location, knownSettings[key], value))
    else
      given.push({
        name: key,
        text: fileText(file!.name, knownSettings[key], value),
        location,
        origin: fileOrigin(file!.name),
      })
  }
  return given
}

function readObject(file: SettingsFile | null, problems: string[]): Readonly<Record<string, unknown>> {
  if (file === null) return {}
  if ('unreadable' in file) {
    problems.push(`${file.name}: cannot be read: ${file.unreadable}.`)
    return {}
  }
  try {
    const json: unknown = JSON.parse(file.text.replace(/^\uFEFF/, ''))
    if (isObject(json)) return json
    problems.push(`${file.name}: is not an object of settings, such as {"port": 8080}.`)
  } catch (error) {
    problems.push(`${file.name}: is not JSON: ${(error as Error).message}.`)
  }
  return {}
}

function fileOrigin(name: string): Origin {
  return { source: 'file', name }
}

/** Returns a value of the file as text. A relative path becomes one that is relative to the file's folder. */
function fileText(file: string, { isPath }: Pick<ValueFacts<unknown>, 'isPath'>, value: unknown): string {
  const text = String(value)
  return isPath?.(text) && text.trim() !== '' && !isAbsolute(text) ? join(dirname(file), text) : text
}

/** Reads `connections`: an object of settings for each name of a connection. */
function readConnections(file: string, value: unknown, problems: string[]): ConnectionsInFile {
  const location = `${file}: connections`
  const example = '{"jira": {"everySeconds": 600}}'
  if (!isObject(value)) {
    problems.push(`${location}: ${shortJson(value)} is not allowed. Allowed: settings by connection: ${example}.`)
    return {}
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, settings]) => {
      if (isObject(settings)) return [name, readConnection(file, `${location}.${name}`, settings, problems)]
      problems.push(`${location}.${name}: ${shortJson(settings)} is not allowed. Allowed: its settings: ${example}.`)
      return [name, {}]
    }),
  )
}

function readConnection(
  file: string,
  location: string,
  settings: Readonly<Record<string, unknown>>,
  problems: string[],
): Partial<ConnectionSettings> {
  const read: Partial<Record<ConnectionSettingName, unknown>> = {}
  for (const [name, value] of Object.entries(settings)) {
    if (!isConnectionSettingName(name)) {
      problems.push(unknownSetting(location, name, connectionSettingNames))
      continue
    }
    const known = knownConnectionSettings[name]
    const one = isOfType(value, known.json) ? known.read(fileText(file, known, value)) : null
    if (one === null) problems.push(wrongType(`${location}.${name}`, known, value))
    else if ('value' in one) read[name] = one.value
    else
      problems.push(`${location}.${name}: ${quoted(masked(String(value)))} is not allowed. Allowed: ${known.allowed}.`)
  }
  return read as Partial<ConnectionSettings>
}

/** Returns an address without its user name and password. */
function masked(address: string): string {
  return address.replace(/\/\/.*@/s, '//***@')
}

function isOfType(value: unknown, type: 'string' | 'number'): boolean {
  return type === 'string' ? typeof value === 'string' : typeof value === 'number'
}

function isSettingName(key: string): key is SettingName {
  return Object.hasOwn(knownSettings, key)
}

function unknownSetting(location: string, key: string, names: readonly string[]): string {
  const near = nearNames(key, names)
  return `${location}: ${quoted(key)} is not a setting.${near.length > 0 ? didYouMean(near) : ` Settings: ${names.join(', ')}.`}`
}

function wrongType(
  location: string,
  { json, allowed }: Pick<ValueFacts<unknown>, 'json' | 'allowed'>,
  value: unknown,
): string {
  const quotes = json === 'string' ? 'in quotes' : 'without quotes'
  return `${location}: ${shortJson(value)} is not allowed. Allowed: ${allowed}, ${quotes}.`
}

function shortJson(value: unknown): string {
  const shown = JSON.stringify(value)
  return shown.length > 100 ? `${shown.slice(0, 100)}...` : shown
}
