import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { readSettings, type Settings, type SettingsFile } from '../../access/settings/settings.ts'
import { isUserError } from '../../core/base/errors.ts'
import type { CommandContext, Environment } from './context.ts'
import { listText } from './input-file.ts'
import { typedSettings } from './options.ts'

/** The context of commands, and the step that reads their settings before they run. */
export interface CommandSetup {
  readonly context: CommandContext
  /** Reads the settings of a command, if it has any. Throws SETTINGS_INVALID. */
  readonly readSettings: (command: Command) => Promise<void>
}

/** Creates the context of commands. */
export function commandSetup(environment: Environment): CommandSetup {
  let settled: Settings | undefined
  const settings = () => {
    if (!settled) throw new Error('the command has no settings')
    return settled
  }
  return {
    context: {
      ...environment,
      settings,
      open: (dir, options) => {
        const { values, connections } = settings()
        return environment.open(dir, options, { ...values, connections })
      },
    },
    readSettings: async command => {
      if (!command.options.some(option => option.attributeName() === 'config')) return
      settled = await commandSettings(command, environment)
      command.setOptionValueWithSource('store', settled.values.store, 'config')
    },
  }
}

async function commandSettings(command: Command, { env, folder, machineZone }: Environment): Promise<Settings> {
  const { flags, config } = typedSettings(command)
  const file = await settingsFile(config ?? (env.SOJOURN_CONFIG || undefined), folder)
  return readSettings({ machineZone: machineZone(), file, env, flags })
}

const FILE = 'sojourn.config.json'

/** Returns the path of the settings file: `named`, or sojourn.config.json in `folder`; `null` without one. */
async function settingsFile(named: string | undefined, folder: string): Promise<SettingsFile | null> {
  const name = named ?? join(folder, FILE)
  if (named === undefined && !existsSync(name)) return null
  try {
    return await listText(name)
  } catch (error) {
    if (!isUserError(error, 'FILE_UNREADABLE')) throw error
    return { name, unreadable: error.parameters.reason }
  }
}
