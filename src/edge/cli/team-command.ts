import type { Command } from 'commander'
import { LOCAL_CALLER } from '../../access/permissions/caller.ts'
import type { Team } from '../../app/teams/team-types.ts'
import type { Workspace } from '../../app/workspace/workspace.ts'
import { UserError } from '../../core/base/errors.ts'
import type { RawParameter } from '../../store/plan/request-values.ts'
import { allPages } from './all-pages.ts'
import type { CommandContext } from './context.ts'
import { listOutput } from './in-columns.ts'
import { jsonFile } from './input-file.ts'
import { addJsonOption, addStoreOption, addYesOption, type ListOptions, type RemovalOptions } from './options.ts'
import { parameterOf } from './report-command.ts'
import { confirmRemoval, printFrom } from './with-workspace.ts'

const EXAMPLES = `
Examples:
  sojourn team list
  sojourn team set "Web team" filterType=project projectKey=WEB workflow=Web
  sojourn team set Payments --workflow workflow.json calendar=0 \\
    filterType=customjql customjql="component = Payments"
  sojourn team remove "Web team"
`

const requestContext = { caller: LOCAL_CALLER }

/** Adds `sojourn team`, which manages teams: what the screen of a team is about. */
export function addTeamCommand(program: Command, context: CommandContext): void {
  const command = program
    .command('team')
    .summary('list, set and remove teams')
    .description(
      'Manages teams: their issues, workflow, calendar and time zone. Lists and removes those of all users. docs/guides/teams.md describes them.',
    )
    .addHelpText('after', EXAMPLES)
  addList(command, context)
  addShow(command, context)
  addSet(command, context)
  addRemove(command, context)
}

function addList(command: Command, context: CommandContext): void {
  addJsonOption(addStoreOption(command.command('list'), context))
    .description('Lists the teams: id, name, owner, sharing, when they were saved.')
    .action((options: ListOptions) =>
      printFrom(context, options.store, { create: false }, async ({ teams }) =>
        listOutput(await allTeams(teams), options, cellsOf),
      ),
    )
}

function addShow(command: Command, context: CommandContext): void {
  addStoreOption(command.command('show'), context)
    .description('Prints a team as JSON.')
    .argument('<id>', 'the id or the name of the team')
    .action((id: string, { store }: { store: string }) =>
      printFrom(
        context,
        store,
        { create: false },
        async ({ teams }) => `${JSON.stringify(await teamNamed(teams, id), null, 2)}\n`,
      ),
    )
}

interface SetOptions extends ListOptions {
  readonly sharing: string
  readonly group?: string
  readonly workflow?: string
}

function addSet(command: Command, context: CommandContext): void {
  addJsonOption(addStoreOption(command.command('set'), context))
    .description(
      'Saves a team under a name; replaces the one with that name. A saved workflow is copied into it. Prints the name and the id; with --json, the id as JSON.',
    )
    .argument('<name>', 'the name of the team')
    .argument('[name=value...]', 'its issues, and how it measures: parameters of flow measures')
    .option('--sharing <sharing>', 'who may open it: private, group or everyone', 'everyone')
    .option('--group <group>', 'the group, with --sharing group')
    .option('--workflow <file>', 'the workflow file, in place of workflow=')
    .action((name: string, args: string[], { store, json, sharing, group, workflow }: SetOptions) =>
      printFrom(context, store, { create: false }, async ({ teams }) => {
        const parameters = [...args.map(parameterOf), ...(await workflowOf(workflow))]
        const body = {
          name,
          sharing,
          group: group ?? null,
          parameters: parameters.map(({ name, value }) => ({ name, value })),
        }
        const { team, isNew } = await teams.save(name, body, requestContext)
        if (json) return `${JSON.stringify({ id: team.id })}\n`
        return `${isNew ? 'Added' : 'Saved'} team ${team.name} (id ${team.id}).\n`
      }),
    )
}

/** Returns the parameter with the workflow of a file. Throws TEAM_INVALID. */
async function workflowOf(file: string | undefined): Promise<Pick<RawParameter, 'name' | 'value'>[]> {
  if (file === undefined) return []
  const invalid = (reason: string) => new UserError('TEAM_INVALID', { messages: [`${file} is not JSON: ${reason}`] })
  return [{ name: 'workflow', value: JSON.stringify(await jsonFile(file, invalid)) }]
}

function addRemove(command: Command, context: CommandContext): void {
  addYesOption(addStoreOption(command.command('remove'), context))
    .description('Removes a team after a confirmation. Its owner can restore it for a day.')
    .argument('<id>', 'the id or the name of the team')
    .action((id: string, options: RemovalOptions) =>
      printFrom(context, options.store, { create: false }, async ({ teams }) => {
        const { id: found, name, owner } = await teamNamed(teams, id)
        await confirmRemoval(context, `team ${name} (id ${found}) of ${owner ?? 'nobody'}`, options)
        await teams.remove(found, requestContext)
        return `Removed team ${name} (id ${found}).\n`
      }),
    )
}

type Teams = Workspace['teams']

/** Returns the team with an id, or the only one with a name. Throws TEAM_UNKNOWN. */
async function teamNamed(teams: Teams, idOrName: string): Promise<Team> {
  const named = (await allTeams(teams)).filter(({ name }) => name === idOrName)
  return named.length === 1 ? named[0]! : teams.find(idOrName, requestContext)
}

function allTeams(teams: Teams): Promise<readonly Team[]> {
  return allPages(async page => {
    const { teams: some, total } = await teams.list({ scope: 'all', ...page }, requestContext)
    return { some, total }
  })
}

function cellsOf({ id, name, owner, sharing, group, updated }: Team): readonly string[] {
  return [id, name, owner ?? '-', group === null ? sharing : `group ${group}`, updated ?? '-']
}
