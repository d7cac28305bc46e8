import { describe, expect, it } from 'vitest'
import type { ReceivedHook } from '../../../src/intake/connections/receive-hook.ts'
import { JSON_BODY, recordingLog, testServer } from './test-server.ts'

const KEY = 'f00dfeedf00dfeedf00dfeedf00dfeed'

const BODY = JSON.stringify({ webhookEvent: 'jira:issue_updated', issue: { id: '10001' } })

function server() {
  const received: { name: string; hook: ReceivedHook }[] = []
  const log = recordingLog()
  const made = testServer({
    log,
    hooks: {
      isKnown: async (name, key) => name === 'jira' && key === KEY,
      receive: async (name, hook) => void received.push({ name, hook }),
    },
    // Webhooks have no token.
    authenticate: async () => Promise.reject(new Error('not asked')),
  })
  const post = (url: string, payload: string | Buffer = BODY, headers: Record<string, string> = {}) =>
    made.server.inject({ method: 'POST', url, payload, headers: { ...JSON_BODY, ...headers } })
  return { post, received, log, inject: made.server.inject.bind(made.server) }
}

describe('POST /hooks/<name>/<key>', () => {
  it('takes a webhook without a token, and responds at once with nothing', async () => {
    const { post, received } = server()
    const headers = { 'x-hub-signature': 'sha256=00', 'x-atlassian-webhook-identifier': 'a1' }
    const { statusCode, payload } = await post(`/hooks/jira/${KEY}`, BODY, headers)
    expect([statusCode, payload]).toEqual([200, ''])
    expect(received).toEqual([
      {
        name: 'jira',
        hook: { bytes: Buffer.from(BODY), json: JSON.parse(BODY), signature: 'sha256=00', identifier: 'a1' },
      },
    ])
  })

  it.each([`/hooks/jira/${KEY}0`, `/hooks/other/${KEY}`, '/hooks/jira/', '/hooks/jira', '/hooks'])(
    'is an unknown route for %s, like any other',
    async url => {
      const { post, received } = server()
      const { statusCode, headers } = await post(url)
      expect([statusCode, headers['x-error-code']]).toEqual([404, 'ROUTE_UNKNOWN'])
      expect(received).toEqual([])
    },
  )

  it('reads no body for a wrong key', async () => {
    const { post } = server()
    expect((await post('/hooks/jira/wrong', Buffer.alloc(2 * 1024 * 1024, 'x'))).statusCode).toBe(404)
  })

  it('rejects bodies of more than 1 MB, and those that are not JSON', async () => {
    const { post, received } = server()
    expect((await post(`/hooks/jira/${KEY}`, Buffer.alloc(1024 * 1024 + 1, 'x'))).statusCode).toBe(413)
    expect((await post(`/hooks/jira/${KEY}`, '{')).statusCode).toBe(400)
    expect((await post(`/hooks/jira/${KEY}`, '[]')).statusCode).toBe(400)
    expect((await post(`/hooks/jira/${KEY}`, BODY, { 'content-type': 'text/plain' })).statusCode).toBe(415)
    expect(received).toEqual([])
  })

  it('never has its key in the log', async () => {
    const { post, log, inject } = server()
    await post(`/hooks/jira/${KEY}?a=1`)
    await post(`//hooks/jira/${KEY}`)
    await inject(`/hooks/jira/${KEY}`)
    expect(JSON.stringify(await log.linesFrom(4))).not.toContain(KEY)
  })
})
