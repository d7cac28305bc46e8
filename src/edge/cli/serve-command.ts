import type { Command } from 'commander'
import type { StoreSummary } from '../../access/admin/store-summary.ts'
import type { SettingValues } from '../../access/settings/known-settings.ts'
import { isLoopback } from '../../access/settings/setting-values.ts'
import type { Workspace } from '../../app/workspace/workspace.ts'
import { UserError } from '../../core/base/errors.ts'
import type { Instant, Millis } from '../../core/time/instant.ts'
import { parseReportDate } from '../../core/time/report-date.ts'
import { UTC } from '../../core/time/zone.ts'
import { demoWeeks } from '../../intake/source/demo-dates.ts'
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
  sojourn serve --create --store my-issues
  sojourn serve --access tokens --host 0.0.0.0
  sojourn serve --base-path /jira --app tis
  sojourn serve --config /etc/sojourn.config.json
`

const START_EXAMPLES = `
The dates of the demo move by whole weeks, so that it ended within the last
seven days. When it is older than 30 days, the next start moves it again.
With --demo-until, it ends at that date or up to six days earlier, and stays.

Examples:
  sojourn start
  PORT=9000 sojourn start
  sojourn start --demo-until 2025-06-30
`

const DAY: Millis = 86_400_000

/** The age at which the demo is loaded again. */
const DEMO_TOO_OLD: Millis = 30 * DAY

/** Adds `sojourn serve`. */
export function addServeCommand(program: Command, context: CommandContext): void {
  addServerOptions(addStoreOption(program.command('serve'), context), context)
    .summary('serve reports over HTTP')
    .description('Serves reports over HTTP.')
    .option('--create', 'create the store if there is none, to connect a tracker on the page')
    .addHelpText('after', SERVE_EXAMPLES)
    .action(async ({ store, create = false }: { store: string; create?: boolean }) => {
      const { values } = context.settings()
      refuseOpenBeyondLoopback(values)
      const signal = context.stopSignal()
      await withWorkspace(context, store, { create, exclusive: true }, async workspace => {
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
    .description(
      'Starts the server, loads the demo into an empty store, and prints URLs of reports, and that of the page last.',
    )
    .option('--demo-until <date>', 'the end of the demo, such as 2025-06-30; by default yesterday')
    .addHelpText('after', START_EXAMPLES)
    .action(async ({ store, demoUntil }: { store: string; demoUntil?: string }) => {
      const { values } = context.settings()
      refuseOpenBeyondLoopback(values)
      const until = demoUntil === undefined ? null : readDemoEnd(demoUntil, context.now())
      const signal = context.stopSignal()
      await withWorkspace(context, store, { create: true, exclusive: true }, async workspace => {
        const summary = await filledSummary(workspace, store, context, { signal, until })
        const server = await context.startServer(workspace, values)
        const base = baseAddress(values.host, server.port)
        const api = `${base}${values.basePath}/rest/${values.app}/report/1.0/api`
        const opening = `\nOpen the page: ${base}/\n`
        await context.out.write(welcome(context.version, base, summary) + reportExamples(api, summary) + opening)
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

/** Reads the end of the demo. Throws OPTION_INVALID for other text, and for dates after today. */
function readDemoEnd(text: string, now: Instant): Instant {
  const day = /^\d{4}-\d{2}-\d{2}$/.test(text) ? parseReportDate(text, UTC) : null
  if (day !== null && day >= FIRST_DEMO_END && day <= now) return day
  const allowed = 'a date from 2010-01-01 to today, such as 2025-06-30'
  throw new UserError('OPTION_INVALID', { option: '--demo-until', value: text, allowed })
}

/** Earlier ends are taken for typing errors. */
const FIRST_DEMO_END: Instant = Date.parse('2010-01-01T00:00:00Z')

/** Loads the demo into an empty store. Without `until`, also into a store with a demo that is too old. */
async function filledSummary(
  workspace: Workspace,
  store: string,
  context: CommandContext,
  { signal, until }: { readonly signal: AbortSignal; readonly until: Instant | null },
): Promise<StoreSummary> {
  const summary = await workspace.summary()
  const now = context.now()
  if (summary.issues > 0 && (until !== null || !isOldDemo(summary, now))) return summary
  // The demo ends late on its last day, so that of today would have issues from the future.
  await loadDemo(workspace, store, context, { signal, weeks: demoWeeks(until ?? now - DAY) })
  return workspace.summary()
}

function isOldDemo({ isDemo, to }: StoreSummary, now: Instant): boolean {
  return isDemo && to !== null && now - to > DEMO_TOO_OLD
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
