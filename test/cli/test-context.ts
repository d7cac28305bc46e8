import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Environment, OpenSettings, Output } from '../../src/cli/context.ts'
import { readQuery } from '../../src/queries/queries.ts'
import { newProjectsUnder } from '../../src/settings/known-settings.ts'
import { openStore } from '../../src/store/open-store.ts'
import { restoreStore } from '../../src/store/restore-store.ts'
import { createWorkspace } from '../../src/workspace/workspace.ts'
import { DEPS, NOW } from '../http/small-tracker.ts'
import { TRACKERS } from '../support/rounds-here.ts'

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
    open: async (dir: string, options: { create: boolean }, settings: OpenSettings) =>
      createWorkspace(await openStore(dir, options), {
        ...DEPS,
        ...settings,
        now: parts.now ?? DEPS.now,
        trackers: { ...TRACKERS, env: parts.env ?? {}, settings: settings.connections },
        zone: settings.timeZone,
        newProjects: newProjectsUnder(settings),
      }),
    readQuery: async (text: string) => readQuery(text),
    restore: restoreStore,
    startServer: async () => ({ port: 8080, stop: async () => {} }),
    stopSignal: () => controller.signal,
    ...parts,
  }
  return { ...context, out: recordedOutput(), err: recordedOutput(), stop: reason => controller.abort(reason) }
}
