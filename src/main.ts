// main.ts creates the parts and connects them; it has no other logic. It imports lazily what only some commands need,
// because loading everything takes longer than most commands.

import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { fileURLToPath } from 'node:url'
import type { SettingValues } from './access/settings/known-settings.ts'
import { isBucket, isLoopback } from './access/settings/setting-values.ts'
import type { Workspace } from './app/workspace/workspace.ts'
import { isUserError, UserError } from './core/base/errors.ts'
import { PROGRAM_FOLDER } from './core/base/program-folder.ts'
import { parseZone, UTC, type Zone } from './core/time/zone.ts'
import type { Environment, OpenSettings, Output, StartedServer, StoreUse } from './edge/cli/context.ts'
import { run } from './edge/cli/run.ts'
import type { OpenTracker } from './intake/source/tracker.ts'
import type { TrackerKind } from './intake/source/trackers.ts'

/** Bytes. */
const MEGABYTE = 1024 * 1024

/** Milliseconds. */
const HOUR = 3_600_000

/** Runs the program with its command-line arguments, and ends the process with its exit code. */
export async function main(args: readonly string[]): Promise<void> {
  // Stores and backups contain the whole history of a tracker, so other users must not read the files of this process.
  process.umask(0o077)
  for (const stream of [process.stdout, process.stderr]) stream.on('error', ignoreClosedPipe)
  ignoreInspectorSignal()
  // A stopped import may leave an input open that never ends. All output is written by now.
  process.exit(await run(args, realEnvironment()))
}

/** Ignores EPIPE: a reader such as `head` may close the pipe at any time. */
function ignoreClosedPipe(error: Error & { code?: string }): void {
  if (error.code !== 'EPIPE') throw error
}

function realEnvironment(): Environment {
  const version = readVersion()
  const now = () => Date.now()
  return {
    version,
    now,
    env: process.env,
    folder: process.cwd(),
    machineZone,
    out: outputTo(process.stdout),
    err: outputTo(process.stderr),
    confirm: process.stdin.isTTY && process.stderr.isTTY ? confirm : null,
    stdin: () => process.stdin,
    open: (dir, use, settings) => openOrConnect(dir, use, settings, { version, now }),
    readQuery: async text => (await import('./app/queries/queries.ts')).readQuery(text),
    restore: async (...backup) => (await import('./store/files/restore-store.ts')).restoreStore(...backup),
    startServer: (workspace, settings) => startServer(workspace, settings, { version, now }),
    stopSignal,
  }
}

function readVersion(): string {
  const found = JSON.parse(readFileSync(new URL('package.json', PROGRAM_FOLDER), 'utf8')) as { version: string }
  return found.version
}

function machineZone(): Zone {
  return parseZone(Intl.DateTimeFormat().resolvedOptions().timeZone) ?? UTC
}

function outputTo(stream: NodeJS.WriteStream): Output {
  return {
    isTerminal: stream.isTTY === true,
    columns: stream.columns ?? 100,
    write: text =>
      new Promise((resolve, reject) => {
        stream.write(text, (error?: (Error & { code?: string }) | null) => {
          if (error && error.code !== 'EPIPE') reject(error)
          else resolve()
        })
      }),
  }
}

async function confirm(question: string, signal: AbortSignal): Promise<boolean> {
  // Without its terminal mode, it leaves Ctrl-C to the signal.
  const terminal = createInterface({ input: process.stdin, output: process.stderr, terminal: false })
  try {
    return /^y(es)?$/i.test((await terminal.question(`${question} [y/N] `, { signal })).trim())
  } catch (error) {
    signal.throwIfAborted()
    throw error
  } finally {
    terminal.close()
  }
}

/** Facts about the program that its parts need. */
interface Program {
  readonly version: string
  readonly now: () => number
}

async function openOrConnect(
  dir: string,
  { create, exclusive }: StoreUse,
  settings: OpenSettings,
  program: Program,
): Promise<Workspace> {
  const { timeZone: zone, locale, dateFormat, dateTimeFormat, memoryMb, temporaryMb, threads, maxCells } = settings
  const lake = settings.lake === null || isBucket(settings.lake) ? settings.lake : resolve(settings.lake)
  const { newProjects } = settings
  const [
    { openStore },
    { createWorkspace },
    { importInThread: startImporter },
    { startRoundThread },
    { startExportThread },
  ] = await Promise.all([
    import('./store/engine/open-store.ts'),
    import('./app/workspace/workspace.ts'),
    import('./intake/imports/import-in-thread.ts'),
    import('./intake/sync/run-round-in-thread.ts'),
    import('./app/exports/export-in-thread.ts'),
  ])
  try {
    const trino = await trinoOf(settings)
    const store = await openStore(dir, {
      create,
      limits: {
        memoryMegabytes: memoryMb,
        temporaryMegabytes: temporaryMb,
        ...(threads === null ? {} : { threads }),
      },
    })
    const formats = { zone, locale, dateFormat, dateTimeFormat }
    const trackers = { env: process.env, settings: settings.connections, loadTracker, startRoundThread }
    const limits = { maxCells }
    const exportSettings = {
      keepMs: settings.exportKeepHours * HOUR,
      quotaBytes: settings.exportQuotaMb * MEGABYTE,
    }
    return createWorkspace(store, {
      ...program,
      ...formats,
      newProjects,
      startImporter,
      trackers,
      limits,
      startExportThread,
      exportSettings,
      sharingLimits: { perUser: settings.sharedReportsPerUser, kilobytes: settings.sharedReportKb },
      lake,
      ...trino,
    })
  } catch (error) {
    if (exclusive || !isUserError(error, 'STORE_BUSY')) throw error
    return (await import('./edge/control/connect-workspace.ts')).connectWorkspace(error)
  }
}

/** Returns the cluster of the settings, and when reports run on it. Throws SETTINGS_INVALID. */
async function trinoOf(settings: SettingValues) {
  const { trinoUrl, trinoUser: user, trinoCatalog, trinoWriterCatalog, trinoLake, trinoSecretFile, trinoCa } = settings
  const { lakeSchema, engine: engineChoice, trinoStays } = settings
  const choice = { lakeSchema, engineChoice, trinoStays }
  if (trinoUrl === null) return { ...choice, cluster: null }
  const url = new URL(trinoUrl)
  if (trinoSecretFile !== null && url.protocol === 'http:' && !isLoopback(url.hostname)) {
    const problems = ['trinoSecretFile: the password is only sent over https. Change trinoUrl.']
    throw new UserError('SETTINGS_INVALID', { problems })
  }
  const ca = trinoCa === null ? null : readTrinoFile('trinoCa', trinoCa)
  const { TRINO_LIMITS, TrinoClient } = await import('./store/trino/trino-client.ts')
  const authorization = () => {
    if (trinoSecretFile === null) return null
    const secret = readTrinoFile('trinoSecretFile', trinoSecretFile).trim()
    return `Basic ${Buffer.from(`${user}:${secret}`).toString('base64')}`
  }
  const client = new TrinoClient({ url, user, catalog: trinoCatalog, authorization, ca }, TRINO_LIMITS)
  const catalogs = { reading: trinoCatalog, writing: trinoWriterCatalog }
  return { ...choice, cluster: { client, catalogs, lake: trinoLake } }
}

/** Reads a file that a setting names. Throws SETTINGS_INVALID. */
function readTrinoFile(setting: string, file: string): string {
  try {
    return readFileSync(resolve(file), 'utf8')
  } catch (error) {
    const reason = (error as { code?: string }).code ?? 'unknown reason'
    throw new UserError('SETTINGS_INVALID', { problems: [`${setting}: ${file} cannot be read (${reason}).`] })
  }
}

/** Loads the client of a kind of tracker, which most commands do not need. */
async function loadTracker(kind: TrackerKind): Promise<OpenTracker> {
  return (await import('./intake/source/trackers.ts')).trackers[kind].load()
}

async function startServer(workspace: Workspace, settings: SettingValues, program: Program): Promise<StartedServer> {
  const { store, host, port, app, basePath, timeZone: zone, logLevel, access, api, plainHttp } = settings
  const { bodyMb, maxConnections, sync } = settings
  const [
    { listenForControl },
    { createServer },
    { listen },
    limited,
    { concurrentQueries },
    { createLog },
    { startWatchdog },
    { notifySystemd },
  ] = await Promise.all([
    import('./edge/control/listen-for-control.ts'),
    import('./edge/http/create-server.ts'),
    import('./edge/http/listen.ts'),
    import('./app/workspace/limited-workspace.ts'),
    import('./store/engine/engine.ts'),
    import('./core/base/create-log.ts'),
    import('./edge/watchdog/start-watchdog.ts'),
    import('./edge/watchdog/notify-systemd.ts'),
  ])
  const log = createLog(logLevel)
  const machine = { queries: concurrentQueries(), cores: availableParallelism() }
  const served = limited.limitedWorkspace(workspace, limited.serverLimits(settings, machine))
  const scan = workspace.startScan()
  const { hooks, metrics: connectionMetrics, start: startRounds } = workspace.connectionServer
  const started = await listen(
    createServer({
      ...served,
      authenticate: access === 'tokens' ? served.authenticate : null,
      requiresTls: plainHttp === 'off' && !isLoopback(host),
      apiOn: api === 'on',
      isScanned: scan.isComplete,
      changeStreamLimits: { perServer: settings.changeStreams, perUser: settings.changeStreamsPerUser },
      connectionMetrics,
      hooks,
      webFolder: fileURLToPath(new URL('dist/web', PROGRAM_FOLDER)),
      app,
      basePath,
      zone,
      bodyLimit: bodyMb * MEGABYTE,
      maxConnections,
      log,
      ...program,
    }),
    host,
    port,
  )
  const control = await listenForControl(workspace, resolve(store), log)
  const stopRounds = startRounds(log, { bySchedule: sync === 'on' })
  const stopExports = workspace.exportQueue.watch(log)
  const stopPublishing = settings.lakePublish === 'changes' ? workspace.startPublishing(log) : () => {}
  const stopWatchdog = startWatchdog(log)
  await notifySystemd('READY=1', log)
  const stop = async () => {
    const notified = notifySystemd('STOPPING=1', log)
    stopPublishing()
    stopExports()
    await Promise.all([started.stop(), control.stop(), scan.stop(), stopRounds(), notified])
    await served.idle()
    await stopWatchdog()
  }
  return { port: started.port, stop }
}

/** Keeps the inspector closed: by default, Node opens it for any program that sends this signal. */
function ignoreInspectorSignal(): void {
  process.on('SIGUSR1', () => {})
}

function stopSignal(): AbortSignal {
  const controller = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => controller.abort(new UserError('IMPORT_STOPPED')))
  }
  return controller.signal
}
