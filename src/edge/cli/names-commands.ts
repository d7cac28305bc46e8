import type { Command } from 'commander'
import { LOCAL_CALLER } from '../../access/permissions/caller.ts'
import type { NamedThings } from '../../app/queries/tracker-names.ts'
import type { CommandContext } from './context.ts'
import { listOutput } from './in-columns.ts'
import { addJsonOption, addStoreOption, type ListOptions } from './options.ts'
import { printFrom } from './with-workspace.ts'

/** A command that lists one kind of names: its texts, and the cells of a line. */
interface NamesCommand<K extends keyof NamedThings> {
  readonly summary: string
  readonly description: string
  readonly cells: (thing: NamedThings[K]) => readonly string[]
}

const COMMANDS: { readonly [K in keyof NamedThings]: NamesCommand<K> } = {
  statuses: {
    summary: 'list the statuses of the tracker',
    description: 'Lists the statuses: id, name, category. Reports accept the id or the name.',
    cells: ({ id, name, category, deleted }) => [id, name, category ?? '-', deleted ? 'deleted' : ''],
  },
  projects: {
    summary: 'list the projects of the tracker',
    description: 'Lists the projects: key, name, id. Reports accept the key.',
    cells: ({ id, key, name }) => [key, name, id],
  },
  people: {
    summary: 'list the people of the tracker',
    description: 'Lists the people: login, name, e-mail address. Reports accept the login or the name.',
    cells: ({ id, name, email }) => [id, name, email ?? '-'],
  },
  groups: {
    summary: 'list the groups of the tracker',
    description: 'Lists the groups: name, how many members are known. Reports accept the name.',
    cells: ({ name, members }) => [name, `${members} ${members === 1 ? 'member' : 'members'}`],
  },
  fields: {
    summary: 'list the fields of the tracker',
    description: 'Lists the fields: id, name, kind. Reports accept the id or the name.',
    cells: ({ id, name, kind, multi }) => [id, name, multi ? `${kind}, several` : kind],
  },
}

/** Adds `sojourn statuses`, `projects`, `people`, `groups` and `fields`. */
export function addNamesCommands(program: Command, context: CommandContext): void {
  for (const kind of Object.keys(COMMANDS) as (keyof NamedThings)[]) addNamesCommand(program, context, kind)
}

function addNamesCommand<K extends keyof NamedThings>(program: Command, context: CommandContext, kind: K): void {
  const { summary, description, cells }: NamesCommand<K> = COMMANDS[kind]
  addJsonOption(addStoreOption(program.command(kind), context))
    .summary(summary)
    .description(description)
    .addHelpText('after', `\nExamples:\n  sojourn ${kind}\n  sojourn ${kind} --json\n`)
    .action((options: ListOptions) =>
      printFrom(context, options.store, { create: false }, async ({ names }) => {
        const things = await names.list(kind, { caller: LOCAL_CALLER })
        // The methods of a topic have no type parameters.
        return listOutput(things as readonly NamedThings[K][], options, cells)
      }),
    )
}
