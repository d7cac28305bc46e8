import type { FastifyInstance } from 'fastify'
import type { StoreStatus } from '../../access/admin/store-status.ts'
import type { ServerLoad } from '../../app/workspace/limited-workspace.ts'
import type { Workspace } from '../../app/workspace/workspace.ts'
import { isUserError, UserError } from '../../core/base/errors.ts'
import type { ConnectionMetrics } from '../../intake/connections/connection-server.ts'
import { READY_FOR, READY_TIMEOUT } from './limits.ts'
import type { Metrics } from './metrics.ts'

/** The dependencies of the service routes. */
export interface ServiceRoutes {
  readonly version: string
  /** All paths of the server. */
  readonly addresses: () => string[]
  /** Resolves if the store can be written and read. Throws STORE_DAMAGED, and STORE_FAILED for a full disk. */
  readonly ping: (signal: AbortSignal) => Promise<void>
  /** Whether the store was read completely since the start. */
  readonly isScanned: () => boolean
  readonly metrics: Metrics
  /** The running and queued work. */
  readonly load: () => ServerLoad
  readonly storeStatus: (signal: AbortSignal) => Promise<StoreStatus>
  readonly connectionMetrics: () => Promise<readonly ConnectionMetrics[]>
  readonly lakeMetrics: Workspace['lakeMetrics']
}

/**
 * Adds `/api`, which lists the paths, `/healthz` (the process is alive), `/readyz` (the store is intact, writable and
 * readable) and `/metrics`.
 */
export function addServiceRoutes(server: FastifyInstance, routes: ServiceRoutes): void {
  const { version, addresses, ping, isScanned, metrics, load, storeStatus, connectionMetrics, lakeMetrics } = routes
  // The route is public, so many requests must cost no more than one.
  const ready = shareResult(READY_FOR, () => inTime(ping))
  server.get('/api', async () => ({ name: 'Sojourn', version, addresses: addresses() }))
  server.get('/healthz', { config: { admits: 'anybody' } }, async () => ({ status: 'ok' }))
  server.get('/readyz', { config: { admits: 'anybody' } }, async (_request, reply) => {
    await ready().catch(error => {
      throw refusal(error)
    })
    return isScanned() ? { status: 'ready' } : reply.code(503).send({ status: 'checking' })
  })
  server.get('/metrics', { config: { admits: 'administrators' } }, async (_request, reply) => {
    // The other metrics matter most when the store does not respond.
    const store = await inTime(storeStatus).catch(() => null)
    const connections = await inTime(connectionMetrics).catch(() => null)
    const lake = await inTime(lakeMetrics).catch(() => null)
    return reply.type(metrics.contentType).send(await metrics.text(load(), store, connections, lake))
  })
}

/** Rejects after READY_TIMEOUT, because a store that hangs may ignore its signal. */
function inTime<T>(check: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const signal = AbortSignal.timeout(READY_TIMEOUT)
  const timeout = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  return Promise.race([check(signal), timeout])
}

/** Returns why the store is not ready, without the paths of its files. */
function refusal(error: unknown): UserError {
  if (isUserError(error, 'STORE_DAMAGED')) return error
  const reason = isUserError(error, 'STORE_FAILED') ? error.parameters.reason : 'it does not answer'
  return new UserError('NOT_READY', { reason })
}

/**
 * Returns a function that runs `load` once for concurrent calls, and caches the result for `ms`, so its cost does not
 * grow with the number of callers. Failures are shared too.
 */
function shareResult<T>(ms: number, load: () => Promise<T>): () => Promise<T> {
  let last: { readonly answer: Promise<T>; until: number } | undefined
  return () => {
    if (last !== undefined && performance.now() < last.until) return last.answer
    const current = { answer: load(), until: Number.POSITIVE_INFINITY }
    const settled = () => {
      current.until = performance.now() + ms
    }
    current.answer.then(settled, settled)
    last = current
    return current.answer
  }
}
