import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** A part of a pino logger. */
interface Log {
  readonly warn: (fields: object, message: string) => void
}

/** How many messages the service manager gets in its time limit. One may be late. */
const MESSAGES = 3

const MICROSECONDS = 1000

/**
 * Sends a message to the service manager, if it started this process. Failures are only logged.
 *
 * Node has no datagram sockets of Unix, so this runs `systemd-notify`, which every system with systemd has.
 */
export async function notifySystemd(message: 'READY=1' | 'WATCHDOG=1' | 'STOPPING=1', log: Log): Promise<void> {
  if (!process.env.NOTIFY_SOCKET) return
  try {
    await promisify(execFile)('systemd-notify', [message])
  } catch (error) {
    log.warn({ err: error, notification: message }, 'systemd could not be notified')
  }
}

/** Returns how often the service manager expects a message, in milliseconds; `null` if it expects none. */
export function keepAliveMs(env: Readonly<Record<string, string | undefined>>, pid: number): number | null {
  const { NOTIFY_SOCKET: socket, WATCHDOG_USEC: limit, WATCHDOG_PID: meant = String(pid) } = env
  if (!socket || meant !== String(pid) || !(Number(limit) > 0)) return null
  return Math.ceil(Number(limit) / MICROSECONDS / MESSAGES)
}
