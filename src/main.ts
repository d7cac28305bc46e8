// main.ts makes the parts and joins them; nothing else is done here.

import { readFileSync } from 'node:fs'
import { type Logger, pino } from 'pino'
import { UserError } from './base/errors.ts'
import { run } from './cli/run.ts'
import type { Output, Outside, StartedServer } from './cli/world.ts'
import { createServer } from './http/create-server.ts'
import { listen } from './http/listen.ts'
import type { SettingValues } from './service/known-settings.ts'
import { readQuery } from './service/queries.ts'
import { type Workspace, workspaceOver } from './service/workspace.ts'
import { openStore } from './store/open-store.ts'
import { parseZone, UTC, type Zone } from './time/zone.ts'

/** Runs the program with the words of a command line, and ends the process with its exit code. */
export async function main(words: readonly string[]): Promise<void> {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', ignoreClosedPipe)
  // An import that was stopped may have left an input open that never ends; all words are written by now.
  process.exit(await run(words, realWorld()))
}

/** A reader such as `head` may have enough at any time. */
function ignoreClosedPipe(error: Error & { code?: string }): void {
  if (error.code !== 'EPIPE') throw error
}

function realWorld(): Outside {
  const version = readVersion()
  const now = () => Date.now()
  return {
    version,
    now,
    env: process.env,
    folder: process.cwd(),
    machineZone: machineZone(),
    out: outputTo(process.stdout),
    err: outputTo(process.stderr),
    stdin: () => process.stdin,
    open: async (dir, { create }, { timeZone, locale, dateFormat, dateTimeFormat, memoryMb }) => {
      const store = await openStore(dir, { create, limits: { memoryMegabytes: memoryMb } })
      return workspaceOver(store, { now, zone: timeZone, locale, dateFormat, dateTimeFormat, version })
    },
    readQuery,
    startServer: (workspace, settings) => startServer(workspace, settings, { version, now }),
    stopSignal,
  }
}

function readVersion(): string {
  const found = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }
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

async function startServer(
  { report, ping, calendars, queries }: Workspace,
  { host, port, app, basePath, timeZone: zone, logLevel }: SettingValues,
  server: { readonly version: string; readonly now: () => number },
): Promise<StartedServer> {
  return listen(
    createServer({
      report,
      ping,
      calendars: calendars.shown,
      queries,
      app,
      basePath,
      zone,
      log: logger(logLevel),
      ...server,
    }),
    host,
    port,
  )
}

function logger(level: SettingValues['logLevel']): Logger {
  return pino({ level }, pino.destination({ dest: 2, sync: true }))
}

function stopSignal(): AbortSignal {
  const controller = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => controller.abort(new UserError('IMPORT_STOPPED')))
  }
  return controller.signal
}
