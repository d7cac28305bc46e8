import type { Command } from 'commander'
import type { StoreSummary } from '../admin/store-summary.ts'
import { UserError } from '../base/errors.ts'
import { isLoopback, type SettingValues } from '../settings/known-settings.ts'
import type { Workspace } from '../workspace/workspace.ts'
import type { CommandContext } from './context.ts'
import { loadDemo } from './demo-command.ts'
import { counted } from './numbers.ts'
import { addServerOptions, addStoreOption } from './options.ts'
import { reportExamples } from './report-examples.ts'
import { withWorkspace } from './with-workspace.ts'

const SERVE_EXAMPLES = `
The server answers on this machine only, unless --host says otherwise. Each
request is logged in one line to the standard error. On SIGTERM or Ctrl-C
running requests get 10 seconds to finish.

Examples:
  sojourn serve
  sojourn serve --port 9000 --store /var/lib/sojourn
  sojourn serve --access tokens --host 0.0.0.0
  sojourn serve --base-path /jira --app tis
  sojourn serve --config /etc/sojourn.config.json
`

const START_EXAMPLES = `
Examples:
  sojourn start
  PORT=9000 sojourn start
`

/** Adds `sojourn serve`. */
export function addServeCommand(program: Command, context: CommandContext): void {
  addServerOptions(addStoreOption(program.command('serve'), context), context)
    .summary('serve reports over HTTP')
    .description('Serves reports over HTTP.')
    .addHelpText('after', SERVE_EXAMPLES)
    .action(async ({ store }: { store: string }) => {
      const { values } = context.settings()
      refuseOpenBeyondLoopback(values)
      const signal = context.stopSignal()
      await withWorkspace(context, store, { create: false, exclusive: true }, async workspace => {
        const server = await context.startServer(workspace, values)
        await context.out.write(`Sojourn ${context.version} serves ${baseAddress(values.host, server.port)}\n`)
        await aborted(signal)
        await server.stop()
      })
    })
}

/** Adds `sojourn start`, which is `npm start`. */
export function addStartCommand(program: Command, context: CommandContext): void {
  addServerOptions(addStoreOption(program.command('start'), context), context)
    .summary('load the demo into an empty store, and serve')
    .description('Starts the server, loads the demo into an empty store, and prints URLs to open.')
    .addHelpText('after', START_EXAMPLES)
    .action(async ({ store }: { store: string }) => {
      const { values } = context.settings()
      refuseOpenBeyondLoopback(values)
      const signal = context.stopSignal()
      await withWorkspace(context, store, { create: true, exclusive: true }, async workspace => {
        const summary = await filledSummary(workspace, store, context, signal)
        const server = await context.startServer(workspace, values)
        const base = baseAddress(values.host, server.port)
        const api = `${base}${values.basePath}/rest/${values.app}/report/1.0/api`
        await context.out.write(welcome(context.version, base, summary) + reportExamples(api, summary))
        await aborted(signal)
        await server.stop()
      })
    })
}

/**
 * Refuses access mode `open` on a public address: without tokens, everybody who can connect sees everything. Throws
 * ACCESS_REQUIRED.
 */
function refuseOpenBeyondLoopback({ access, host }: SettingValues): void {
  if (access === 'open' && !isLoopback(host)) throw new UserError('ACCESS_REQUIRED', { host })
}

async function filledSummary(
  workspace: Workspace,
  store: string,
  context: CommandContext,
  signal: AbortSignal,
): Promise<StoreSummary> {
  const summary = await workspace.summary()
  if (summary.issues > 0) return summary
  await loadDemo(workspace, store, context, signal)
  return workspace.summary()
}

function welcome(version: string, base: string, { dir, issues }: StoreSummary): string {
  return `Sojourn ${version} serves ${base} with ${counted(issues, 'issue')} of ${dir}. Ctrl-C stops it.\n`
}

/** Returns the URL of a server for a client on the same machine. */
function baseAddress(host: string, port: number): string {
  const reachable = host === '0.0.0.0' || host === '::' ? 'localhost' : host
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
