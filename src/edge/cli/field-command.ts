import type { Command } from 'commander'
import type { LogNameField, LogNameList, MappedLogName } from '../../access/admin/log-names.ts'
import type { Workspace } from '../../app/workspace/workspace.ts'
import type { CommandContext } from './context.ts'
import { inColumns } from './in-columns.ts'
import { counted } from './numbers.ts'
import { addJsonOption, addStoreOption, type ListOptions } from './options.ts'
import { printFrom } from './with-workspace.ts'

const EXAMPLES = `
Logs of Jira Data Center name fields without ids. A name that matches no field,
or several, can be mapped to one. The mapping acts at once on stored issues, and
on later imports. See docs/guides/connect-data-center.md.

Examples:
  sojourn field map --list
  sojourn field map "Squad" customfield_10302
  sojourn field map "Squad" --remove
`

/** Adds `sojourn field`, which maps log names to fields. */
export function addFieldCommand(program: Command, context: CommandContext): void {
  const command = program
    .command('field')
    .summary('map names of logs to fields')
    .description('Maps the names that logs have for fields without ids.')
    .addHelpText('after', EXAMPLES)
  addMap(command, context)
}

type MapOptions = ListOptions & { readonly list?: true; readonly remove?: true }

function addMap(command: Command, context: CommandContext): void {
  addJsonOption(addStoreOption(command.command('map'), context))
    .description(
      'Maps a name of logs to a field, lists the mappings and the names without a field, or removes a mapping.',
    )
    .argument('[name]', 'the name in logs')
    .argument('[field]', 'the id or the name of the field')
    .option('--list', 'list the mappings, and the names that match no field or several')
    .option('--remove', 'remove the mapping of the name')
    .addHelpText('after', EXAMPLES)
    .action((name: string | undefined, field: string | undefined, options: MapOptions, own: Command) => {
      const missing = missingArgument(name, field, options)
      if (missing !== null) own.error(`error: missing required argument '${missing}'`)
      return printFrom(context, options.store, { create: true }, ({ logNames }) =>
        answer(logNames, name ?? '', field ?? '', options),
      )
    })
}

function missingArgument(
  name: string | undefined,
  field: string | undefined,
  { list, remove }: MapOptions,
): string | null {
  if (list) return null
  if (name === undefined) return 'name'
  return field === undefined && !remove ? 'field' : null
}

async function answer(
  logNames: Workspace['logNames'],
  name: string,
  field: string,
  { list, remove, json }: MapOptions,
): Promise<string> {
  const asJson = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`
  if (list) {
    const found = await logNames.list()
    return json ? asJson(found) : listText(found)
  }
  if (remove) {
    const removed = await logNames.remove(name)
    return json ? asJson(removed) : `Removed the mapping of ${described(removed)}.\n`
  }
  const made = await logNames.map(name, field)
  return json ? asJson(made) : `Mapped ${described(made)}.\n`
}

function described({ name, field }: MappedLogName): string {
  return `${name} to ${fieldText(field)}`
}

function fieldText({ id, name }: LogNameField): string {
  return name === null ? id : `${name} (${id})`
}

function listText({ mapped, unmatched }: LogNameList): string {
  const rows = [
    ...mapped.map(({ name, field }) => [name, 'mapped to', fieldText(field)]),
    ...unmatched.map(({ name, fields, issues }) => [
      name,
      counted(issues, 'issue'),
      fields.length === 0 ? 'matches no field' : `matches ${fields.map(fieldText).join(', ')}`,
    ]),
  ]
  return rows.length === 0 ? 'Every name in the logs has a field.\n' : inColumns(rows)
}
