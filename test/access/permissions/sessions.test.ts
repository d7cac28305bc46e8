import { beforeEach, describe, expect, it } from 'vitest'
import { SESSION_IDLE, SESSION_LIFE, SESSIONS_PER_TOKEN } from '../../../src/access/permissions/sessions.ts'
import { plain } from '../../../src/store/sql/sql.ts'
import { NOW } from '../../edge/http/small-tracker.ts'
import { type AccessWorld, accessWorld } from './access-world.ts'

const MINUTE = 60_000
let world: AccessWorld
let token: string
let tokenId: string

beforeEach(async () => {
  world = await accessWorld()
  await world.workspace.access.addUser({ login: 'ann', groups: [], timeZone: null })
  ;({ token, id: tokenId } = await world.workspace.access.createToken('ann', null))
})

const open = () => world.workspace.pageData.signIn({ token, login: null })
const isValid = async (session: string) => {
  try {
    return (await world.workspace.authenticate({ session })).login === 'ann'
  } catch (error) {
    expect(error).toMatchObject({ code: 'NOT_SIGNED_IN' })
    return false
  }
}

describe('a session', () => {
  it('ends after two idle hours', async () => {
    const session = await open()
    world.clock.now = NOW + SESSION_IDLE - 1
    expect(await isValid(session)).toBe(true)
    world.clock.now += SESSION_IDLE - 1
    expect(await isValid(session)).toBe(true)
    world.clock.now += SESSION_IDLE
    expect(await isValid(session)).toBe(false)
  })

  it('ends after twelve hours even if it is used every minute', async () => {
    const session = await open()
    for (let at = 0; at < SESSION_LIFE; at += 30 * MINUTE) {
      world.clock.now = NOW + at
      expect([at, await isValid(session)]).toEqual([at, true])
    }
    world.clock.now = NOW + SESSION_LIFE
    expect(await isValid(session)).toBe(false)
  })

  it('continues when its use cannot be recorded', async () => {
    const session = await open()
    await world.store.transact(run => run(plain('alter table session rename to kept')))
    await world.store.transact(run => run(plain('create view session as from kept')))
    world.clock.now = NOW + MINUTE
    expect(await isValid(session)).toBe(true)
  })

  it('ends when its token opens more than ten, the longest idle one first', async () => {
    const sessions: string[] = []
    for (let i = 0; i < SESSIONS_PER_TOKEN; i++) {
      world.clock.now += MINUTE
      sessions.push(await open())
    }
    world.clock.now += MINUTE
    expect(await isValid(sessions[0]!)).toBe(true)
    world.clock.now += MINUTE
    sessions.push(await open())
    const working = await Promise.all(sessions.map(isValid))
    expect(working).toEqual(sessions.map((_, i) => i !== 1))
  })

  it('is not ended by sessions of another token', async () => {
    const session = await open()
    const other = await world.workspace.access.createToken('ann', null)
    for (let i = 0; i <= SESSIONS_PER_TOKEN; i++) {
      await world.workspace.pageData.signIn({ token: other.token, login: null })
    }
    expect(await isValid(session)).toBe(true)
  })

  it('ends permanently when its user is disabled', async () => {
    const session = await open()
    await world.workspace.access.setDisabled('Ann', true)
    expect(await isValid(session)).toBe(false)
    await world.workspace.access.setDisabled('ann', false)
    expect(await isValid(session)).toBe(false)
    expect(await isValid(await open())).toBe(true)
  })

  it('ends when its token is revoked, and is deleted', async () => {
    const session = await open()
    await world.workspace.access.revokeToken(tokenId)
    expect(await isValid(session)).toBe(false)
    expect(await world.store.query(plain('from session'))).toEqual([])
  })
})
