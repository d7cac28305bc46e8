import type { Command } from 'commander'
import { readSettings, type Settings } from '../../access/settings/settings.ts'
import type { CommandContext, Environment } from './context.ts'
import { typedSettings } from './options.ts'
import { settingsFile } from './settings-file.ts'

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
