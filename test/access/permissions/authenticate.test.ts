import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Caller } from '../../../src/access/permissions/caller.ts'
import type { Store } from '../../../src/store/engine/store.ts'
import { plain } from '../../../src/store/sql/sql.ts'
import { NOW } from '../../edge/http/small-tracker.ts'
import { type AccessWorld, accessWorld } from './access-world.ts'

let world: AccessWorld

beforeEach(async () => {
  world = await accessWorld()
})

const user = (login: string, groups: readonly string[] = []) =>
  world.workspace.access.addUser({ login, groups, timeZone: null })
const tokenOf = (login: string, lifetime: number | null = null) => world.workspace.access.createToken(login, lifetime)
const signIn = (token: string, login: string | null = null): Promise<Caller> =>
  world.workspace.authenticate({ token, login })
const REFUSED = { code: 'NOT_SIGNED_IN' }

/** Returns every value of every table as text. */
async function everything(store: Store): Promise<string> {
  const tables = await store.query(plain('select table_name from information_schema.tables'))
  const rows = []
  for (const { table_name } of tables) {
    rows.push(...(await store.query(plain(`select t::varchar as row from "${table_name}" t`))))
  }
  return rows.map(({ row }) => String(row)).join('\n')
}

describe('a token', () => {
  it('is not in the files or tables of the store, only its digest is', async () => {
    await user('ann')
    const { token, id } = await tokenOf('ann')
    await signIn(token)
    const rows = await everything(world.store)
    expect(rows).toContain(id)
    expect(rows).not.toContain(token)
    expect(rows).not.toContain(token.slice(3))
    const files = readdirSync(world.store.dir, { recursive: true, withFileTypes: true }).filter(file => file.isFile())
    expect(files.length).toBeGreaterThan(0)
    const secret = Buffer.from(token.slice(3), 'base64url')
    for (const { parentPath, name } of files) {
      const bytes = readFileSync(join(parentPath, name))
      expect([name, bytes.includes(token.slice(3)), bytes.includes(secret)]).toEqual([name, false, false])
      expect([name, bytes.includes(secret.toString('hex'))]).toEqual([name, false])
    }
  })

  it('authenticates its user, and no other token does', async () => {
    await user('ann')
    const { token } = await tokenOf('ann')
    expect((await signIn(token)).login).toBe('ann')
    for (const wrong of [
      '',
      'sj_',
      token.slice(0, -1),
      `${token}a`,
      token.toUpperCase(),
      ` ${token}`,
      token.slice(3),
    ]) {
      await expect(signIn(wrong)).rejects.toMatchObject(REFUSED)
    }
  })

  it('is valid before the millisecond at which it expires, and not in it', async () => {
    await user('ann')
    const { token, expires } = await tokenOf('ann', 90 * 86_400_000)
    expect(expires).toBe(NOW + 90 * 86_400_000)
    world.clock.now = expires! - 1
    expect((await signIn(token)).login).toBe('ann')
    world.clock.now = expires!
    await expect(signIn(token)).rejects.toMatchObject(REFUSED)
  })

  it('becomes invalid as soon as it is revoked, and no other token does', async () => {
    await user('ann')
    const [one, two] = [await tokenOf('ann'), await tokenOf('ann')]
    await signIn(one.token)
    await world.workspace.access.revokeToken(one.id)
    await expect(signIn(one.token)).rejects.toMatchObject(REFUSED)
    expect((await signIn(two.token)).login).toBe('ann')
    await expect(world.workspace.access.revokeToken(one.id)).rejects.toMatchObject({ code: 'TOKEN_UNKNOWN' })
  })

  it('is invalid while its user is disabled', async () => {
    await user('ann')
    const { token } = await tokenOf('ann')
    await world.workspace.access.setDisabled('ANN', true)
    await expect(signIn(token)).rejects.toMatchObject(REFUSED)
    await world.workspace.access.setDisabled('ann', false)
    expect((await signIn(token)).login).toBe('ann')
  })

  it('is accepted only with its own login, in any case', async () => {
    await user('Ann')
    await user('ben')
    const { token } = await tokenOf('ann')
    expect((await signIn(token, 'aNN')).login).toBe('Ann')
    for (const login of ['ben', '', 'ann ', 'nobody']) await expect(signIn(token, login)).rejects.toMatchObject(REFUSED)
  })

  it('records its last use, at most once a minute', async () => {
    await user('ann')
    const { token } = await tokenOf('ann')
    const lastUsed = async () => (await world.workspace.access.tokens())[0]!.lastUsed
    expect(await lastUsed()).toBeNull()
    await signIn(token)
    expect(await lastUsed()).toBe(NOW)
    world.clock.now = NOW + 59_999
    await signIn(token)
    expect(await lastUsed()).toBe(NOW)
    world.clock.now = NOW + 60_000
    await signIn(token)
    expect(await lastUsed()).toBe(NOW + 60_000)
  })

  it('is not looked up for a disconnected client', async () => {
    await user('ann')
    const { token } = await tokenOf('ann')
    const gone = AbortSignal.abort(new Error('gone'))
    for (const credentials of [{ token, login: null }, { session: 'any' }])
      await expect(world.workspace.authenticate(credentials, gone)).rejects.toBe(gone.reason)
    expect((await world.workspace.access.tokens())[0]!.lastUsed).toBeNull()
  })

  it('authenticates when its use cannot be recorded', async () => {
    await user('ann')
    const { token } = await tokenOf('ann')
    await world.store.transact(run => run(plain('drop table token_use')))
    expect((await signIn(token)).login).toBe('ann')
  })
})

describe('a session', () => {
  const signIn = async () => {
    await user('ann')
    return world.workspace.pageData.signIn({ ...(await tokenOf('ann')), login: null })
  }

  it('ends at sign-out', async () => {
    const session = await signIn()
    expect((await world.workspace.authenticate({ session })).login).toBe('ann')
    await world.workspace.pageData.signOut(session)
    await expect(world.workspace.authenticate({ session })).rejects.toMatchObject(REFUSED)
  })

  it('that is unknown is rejected and signed out without a write', async () => {
    await signIn()
    let release = () => {}
    const held = new Promise<void>(resolve => {
      release = resolve
    })
    // Writes wait for one another, reads do not.
    const writing = world.store.bestEffort(() => held)
    await expect(world.workspace.authenticate({ session: 'unknown' })).rejects.toMatchObject(REFUSED)
    await world.workspace.pageData.signOut('unknown')
    release()
    await writing
  })
})

describe('a caller', () => {
  it('has a login without a colon, which Basic authentication could not send', async () => {
    for (const login of ['557058:abc', '', ' ', 'a\u0000b']) {
      await expect(user(login)).rejects.toMatchObject({ code: 'OPTION_INVALID' })
    }
    await user('Ann')
    await expect(user(' ann ')).rejects.toMatchObject({ code: 'USER_TAKEN' })
  })

  it.each([
    ['its login', 'ANN', 'jirauser10100'],
    ['its account id', '5B10AC8D-CLOUD', '5b10ac8d-cloud'],
    ['its e-mail address', 'cid@example.org', '5b10ac8d-cloud'],
    ['its login, before the key of somebody else', 'jirauser10100', 'jirauser10200'],
    ['its key', 'JIRAUSER10200', 'jirauser10200'],
    ['nothing, when nobody is called so', 'stranger', null],
  ])('is the person of the tracker that has %s: %s', async (_, login, person) => {
    await user(login)
    const caller = await signIn((await tokenOf(login)).token)
    expect(caller.person).toBe(person)
  })

  it('is an administrator by a group in Sojourn, in any case, not by one in the tracker', async () => {
    await user('ann')
    await user('eve', ['Administrators'])
    expect(await signIn((await tokenOf('ann')).token)).toMatchObject({ isAdministrator: false })
    expect(await signIn((await tokenOf('eve')).token)).toMatchObject({ isAdministrator: true, browsable: null })
  })

  it('may browse a restricted project by login, by group, or by group of the tracker, but not as an administrator of the tracker', async () => {
    const { access } = world.workspace
    await user('ann')
    await user('ben', ['Guests'])
    await user('eve')
    const browses = async (login: string) =>
      (await signIn((await tokenOf(login)).token)).browsable?.projects.length === 1
    expect(await browses('eve')).toBe(true)
    await access.restrict('web', [], [])
    expect([await browses('ann'), await browses('ben'), await browses('eve')]).toEqual([false, false, false])
    await access.restrict('WEB', ['guests'], ['EVE'])
    expect([await browses('ann'), await browses('ben'), await browses('eve')]).toEqual([false, true, true])
    await access.restrict('WEB', ['builders'], [])
    expect([await browses('ann'), await browses('ben'), await browses('eve')]).toEqual([true, false, false])
    await access.restrict('WEB', ['administrators'], [])
    expect([await browses('ann'), await browses('ben'), await browses('eve')]).toEqual([false, false, false])
    await access.open('Web')
    expect([await browses('ann'), await browses('ben'), await browses('eve')]).toEqual([true, true, true])
  })

  it('may browse no project when the only one is restricted', async () => {
    await user('ann')
    await world.workspace.access.restrict('WEB', [], [])
    expect((await signIn((await tokenOf('ann')).token)).browsable).toEqual({ projects: [], levels: [] })
  })
})
