import { resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Command } from 'commander'
import { connectionSettingNames } from '../../access/settings/connection-settings.ts'
import { connectionJson } from '../../intake/connections/connection-json.ts'
import type { ConnectionChanges } from '../../intake/connections/connections.ts'
import type { ShownConnection, ShownUnread } from '../../intake/connections/describe-connection.ts'
import { testedText } from './connect-command.ts'
import { stateText, untilText } from './connection-state-text.ts'
import { type CommandContext, shownInstant } from './context.ts'
import { progressText } from './follow-rounds.ts'
import { inColumns } from './in-columns.ts'
import { counted, grouped } from './numbers.ts'
import { addJsonOption, addStoreOption, addYesOption, type ListOptions, type RemovalOptions } from './options.ts'
import { confirmRemoval, printFrom } from './with-workspace.ts'
import { wrapped } from './wrapped.ts'

const LIST_EXAMPLES = `
Examples:
  sojourn connections
  sojourn connections jira
  sojourn connections --json
`

const EXAMPLES = `
docs/reference/settings.md lists the settings that 'set' changes.

Examples:
  sojourn connection test jira
  sojourn connection pause jira
  sojourn connection set jira everySeconds=600 requestsPerSecond=10
  sojourn connection set jira --token-file /run/secrets/jira
  sojourn connection remove jira
`

/** Adds `sojourn connections`. */
export function addConnectionsCommand(program: Command, context: CommandContext): void {
  addJsonOption(addStoreOption(program.command('connections'), context))
    .summary('show the connections and how current they are')
    .description('Shows the connections: state, how current they are, and what to do.')
    .argument('[NAME]', 'the name of a connection, to show all about it')
    .addHelpText('after', LIST_EXAMPLES)
    .action((name: string | undefined, { store, json }: ListOptions) =>
      printFrom(context, store, { create: false }, async ({ connections }) => {
        const shown = await connections.list(name ?? null)
        if (json) return `${JSON.stringify(shown.map(connectionJson), null, 2)}\n`
        if (name === undefined) return connectionRows(shown, context)
        return shown.map(one => connectionText(one, context)).join('')
      }),
    )
}

/** Adds `sojourn connection`, which manages connections. */
export function addConnectionCommand(program: Command, context: CommandContext): void {
  const command = program
    .command('connection')
    .summary('pause, resume, test, change and remove connections')
    .description('Manages connections to trackers. sojourn connect makes one.')
    .addHelpText('after', EXAMPLES)
  const named = (name: string, description: string) =>
    addStoreOption(command.command(name), context).description(description).argument('<NAME>', 'its name')
  named('pause', 'Pauses a connection: no rounds run until it is resumed.').action(
    (name: string, { store }: { store: string }) =>
      printFrom(context, store, { create: false }, async ({ connections }) => {
        await connections.pause(name)
        return `Connection ${name} is paused.\n`
      }),
  )
  named('resume', 'Resumes a connection that is paused, or accepts the tracker as it is.').action(
    (name: string, { store }: { store: string }) =>
      printFrom(context, store, { create: false }, async ({ connections }) => {
        await connections.resume(name)
        return `Connection ${name} is resumed.\n`
      }),
  )
  named('test', 'Tests a connection, and says what its account may read. Changes nothing.').action(
    (name: string, { store }: { store: string }) =>
      printFrom(
        context,
        store,
        { create: false },
        async ({ connections }) => `${name}: ${testedText(await connections.test(name))}`,
      ),
  )
  addSet(named('set', 'Changes a connection. The next round uses the new values.'), context)
  addRemove(named('remove', 'Removes a connection with its token, after asking. Its issues stay.'), context)
}

interface SetOptions {
  readonly store: string
  readonly tokenFile?: string
  readonly tokenStdin?: true
  readonly email?: string
  readonly permissions?: string
  readonly hookSecretStdin?: true
}

function addSet(command: Command, context: CommandContext): void {
  command
    .argument('[SETTING...]', `settings such as everySeconds=600, or everySeconds=default`)
    .option('--token-file <file>', 'a file with the token; only its path is stored')
    .option('--token-stdin', 'read the token from the standard input')
    .option('--email <email>', 'the email address of an API token of Jira Cloud, or a login')
    .option('--permissions <mode>', 'who may see the issues: tracker, account or manual')
    .option('--hook-secret-stdin', 'read the secret that signs webhooks from the standard input')
    .action(async (name: string, settings: string[], { store, ...options }: SetOptions) => {
      const { tokenFile, tokenStdin, hookSecretStdin, email, permissions } = options
      const input = tokenStdin || hookSecretStdin ? await text(context.stdin()) : null
      const changes: ConnectionChanges = {
        settings: settings.map(one => withFullPath(one, context.folder)),
        tokenFile: tokenFile === undefined ? null : resolve(context.folder, tokenFile),
        token: tokenStdin ? input : null,
        hookSecret: hookSecretStdin ? input : null,
        email: email ?? null,
        permissions: permissions ?? null,
      }
      await printFrom(context, store, { create: false }, async ({ connections }) => {
        await connections.set(name, changes)
        return `Connection ${name} is changed.\n`
      })
    })
}

/** A server has another current folder than the command. */
function withFullPath(setting: string, folder: string): string {
  const [, path] = /^ca=(?!default$)(.+)$/s.exec(setting) ?? []
  return path === undefined ? setting : `ca=${resolve(folder, path)}`
}

function addRemove(command: Command, context: CommandContext): void {
  addYesOption(command)
    .option('--forget-issues', 'remove the issues of its projects too')
    .action(
      (name: string, { forgetIssues = false, ...options }: RemovalOptions & { readonly forgetIssues?: boolean }) =>
        printFrom(context, options.store, { create: false }, async ({ connections }) => {
          const [found] = await connections.list(name)
          const issues = found!.projects.reduce((sum, { stored }) => sum + stored, 0)
          const what = forgetIssues ? `connection ${name} with ${counted(issues, 'issue')}` : `connection ${name}`
          await confirmRemoval(context, what, options)
          const removed = await connections.remove(name, forgetIssues)
          const rest = forgetIssues ? ` with ${counted(removed.issues, 'issue')}` : '; its issues stay in the store'
          return `Removed connection ${name}${rest}.\n`
        }),
    )
}

function connectionRows(shown: readonly ShownConnection[], context: CommandContext): string {
  if (shown.length === 0) return "There is no connection. Make one with 'sojourn connect'.\n"
  const rows = shown.map(({ name, syncedAt, projects, ...rest }) => [
    name,
    stateText({ syncedAt, ...rest }),
    syncedAt === null ? 'no data yet' : `data until ${shownInstant(syncedAt, context)}`,
    counted(projects.length, 'project'),
    counted(sum(projects, 'stored'), 'issue'),
    `${grouped(sum(projects, 'due'))} due`,
    `${grouped(sum(projects, 'failed'))} failed`,
  ])
  const next = shown
    .filter(({ state, unread }) => state !== 'live' || unread.count > 0)
    .map(one => wrapped([one.reason, olderText(one, context), one.next].filter(Boolean).join(' '), `${one.name}: `))
  return inColumns(rows) + next.join('')
}

/** Formats all about a connection, one fact per line. */
export function connectionText(shown: ShownConnection, context: CommandContext): string {
  const { name, product, version, address, reason, next, lastRound, projects, running } = shown
  const unknown = running === null ? 'not known' : 'not known before the first round has ended'
  const facts: (readonly [string, string])[] = [
    ['state', stateText(shown)],
    ...(reason === null ? [] : [['reason', reason] as const]),
    ['next step', next],
    ['data until', untilText(shown, at => shownInstant(at, context))],
    ...(running === null ? [] : [['running', progressText(running)] as const]),
    ['next round', nextRoundText(shown, context)],
    ...(lastRound === null ? [] : [['last round', lastRoundText(lastRound)] as const]),
    ['account', shown.account ?? unknown],
    ['zone', shown.timeZone ?? unknown],
    ['permissions', shown.permissions],
    ['token', shown.token],
    ['webhooks', `POST ${shown.webhook}`],
    ...shown.problems.map(problem => ['not readable', problem] as const),
  ]
  const { count, issues } = shown.unread
  for (const issue of issues) facts.push(['not read', unreadText(issue, context)])
  if (count > issues.length) facts.push(['not read', `${grouped(count - issues.length)} more`])
  const settings = connectionSettingNames
    .filter(setting => shown.settings[setting].origin !== 'default')
    .map(setting => ['setting', `${setting} = ${shown.settings[setting].value} (${shown.settings[setting].origin})`])
  const title = `${name}: ${[product, version].filter(Boolean).join(' ')} at ${address}\n`
  const lines = [...facts, ...settings].map(([fact, value]) => wrapped(value!, `  ${fact!.padEnd(14)}`))
  const rows = projects.map(project => [
    `  ${project.key}`,
    `holds ${grouped(project.stored)} of ${grouped(project.stored + project.due + project.failed)} listed`,
    `${grouped(project.due)} due`,
    `${grouped(project.failed)} failed`,
    censusText(project, context),
    project.reason ?? (project.isVisible ? '' : 'hidden from the account'),
  ])
  return title + lines.join('') + inColumns(rows)
}

/** Says that issues are older than the rest, for a list of connections. */
function olderText(shown: ShownConnection, context: CommandContext): string | null {
  if (shown.unread.count === 0 || shown.syncedAt === null) return null
  return `Data until ${untilText(shown, at => shownInstant(at, context))}.`
}

function unreadText({ name, since, reason, nextTry }: ShownUnread, context: CommandContext): string {
  const facts = [
    name,
    since === null ? null : `since ${shownInstant(since, context)}`,
    nextTry === null ? 'next try in the next round' : `next try ${shownInstant(nextTry, context)}`,
  ]
  return [facts.filter(Boolean).join(', '), reason].filter(Boolean).join(': ')
}

/** Says how many issues the tracker counted, and when: later lists may have found more. */
function censusText({ census, expected }: ShownConnection['projects'][number], context: CommandContext): string {
  if (census === null) return 'no census yet'
  return `census ${shownInstant(census, context)}${expected === null ? '' : ` counted ${grouped(expected)}`}`
}

function nextRoundText({ running, nextRound }: ShownConnection, context: CommandContext): string {
  if (running !== null) return 'after the running one'
  return nextRound === null ? 'none by itself' : shownInstant(nextRound, context)
}

function lastRoundText({ kind, fetched, gone, failed, requests }: NonNullable<ShownConnection['lastRound']>): string {
  const facts = [`${grouped(fetched)} read`, `${grouped(gone)} removed`, `${grouped(failed)} failed`]
  return `${kind}: ${facts.join(', ')}, ${counted(requests, 'request')}`
}

function sum(projects: ShownConnection['projects'], name: 'stored' | 'due' | 'failed'): number {
  return projects.reduce((total, project) => total + project[name], 0)
}
