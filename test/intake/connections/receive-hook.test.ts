import { createHmac } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createHookReceiver, type HookDeps } from '../../../src/intake/connections/receive-hook.ts'
import { Secret } from '../../../src/intake/connections/secret.ts'
import { readWebhook } from '../../../src/intake/source/webhooks.ts'

const HOUR = 3_600_000

const ISSUE = { webhookEvent: 'jira:issue_updated', issue: { id: '10001', fields: { project: { id: '10000' } } } }

function hooks(parts: Partial<HookDeps> = {}) {
  const announced: unknown[] = []
  let now = 0
  const taken = createHookReceiver({
    keyOf: async name => (name === 'jira' ? 'the-key' : null),
    secretOf: async () => null,
    announce: async (name, hint, isSigned) => void announced.push([name, hint, isSigned]),
    now: () => now,
    ...parts,
  })
  const receive = (json: unknown, { signature, identifier }: { signature?: string; identifier?: string } = {}) =>
    taken.receive('jira', {
      bytes: Buffer.from(JSON.stringify(json)),
      json,
      signature: signature ?? null,
      identifier: identifier ?? null,
    })
  const wait = (ms: number) => {
    now += ms
  }
  return { ...taken, receive, announced, wait }
}

describe('a webhook', () => {
  it('has the key of its connection in its address', async () => {
    const { isKnown } = hooks()
    expect(await isKnown('jira', 'the-key')).toBe(true)
    for (const key of ['', 'the-ke', 'the-key2', 'THE-KEY'])
      expect([key, await isKnown('jira', key)]).toEqual([key, false])
    expect(await isKnown('other', 'the-key')).toBe(false)
  })

  it('announces its issue, or that projects changed', async () => {
    const { receive, announced } = hooks()
    await receive(ISSUE)
    await receive({ ...ISSUE, webhookEvent: 'jira:issue_deleted' })
    await receive({ webhookEvent: 'sprint_closed', sprint: { id: 5 } })
    await receive({ webhookEvent: 'project_created', project: { id: 10_000 } })
    expect(announced).toEqual([
      ['jira', { issue: '10001', project: '10000', isDeletion: false }, false],
      ['jira', { issue: '10001', project: '10000', isDeletion: true }, false],
      ['jira', 'projects', false],
    ])
  })

  it('that comes again within a day is ignored', async () => {
    const { receive, announced, wait } = hooks()
    for (const identifier of ['a', 'a', 'b', 'a']) await receive(ISSUE, { identifier })
    expect(announced).toHaveLength(2)
    wait(23 * HOUR)
    await receive(ISSUE, { identifier: 'a' })
    expect(announced).toHaveLength(2)
    wait(HOUR)
    await receive(ISSUE, { identifier: 'a' })
    expect(announced).toHaveLength(3)
  })

  it('needs a valid signature if its connection has a secret', async () => {
    const { receive, announced } = hooks({ secretOf: async () => new Secret('signs') })
    const valid = `sha256=${createHmac('sha256', 'signs').update(JSON.stringify(ISSUE)).digest('hex')}`
    await receive(ISSUE, { signature: valid })
    expect(announced).toEqual([['jira', expect.anything(), true]])
    for (const signature of [undefined, '', 'sha256=', valid.replace(/.$/, 'x'), valid.slice(7)])
      await expect(receive(ISSUE, signature === undefined ? {} : { signature })).rejects.toMatchObject({
        code: 'HOOK_UNSIGNED',
      })
    expect(announced).toHaveLength(1)
  })

  it('whose signature is invalid does not count as received', async () => {
    const { receive, announced } = hooks({ secretOf: async () => new Secret('signs') })
    await receive(ISSUE, { identifier: 'a' }).catch(() => {})
    const signature = `sha256=${createHmac('sha256', 'signs').update(JSON.stringify(ISSUE)).digest('hex')}`
    await receive(ISSUE, { identifier: 'a', signature })
    expect(announced).toHaveLength(1)
  })
})

describe('the body of a webhook', () => {
  it.each([null, 3, [], {}, { issue: null }, { issue: { id: 'x' } }, { issue: { id: -1 } }, { issue: { id: {} } }])(
    'without an issue is no hint: %j',
    body => {
      expect(readWebhook(body)).toBeNull()
    },
  )

  it('may lack the project', () => {
    expect(readWebhook({ issue: { id: 7 } })).toEqual({ issue: '7', project: null, isDeletion: false })
    expect(readWebhook({ issue: { id: '7', fields: { project: 3 } } })).toMatchObject({ issue: '7', project: null })
  })

  const folder = join(import.meta.dirname, '../../../../shared/data/tracker-answers/jira-webhooks')
  it.skipIf(!hasFolder(folder))('as recorded from trackers names its issue and its project', () => {
    const bodies = readdirSync(folder).filter(name => name.endsWith('.json'))
    expect(bodies.length).toBeGreaterThan(10)
    for (const name of bodies) {
      const hint = readWebhook(JSON.parse(readFileSync(join(folder, name), 'utf8')))
      expect([name, hint]).toEqual([
        name,
        {
          issue: expect.stringMatching(/^\d+$/),
          project: expect.any(String),
          isDeletion: name.includes('issue-deleted'),
        },
      ])
    }
  })
})

function hasFolder(path: string): boolean {
  try {
    return readdirSync(path).length > 0
  } catch {
    return false
  }
}
