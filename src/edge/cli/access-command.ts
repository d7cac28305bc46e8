import type { Command } from 'commander'
import type { CommandContext } from './context.ts'
import { addStoreOption } from './options.ts'
import { printFrom } from './with-workspace.ts'

const EXAMPLES = `
Prints whether the user may see the issue when the access mode is tokens, and
the rule that decides. See docs/guides/access.md.

Examples:
  sojourn access explain anna WEB-42
  sojourn access explain anna WEB-42 --json
`

/** Adds `sojourn access`, which explains permissions. */
export function addAccessCommand(program: Command, context: CommandContext): void {
  const command = program
    .command('access')
    .summary('explain why a user may or may not see an issue')
    .description('Explains the permissions of users.')
  addStoreOption(command.command('explain'), context)
    .description('Explains why a user may or may not see an issue.')
    .argument('<user>', 'the login of the user')
    .argument('<issue>', 'the key or the id of the issue')
    .option('--json', 'as JSON')
    .addHelpText('after', EXAMPLES)
    .action((user: string, issue: string, { store, json }: { store: string; json?: true }) =>
      printFrom(context, store, { create: false }, async ({ access }) => {
        const explained = await access.explain(user, issue)
        const { login, issue: key, isAllowed, rule, explanation } = explained
        if (json) return `${JSON.stringify(explained, null, 2)}\n`
        return `${login} may ${isAllowed ? '' : 'not '}see ${key} (${rule}).\n${explanation}\n`
      }),
    )
}
