import { join } from 'node:path'
import { createWorkspace, type TrackerDeps, type Workspace } from '../../../src/app/workspace/workspace.ts'
import { createServer } from '../../../src/edge/http/create-server.ts'
import { listen } from '../../../src/edge/http/listen.ts'
import { openStore } from '../../../src/store/engine/open-store.ts'
import type { FakeJira } from '../../support/fake-jira/client.ts'
import { startFakeJira } from '../../support/fake-jira.js'
import { ONE_THREAD } from '../../support/one-thread.ts'
import { TRACKERS } from '../../support/rounds-here.ts'
import { storeTemplate } from '../../support/store-template.ts'
import { DEPS, temporaryFolder } from './small-tracker.ts'
import { recordingLog, testServerDeps } from './test-server.ts'

/** An answer of the server. */
export interface Answer {
  readonly status: number
  readonly code: string | null
  readonly headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: tests read what the server sent
  readonly body: any
  readonly text: string
}

/** A listening server over an empty store, next to a fake tracker of two projects. */
export interface ConnectionsWorld {
  readonly fake: FakeJira
  readonly workspace: Workspace
  /** The folder of the store. */
  readonly dir: string
  readonly base: string
  /** Sends a request: as `root` (an administrator), as `ann` (not one), or as nobody. */
  readonly send: (
    who: 'root' | 'ann' | null,
    method: string,
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<Answer>
  /** Waits until a connection is as wanted. */
  readonly until: (name: string, isWanted: (body: Answer['body']) => boolean) => Promise<Answer['body']>
  /** All that the server logged and answered. */
  readonly written: () => string
  readonly close: () => Promise<void>
}

/** How a world differs from the usual one. */
export interface WorldOptions {
  readonly access?: 'tokens' | 'open'
  readonly env?: TrackerDeps['env']
  readonly fake?: Parameters<typeof startFakeJira>[0]
  readonly testLimitMs?: number
  /** Copies another store than the empty one to a folder. */
  readonly store?: (folder: string) => Promise<void>
}

const QUICK = { requestsPerSecond: 100, concurrency: 4 }

const emptyStore = storeTemplate(async () => {})

async function copyEmpty(folder: string): Promise<void> {
  const { copyTo } = await emptyStore()
  copyTo(folder)
}

/** Starts such a server, in access mode `tokens` by default. */
export async function connectionsWorld({
  access = 'tokens',
  env = {},
  fake: fakeOptions,
  testLimitMs = 30_000,
  store = copyEmpty,
}: WorldOptions = {}): Promise<ConnectionsWorld> {
  const folder = temporaryFolder()
  const dir = join(folder.path, 'store')
  const base = { issues: 12, projects: 2, maxLog: 3, isRunning: true, now: Date.now() }
  const fake = await startFakeJira({ ...base, ...fakeOptions })
  const trackers: TrackerDeps = { ...TRACKERS, env, settings: { jira: QUICK, cloud: QUICK }, testLimitMs }
  await store(dir)
  const workspace = createWorkspace(await openStore(dir, { create: false, limits: ONE_THREAD }), {
    ...DEPS,
    now: Date.now,
    trackers,
  })
  const tokens = new Map<string | null, string>()
  for (const [login, groups] of [
    ['root', ['administrators']],
    ['ann', []],
  ] as const) {
    await workspace.access.addUser({ login, groups, timeZone: null })
    tokens.set(login, (await workspace.access.createToken(login, null)).token)
  }
  const log = recordingLog()
  const { authenticate, access: _, ...parts } = workspace
  const server = createServer({
    ...testServerDeps(),
    ...parts,
    log,
    now: Date.now,
    authenticate: access === 'open' ? null : authenticate,
  })
  const stopRounds = workspace.connectionServer.start(log, { bySchedule: false })
  const listening = await listen(server, '127.0.0.1', 0)
  const answers: string[] = []
  const send: ConnectionsWorld['send'] = async (who, method, path, body, headers = {}) => {
    const authorization = who === null ? {} : { authorization: `Bearer ${tokens.get(who)}` }
    const json = body === undefined ? {} : { 'content-type': 'application/json' }
    const payload = body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }
    const response = await fetch(`http://127.0.0.1:${listening.port}${path}`, {
      method,
      headers: { ...authorization, ...json, ...headers },
      ...payload,
    })
    const text = await response.text()
    answers.push(`${JSON.stringify([...response.headers])}\n${text}`)
    const isJson = /json/.test(response.headers.get('content-type') ?? '')
    const { status, headers: answered } = response
    return {
      status,
      code: answered.get('x-error-code'),
      headers: answered,
      body: isJson ? JSON.parse(text) : null,
      text,
    }
  }
  return {
    fake,
    workspace,
    dir,
    base: `http://127.0.0.1:${listening.port}`,
    send,
    until: async (name, isWanted) => {
      for (;;) {
        const { body } = await send(access === 'open' ? null : 'root', 'GET', `/api/connections/${name}`)
        if (isWanted(body)) return body
        await new Promise(resolve => setTimeout(resolve, 100))
      }
    },
    written: () => `${JSON.stringify(log.lines)}\n${answers.join('\n')}`,
    close: async () => {
      await listening.stop(0)
      await stopRounds()
      await workspace.close()
      await fake.stop()
      folder.forget()
    },
  }
}
