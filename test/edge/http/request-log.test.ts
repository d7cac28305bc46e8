import { once } from 'node:events'
import { Writable } from 'node:stream'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { UserError } from '../../../src/core/base/errors.ts'
import { type ListeningServer, listen } from '../../../src/edge/http/listen.ts'
import { exchange } from './exchange.ts'
import { AGGREGATION, CALENDARS, LIST, testServer } from './test-server.ts'

/** Must not appear in any log line or response. */
const CANARY = 'c4n4ry-0f-th3-t0k3n'

let text = ''
let server: ListeningServer

const sink = new Writable({
  write: (chunk, _encoding, done) => {
    text += chunk
    done()
    sink.emit('logged')
  },
})

beforeAll(async () => {
  const made = testServer({
    log: pino({ level: 'trace' }, sink),
    timeouts: { failure: 0 },
    authenticate: async credentials => {
      if ('token' in credentials && credentials.token.length > 30) throw new Error('a defect of the store')
      throw new UserError('NOT_SIGNED_IN')
    },
  })
  server = await listen(made, '127.0.0.1', 0)
})

afterAll(() => server.stop(0))

describe('the log at its most detailed level', () => {
  it('has no token of a header or a URL', async () => {
    const basic = Buffer.from(`ann:${CANARY}`).toString('base64')
    const headers = [
      `Authorization: Bearer ${CANARY}`,
      `Authorization: Bearer ${CANARY.repeat(3)}`,
      `Authorization: Basic ${basic}`,
      `Authorization: ${CANARY}`,
      `Cookie: session=${CANARY}`,
      `Proxy-Authorization: Bearer ${CANARY}`,
      `X-Api-Key: ${CANARY}`,
      `X-Request-Id: ${CANARY}`,
    ]
    const addresses = [LIST, AGGREGATION, CALENDARS, '/', '/metrics', '/healthz', '/nix', '/%zz'].flatMap(path => [
      path,
      `${path}?token=${CANARY}&projectKey=shown`,
      `${path}?a=%zz&access_token=${CANARY}`,
      `http://ann:${CANARY}@x.example${path}`,
    ])
    text = ''
    let requested = 0
    for (const address of addresses) {
      for (const header of headers) {
        const request = `GET ${address} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${header}\r\n\r\n`
        const answer = await exchange(server.port, request)
        expect(answer).toMatch(/^HTTP\/1.1 \d/)
        expect(answer).not.toContain(CANARY)
        requested++
      }
    }
    while (text.match(/"address"/g)?.length !== requested) await once(sink, 'logged')
    expect(text).not.toContain(CANARY)
    expect(text).not.toContain(basic)
    expect(text).toContain('a defect of the store')
    expect(text).toContain('projectKey=shown')
  })

  it('has no part of a malformed request', async () => {
    text = ''
    await exchange(
      server.port,
      `GET / HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${CANARY}\r\nbad header\r\n\r\n`,
    )
    await exchange(server.port, `${CANARY}\r\n\r\n`)
    expect(text).not.toContain(CANARY)
  })
})
