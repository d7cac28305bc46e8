import type { AddressInfo } from 'node:net'
import { UserError } from '../../core/base/errors.ts'
import type { Server } from './create-server.ts'
import { CLOSE_TIMEOUT, STOP_GRACE } from './limits.ts'

/** A listening server. */
export interface ListeningServer {
  /** Its port: the requested one, or for 0 a free one. */
  readonly port: number
  /**
   * Stops listening. Running requests may continue for the grace period, then they are aborted. Resolves when all
   * responses are sent.
   */
  readonly stop: (graceMs?: number) => Promise<void>
}

/** Starts listening. Throws ADDRESS_TAKEN, or OPTION_INVALID for an unavailable address. */
export async function listen(created: Server, host: string, port: number): Promise<ListeningServer> {
  const { server } = created
  try {
    await server.listen({ host, port })
  } catch (error) {
    throw listenError(error, host, port)
  }
  return {
    port: (server.server.address() as AddressInfo).port,
    stop: (graceMs = STOP_GRACE) => stop(created, graceMs),
  }
}

async function stop({ server, refuseNew, endRunning }: Server, graceMs: number): Promise<void> {
  refuseNew()
  const end = setTimeout(endRunning, graceMs)
  const closing = setTimeout(() => server.server.closeAllConnections(), graceMs + CLOSE_TIMEOUT)
  try {
    await server.close()
  } finally {
    clearTimeout(end)
    clearTimeout(closing)
  }
}

function listenError(error: unknown, host: string, port: number): unknown {
  const { code } = error as { code?: string }
  if (code === 'EADDRINUSE') return new UserError('ADDRESS_TAKEN', { host, port })
  if (code === 'EACCES') {
    const allowed = 'a port that this user may open, such as 8080'
    return new UserError('OPTION_INVALID', { option: '--port', value: String(port), allowed })
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return new UserError('OPTION_INVALID', { option: '--host', value: host, allowed: 'an address of this machine' })
  }
  return error
}
