import { afterEach, beforeEach, expect, it } from 'vitest'
import { type ConnectedWorkspace, connectedWorkspace } from './connected-workspace.ts'

let connected: ConnectedWorkspace

beforeEach(async () => {
  connected = await connectedWorkspace()
})

afterEach(() => connected.close())

it('the test of a connection uses the settings that commands have set', async () => {
  const { connections } = connected.workspace
  const unchanged = { tokenFile: null, token: null, hookSecret: null, email: null, permissions: null }
  const set = (setting: string) => connections.set('jira', { ...unchanged, settings: [setting] })
  expect(await connections.test('jira')).toMatchObject({ product: 'Jira Data Center' })
  await set('ca=/no/such/file')
  await expect(connections.test('jira')).rejects.toMatchObject({ code: 'FILE_UNREADABLE' })
  await set('ca=default')
  expect(await connections.test('jira')).toMatchObject({ product: 'Jira Data Center' })
})
