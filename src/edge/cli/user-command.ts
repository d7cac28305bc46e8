import { type Command, Option } from 'commander'
import type { Workspace } from '../../app/workspace/workspace.ts'
import { formatInstant } from '../../core/time/instant.ts'
import type { CommandContext } from './context.ts'
import { listOutput } from './in-columns.ts'
import {
  addJsonOption,
  addStoreOption,
  addYesOption,
  type ListOptions,
  type RemovalOptions,
  repeated,
} from './options.ts'
import { confirmRemoval, printFrom } from './with-workspace.ts'

/** A user as in lists. */
type Account = Awaited<ReturnType<Workspace['access']['users']>>[number]

const EXAMPLES = `
A user with the login of a person in the tracker is that person: their groups in
the tracker count, and currentUser() returns them.
Members of the group administrators see every project.

Examples:
  sojourn user add anna --group administrators
  sojourn user add ben@example.org --time-zone Asia/Tokyo
  sojourn user change anna --add-group planners --time-zone Europe/Berlin
  sojourn user link anna jira 5b10ac8d82e05b22cc7d4ef5
  sojourn user disable ben@example.org
  sojourn user remove ben@example.org
`

/** Adds `sojourn user`, which manages users in access mode `tokens`. */
export function addUserCommand(program: Command, context: CommandContext): void {
  const command = program
    .command('user')
    .summary('list, add, change, link, disable and remove users')
    .description('Manages the users who may sign in when the access mode is tokens. See docs/guides/access.md.')
    .addHelpText('after', EXAMPLES)
  addList(command, context)
  addAdd(command, context)
  addChange(command, context)
  addRemove(command, context)
  addLink(command, context)
  addUnlink(command, context)
  addSwitch(command, context, 'disable', "Disables a user: the user's tokens do not work until it is enabled.", true)
  addSwitch(command, context, 'enable', 'Enables a user that was disabled.', false)
}

function addList(command: Command, context: CommandContext): void {
  addJsonOption(addStoreOption(command.command('list'), context))
    .description('Lists the users: login, time zone, groups, linked accounts.')
    .action((options: ListOptions) =>
      printFrom(context, options.store, { create: true }, async ({ access }) =>
        listOutput(
          await access.users(),
          options,
          ({ login, timeZone, groups, links, disabled }) => [
            login,
            timeZone ?? '-',
            groups.join(', ') || '-',
            disabled ? 'disabled' : '',
            links.map(({ connection, account }) => `${connection}: ${account}`).join(', '),
          ],
          user => ({ ...user, created: formatInstant(user.created) }),
        ),
      ),
    )
}

function addAdd(command: Command, context: CommandContext): void {
  addStoreOption(command.command('add'), context)
    .description('Adds a user.')
    .argument('<login>', 'the login; use the one in the tracker if there is one')
    .option('--group <name>', 'a group of the user, in addition to those of the tracker; can be repeated', repeated, [])
    .option('--time-zone <zone>', "the time zone of this user's reports; by default the server's")
    .action((login: string, { store, group, timeZone }: { store: string; group: string[]; timeZone?: string }) =>
      printFrom(context, store, { create: true }, async ({ access }) => {
        await access.addUser({ login, groups: group, timeZone: timeZone ?? null })
        return `Added user ${login}. A token for it: sojourn token create --user '${login}'\n`
      }),
    )
}

interface ChangeOptions {
  readonly store: string
  readonly addGroup: string[]
  readonly removeGroup: string[]
  readonly timeZone?: string
  readonly serverTimeZone?: true
}

function addChange(command: Command, context: CommandContext): void {
  addStoreOption(command.command('change'), context)
    .description('Changes the groups or the time zone of a user.')
    .argument('<login>', 'the login')
    .option('--add-group <name>', 'a group to add the user to; can be repeated', repeated, [])
    .option('--remove-group <name>', 'a group to remove the user from; can be repeated', repeated, [])
    .option('--time-zone <zone>', "the time zone of this user's reports")
    .addOption(new Option('--server-time-zone', "use the server's time zone").conflicts('timeZone'))
    .action((login: string, { store, addGroup, removeGroup, timeZone, serverTimeZone }: ChangeOptions) =>
      printFrom(context, store, { create: true }, async ({ access }) => {
        const zone = serverTimeZone ? { timeZone: null } : timeZone === undefined ? {} : { timeZone }
        return userLine(await access.changeUser({ login, addGroups: addGroup, removeGroups: removeGroup, ...zone }))
      }),
    )
}

function userLine({ login, timeZone, groups }: Account): string {
  return `User ${login}: time zone ${timeZone ?? 'of the server'}, groups: ${groups.join(', ') || 'none'}.\n`
}

function addRemove(command: Command, context: CommandContext): void {
  addYesOption(addStoreOption(command.command('remove'), context))
    .description(
      "Removes a user, with the user's tokens, saved reports, private teams and project permissions, after a confirmation.",
    )
    .argument('<login>', 'the login')
    .action((login: string, options: RemovalOptions) =>
      printFrom(context, options.store, { create: true }, async ({ access }) => {
        const { login: known } = await access.user(login)
        await confirmRemoval(context, `user ${known} with the user's tokens, saved reports and private teams`, options)
        await access.removeUser(known)
        return `Removed user ${known}.\n`
      }),
    )
}

function addLink(command: Command, context: CommandContext): void {
  addStoreOption(command.command('link'), context)
    .description('Links a user to an account of a connected tracker. The user then sees what the account may browse.')
    .argument('<login>', 'the login')
    .argument('<connection>', 'the name of the connection')
    .argument('<account>', "the tracker's id of the account: on Jira Cloud the account id, else the key or the login")
    .action((login: string, connection: string, account: string, { store }: { store: string }) =>
      printFrom(context, store, { create: true }, async ({ access }) => {
        const linked = await access.link(login, connection, account)
        const person = linked.name ?? 'not yet known from an issue or a list of users'
        return `Linked user ${linked.login} to account ${linked.account} of ${linked.connection} (${person}).\n`
      }),
    )
}

function addUnlink(command: Command, context: CommandContext): void {
  addStoreOption(command.command('unlink'), context)
    .description('Removes the link between a user and a connected tracker, at once.')
    .argument('<login>', 'the login')
    .argument('<connection>', 'the name of the connection')
    .action((login: string, connection: string, { store }: { store: string }) =>
      printFrom(context, store, { create: true }, async ({ access }) => {
        await access.unlink(login, connection)
        return `User ${login} is not linked to ${connection} any more.\n`
      }),
    )
}

function addSwitch(
  command: Command,
  context: CommandContext,
  name: string,
  description: string,
  disabled: boolean,
): void {
  addStoreOption(command.command(name), context)
    .description(description)
    .argument('<login>', 'the login')
    .action((login: string, { store }: { store: string }) =>
      printFrom(context, store, { create: true }, async ({ access }) => {
        await access.setDisabled(login, disabled)
        return `User ${login} is ${disabled ? 'disabled' : 'enabled'}.\n`
      }),
    )
}
