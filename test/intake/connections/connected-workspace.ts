import { createWorkspace, type Workspace } from '../../../src/app/workspace/workspace.ts'
import type { RoundOutcome } from '../../../src/intake/connections/round-progress.ts'
import { openStore } from '../../../src/store/engine/open-store.ts'
import type { Store } from '../../../src/store/engine/store.ts'
import { DEPS, temporaryFolder } from '../../edge/http/small-tracker.ts'
import type { FakeJira } from '../../support/fake-jira/client.ts'
import { startFakeJira, TOKEN } from '../../support/fake-jira.js'
import { ONE_THREAD } from '../../support/one-thread.ts'
import { TRACKERS } from '../../support/rounds-here.ts'

const NO_OPTIONS = { full: false, census: false, dryRun: false, acceptLoss: false }

/** A workspace with one connection, `jira`, to a fake tracker. */
export interface ConnectedWorkspace {
  readonly fake: FakeJira
  readonly workspace: Workspace
  readonly store: Store
  /** How far the clock of the workspace is ahead, in milliseconds. */
  ahead: number
  /** Runs a round to its end, as a command does. */
  readonly sync: () => Promise<RoundOutcome>
  readonly close: () => Promise<void>
}

/** Starts a fake tracker, with two projects unless told otherwise, and connects a new store to it. */
export async function connectedWorkspace(
  dialect: 'server' | 'cloud' = 'server',
  { issues = 12, projects = 2 }: { readonly issues?: number; readonly projects?: number } = {},
): Promise<ConnectedWorkspace> {
  const folder = temporaryFolder()
  const fake = await startFakeJira({ dialect, issues, projects, maxLog: 3, isRunning: true, now: Date.now() })
  // All issues of a few projects are read within seconds at this pace.
  const settings = { jira: { requestsPerSecond: 50 * projects, concurrency: 4 } }
  const trackers = { ...TRACKERS, env: { SOJOURN_TOKEN_JIRA: TOKEN }, settings }
  const store = await openStore(folder.path, { create: true, limits: ONE_THREAD })
  const workspace = createWorkspace(store, { ...DEPS, now: () => Date.now() + connected.ahead, trackers })
  const connected: ConnectedWorkspace = {
    fake,
    workspace,
    store,
    ahead: 0,
    sync: async () => {
      const [started] = await workspace.connections.sync(['jira'], NO_OPTIONS)
      for (;;) {
        const { end } = await workspace.connections.round('jira', started!.round)
        if (end !== null) return end
        await new Promise(resolve => setTimeout(resolve, 50))
      }
    },
    close: async () => {
      await workspace.close()
      await fake.stop()
      folder.forget()
    },
  }
  const email = dialect === 'cloud' ? 'admin@example.com' : undefined
  await workspace.connections.connect({ tracker: 'jira', url: fake.url, name: 'jira', email }, null)
  return connected
}
