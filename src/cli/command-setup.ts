import type { Command } from 'commander'
import { readSettings, type Settings } from '../settings/settings.ts'
import { typedSettings } from './options.ts'
import { settingsFile } from './settings-file.ts'
import type { CommandContext, Outside } from './world.ts'

/** The context of commands, and the step that reads their settings before they run. */
export interface SettledWorld {
  readonly world: CommandContext
  /** Reads the settings of a command, if it has any. Throws SETTINGS_INVALID. */
  readonly settle: (command: Command) => Promise<void>
}

/** Creates the context of commands. */
export function settledWorld(outside: Outside): SettledWorld {
  let settled: Settings | undefined
  const settings = () => {
    if (!settled) throw new Error('the command has no settings')
    return settled
  }
  return {
    world: { ...outside, settings, open: (dir, options) => outside.open(dir, options, settings().values) },
    settle: async command => {
      if (!command.options.some(option => option.attributeName() === 'config')) return
      settled = await commandSettings(command, outside)
      command.setOptionValueWithSource('store', settled.values.store, 'config')
    },
  }
}

async function commandSettings(command: Command, { env, folder, machineZone }: Outside): Promise<Settings> {
  const { flags, config } = typedSettings(command)
  const file = await settingsFile(config ?? (env.SOJOURN_CONFIG || undefined), folder)
  return readSettings({ machineZone: machineZone(), file, env, flags })
}
