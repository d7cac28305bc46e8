import type { Command } from 'commander'
import { LOCAL_CALLER } from '../../access/permissions/caller.ts'
import { commaLines } from './comma-lines.ts'
import type { CommandContext } from './context.ts'
import { counted } from './numbers.ts'
import { addJsonOption, addStoreOption, type ListOptions } from './options.ts'
import { TERMINAL_WIDTH } from './terminal-text.ts'
import { printFrom } from './with-workspace.ts'

const EXAMPLES = `
Examples:
  sojourn jql parse "project = WEB AND status WAS 'In Progress'"
  sojourn jql explain "assignee IS EMPTY AND created >= startOfMonth(-1)"
  sojourn jql fields
`

/** Adds `sojourn jql`, which parses, explains and completes queries. */
export function addJqlCommand(program: Command, context: CommandContext): void {
  const command = program
    .command('jql')
    .summary('parse and explain queries')
    .description('Parses and explains queries (JQL). docs/guides/queries.md describes the language.')
    .addHelpText('after', EXAMPLES)
  addParse(command, context)
  addExplain(command, context)
  addFields(command, context)
}

function addParse(command: Command, context: CommandContext): void {
  command
    .command('parse')
    .description('Prints the tree of a query as JSON, or its error with a caret under it.')
    .argument('<query>', 'the query')
    // A query may start with a negative number, and this command has no options.
    .allowUnknownOption()
    .action(async (text: string) => {
      await context.out.write(`${JSON.stringify((await context.readQuery(text)).tree, null, 2)}\n`)
    })
}

function addExplain(command: Command, context: CommandContext): void {
  addStoreOption(command.command('explain'), context)
    .description('Prints a query with its names and dates resolved, and the number of issues it finds.')
    .argument('<query>', 'the query')
    .action((text: string, { store }: { store: string }) =>
      printFrom(context, store, { create: false }, async ({ queries }) => {
        const { query, explanation, issues } = await queries.explain(text, { caller: LOCAL_CALLER })
        return `${query}\n\n${explanation}\n\n${counted(issues, 'issue')}\n`
      }),
    )
}

function addFields(command: Command, context: CommandContext): void {
  addJsonOption(addStoreOption(command.command('fields'), context))
    .description('Lists the fields with their operators, and the functions.')
    .action(({ store, json }: ListOptions) =>
      printFrom(context, store, { create: false }, async ({ queries }) => {
        const language = await queries.language({ caller: LOCAL_CALLER })
        if (json) return `${JSON.stringify(language, null, 2)}\n`
        const { fields, functions, withoutData } = language
        const width = Math.max(...fields.map(({ name }) => name.length))
        const lines = [
          'Fields',
          ...fields.flatMap(({ name, operators }) => operatorLines(`  ${name.padEnd(width)}  `, operators)),
          '',
          'Functions',
          ...functions.map(usage => `  ${usage}`),
          '',
          'Fields without data here',
          ...withoutData.map(({ name, reason }) => `  ${name.padEnd(width)}  ${reason}`),
        ]
        return `${lines.join('\n')}\n`
      }),
    )
}

/** Names of operators have spaces, so commas separate them. */
function operatorLines(head: string, operators: readonly string[]): string[] {
  return commaLines(operators, TERMINAL_WIDTH - head.length).map(
    (line, i) => (i === 0 ? head : ' '.repeat(head.length)) + line,
  )
}
