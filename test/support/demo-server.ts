import { defaultSettings } from '../../src/access/settings/known-settings.ts'
import { limitedWorkspace, serverLimits } from '../../src/app/workspace/limited-workspace.ts'
import { createWorkspace } from '../../src/app/workspace/workspace.ts'
import { UTC } from '../../src/core/time/zone.ts'
import { createServer } from '../../src/edge/http/create-server.ts'
import { listen } from '../../src/edge/http/listen.ts'
import { concurrentQueries } from '../../src/store/engine/engine.ts'
import { testServerDeps } from '../edge/http/test-server.ts'
import { afterFile } from './after-file.ts'
import { DEMO_END, demoStore } from './demo-store.ts'
import { exportHere } from './export-here.ts'
import { importHere } from './import-files.ts'

/** A listening server in access mode `tokens`, with the demo and one user, who may browse all projects. */
export interface DemoServer {
  /** Its address, such as `http://127.0.0.1:34567`. */
  readonly origin: string
  readonly token: string
  /** Requests a path with the token. Without a body it is a GET, otherwise a POST of JSON. */
  readonly request: (path: string, body?: string) => Promise<Response>
}

/** Starts such a server for the tests of a file, in UTC, at the end of the demo. */
export async function demoServer(): Promise<DemoServer> {
  const now = () => Date.parse(DEMO_END)
  const deps = { now, zone: UTC, locale: 'en-US', dateFormat: null, dateTimeFormat: null, version: '1.2.3' }
  const whole = createWorkspace(await demoStore(), {
    ...deps,
    newProjects: 'open',
    startImporter: importHere,
    startExportThread: exportHere,
  })
  const limits = serverLimits(defaultSettings(UTC), { queries: concurrentQueries(), cores: 2 })
  const workspace = limitedWorkspace(whole, limits)
  await whole.access.addUser({ login: 'ben', groups: [], timeZone: null })
  const { token } = await whole.access.createToken('ben', null)
  const { calendars } = workspace
  const created = createServer({ ...testServerDeps(), ...workspace, calendars, now, zone: UTC })
  const { port, stop } = await listen(created, '127.0.0.1', 0)
  afterFile(() => stop(0))
  const origin = `http://127.0.0.1:${port}`
  const authorization = `Bearer ${token}`
  return {
    origin,
    token,
    request: (path, body) =>
      body === undefined
        ? fetch(origin + path, { headers: { authorization } })
        : fetch(origin + path, {
            method: 'POST',
            headers: { authorization, 'content-type': 'application/json' },
            body,
          }),
  }
}
