import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type ConnectedWorkspace, connectedWorkspace } from './connected-workspace.ts'

let connected: ConnectedWorkspace

beforeEach(async () => {
  connected = await connectedWorkspace()
})

afterEach(() => connected.close())

describe('a round that a command starts', () => {
  it('reads what linked accounts may browse, without a server, and says which account the tracker does not know', async () => {
    const { fake, sync, workspace } = connected
    fake.tracker.addUser({ login: 'nina' })
    await sync()
    await workspace.access.addUser({ login: 'nina', groups: [], timeZone: null })
    await workspace.access.link('nina', 'jira', fake.tracker.findUser('nina')!.id)
    const { key, project } = [...fake.tracker.issues.values()][0]!
    const rule = async () => (await workspace.access.explain('nina', key)).rule
    fake.tracker.setBrowse(project, [{ type: 'anyone' }])
    expect(await rule()).toBe('unchecked')
    await sync()
    expect(await rule()).toBe('tracker-allows')
    fake.tracker.setBrowse(project, [{ type: 'user', parameter: 'admin' }])
    await sync()
    expect(await rule()).toBe('tracker-denies')
    await workspace.access.addUser({ login: 'otto', groups: [], timeZone: null })
    await workspace.access.link('otto', 'jira', 'nobody')
    expect((await sync()).permissionProblems).toEqual(['Account nobody is not known as an active user of the tracker.'])
  })
})
