import type { Command } from 'commander'
import { type SettingName, type SettingValues, settingNames } from '../../access/settings/known-settings.ts'
import type { Origin, Settings } from '../../access/settings/settings.ts'
import type { CommandContext } from './context.ts'
import { addServerOptions, addStoreOption } from './options.ts'

const EXAMPLES = `
Flags override environment variables, which override the file, which overrides
the defaults. See docs/reference/settings.md.

Examples:
  sojourn config
  sojourn config --config /etc/sojourn.config.json
  SOJOURN_TIME_ZONE=Europe/Berlin sojourn config --json
`

/** Adds `sojourn config`. */
export function addConfigCommand(program: Command, context: CommandContext): void {
  addServerOptions(addStoreOption(program.command('config'), context), context)
    .summary('show the settings and their origins')
    .description('Shows the effective settings, one per line, with their origins.')
    .option('--json', 'as JSON')
    .addHelpText('after', EXAMPLES)
    .action(async ({ json }: { json?: true }) => {
      const settings = context.settings()
      await context.out.write(json ? settingsJson(settings) : settingsLines(settings))
    })
}

/** Formats one line per setting: its name, its value, and its origin. */
export function settingsLines({ values, origins }: Settings): string {
  const rows = settingNames.map(name => [name, lineValue(values, name), originText(origins[name])] as const)
  const [names, texts] = [0, 1].map(cell => Math.max(...rows.map(row => row[cell]!.length)))
  return rows.map(([name, text, from]) => `${name.padEnd(names!)}  ${text.padEnd(texts!)}  ${from}\n`).join('')
}

/** Formats a JSON object with one object per setting: its value and its origin. */
export function settingsJson({ values, origins }: Settings): string {
  const entries = settingNames.map(name => [name, { value: plainValue(values, name), ...origins[name] }])
  return `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`
}

function plainValue(values: SettingValues, name: SettingName): string | number | null {
  return name === 'timeZone' ? values.timeZone.name : values[name]
}

function lineValue(values: SettingValues, name: SettingName): string {
  const value = plainValue(values, name)
  return value === null ? '(not set)' : value === '' ? '(empty)' : String(value)
}

function originText(origin: Origin): string {
  return origin.source === 'default' ? origin.source : `${origin.source} ${origin.name}`
}
