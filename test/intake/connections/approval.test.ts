import { afterEach, beforeEach, expect, it } from 'vitest'
import { type ConnectedWorkspace, connectedWorkspace } from './connected-workspace.ts'

const DAY = 86_400_000

let connected: ConnectedWorkspace

beforeEach(async () => {
  connected = await connectedWorkspace()
})

afterEach(() => connected.close())

it('a tracker whose clock went back has rounds again once it is accepted', async () => {
  const { fake, sync, workspace } = connected
  const shown = async () => (await workspace.connections.list('jira'))[0]!
  fake.tracker.clock.advance(DAY)
  await sync()
  expect((await shown()).state).toBe('live')
  fake.tracker.clock.advance(-DAY)
  await sync()
  const { state, next } = await shown()
  expect(state).toBe('needs-approval')
  expect(next).toContain('sojourn connection resume jira')
  await sync()
  expect((await shown()).state).toBe('needs-approval')
  await workspace.connections.resume('jira')
  await sync()
  expect((await shown()).state).toBe('live')
})
