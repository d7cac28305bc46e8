import type { Command } from 'commander'
import { counted } from './numbers.ts'
import { addStoreOption } from './options.ts'
import { withWorkspace } from './with-workspace.ts'
import type { World } from './world.ts'

const EXAMPLES = `
An issue that is in the tracker comes back with the next import of it.

Examples:
  sojourn issue remove WEB-17 WEB-18
`

/** Adds `sojourn issue`: what is done to single issues of the store. */
export function addIssueCommand(program: Command, world: World): void {
  const command = program
    .command('issue')
    .summary('remove issues from the store')
    .description('Issues of the store.')
    .addHelpText('after', EXAMPLES)
  addStoreOption(command.command('remove'), world)
    .description('Removes issues with their histories from the store, for example those that the tracker deleted.')
    .argument('<key...>', 'the keys of the issues')
    .addHelpText('after', EXAMPLES)
    .action((keys: string[], { store }: { store: string }) =>
      withWorkspace(world, store, { create: false }, async workspace => {
        const removed = await workspace.removeIssues(keys)
        await world.out.write(`Removed ${counted(removed.length, 'issue')}: ${removed.join(', ')}.\n`)
      }),
    )
}
