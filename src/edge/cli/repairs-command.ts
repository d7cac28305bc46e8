import type { Command } from 'commander'
import type { RepairedKind, RepairSummary } from '../../access/admin/repair-summary.ts'
import type { CommandContext } from './context.ts'
import { counted, grouped } from './numbers.ts'
import { addStoreOption, type ListOptions } from './options.ts'
import { printFrom } from './with-workspace.ts'

const EXAMPLES = `
Examples:
  sojourn repairs
  sojourn repairs --json
`

/** Adds `sojourn repairs`. */
export function addRepairsCommand(program: Command, context: CommandContext): void {
  addStoreOption(program.command('repairs'), context)
    .summary('explain repaired histories')
    .description('Explains which histories were repaired: how many, what was wrong, examples, and the next step.')
    .option('--json', 'write JSON')
    .addHelpText('after', EXAMPLES)
    .action(({ store, json }: ListOptions) =>
      printFrom(context, store, { create: false }, async workspace => {
        const summary = await workspace.repairSummary()
        return json ? `${JSON.stringify(summary, null, 2)}\n` : repairsText(summary)
      }),
    )
}

/** Formats the repairs in the histories of a store, a paragraph per kind. */
export function repairsText({ issues, repaired, kinds }: RepairSummary): string {
  const first = `${grouped(repaired)} of ${counted(issues, 'issue')} with a repaired history.\n`
  return [first, ...kinds.map(paragraph)].join('\n')
}

function paragraph({ wrong, done, next, fields, examples }: RepairedKind): string {
  const locations = fields.map(({ name, issues }) => `${name === null ? '' : `${name}: `}${counted(issues, 'issue')}`)
  return [
    wrong,
    `  Where:    ${locations.join(', ')}`,
    `  Examples: ${examples.join(', ')}`,
    `  Done:     ${done}`,
    `  To do:    ${next}`,
    '',
  ].join('\n')
}
