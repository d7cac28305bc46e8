import type { Command } from 'commander'
import type { OutdatedIssues, StoreSummary } from '../../access/admin/store-summary.ts'
import { formatInstant } from '../../core/time/instant.ts'
import type { CommandContext } from './context.ts'
import { counted, grouped } from './numbers.ts'
import { addStoreOption } from './options.ts'
import { printFrom } from './with-workspace.ts'

const EXAMPLES = `
Examples:
  sojourn info
  sojourn info --store /var/lib/sojourn
`

/** Adds `sojourn info`. */
export function addInfoCommand(program: Command, context: CommandContext): void {
  addStoreOption(program.command('info'), context)
    .summary('show the contents of the store')
    .description('Shows the contents of the store.')
    .addHelpText('after', EXAMPLES)
    .action(({ store }: { store: string }) =>
      printFrom(context, store, { create: false }, async workspace => infoText(await workspace.summary())),
    )
}

/** Formats the contents of a store, one fact per line. */
export function infoText(summary: StoreSummary): string {
  const { from, to, projects } = summary
  const period = from !== null && to !== null ? [`  from ${formatInstant(from)} to ${formatInstant(to)}`] : []
  const width = Math.max(0, ...projects.map(({ key }) => key.length))
  const lines = [
    `Store ${summary.dir} (after ${counted(summary.batch, 'import')})`,
    `  ${counted(summary.issues, 'issue')}, ${grouped(summary.repaired)} of them with a repaired history (see sojourn repairs)`,
    ...(summary.unlogged > 0 ? [`  ${counted(summary.unlogged, 'issue')} without a change log`] : []),
    ...period,
    `  ${counted(summary.changes, 'change')}, ${counted(summary.stays, 'stay')}`,
    `  ${counted(summary.statuses, 'status', 'statuses')}, ${counted(summary.users, 'user')}, ${counted(summary.groups, 'group')}`,
    `  ${counted(projects.length, 'project')}${projects.length > 0 ? ':' : ''}`,
    ...projects.map(({ key, name, issues }) => `    ${key.padEnd(width)}  ${name}: ${counted(issues, 'issue')}`),
    ...outdatedLines(summary.outdated),
  ]
  return `${lines.join('\n')}\n`
}

/** Returns hints to import again: a newer importer may build different histories from the same export. */
function outdatedLines(outdated: readonly OutdatedIssues[]): string[] {
  if (outdated.length === 0) return []
  const all = outdated.reduce((sum, { issues }) => sum + issues, 0)
  return [
    `  ${counted(all, 'issue')} read by an older importer; importing them again may change their numbers:`,
    ...outdated.map(({ project, issues, examples }) => {
      const keys = `${examples.join(', ')}${issues > examples.length ? ', ...' : ''}`
      return `    ${project}: ${counted(issues, 'issue')} (${keys})`
    }),
  ]
}
