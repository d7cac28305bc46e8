import type { FastifyInstance } from 'fastify'
import type { StoreStatus } from '../admin/store-status.ts'
import { isUserError, UserError } from '../base/errors.ts'
import type { ServerLoad } from '../workspace/limited-workspace.ts'
import { READY_FOR, READY_TIMEOUT } from './limits.ts'
import type { Metrics } from './metrics.ts'
import { sharedFor } from './shared-for.ts'

/** What the routes beside the reports tell. */
export interface ServiceRoutes {
  readonly version: string
  /** All addresses of the server. */
  readonly addresses: () => string[]
  /** Resolves when the store can be written and read. Throws STORE_DAMAGED, and STORE_FAILED for a full disk. */
  readonly ping: (signal: AbortSignal) => Promise<void>
  /** Whether the store was read whole since the start. */
  readonly isScanned: () => boolean
  readonly metrics: Metrics
  /** What is being worked on, and what waits. */
  readonly load: () => ServerLoad
  readonly storeStatus: (signal: AbortSignal) => Promise<StoreStatus>
}

/**
 * Adds `/api`, which tells the addresses, `/healthz` (the process lives), `/readyz` (the store is whole, and can be written
 * and read) and `/metrics`.
 */
export function addServiceRoutes(server: FastifyInstance, routes: ServiceRoutes): void {
  const { version, addresses, ping, isScanned, metrics, load, storeStatus } = routes
  // Anybody may ask, so asking often must cost no more than asking once.
  const ready = sharedFor(READY_FOR, () => inTime(ping))
  server.get('/api', async () => ({ name: 'Sojourn', version, addresses: addresses() }))
  server.get('/healthz', { config: { admits: 'anybody' } }, async () => ({ status: 'ok' }))
  server.get('/readyz', { config: { admits: 'anybody' } }, async (_request, reply) => {
    await ready().catch(error => {
      throw refusal(error)
    })
    return isScanned() ? { status: 'ready' } : reply.code(503).send({ status: 'checking' })
  })
  server.get('/metrics', { config: { admits: 'administrators' } }, async (_request, reply) => {
    // The rest is what is looked for when the store does not answer.
    const store = await inTime(storeStatus).catch(() => null)
    return reply.type(metrics.contentType).send(await metrics.text(load(), store))
  })
}

/** A store that hangs may not even notice that its time is over. */
function inTime<T>(ask: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const signal = AbortSignal.timeout(READY_TIMEOUT)
  const over = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  return Promise.race([ask(signal), over])
}

/** Why the store is not ready, in words that do not reveal its files. */
function refusal(error: unknown): UserError {
  if (isUserError(error, 'STORE_DAMAGED')) return error
  const reason = isUserError(error, 'STORE_FAILED') ? error.parameters.reason : 'it does not answer'
  return new UserError('NOT_READY', { reason })
}
