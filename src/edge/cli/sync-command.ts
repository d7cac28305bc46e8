import type { Command } from 'commander'
import type { CommandContext } from './context.ts'
import { runRounds } from './follow-rounds.ts'
import { addStoreOption } from './options.ts'
import { withWorkspace } from './with-workspace.ts'

const EXAMPLES = `
A server runs the rounds by itself. This command runs one now, in the server if
one has the store open. It exits with 1 if a round did not end well.

Examples:
  sojourn sync
  sojourn sync jira
  sojourn sync jira --census
  sojourn sync jira --dry-run
`

interface Options {
  readonly store: string
  readonly full?: true
  readonly census?: true
  readonly dryRun?: true
  readonly acceptLoss?: true
}

/** Adds `sojourn sync`. */
export function addSyncCommand(program: Command, context: CommandContext): void {
  addStoreOption(program.command('sync'), context)
    .summary('read what changed in the connected trackers')
    .description('Runs a round of each connection, or of those that are named.')
    .argument('[NAME...]', 'the names of connections; else all that are not paused')
    .option('--full', 'read every issue again')
    .option('--census', 'compare all ids, to find deleted and moved issues')
    .option('--dry-run', 'say how many issues would be read, and read none')
    .option('--accept-loss', 'accept that many issues are gone from the tracker')
    .addHelpText('after', EXAMPLES)
    .action(async (names: string[], { store, full, census, dryRun, acceptLoss }: Options) => {
      const signal = context.stopSignal()
      const options = {
        full: full ?? false,
        census: census ?? false,
        dryRun: dryRun ?? false,
        acceptLoss: acceptLoss ?? false,
      }
      await withWorkspace(context, store, { create: false }, ({ connections }) =>
        runRounds(connections, names, options, context, signal),
      )
    })
}
