import { type Command, Option } from 'commander'
import { defaultSettings, knownSettings, type SettingName, settingNames } from '../settings/known-settings.ts'
import { UTC } from '../time/zone.ts'
import type { Outside } from './world.ts'

/** What help tells of the world: the defaults. */
type ExplainedOption = Pick<Outside, 'env'>

/** Adds `--store`, and `--config` for the file that the other settings come from. */
export function addStoreOption(command: Command, told: ExplainedOption): Command {
  return addSetting(command, 'store', told).option(
    '--config <file>',
    'the file of settings, instead of sojourn.config.json (SOJOURN_CONFIG)',
  )
}

/** Adds a flag for each of the other settings. */
export function addServerOptions(command: Command, told: ExplainedOption): Command {
  for (const name of settingNames) if (name !== 'store') addSetting(command, name, told)
  return command
}

/** Those that are settings: other options of a command may have the name of one, such as `--time-zone` of a user. */
const settingOptions = new WeakSet<Option>()

function addSetting(command: Command, name: SettingName, { env }: ExplainedOption): Command {
  const { variables, flag, placeholder, description } = knownSettings[name]
  const option = new Option(`${flag} ${placeholder}`, `${description} (${variables.join(', ')})`)
  // Help does not show the time zone, and to find out the machine's takes time.
  const fallback = defaultSettings(UTC)[name]
  const shown = variables.map(variable => env[variable]).findLast(Boolean) ?? fallback
  settingOptions.add(option)
  return command.addOption(typeof shown === 'object' ? option : option.default(String(shown)))
}

/** The settings that were typed after a command, and the file that was named. */
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

/** The values of an option that can be given several times. */
export function repeated(value: string, before: readonly string[]): string[] {
  return [...before, value]
}
