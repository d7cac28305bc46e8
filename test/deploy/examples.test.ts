import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { defaultSettings } from '../../src/access/settings/known-settings.ts'
import { readSettings } from '../../src/access/settings/settings.ts'
import { USAGE } from '../../src/core/base/error-outcomes.ts'
import { UTC } from '../../src/core/time/zone.ts'
import { CLOSE_TIMEOUT, HEAD_LIMIT, STOP_GRACE } from '../../src/edge/http/limits.ts'
import { SILENCE_LIMIT } from '../../src/edge/watchdog/watch-loop.ts'

const read = (name: string) => readFileSync(new URL(`../../deploy/${name}`, import.meta.url), 'utf8')
const unit = read('sojourn.service')
const nginx = read('nginx.conf')
const file = { name: 'sojourn.config.json', text: read('sojourn.config.json') }
const { values } = readSettings({ machineZone: UTC, file, env: {}, flags: {} })
const defaults = defaultSettings(UTC)

/** Returns the value of a line `name=value` of the unit. */
const of = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1]

/** Returns the number after a directive of the proxy, in its unit. */
const numberOf = (directive: string) => Number(new RegExp(`^ *${directive} (\\d+)`, 'm').exec(nginx)?.[1])

describe('deploy/sojourn.service', () => {
  it('keeps the store in the folder that systemd creates for it', () => {
    expect(of('StateDirectory')).toBe('sojourn')
    expect(values.store).toMatch(/^\/var\/lib\/sojourn\/\w+$/)
    expect(of('ExecStart')).toMatch(/ serve --config \S+\/sojourn\.config\.json$/)
  })

  it('does not restart after invalid settings', () => {
    expect(of('RestartPreventExitStatus')).toBe(String(USAGE))
  })

  it("gives running requests the server's grace period", () => {
    expect(Number(of('TimeoutStopSec')) * 1000).toBeGreaterThan(STOP_GRACE + CLOSE_TIMEOUT)
  })
})

describe('the watchdog of systemd', () => {
  it('leaves a server that does not respond to its own one, whose log line says why', () => {
    expect(Number(of('WatchdogSec')) * 1000).toBeGreaterThanOrEqual(2 * SILENCE_LIMIT.everyMs * SILENCE_LIMIT.checks)
  })

  it('accepts the messages of a process that the server starts', () => {
    expect(of('Type')).toBe('notify')
    expect(of('NotifyAccess')).toBe('all')
  })

  it('waits for the conversion of a large store', () => {
    expect(of('TimeoutStartSec')).toBe('infinity')
  })
})

describe('deploy/sojourn.config.json', () => {
  it('requires tokens and listens only to the proxy of the same machine', () => {
    expect(values).toMatchObject({ access: 'tokens', host: '127.0.0.1' })
  })
})

describe('deploy/nginx.conf', () => {
  it("connects to the server's port", () => {
    expect(nginx).toContain(`proxy_pass http://${values.host}:${values.port};`)
  })

  it('waits longer than the longest response takes', () => {
    expect(numberOf('proxy_read_timeout')).toBeGreaterThan(defaults.aggregationTimeoutSeconds)
  })

  it('accepts the same URLs and bodies as the server', () => {
    expect(numberOf('large_client_header_buffers \\d+') * 1024).toBe(HEAD_LIMIT)
    expect(numberOf('client_max_body_size')).toBe(defaults.bodyMb)
  })

  it('accepts the largest headers of a response', () => {
    // Warnings and the next page have up to 4 kB each; all other headers together have less.
    expect(numberOf('proxy_buffer_size') * 1024).toBeGreaterThan(3 * 4000)
  })
})
