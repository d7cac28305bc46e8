import type { Command } from 'commander'
import { LOCAL_CALLER } from '../../access/permissions/caller.ts'
import { UserError } from '../../core/base/errors.ts'
import { DEFAULT_WORKFLOW } from '../../store/plan/workflow/default-workflow.ts'
import type { CommandContext } from './context.ts'
import { listOutput } from './in-columns.ts'
import { jsonFile } from './input-file.ts'
import { addJsonOption, addStoreOption, addYesOption, type ListOptions, type RemovalOptions } from './options.ts'
import { confirmRemoval, printFrom } from './with-workspace.ts'
import { addWorkflowSle } from './workflow-sle-command.ts'

const EXAMPLES = `
Examples:
  sojourn workflow default > workflow.json
  sojourn workflow set workflow.json
  sojourn workflow show "Web team"
  sojourn workflow sle "Web team" filterType=project projectKey=WEB
`

const requestContext = { caller: LOCAL_CALLER }

/** Adds `sojourn workflow`, which manages the workflows that flow measures use. */
export function addWorkflowCommand(program: Command, context: CommandContext): void {
  const command = program
    .command('workflow')
    .summary('list, set and remove workflows of flow measures')
    .description(
      'Manages workflows: the stages of the work that flow measures use. docs/guides/workflows.md describes their files.',
    )
    .addHelpText('after', EXAMPLES)
  addList(command, context)
  addShow(command, context)
  addDefault(command, context)
  addSet(command, context)
  addWorkflowSle(command, context)
  addRemove(command, context)
}

function addList(command: Command, context: CommandContext): void {
  addJsonOption(addStoreOption(command.command('list'), context))
    .description('Lists the workflows: id, name, who saved it, when. The first one is the default.')
    .action((options: ListOptions) =>
      printFrom(context, options.store, { create: false }, async ({ workflows }) =>
        listOutput(await workflows.list(requestContext), options, ({ id, name, owner, updated }) => [
          ...[id, name, owner ?? '-', updated ?? '-'],
        ]),
      ),
    )
}

function addShow(command: Command, context: CommandContext): void {
  addStoreOption(command.command('show'), context)
    .description('Prints a workflow in the format of a workflow file.')
    .argument('<id>', 'the id or the name of the workflow')
    .action((id: string, { store }: { store: string }) => printFile(context, store, id))
}

function addDefault(command: Command, context: CommandContext): void {
  addStoreOption(command.command('default'), context)
    .description('Prints the workflow by status categories, as a file to edit. Change its name before you set it.')
    .action(({ store }: { store: string }) => printFile(context, store, 'default'))
}

function printFile(context: CommandContext, store: string, id: string): Promise<void> {
  return printFrom(context, store, { create: false }, async ({ workflows }) => {
    const file = await workflows.file(id, requestContext)
    return `${JSON.stringify(file, null, 2)}\n`
  })
}

type SetOptions = ListOptions & { readonly id?: string }

function addSet(command: Command, context: CommandContext): void {
  addJsonOption(addStoreOption(command.command('set'), context))
    .description(
      'Saves a workflow under the name in its file; replaces the one with that name. Prints the name and the id; with --json, the id as JSON.',
    )
    .argument('<file>', 'the workflow file')
    .option('--id <id>', 'the id or the name of the workflow to replace, to change its name')
    .action((file: string, { store, json, id }: SetOptions) =>
      printFrom(context, store, { create: false }, async ({ workflows }) => {
        const invalid = (reason: string) =>
          new UserError('WORKFLOW_INVALID', { messages: [`${file} is not JSON: ${reason}`] })
        const { workflow, isNew } = await workflows.save(id ?? null, await jsonFile(file, invalid), requestContext)
        if (json) return `${JSON.stringify({ id: workflow.id })}\n`
        const unmapped = workflow.unmapped.map(({ id, name }) => `  in no stage: ${name} (id ${id})\n`).join('')
        return `${isNew ? 'Added' : 'Saved'} workflow ${workflow.name} (id ${workflow.id}).\n${unmapped}`
      }),
    )
}

function addRemove(command: Command, context: CommandContext): void {
  addYesOption(addStoreOption(command.command('remove'), context))
    .description('Removes a workflow after a confirmation.')
    .argument('<id>', 'the id or the name of the workflow')
    .action((id: string, options: RemovalOptions) =>
      printFrom(context, options.store, { create: false }, async ({ workflows }) => {
        const { id: found, name } = await workflows.find(id, requestContext)
        if (found === DEFAULT_WORKFLOW) throw new UserError('WORKFLOW_BUILT_IN')
        const shown = `workflow ${name} (id ${found})`
        await confirmRemoval(context, shown, options)
        await workflows.remove(found, requestContext)
        return `Removed ${shown}.\n`
      }),
    )
}
