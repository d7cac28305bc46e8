import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import { defaultSettings } from '../../src/access/settings/known-settings.ts'
import { limitedWorkspace, serverLimits } from '../../src/app/workspace/limited-workspace.ts'
import { createWorkspace, type TrackerDeps, type Workspace } from '../../src/app/workspace/workspace.ts'
import { UTC } from '../../src/core/time/zone.ts'
import { createServer } from '../../src/edge/http/create-server.ts'
import { listen } from '../../src/edge/http/listen.ts'
import { concurrentQueries } from '../../src/store/engine/engine.ts'
import { openStore } from '../../src/store/engine/open-store.ts'
import { testServerDeps } from '../edge/http/test-server.ts'
import { BIN } from '../support/built-program.ts'
import { demoFolder } from '../support/demo-store.ts'
import { exportHere } from '../support/export-here.ts'
import { importHere } from '../support/import-files.ts'
import { TRACKERS } from '../support/rounds-here.ts'
import type {} from '../support/shared-folder.ts'

const WEB_FOLDER = join(import.meta.dirname, '..', '..', 'dist', 'web')

/** A running server. */
export interface RunningServer {
  /** Its URL, without a slash at its end. */
  readonly base: string
  readonly stop: () => Promise<void>
}

/** A server in this process, for tests that need another store than the demo. */
export interface OwnServer extends RunningServer {
  readonly workspace: Workspace
}

/** What a server of tests has. */
export interface OwnServerOptions {
  readonly access?: 'open' | 'tokens'
  /** Whether its store has the demo; otherwise it is empty at first. */
  readonly hasDemo?: boolean
  /** The settings of connections. */
  readonly connections?: TrackerDeps['settings']
  /** Fills the store before the server starts. */
  readonly fill?: (workspace: Workspace) => Promise<unknown>
}

let demo: Promise<RunningServer> | undefined

/** Returns the built program with the demo. All files of a worker share its process, so tests must leave it as it was. */
export function sharedDemo(): Promise<RunningServer> {
  demo ??= serveDemo()
  return demo
}

/** Ends a process together with the one that started it, in whatever way that ends. */
const END_WITH_PARENT = `
  import { isMainThread } from 'node:worker_threads'
  if (isMainThread) process.stdin.on('end', () => process.kill(process.pid, 'SIGTERM')).resume()`

async function serveDemo(): Promise<RunningServer> {
  const store = join(inject('sharedFolder'), `browser-${process.pid}`)
  await demoFolder(store)
  const options = ['--store', store, '--port', '0', '--time-zone', 'UTC', '--log-level', 'silent']
  const server = spawn(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(END_WITH_PARENT)}`, BIN, 'serve', ...options],
    {
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  )
  const base = await new Promise<string>((resolve, reject) => {
    let output = ''
    server.stdout.on('data', (text: Buffer) => {
      output += text
      const [base] = /http:\/\/[^\s/]+/.exec(output) ?? []
      if (base) resolve(base)
    })
    server.once('exit', code => reject(new Error(`the server ended with ${code}: ${output}`)))
  })
  // The other files of the worker use it, too.
  return { base, stop: async () => {} }
}

/** Starts a server in this process. */
export async function ownServer(options: OwnServerOptions = {}): Promise<OwnServer> {
  const { access = 'open', hasDemo = false, connections = {}, fill = async () => {} } = options
  const folder = mkdtempSync(join(tmpdir(), 'sojourn-browser-'))
  const dir = join(folder, 'store')
  if (hasDemo) await demoFolder(dir)
  const facts = { now: Date.now, zone: UTC, locale: 'en-US', dateFormat: null, dateTimeFormat: null, version: '1.2.3' }
  const whole = createWorkspace(await openStore(dir, { create: !hasDemo }), {
    ...facts,
    newProjects: access === 'tokens' ? 'restricted' : 'open',
    startImporter: importHere,
    startExportThread: exportHere,
    trackers: { ...TRACKERS, settings: connections },
  })
  await fill(whole)
  const machine = { queries: concurrentQueries(), cores: 2 }
  const { authenticate, access: _, ...parts } = limitedWorkspace(whole, serverLimits(defaultSettings(UTC), machine))
  const unlogged = testServerDeps()
  const server = createServer({
    ...unlogged,
    ...parts,
    now: Date.now,
    zone: UTC,
    webFolder: WEB_FOLDER,
    authenticate: access === 'tokens' ? authenticate : null,
  })
  const { port, stop } = await listen(server, '127.0.0.1', 0)
  const stopRounds = whole.connectionServer.start(unlogged.log, { bySchedule: true })
  return {
    base: `http://127.0.0.1:${port}`,
    workspace: whole,
    stop: async () => {
      await Promise.all([stop(0), stopRounds()])
      await whole.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Adds a user. Returns a token. */
export async function addedUser({ access }: Workspace, login: string, ...groups: readonly string[]): Promise<string> {
  await access.addUser({ login, groups, timeZone: null })
  return (await access.createToken(login, null)).token
}
