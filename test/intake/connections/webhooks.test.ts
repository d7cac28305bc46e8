import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { Secret } from '../../../src/intake/connections/secret.ts'
import { hookSecretFile, keepSecret } from '../../../src/intake/connections/secret-files.ts'
import { plain } from '../../../src/store/sql/sql.ts'
import { itDrawn } from '../../support/drawn-test.ts'
import { type ConnectedWorkspace, connectedWorkspace } from './connected-workspace.ts'

const PROJECTS = 300

const SECRET = 'signs-webhooks'

let connected: ConnectedWorkspace
let stop: () => Promise<void>
const lines = eventLines()

beforeAll(async () => {
  connected = await connectedWorkspace('server', { issues: 400, projects: PROJECTS })
  const { workspace, store } = connected
  await keepSecret(store.dir, hookSecretFile('jira'), new Secret(SECRET))
  const first = lines.next('round')
  stop = workspace.connectionServer.start(lines.log, { bySchedule: true })
  expect(await first).toMatchObject({ state: 'live', fetched: 400 })
})

afterAll(async () => {
  await stop()
  await connected.close()
})

/** Returns a log whose next line of a kind can be awaited. */
function eventLines() {
  const waiting: { readonly message: string; readonly resolve: (fields: object) => void }[] = []
  const info = (fields: object, message: string) => {
    const i = waiting.findIndex(one => one.message === message)
    if (i >= 0) waiting.splice(i, 1)[0]!.resolve(fields)
  }
  return {
    log: { info, error: info },
    next: (message: string) => new Promise<object>(resolve => waiting.push({ message, resolve })),
  }
}

/** Sends a signed webhook about an issue; returns the line of the log about what came of it. */
async function announce(id: number, webhookEvent: string): Promise<object> {
  const { workspace, fake } = connected
  fake.requests.clear()
  const line = lines.next('webhooks')
  const json = { webhookEvent, issue: { id: String(id) } }
  const bytes = Buffer.from(JSON.stringify(json))
  const signature = `sha256=${createHmac('sha256', SECRET).update(bytes).digest('hex')}`
  await workspace.connectionServer.hooks.receive('jira', { bytes, json, signature, identifier: null })
  return line
}

async function summaries(id: number): Promise<readonly unknown[]> {
  const rows = await connected.store.query(plain(`select summary from issue where ref = '${id}'`))
  return rows.map(({ summary }) => summary)
}

describe(`a webhook of a tracker with ${PROJECTS} projects`, () => {
  itDrawn('makes a change visible with few requests', async () => {
    const { fake } = connected
    const { id } = [...fake.tracker.issues.values()].at(-1)!
    fake.tracker.changeIssue(id, { summary: 'Announced' })
    expect(await announce(id, 'jira:issue_updated')).toMatchObject({ fetched: 1, state: 'live' })
    expect(await summaries(id)).toEqual(['Announced'])
    expect(fake.requests.count).toBeLessThanOrEqual(5)
    expect(fake.requests.to('/issue/')).toEqual([])
  })

  itDrawn('makes a deletion visible with few requests, if it is signed', async () => {
    const { fake } = connected
    const { id } = [...fake.tracker.issues.values()].at(-1)!
    fake.tracker.deleteIssue(id)
    expect(await announce(id, 'jira:issue_deleted')).toMatchObject({ gone: 1, state: 'live' })
    expect(await summaries(id)).toEqual([])
    expect(fake.requests.count).toBeLessThanOrEqual(7)
    expect(fake.requests.to(`/issue/${id}`)).toHaveLength(2)
    expect(fake.requests.to('/search')).toEqual([])
  })
})
