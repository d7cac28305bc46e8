import { type Command, Option } from 'commander'
import { defaultSettings, knownSettings, type SettingName, settingNames } from '../../access/settings/known-settings.ts'
import { UTC } from '../../core/time/zone.ts'
import type { Environment } from './context.ts'

/** What help texts need: the environment, for defaults. */
type DefaultsEnvironment = Pick<Environment, 'env'>

/** Adds `--store`, and `--config` for the file with the other settings. */
export function addStoreOption(command: Command, environment: DefaultsEnvironment): Command {
  return addSetting(command, 'store', environment).option(
    '--config <file>',
    'the file of settings, instead of sojourn.config.json (SOJOURN_CONFIG)',
  )
}

/** Adds `--lake`. */
export function addLakeOption(command: Command, environment: DefaultsEnvironment): Command {
  return addSetting(command, 'lake', environment)
}

/** Adds a flag for each of the other settings. */
export function addServerOptions(command: Command, environment: DefaultsEnvironment): Command {
  for (const name of settingNames) if (name !== 'store') addSetting(command, name, environment)
  return command
}

/** The options that are settings. Other options may share the name of one, such as `--time-zone` of a user. */
const settingOptions = new WeakSet<Option>()

function addSetting(command: Command, name: SettingName, { env }: DefaultsEnvironment): Command {
  const { variables, flag, placeholder, description } = knownSettings[name]
  const option = new Option(`${flag} ${placeholder}`, `${description} (${variables.join(', ')})`)
  // Help does not show the time zone, and reading that of the machine is slow.
  const fallback = defaultSettings(UTC)[name]
  const effective = variables.map(variable => env[variable]).findLast(Boolean) ?? fallback
  settingOptions.add(option)
  return command.addOption(typeof effective === 'object' ? option : option.default(String(effective)))
}

/** Returns the settings from the flags of a command, and the name of the settings file. */
export function typedSettings(command: Command): {
  readonly flags: { readonly [N in SettingName]?: string }
  readonly config: string | undefined
} {
  const isSetting = (name: string) =>
    command.options.some(option => option.attributeName() === name && settingOptions.has(option))
  const typed = settingNames.filter(name => command.getOptionValueSource(name) === 'cli' && isSetting(name))
  const flags = Object.fromEntries(typed.map(name => [name, command.getOptionValue(name)]))
  return { flags, config: command.getOptionValue('config') }
}

/** Collects the values of a repeatable option. */
export function repeated(value: string, before: readonly string[]): string[] {
  return [...before, value]
}

/** The options of a command that lists things. */
export interface ListOptions {
  readonly store: string
  readonly json?: true
}

/** Adds `--json` to a command that lists things. */
export function addJsonOption(command: Command): Command {
  return command.option('--json', 'as JSON')
}

/** The options of a command that removes things. */
export interface RemovalOptions {
  readonly store: string
  readonly yes?: true
}

/** Adds `--yes` to a command that removes things. */
export function addYesOption(command: Command): Command {
  return command.option('--yes', 'remove without a confirmation')
}
