import type { Command } from 'commander'
import { UserError } from '../../core/base/errors.ts'
import type { CommandContext } from './context.ts'
import { listOutput } from './in-columns.ts'
import { jsonFile } from './input-file.ts'
import { counted } from './numbers.ts'
import { addJsonOption, addStoreOption, addYesOption, type ListOptions, type RemovalOptions } from './options.ts'
import { confirmRemoval, printFrom } from './with-workspace.ts'

const EXAMPLES = `
Examples:
  sojourn filter add "Open bugs" "type = Bug AND resolution IS EMPTY"
  sojourn filter import filters.json
  sojourn report list filterType=jqlfilter jqlFilterID=1 columnsBy=statusCount
`

/** Adds `sojourn filter`, which manages saved queries. */
export function addFilterCommand(program: Command, context: CommandContext): void {
  const command = program
    .command('filter')
    .summary('list, add and remove saved queries')
    .description('Manages saved queries. Reports use them with jqlFilterID, other queries with filter = "name".')
    .addHelpText('after', EXAMPLES)
  addList(command, context)
  addAdd(command, context)
  addImport(command, context)
  addRemove(command, context)
}

function addList(command: Command, context: CommandContext): void {
  addJsonOption(addStoreOption(command.command('list'), context))
    .description('Lists the saved queries: id, name, owner, query.')
    .action((options: ListOptions) =>
      printFrom(context, options.store, { create: true }, async ({ savedQueries: filters }) =>
        listOutput(await filters.list(), options, ({ id, name, owner, jql }) => [id, name, owner ?? '-', jql]),
      ),
    )
}

type AddOptions = ListOptions & { readonly id?: string; readonly owner?: string }

function addAdd(command: Command, context: CommandContext): void {
  addJsonOption(addStoreOption(command.command('add'), context))
    .description('Saves a query under a name, and prints the name and the id; with --json, the id as JSON.')
    .argument('<name>', 'the name')
    .argument('<query>', 'the query')
    .option('--id <id>', 'its id; by default the next free number')
    .option('--owner <login>', 'the person of the tracker who owns it')
    .action((name: string, text: string, { store, json, id, owner }: AddOptions) =>
      printFrom(context, store, { create: true }, async ({ savedQueries: filters }) => {
        const added = await filters.find(await filters.add(name, text, id ?? null, owner ?? null))
        return json ? `${JSON.stringify({ id: added.id })}\n` : `Added saved query ${added.name} (id ${added.id}).\n`
      }),
    )
}

function addImport(command: Command, context: CommandContext): void {
  addStoreOption(command.command('import'), context)
    .description(
      "Imports the tracker's saved queries, as its REST API returns them. A query with a known id is replaced.",
    )
    .argument('<file>', 'the JSON file')
    .action((file: string, { store }: { store: string }) =>
      printFrom(context, store, { create: true }, async ({ savedQueries: filters }) => {
        const invalid = (reason: string) =>
          new UserError('FILTER_INVALID', { file, problems: [`it is not JSON: ${reason}`] })
        const { imported, failing } = await filters.importList(file, await jsonFile(file, invalid))
        const lines = failing.map(({ name, reason }) => `  not valid in this store: ${name}: ${reason}`)
        return `${[`Imported ${counted(imported.length, 'saved query', 'saved queries')}.`, ...lines].join('\n')}\n`
      }),
    )
}

function addRemove(command: Command, context: CommandContext): void {
  addYesOption(addStoreOption(command.command('remove'), context))
    .description('Removes a saved query after a confirmation.')
    .argument('<id>', 'its id or name')
    .action((id: string, options: RemovalOptions) =>
      printFrom(context, options.store, { create: true }, async ({ savedQueries: filters }) => {
        const found = await filters.find(id)
        await confirmRemoval(context, `saved query ${found.name} (id ${found.id})`, options)
        await filters.remove(found.id)
        return `Removed saved query ${found.name} (id ${found.id}).\n`
      }),
    )
}
