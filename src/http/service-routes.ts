import type { FastifyInstance } from 'fastify'
import { UserError } from '../base/errors.ts'
import { READY_TIMEOUT } from './limits.ts'

/** What the routes beside the reports tell. */
export interface ServiceRoutes {
  readonly version: string
  /** All addresses of the server. */
  readonly addresses: readonly string[]
  /** Resolves when the store answers. */
  readonly ping: (signal: AbortSignal) => Promise<void>
}

/** Adds `/`, which tells the addresses, `/healthz` (the process lives) and `/readyz` (the store answers). */
export function addServiceRoutes(server: FastifyInstance, { version, addresses, ping }: ServiceRoutes): void {
  server.get('/', async () => ({ name: 'Sojourn', version, addresses }))
  server.get('/healthz', async () => ({ status: 'ok' }))
  server.get('/readyz', async () => {
    try {
      await inTime(ping)
      return { status: 'ready' }
    } catch {
      throw new UserError('NOT_READY')
    }
  })
}

/** A store that hangs may not even notice that its time is over. */
function inTime(ping: ServiceRoutes['ping']): Promise<void> {
  const signal = AbortSignal.timeout(READY_TIMEOUT)
  const over = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  return Promise.race([ping(signal), over])
}
