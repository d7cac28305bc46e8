import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readQuery } from '../../../src/app/queries/queries.ts'
import { createWorkspace, type Workspace } from '../../../src/app/workspace/workspace.ts'
import { isUserError } from '../../../src/core/base/errors.ts'
import type { Environment, OpenSettings, Output, StoreUse } from '../../../src/edge/cli/context.ts'
import { connectWorkspace } from '../../../src/edge/control/connect-workspace.ts'
import { openStore } from '../../../src/store/engine/open-store.ts'
import { restoreStore } from '../../../src/store/files/restore-store.ts'
import { ONE_THREAD } from '../../support/one-thread.ts'
import { TRACKERS } from '../../support/rounds-here.ts'
import { DEPS, NOW } from '../http/small-tracker.ts'

/** An output that records what was written. */
export interface RecordedOutput extends Output {
  readonly text: () => string
}

/** Creates such an output. */
export function recordedOutput(isTerminal = false): RecordedOutput {
  let text = ''
  return {
    isTerminal,
    columns: 80,
    text: () => text,
    write: async more => {
      text += more
    },
  }
}

/** An environment with real stores that records its output, and that can be stopped. */
export interface TestContext extends Environment {
  readonly out: RecordedOutput
  readonly err: RecordedOutput
  /** Presses Ctrl-C. */
  readonly stop: (reason?: Error) => void
}

/** Opens a store, or connects to the server that has it open, as the program does. */
async function openHere(
  dir: string,
  { create, exclusive }: StoreUse,
  settings: OpenSettings,
  { now = DEPS.now, env = {} }: Partial<Environment>,
): Promise<Workspace> {
  try {
    return createWorkspace(await openStore(dir, { create, limits: ONE_THREAD }), {
      ...DEPS,
      ...settings,
      now,
      trackers: { ...TRACKERS, env, settings: settings.connections },
      zone: settings.timeZone,
    })
  } catch (error) {
    if (exclusive || !isUserError(error, 'STORE_BUSY')) throw error
    return connectWorkspace(error)
  }
}

/** Returns the part of an environment whose commands share an open workspace, which no command closes. */
export function sharing(workspace: Workspace): Pick<Environment, 'open'> {
  return { open: async () => ({ ...workspace, close: async () => {} }) }
}

/** Creates such an environment, with some parts replaced. */
export function testContext(parts: Partial<Environment> = {}): TestContext {
  const controller = new AbortController()
  const context = {
    version: DEPS.version,
    env: {},
    folder: join(tmpdir(), 'without-settings'),
    machineZone: () => DEPS.zone,
    confirm: null,
    stdin: async function* () {},
    now: () => NOW,
    open: (dir: string, use: StoreUse, settings: OpenSettings) => openHere(dir, use, settings, parts),
    readQuery: async (text: string) => readQuery(text),
    restore: restoreStore,
    startServer: async () => ({ port: 8080, stop: async () => {} }),
    stopSignal: () => controller.signal,
    ...parts,
  }
  return { ...context, out: recordedOutput(), err: recordedOutput(), stop: reason => controller.abort(reason) }
}
