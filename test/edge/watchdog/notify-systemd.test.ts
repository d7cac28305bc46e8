import { describe, expect, it } from 'vitest'
import { keepAliveMs } from '../../../src/edge/watchdog/notify-systemd.ts'

const env = { NOTIFY_SOCKET: '/run/systemd/notify', WATCHDOG_USEC: '120000000', WATCHDOG_PID: '7' }

describe('the messages to systemd', () => {
  it('are sent three times in the time limit', () => {
    expect(keepAliveMs(env, 7)).toBe(40_000)
    expect(keepAliveMs({ ...env, WATCHDOG_PID: undefined }, 7)).toBe(40_000)
  })

  it.each([
    ['for another process', { WATCHDOG_PID: '8' }],
    ['without a time limit', { WATCHDOG_USEC: undefined }],
    ['with a time limit of 0', { WATCHDOG_USEC: '0' }],
    ['without a socket', { NOTIFY_SOCKET: undefined }],
  ])('are not sent %s', (_, changes) => {
    expect(keepAliveMs({ ...env, ...changes }, 7)).toBeNull()
  })
})
