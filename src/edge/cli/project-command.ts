import type { Command } from 'commander'
import type { ListedProject } from '../../access/admin/list-projects.ts'
import type { CommandContext } from './context.ts'
import { listOutput } from './in-columns.ts'
import { counted } from './numbers.ts'
import {
  addJsonOption,
  addStoreOption,
  addYesOption,
  type ListOptions,
  type RemovalOptions,
  repeated,
} from './options.ts'
import { confirmRemoval, printFrom } from './with-workspace.ts'

const EXAMPLES = `
For users who may not browse a project, it does not exist: neither in reports
nor in queries, suggestions or messages. Administrators see every project.
See docs/guides/access.md.

Examples:
  sojourn project list
  sojourn project restrict HR --group personnel --user anna
  sojourn project open HR
  sojourn project remove OLD
`

/** Adds `sojourn project`, which manages who may browse a project in access mode `tokens`. */
export function addProjectCommand(program: Command, context: CommandContext): void {
  const command = program
    .command('project')
    .summary('list, restrict, open and remove projects')
    .description('Manages projects and, in access mode tokens, their permissions.')
    .addHelpText('after', EXAMPLES)
  addList(command, context)
  addRestrict(command, context)
  addOpen(command, context)
  addRemove(command, context)
}

function addList(command: Command, context: CommandContext): void {
  addJsonOption(addStoreOption(command.command('list'), context))
    .description(
      'Lists the projects: key, name, and who may browse them in access mode tokens. The setting newProjects is the default for new ones.',
    )
    .action((options: ListOptions) =>
      printFrom(context, options.store, { create: true }, async ({ access }) =>
        listOutput(await access.projects(), options, project => [project.key, project.name, browsers(project)]),
      ),
    )
}

/** Returns who may browse a project, with what else decides in parentheses. */
function browsers(project: ListedProject): string {
  const { isNew, trackers, hiddenFrom } = project
  const notes = [
    ...hiddenFrom.map(name => `the account of the connection ${name} lost the project`),
    ...(hiddenFrom.length === 0 && isNew ? ['default for new projects'] : []),
    ...(hiddenFrom.length === 0 ? trackers.map(name => `if the tracker of the connection ${name} lets them`) : []),
  ]
  return notes.length === 0 ? named(project) : `${named(project)} (${notes.join('; ')})`
}

function named({ only }: ListedProject): string {
  if (only === null) return 'everybody'
  const groups = only.groups.filter(name => name !== 'administrators').map(name => `group ${name}`)
  return ['administrators', ...groups, ...only.users.map(login => `user ${login}`)].join(', ')
}

function addRestrict(command: Command, context: CommandContext): void {
  addStoreOption(command.command('restrict'), context)
    .description('Lets only the given groups and users, and administrators, browse a project.')
    .argument('<key>', 'the key or the name of the project')
    .option('--group <name>', 'a group that may browse it; can be repeated', repeated, [])
    .option('--user <login>', 'a user who may browse it; can be repeated', repeated, [])
    .action((key: string, { store, group, user }: { store: string; group: string[]; user: string[] }) =>
      printFrom(context, store, { create: true }, async ({ access }) => {
        const restricted = await access.restrict(key, group, user)
        const only = (await access.projects()).find(one => one.key === restricted)!
        return `Project ${only.key} may be browsed by: ${browsers(only)}.\n`
      }),
    )
}

function addOpen(command: Command, context: CommandContext): void {
  addStoreOption(command.command('open'), context)
    .description('Lets every user browse a project.')
    .argument('<key>', 'the key or the name of the project')
    .action((key: string, { store }: { store: string }) =>
      printFrom(
        context,
        store,
        { create: true },
        async ({ access }) => `Project ${await access.open(key)} may be browsed by everybody.\n`,
      ),
    )
}

function addRemove(command: Command, context: CommandContext): void {
  addYesOption(addStoreOption(command.command('remove'), context))
    .description('Removes a project with all its issues from the store after a confirmation.')
    .argument('<key>', 'the key or the name of the project')
    .action((text: string, options: RemovalOptions) =>
      printFrom(context, options.store, { create: false }, async workspace => {
        const { key, name, issues } = await workspace.countedProject(text)
        await confirmRemoval(context, `project ${key} (${name}) with ${counted(issues, 'issue')}`, options)
        const removed = await workspace.removeProject(key)
        return `Removed project ${key} (${name}) with ${counted(removed.issues, 'issue')}.\n`
      }),
    )
}
