// main.ts makes the parts and joins them; nothing else is done here.

import { readFileSync } from 'node:fs'
import { type Logger, pino } from 'pino'
import { UserError } from './base/errors.ts'
import { run } from './cli/run.ts'
import type { Output, ServeOptions, StartedServer, World } from './cli/world.ts'
import { createServer } from './http/create-server.ts'
import { listen } from './http/listen.ts'
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

function realWorld(): World {
  const version = readVersion()
  const zone = serverZone()
  const now = () => Date.now()
  const deps = { now, zone, locale: 'en-US', dateFormat: null, dateTimeFormat: null, version }
  return {
    version,
    now,
    env: process.env,
    out: outputTo(process.stdout),
    err: outputTo(process.stderr),
    stdin: () => process.stdin,
    open: async (dir, options) => workspaceOver(await openStore(dir, options), deps),
    readQuery,
    startServer: (workspace, options) => startServer(workspace, options, { version, zone, now }),
    stopSignal,
  }
}

function readVersion(): string {
  const found = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }
  return found.version
}

function serverZone(): Zone {
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
  { host, port, app, basePath }: ServeOptions,
  server: { readonly version: string; readonly zone: Zone; readonly now: () => number },
): Promise<StartedServer> {
  return listen(
    createServer({ report, ping, calendars: calendars.shown, queries, app, basePath, log: logger(), ...server }),
    host,
    port,
  )
}

function logger(): Logger {
  return pino({ level: process.env.LOG_LEVEL || 'info' }, pino.destination({ dest: 2, sync: true }))
}

function stopSignal(): AbortSignal {
  const controller = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => controller.abort(new UserError('IMPORT_STOPPED')))
  }
  return controller.signal
}
