import { setTimeout } from 'node:timers/promises'
import type { ConnectionSettings } from '../../access/settings/connection-settings.ts'
import { UserError } from '../../core/base/errors.ts'
import type { Connection } from '../../store/rows/connection-rows.ts'
import { type Tracker, TrackerError, type TrackerHello, type TrackerProject } from '../source/tracker.ts'
import { productOf, type TrackerKind } from '../source/trackers.ts'
import type { ConnectDeps } from './connect-deps.ts'
import type { ConnectRequest } from './connect-request.ts'
import type { ConnectWording } from './connect-wording.ts'
import { deploymentOf, effectiveSettings, readSettings } from './effective-settings.ts'
import type { Secret } from './secret.ts'
import { type KnownTracker, orConnectionFailed, trackerAccess } from './tracker-access.ts'

/** The connections of a store, and the address of the tracker that it has already; `null` without one. */
export interface KnownTrackers {
  readonly connections: readonly Connection[]
  readonly address: string | null
}

/** What a tracker said about itself, and the projects that the account may browse. */
export interface AskedTracker {
  readonly hello: TrackerHello
  readonly projects: readonly TrackerProject[]
}

/** Asks the tracker of a new connection. Throws CONNECTION_FAILED and CONNECTION_OTHER_TRACKER. */
export async function askNewTracker(
  {
    request,
    secret,
    known,
    wording,
  }: {
    readonly request: ConnectRequest
    readonly secret: Secret
    readonly known: KnownTrackers
    readonly wording: ConnectWording
  },
  deps: ConnectDeps,
  signal?: AbortSignal,
): Promise<AskedTracker> {
  const { values } = effectiveSettings(request.name, request.kind ?? 'server', {}, deps.settings)
  const asked = await ask({ ...request, url: request.address }, values, secret, deps, signal)
  refuseOtherTracker(asked.hello, known.address, known.connections, wording.store(deps.store.dir))
  return asked
}

/** Asks the tracker of a stored connection, with its settings. Throws as testConnection does. */
export async function askStoredTracker(
  {
    connection,
    secret,
    wording,
  }: { readonly connection: Connection; readonly secret: Secret; readonly wording: ConnectWording },
  deps: ConnectDeps,
  signal?: AbortSignal,
): Promise<AskedTracker> {
  const account = { ...connection, kind: deploymentOf(connection), tracker: productOf(connection.kind).tracker }
  const settings = await deps.store.snapshot(run => readSettings(run, connection, deps.settings))
  const asked = await ask(account, settings, secret, deps, signal)
  refuseOtherTracker(asked.hello, null, [connection], wording.store(deps.store.dir))
  return asked
}

/** The maximum number of tries of each request. It is small, because a person waits for the answer. */
const TRIES = 2

/** How long the first answer of a tracker may take. Milliseconds. */
const FIRST_ANSWER_MS = 4000

async function ask(
  { tracker, ...account }: KnownTracker & { readonly tracker: TrackerKind },
  settings: ConnectionSettings,
  secret: Secret,
  { loadTracker }: ConnectDeps,
  signal: AbortSignal | undefined,
): Promise<AskedTracker> {
  const openTracker = await loadTracker(tracker)
  const access = await trackerAccess(account, settings, async () => secret.reveal(), signal)
  const opened = openTracker({ ...access, tries: TRIES })
  try {
    return await orConnectionFailed(account.url, () => askTracker(opened))
  } finally {
    await opened.close()
  }
}

async function askTracker(tracker: Tracker) {
  const hello = await helloInTime(tracker)
  return { hello, projects: await tracker.projects() }
}

/** Requests the identity of a tracker. Throws TrackerError if the server sends nothing in time. */
async function helloInTime(tracker: Tracker): Promise<TrackerHello> {
  const hello = tracker.hello()
  // After a timeout, closing the tracker aborts this request. Nobody awaits it then.
  hello.catch(() => {})
  const waiting = new AbortController()
  const failIfSilent = async (): Promise<TrackerHello> => {
    await setTimeout(FIRST_ANSWER_MS, undefined, { signal: waiting.signal })
    const isSilent = [...tracker.traffic().requests.keys()].every(status => status === 'none')
    if (!isSilent) return hello
    const detail = `nothing at this address answered within ${FIRST_ANSWER_MS / 1000} seconds`
    throw new TrackerError('unavailable', 'GET /serverInfo', detail)
  }
  try {
    return await Promise.race([hello, failIfSilent()])
  } finally {
    waiting.abort()
  }
}

function refuseOtherTracker(
  hello: TrackerHello,
  storedAddress: string | null,
  connections: readonly Connection[],
  dir: string,
): void {
  const known = connections.find(({ identity }) => identity !== null && identity.identity !== hello.identity)
  const address = known?.identity?.address ?? storedAddress
  const isOther = known !== undefined || (storedAddress !== null && !isSameSite(storedAddress, hello.address))
  if (isOther) throw new UserError('CONNECTION_OTHER_TRACKER', { dir, address: hello.address, known: address! })
}

/** Compares two addresses. A tracker that moves from HTTP to HTTPS remains the same. */
function isSameSite(a: string, b: string): boolean {
  const bare = (address: string) =>
    address
      .replace(/^https?:/, '')
      .replace(/\/+$/, '')
      .toLowerCase()
  return bare(a) === bare(b)
}
