import type { Command } from 'commander'
import { LOCAL_CALLER } from '../access/caller.ts'
import type { View } from '../views/view-types.ts'
import type { Views } from '../views/views.ts'
import { addYesOption, confirmRemoval, type RemovalOptions } from './confirm-removal.ts'
import type { CommandContext } from './context.ts'
import { addJsonOption, type ListOptions, listOutput } from './list-output.ts'
import { addStoreOption } from './options.ts'
import { withWorkspace } from './with-workspace.ts'

const EXAMPLES = `
Examples:
  sojourn view list
  sojourn view remove 7k2m9x0qdt
`

const requestContext = { caller: LOCAL_CALLER }

/** Adds `sojourn view`, which lists and removes the saved reports of all users. */
export function addViewCommand(program: Command, context: CommandContext): void {
  const command = program
    .command('view')
    .summary('list and remove saved reports')
    .description('Lists and removes the saved reports of all users. Users save them on the page or over HTTP.')
    .addHelpText('after', EXAMPLES)
  addList(command, context)
  addRemove(command, context)
}

function addList(command: Command, context: CommandContext): void {
  addJsonOption(addStoreOption(command.command('list'), context))
    .description('Lists the saved reports: id, name, owner, sharing, endpoint.')
    .action(async (options: ListOptions) => {
      const views = await withWorkspace(context, options.store, { create: false }, ({ views }) => allViews(views))
      await context.out.write(listOutput(views, options, cellsOf))
    })
}

function addRemove(command: Command, context: CommandContext): void {
  addYesOption(addStoreOption(command.command('remove'), context))
    .description('Removes a saved report after a confirmation. Its owner can restore it for a day.')
    .argument('<id>', 'its id')
    .action((id: string, options: RemovalOptions) =>
      withWorkspace(context, options.store, { create: false }, async ({ views }) => {
        const { name, owner } = await views.find(id, requestContext)
        await confirmRemoval(context, `saved report ${name} (id ${id}) of ${owner ?? 'nobody'}`, options)
        await views.remove(id, requestContext)
        await context.out.write(`Removed saved report ${name} (id ${id}).\n`)
      }),
    )
}

const PAGE_SIZE = 200

async function allViews(views: Views): Promise<readonly View[]> {
  const all: View[] = []
  for (;;) {
    const page = { scope: 'all', startIndex: all.length, pageSize: PAGE_SIZE } as const
    const { views: some, total } = await views.list(page, requestContext)
    all.push(...some)
    if (some.length === 0 || all.length >= total) return all
  }
}

function cellsOf({ id, name, owner, sharing, group, endpoint }: View): readonly string[] {
  return [id, name, owner ?? '-', group === null ? sharing : `group ${group}`, endpoint]
}
