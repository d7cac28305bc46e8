import { readFile } from 'node:fs/promises'
import type { ConnectionSettings, Deployment } from '../../access/settings/connection-settings.ts'
import { UserError } from '../../core/base/errors.ts'
import { type TrackerAccess, TrackerError } from '../source/tracker.ts'
import { SYSTEM_CLOCK } from '../sync/system-clock.ts'

/** The known facts about a tracker before it is opened. */
export interface KnownTracker {
  readonly name: string
  readonly url: string
  readonly kind: Deployment | null
  readonly email: string | null
}

/** Returns the options that open a tracker. Throws FILE_UNREADABLE for its certificates. */
export async function trackerAccess(
  { name, url, kind, email }: KnownTracker,
  settings: ConnectionSettings,
  secret: () => Promise<string>,
  signal?: AbortSignal,
): Promise<TrackerAccess> {
  const { requestsPerSecond, concurrency, batchIssues, answerMb, timeoutSeconds, proxy } = settings
  const limits = { requestsPerSecond, concurrency, batchIssues, answerMb, timeoutSeconds }
  const ca = settings.ca === null ? null : await certificates(settings.ca)
  return { name, url, kind, email, secret, ...limits, ca, proxy, clock: SYSTEM_CLOCK, signal }
}

/** The part of the pace of a connection that reading permissions gets, because a round may run at the same time. */
const PERMISSION_SHARE = 0.2

/** Returns the access with which permissions are read: a small part of the pace, one request at a time. */
export function permissionAccess(access: TrackerAccess): TrackerAccess {
  return { ...access, requestsPerSecond: access.requestsPerSecond * PERMISSION_SHARE, concurrency: 1 }
}

/** Returns the access of a round that leaves a part of the pace to permissionAccess. */
export function besidesPermissions(access: TrackerAccess): TrackerAccess {
  return {
    ...access,
    requestsPerSecond: access.requestsPerSecond * (1 - PERMISSION_SHARE),
    concurrency: Math.max(1, access.concurrency - 1),
  }
}

async function certificates(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    const { code } = error as { code?: string }
    const reason = code === 'ENOENT' ? 'there is no such file' : `it is unreadable (${code ?? 'unknown reason'})`
    throw new UserError('FILE_UNREADABLE', { file, reason })
  }
}

/** Runs requests to a tracker. Throws CONNECTION_FAILED for what a user can correct. */
export async function orConnectionFailed<T>(address: string, requests: () => Promise<T>): Promise<T> {
  try {
    return await requests()
  } catch (error) {
    if (!(error instanceof TrackerError)) throw error
    const reason = error.message.replace(/\.$/, '')
    throw new UserError('CONNECTION_FAILED', { address, failure: error.failure, reason })
  }
}
