import { resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Command } from 'commander'
import type { TestedConnection } from '../../intake/connections/connect.ts'
import type { ConnectOptions } from '../../intake/connections/connect-request.ts'
import { trackerKinds } from '../../intake/source/trackers.ts'
import type { CommandContext } from './context.ts'
import { runRounds } from './follow-rounds.ts'
import { addStoreOption } from './options.ts'
import { withWorkspace } from './with-workspace.ts'
import { wrapped } from './wrapped.ts'

const EXAMPLES = `
The connection is tested first; nothing is stored if the test fails. The token
is sent to this address only. It stays in its file, or it is kept in the folder
secrets of the store. The variable SOJOURN_TOKEN_<NAME> takes precedence.
See docs/guides/connect-data-center.md and docs/guides/connect-cloud.md.

Examples:
  sojourn connect jira https://jira.example.org --name jira \\
    --token-file /run/secrets/jira --projects WEB,APP
  sojourn connect jira https://team.atlassian.net --name cloud \\
    --email me@example.org --token-stdin < token
`

type Options = Omit<ConnectOptions, 'tracker' | 'url' | 'replaceDemo'> & {
  readonly store: string
  readonly sync: boolean
  readonly yes?: boolean
}

/** Adds `sojourn connect`. */
export function addConnectCommand(program: Command, context: CommandContext): void {
  addStoreOption(program.command('connect'), context)
    .summary('connect a tracker, and keep it in sync')
    .description('Connects a tracker: tests the connection, stores it, and reads its issues.')
    .argument('<TRACKER>', `the kind of tracker: ${trackerKinds.join(', ')}`)
    .argument('<URL>', 'its base address, such as https://jira.example.org')
    .option('--name <name>', 'the name of the connection, such as jira')
    .option('--token-file <file>', 'a file with the token; only its path is stored')
    .option('--token-stdin', 'read the token from the standard input')
    .option('--email <email>', 'the email address of an API token of Jira Cloud, or a login')
    .option('--projects <keys>', 'the keys of the projects to read, such as WEB,APP')
    .option('--all', 'read all projects that the account may browse, also new ones (the default)')
    .option('--since <date>', 'leave out issues that did not change since then, such as 2024-01-31')
    .option('--kind <kind>', 'cloud or server, for a tracker that does not say it')
    .option('--permissions <mode>', 'who may see the issues: tracker, account or manual')
    .option('--allow-http', 'send the token without encryption')
    .option('--no-sync', 'do not read the issues yet')
    .option('--yes', 'replace the demo, if the store has it')
    .addHelpText('after', EXAMPLES)
    .action(async (tracker: string, url: string, { store, sync, yes, ...options }: Options) => {
      const signal = context.stopSignal()
      const { tokenFile } = options
      const file = tokenFile === undefined ? {} : { tokenFile: resolve(context.folder, tokenFile) }
      const token = options.tokenStdin && tokenFile === undefined ? await text(context.stdin()) : null
      await withWorkspace(context, store, { create: true }, async workspace => {
        const { connections } = workspace
        const given = { tracker, url, ...options, ...file, replaceDemo: yes }
        const connected = await connections.connect(given, token).catch(async error => {
          await workspace.discardIfUnused()
          throw error
        })
        await context.out.write(`Connected ${connected.name} to ${testedText(connected)}`)
        if (!sync) return
        const all = { full: false, census: false, dryRun: false, acceptLoss: false }
        await runRounds(connections, [connected.name], all, context, signal)
      })
    })
}

/** Formats what a tracker said, one fact per line of at most 80 columns. */
export function testedText(found: TestedConnection): string {
  const { product, version, address, account, timeZone, isAdministrator, projects, limitations } = found
  const facts: (readonly [string, string])[] = [
    ['account', `${account}${isAdministrator ? ', an administrator' : ''}`],
    ['zone', timeZone ?? 'the tracker does not say'],
    ['projects', `${projects.length}: ${projectKeys(projects)}`],
    ['permissions', found.permissions],
    ['token', found.token],
    ...limitations.map(limitation => ['not readable', limitation] as const),
  ]
  const lines = facts.map(([name, value]) => wrapped(value, `  ${name.padEnd(14)}`))
  return `${[product, version].filter(Boolean).join(' ')} at ${address}\n${lines.join('')}`
}

const KEYS_SHOWN = 20

function projectKeys(projects: TestedConnection['projects']): string {
  const more = projects.length - KEYS_SHOWN
  const keys = projects.slice(0, KEYS_SHOWN).map(({ key }) => key)
  return `${keys.join(', ')}${more > 0 ? `, and ${more} more` : ''}`
}
