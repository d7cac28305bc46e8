import type { Command } from 'commander'
import type { CommandContext } from './context.ts'
import { counted } from './numbers.ts'
import { addStoreOption, addYesOption, type RemovalOptions } from './options.ts'
import { confirmRemoval, printFrom } from './with-workspace.ts'

const EXAMPLES = `
If the issue still exists in the tracker, its next import adds it again.

Examples:
  sojourn issue remove WEB-17 WEB-18
`

/** Adds `sojourn issue`, which manages single issues. */
export function addIssueCommand(program: Command, context: CommandContext): void {
  const command = program
    .command('issue')
    .summary('remove issues from the store')
    .description('Manages the issues of the store.')
    .addHelpText('after', EXAMPLES)
  addYesOption(addStoreOption(command.command('remove'), context))
    .description('Removes issues with their histories from the store after a confirmation.')
    .argument('<key...>', 'the keys of the issues')
    .addHelpText('after', EXAMPLES)
    .action((keys: string[], options: RemovalOptions) =>
      printFrom(context, options.store, { create: false }, async workspace => {
        const known = await workspace.knownIssueKeys(keys)
        await confirmRemoval(context, `${counted(known.length, 'issue')}: ${known.join(', ')}`, options)
        const removed = await workspace.removeIssues(keys)
        return `Removed ${counted(removed.length, 'issue')}: ${removed.join(', ')}.\n`
      }),
    )
}
