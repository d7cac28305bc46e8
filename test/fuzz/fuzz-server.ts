import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RouteOptions } from 'fastify'
import { defaultSettings } from '../../src/access/settings/known-settings.ts'
import { type LimitedWorkspace, limitedWorkspace, serverLimits } from '../../src/app/workspace/limited-workspace.ts'
import { createWorkspace } from '../../src/app/workspace/workspace.ts'
import { createServer } from '../../src/edge/http/create-server.ts'
import { type ListeningServer, listen } from '../../src/edge/http/listen.ts'
import { concurrentQueries } from '../../src/store/engine/engine.ts'
import { openStore } from '../../src/store/engine/open-store.ts'
import type { Store } from '../../src/store/engine/store.ts'
import { testServerDeps } from '../edge/http/test-server.ts'
import { importHere } from '../support/import-files.ts'
import { NOW, ZONE } from '../support/tracker-world.ts'
import { type FromFuzzServer, type FuzzedRoute, type Memory, STORE_VARIABLE } from './fuzz-server-facts.ts'

// The fuzzed server, in a process of its own: this isolates its memory and its speed, and a crash is noticed.
// start-fuzz-server.ts starts it.

/** The users with their groups: `dan` may not browse one of the projects. */
const ACCOUNTS = { Ann: ['devs'], dan: [], root: ['administrators'] } as const

const FILTERS = [
  { id: '1', name: 'All open', jql: 'status = Open' },
  { id: '2', name: 'Of others', jql: 'filter = "All open" OR assignee was dan ORDER BY created' },
  { id: '3', name: 'Itself', jql: 'filter = Itself' },
  { id: '4', name: 'Torn', jql: 'status =' },
]

const VERSION = '9.8.7'

const report = (message: FromFuzzServer) => process.send!(message)

/** Everything logged as an error is an internal error. */
const log = {
  debug: () => {},
  info: () => {},
  error: (fields: object, message: string) => {
    const { err } = fields as { err?: Error }
    report({ kind: 'defect', message: `${message}: ${err?.stack ?? err ?? JSON.stringify(fields)}` })
  },
}

const store = await openStore(process.env[STORE_VARIABLE]!, { create: false })
const webFolder = aWebFolder()
const workspace = createLimitedWorkspace(store)
const tokens = await prepared(workspace)
const routes: FuzzedRoute[] = []
const [open, closed] = [await started(workspace, webFolder, routes), await started(workspace, webFolder, null)]
const ports = { open: open.port, tokens: closed.port }
report({ kind: 'ready', facts: { ports, routes, tokens, secrets: [...Object.values(tokens), store.dir, webFolder] } })
await untilEnded()
await Promise.all([open.stop(0), closed.stop(0)])
await workspace.idle()
await store.close()
rmSync(webFolder, { recursive: true, force: true })
process.disconnect()

function createLimitedWorkspace(store: Store): LimitedWorkspace {
  const world = { now: () => NOW, zone: { name: ZONE.name }, version: VERSION }
  const formats = { locale: 'en-US', dateFormat: null, dateTimeFormat: null }
  // More than the default, so that concurrent lanes do not block each other.
  const settings = { ...defaultSettings({ name: ZONE.name }), aggregationsPerUser: 8 }
  const machine = { queries: concurrentQueries(), cores: availableParallelism() }
  return limitedWorkspace(
    createWorkspace(store, { ...world, ...formats, newProjects: 'open', startImporter: importHere }),
    serverLimits(settings, machine),
  )
}

async function prepared({ access, savedQueries, calendars }: LimitedWorkspace): Promise<Record<string, string>> {
  await savedQueries.importList('filters.json', FILTERS)
  await calendars.add('team', {
    file: null,
    name: 'Team',
    country: 'DE',
    region: null,
    timeZone: null,
    hours: null,
    ics: null,
  })
  const tokens: Record<string, string> = {}
  for (const [login, groups] of Object.entries(ACCOUNTS)) {
    await access.addUser({ login, groups, timeZone: login === 'dan' ? 'America/New_York' : null })
    tokens[login] = (await access.createToken(login, null)).token
  }
  await access.restrict('CD', ['devs'], [])
  return tokens
}

/** Starts a server in access mode `open`, and records its routes; or one in mode `tokens`. */
async function started(
  workspace: LimitedWorkspace,
  webFolder: string,
  routes: FuzzedRoute[] | null,
): Promise<ListeningServer> {
  const { authenticate, calendars, access: _, ...parts } = workspace
  const made = createServer({
    ...testServerDeps(),
    ...parts,
    calendars,
    log,
    webFolder,
    now: () => NOW,
    // Fuzzed requests fail to sign in thousands of times.
    timeouts: { failure: 0 },
    authenticate: routes === null ? authenticate : null,
  })
  made.server.addHook('onRoute', route => void routes?.push(noted(route)))
  return listen(made, '127.0.0.1', 0)
}

function noted({ url, method, config }: RouteOptions): FuzzedRoute {
  return { url, methods: [method].flat(), endpoint: config?.endpoint ?? null, reads: config?.reads ?? null }
}

/** Creates a page like that of the build. */
function aWebFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sojourn-test-'))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Sojourn</title><script src="/assets/a.js"></script>')
  writeFileSync(join(folder, 'assets', 'a.js'), 'document.title += "!"\n'.repeat(100))
  return folder
}

/** Reports the memory use on request, until the parent process ends it or disconnects. */
function untilEnded(): Promise<void> {
  return new Promise(resolve => {
    process.on('disconnect', () => process.exit(1))
    process.on('message', what => {
      if (what === 'memory') report({ kind: 'memory', memory: memoryInUse() })
      else resolve()
    })
  })
}

function memoryInUse(): Memory {
  for (let time = 0; time < 3; time++) globalThis.gc!()
  const { rss, heapUsed, external } = process.memoryUsage()
  return { rss, heap: heapUsed + external }
}
