import { dirname, isAbsolute, join } from 'node:path'
import { didYouMean, nearNames } from '../base/did-you-mean.ts'
import { UserError } from '../base/errors.ts'
import { quoted } from '../plan/mistakes.ts'
import type { Zone } from '../time/zone.ts'
import { defaultSettings, knownSettings, type SettingName, type SettingValues, settingNames } from './known-settings.ts'

/** The text of the configuration file, or the reason why it cannot be read. */
export type SettingsFile =
  | { readonly name: string; readonly text: string }
  | { readonly name: string; readonly unreadable: string }

/** The source of a value. `name` is that of the file, the variable or the flag. */
export type Origin =
  | { readonly source: 'default' }
  | { readonly source: 'file' | 'environment' | 'flag'; readonly name: string }

/** The settings in effect, with the source of each. */
export interface Settings {
  readonly values: SettingValues
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
 * Values are also validated when another source overrides them. A relative store folder in the file is relative to the
 * file's folder. Throws SETTINGS_INVALID with all errors.
 */
export function readSettings({ machineZone, file, env, flags }: SettingsSources): Settings {
  const mistakes: string[] = []
  const values: Record<string, unknown> = { ...defaultSettings(machineZone) }
  const origins: Record<string, Origin> = Object.fromEntries(settingNames.map(name => [name, { source: 'default' }]))
  for (const { name, text, location, origin } of [
    ...inFile(file, mistakes),
    ...inEnvironment(env),
    ...inFlags(flags),
  ]) {
    const read = knownSettings[name].read(text)
    if ('value' in read) {
      values[name] = read.value
      origins[name] = origin
    } else mistakes.push(`${location}: ${quoted(text)} is not allowed${read.why ? `: ${read.why}` : allowed(name)}`)
  }
  if (mistakes.length > 0) throw new UserError('SETTINGS_INVALID', { mistakes })
  return { values, origins } as unknown as Settings
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

function inFile(file: SettingsFile | null, mistakes: string[]): Given[] {
  const given: Given[] = []
  for (const [key, value] of Object.entries(readObject(file, mistakes))) {
    const location = `${file?.name}: ${key}`
    if (!isSettingName(key)) mistakes.push(unknownSetting(file!.name, key))
    else if (!isOfType(value, knownSettings[key].json)) mistakes.push(wrongType(location, key, value))
    else
      given.push({
        name: key,
        text: inFolder(file!.name, key, String(value)),
        location,
        origin: fileOrigin(file!.name),
      })
  }
  return given
}

function readObject(file: SettingsFile | null, mistakes: string[]): Readonly<Record<string, unknown>> {
  if (file === null) return {}
  if ('unreadable' in file) {
    mistakes.push(`${file.name}: cannot be read: ${file.unreadable}.`)
    return {}
  }
  try {
    const json: unknown = JSON.parse(file.text.replace(/^\uFEFF/, ''))
    if (typeof json === 'object' && json !== null && !Array.isArray(json)) return json as Record<string, unknown>
    mistakes.push(`${file.name}: is not an object of settings, such as {"port": 8080}.`)
  } catch (error) {
    mistakes.push(`${file.name}: is not JSON: ${(error as Error).message}.`)
  }
  return {}
}

function fileOrigin(name: string): Origin {
  return { source: 'file', name }
}

function inFolder(file: string, name: SettingName, text: string): string {
  return name === 'store' && text.trim() !== '' && !isAbsolute(text) ? join(dirname(file), text) : text
}

function isOfType(value: unknown, type: 'string' | 'number'): boolean {
  return type === 'string' ? typeof value === 'string' : typeof value === 'number'
}

function isSettingName(key: string): key is SettingName {
  return Object.hasOwn(knownSettings, key)
}

function unknownSetting(file: string, key: string): string {
  const near = nearNames(key, settingNames)
  return `${file}: ${quoted(key)} is not a setting.${near.length > 0 ? didYouMean(near) : ` Settings: ${settingNames.join(', ')}.`}`
}

function wrongType(location: string, name: SettingName, value: unknown): string {
  const quotes = knownSettings[name].json === 'string' ? 'in quotes' : 'without quotes'
  const shown = JSON.stringify(value)
  return `${location}: ${shown.length > 100 ? `${shown.slice(0, 100)}...` : shown} is not allowed. Allowed: ${knownSettings[name].allowed}, ${quotes}.`
}
