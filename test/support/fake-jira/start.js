// @ts-check
import { createClock } from './clock.js'
import { control, state } from './control.js'
import { FaultScript } from './fault-script.js'
import { generate } from './generate.js'
import { createTrackerServer } from './http-server.js'
import { seededRandom } from './random.js'
import { loadRealIssues } from './real-issues.js'
import { RequestLog } from './request-log.js'
import { FakeTracker } from './tracker.js'
import { sendWebhooks } from './webhooks.js'

/**
 * @import { AddressInfo } from 'node:net'
 * @import { NUMBER_DATES } from './jql.js'
 * @import { Dialect, FakeToken } from './model.ts'
 */

/** The time of the clock of a fake tracker in tests. */
export const START = Date.parse('2026-06-01T12:00:00.000Z')

/** The token of the account `admin`. */
export const TOKEN = 'fake-token-for-tests'

/** The token of `admin` that works only through the gateway of Cloud. */
export const SCOPED_TOKEN = 'fake-scoped-token-for-tests'

/** The cloud id of a fake Cloud site. */
export const CLOUD_ID = '0b3f8c4e-5d1a-4f7e-9c2b-6a1d3e5f7a90'

/**
 * @typedef {object} FakeJiraOptions
 * @property {Dialect} [dialect] `server` by default.
 * @property {number} [port] 0, a free port, by default.
 * @property {number} [issues] How many to generate: 200 by default. None with `data`.
 * @property {number} [projects] 3 by default.
 * @property {number} [maxLog] The largest number of log entries of a generated issue: 60 by default.
 * @property {readonly number[]} [logs] One issue more for each of these numbers of log entries.
 * @property {number} [seed] 1 by default.
 * @property {string} [data] A folder with real issues to serve instead: `../shared/data`, or one of its folders.
 * @property {string} [zone] The zone of the account `admin`: Europe/Berlin by default.
 * @property {number} [now] Where the clock starts.
 * @property {boolean} [isRunning] Whether the clock runs by itself. It stands still by default.
 * @property {readonly FakeToken[]} [tokens] `admin` with TOKEN and, on Cloud, with SCOPED_TOKEN by default.
 * @property {string} [contextPath] The path below which a Server is installed, such as `/jira`.
 * @property {number} [searchPage] The largest page of a search on Server: 1,000 by default.
 * @property {number | null} [resultWindow] How deep a search on Server may look: 10,000 by default.
 * @property {typeof NUMBER_DATES[number]} [numberDates] What a bare number as a date in JQL does.
 * @property {number} [latencyMs] How long each answer takes: 0 by default.
 * @property {readonly string[]} [missing] The names of endpoints that do not exist: `serverInfo`, `user/search`.
 */

/**
 * Starts a fake tracker on the loopback interface.
 *
 * @param {FakeJiraOptions} [options]
 */
export async function startFakeJira(options = {}) {
  const { dialect = 'server', seed = 1, now = START, isRunning = false, zone = 'Europe/Berlin', data } = options
  const { contextPath = '', searchPage = 1000, resultWindow = 10_000, port = 0 } = options
  const tracker = new FakeTracker({ dialect, clock: createClock(now, isRunning), random: seededRandom(seed) })
  if (data !== undefined) loadRealIssues(tracker, data, zone)
  else {
    const { issues = 200, projects = 3, maxLog = 60, logs = [] } = options
    generate(tracker, { issues, projects, maxLog, logs, zone })
  }
  tracker.searches.numberDates = options.numberDates ?? 'accepted'

  const faults = new FaultScript(tracker)
  const requests = new RequestLog()
  /** @type {Map<string, number>} */
  const switchedOff = new Map((options.missing ?? []).map(name => [name, 404]))
  const switchOff = (/** @type {string} */ endpoint, status = 404) => void switchedOff.set(endpoint, status)
  const switchOn = (/** @type {string} */ endpoint) => void switchedOff.delete(endpoint)
  let url = ''
  const webhook = (/** @type {string} */ address) => sendWebhooks(tracker, address, url)
  const controlled = { tracker, faults, requests, switchOff, switchOn, webhook }
  const tokens = [...(options.tokens ?? defaultTokens())]

  const server = createTrackerServer({
    tracker,
    settings: { cloudId: CLOUD_ID, searchPage, resultWindow },
    tokens,
    contextPath,
    address: () => url,
    switchedOff,
    latencyMs: options.latencyMs ?? 0,
    faults,
    requests,
    control: body => control(controlled, body),
    state: () => state(controlled),
  })
  await new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => resolve(undefined))
  })
  const origin = `http://127.0.0.1:${/** @type {AddressInfo} */ (server.address()).port}`
  url = `${origin}${contextPath}`

  return {
    /** The base address of the tracker. */
    url,
    /** The base address for scoped tokens of Cloud. */
    gatewayUrl: `${origin}/ex/jira/${CLOUD_ID}`,
    tracker,
    faults,
    requests,
    /** The tokens that are valid; tests may change the list. */
    tokens,
    switchOff,
    switchOn,
    webhook,
    /** Stops at once; open connections are closed. */
    stop: () =>
      new Promise(resolve => {
        server.close(() => resolve(undefined))
        server.closeAllConnections()
      }),
  }
}

/** @returns {FakeToken[]} */
function defaultTokens() {
  return [
    { secret: TOKEN, login: 'admin', scoped: false },
    { secret: SCOPED_TOKEN, login: 'admin', scoped: true },
  ]
}
