import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { browsableIn } from '../../../src/access/permissions/browsable-in.ts'
import { createWorkspace } from '../../../src/app/workspace/workspace.ts'
import {
  type ProjectBrowsers,
  type Tracker,
  TrackerError,
  type TrackerFailure,
  type TrackerHello,
} from '../../../src/intake/source/tracker.ts'
import { refreshPermissions } from '../../../src/intake/sync/refresh-permissions.ts'
import type { PermissionMode } from '../../../src/store/rows/connection-rows.ts'
import { readNamedIssues } from '../../../src/store/rows/named-issues.ts'
import { plain, sql, varchar } from '../../../src/store/sql/sql.ts'
import { type AccessWorld, accessWorld } from '../../access/permissions/access-world.ts'
import { DEPS, NOW } from '../../edge/http/small-tracker.ts'
import { addConnection, addScopes } from '../../support/connected-store.ts'
import { IS_DEEP, runs } from '../../support/sampling.ts'
import { copyStore } from '../../support/store-template.ts'
import { openTemporaryStore } from '../../support/temporary-store.ts'

const MINUTE = 60_000

/** What a tracker allows to accounts, by `account ref`. Tests change it. */
interface Allowed {
  readonly projects: Set<string>
  readonly issues: Set<string>
}

interface World extends AccessWorld {
  readonly allowed: Allowed
  readonly asked: { account: string; projects: number; issues: number }[]
  /** Makes the next requests fail. */
  readonly failing: { failure: TrackerFailure | null }
  /** Whether the tracker allows single issues to the account of the connection, or to no account. */
  readonly issues: { allowedTo: 'all' | 'own account' | 'none' }
  readonly refresh: () => ReturnType<typeof refreshPermissions>
  /** Returns the keys of the issues that a user may see. */
  readonly visible: (login: string) => Promise<string[]>
}

/** The tokens of the users, by login. */
const tokens = new Map<string, string>()

/** The folder of a closed store with users ben, who is linked, and cid, who is not. Tests use copies of it. */
let template: string

beforeAll(async () => {
  const { store, workspace } = await accessWorld()
  const { projects } = await store.catalogue()
  await addConnection(store, { name: 'harbour', mode: 'tracker', projects: { [projects[0]!.ref]: true } })
  for (const login of ['ben', 'cid']) await workspace.access.addUser({ login, groups: [], timeZone: null })
  await workspace.access.addUser({ login: 'eve', groups: ['administrators'], timeZone: null })
  for (const login of ['ben', 'cid', 'eve']) tokens.set(login, (await workspace.access.createToken(login, null)).token)
  await workspace.access.link('ben', 'harbour', 'a-ben')
  await store.close()
  template = store.dir
})

/** Returns a store whose tracker can be asked about each account. */
async function checkedWorld(mode: PermissionMode = 'tracker'): Promise<World> {
  const store = await openTemporaryStore(folder => copyStore(template, folder))
  const clock = { now: NOW }
  const workspace = createWorkspace(store, { ...DEPS, now: () => clock.now })
  const world: AccessWorld = { store, workspace, clock }
  await store.transact(run => run(sql`update connection set permissions = ${varchar(mode)}`))
  const allowed: Allowed = { projects: new Set(), issues: new Set() }
  const asked: World['asked'] = []
  const failing: World['failing'] = { failure: null }
  const issuesOf: World['issues'] = { allowedTo: 'all' }
  const tracker: Pick<Tracker, 'name' | 'hello' | 'permissions'> = {
    name: 'harbour',
    hello: async () => ({ account: { id: 'a-own', name: 'Sync' } }) as TrackerHello,
    permissions: {
      browsers: null,
      groupMembers: null,
      check: async (account, { projects, issues }) => {
        if (failing.failure) throw new TrackerError(failing.failure, 'POST /permissions/check', 'it failed')
        asked.push({ account, projects: projects.length, issues: issues.length })
        const withLevel = await store.query(plain('select ref from issue where security_level is not null'))
        const levels = new Set(withLevel.map(({ ref }) => String(ref)))
        // The account may browse all issues without a security level.
        const isAllowed = issuesOf.allowedTo === 'all' || (issuesOf.allowedTo === 'own account' && account === 'a-own')
        const isVisible = (ref: string) => isAllowed && (!levels.has(ref) || allowed.issues.has(`${account} ${ref}`))
        const visible = projects.filter(ref => allowed.projects.has(`${account} ${ref}`))
        return { projects: new Set(visible), issues: new Set(issues.filter(isVisible)) }
      },
    },
  }
  return {
    ...world,
    allowed,
    asked,
    failing,
    issues: issuesOf,
    refresh: () => refreshPermissions(tracker, store, { now: () => clock.now }),
    visible: login => visibleKeys(world, login),
  }
}

async function visibleKeys({ store, workspace }: AccessWorld, login: string): Promise<string[]> {
  const caller = await workspace.authenticate({ token: tokens.get(login)!, login: null })
  const keys = await allKeys({ store })
  return store.reports.snapshot(async snapshot => {
    const rows = await readNamedIssues(snapshot.run, keys, await browsableIn(snapshot, caller))
    return rows.map(({ key }) => key).sort()
  })
}

async function allKeys({ store }: Pick<AccessWorld, 'store'>): Promise<string[]> {
  return (await store.query(plain('select key from issue order by key'))).map(({ key }) => String(key))
}

async function idOf({ store }: AccessWorld, key: string): Promise<string> {
  const [row] = await store.query(sql`select ref from issue where key = ${varchar(key)}`)
  return String(row!.ref)
}

const setLevel = ({ store }: AccessWorld, key: string, level: string | null) =>
  store.transact(run => run(sql`update issue set security_level = ${varchar(level)} where key = ${varchar(key)}`))

async function refOfProject({ store }: AccessWorld): Promise<string> {
  return (await store.catalogue()).projects[0]!.ref
}

describe('permissions of a tracker that is asked about each account', () => {
  it('let only linked users see what their accounts may browse, from the next check on', async () => {
    const world = await checkedWorld()
    const keys = await allKeys(world)
    expect([await world.visible('ben'), await world.visible('cid')]).toEqual([[], []])
    await world.refresh()
    expect(await world.visible('ben')).toEqual([])
    world.allowed.projects.add(`a-ben ${await refOfProject(world)}`)
    await world.refresh()
    expect([await world.visible('ben'), await world.visible('cid')]).toEqual([keys, []])
    expect(await world.visible('eve')).toEqual(keys)
    await world.workspace.access.unlink('ben', 'harbour')
    expect(await world.visible('ben')).toEqual([])
  })

  it('let users see an issue with a security level only if the tracker allows this issue with this level', async () => {
    const world = await checkedWorld()
    const [first, second, ...others] = (await allKeys(world)) as [string, string, ...string[]]
    world.allowed.projects.add(`a-ben ${await refOfProject(world)}`)
    await setLevel(world, first, '10')
    await setLevel(world, second, '10')
    expect((await world.refresh()).checked).toBe(1)
    // The issues with a security level, and a sample of the others.
    expect(world.asked).toEqual([{ account: 'a-ben', projects: 1, issues: 2 + Math.min(others.length, 5) }])
    expect(await world.visible('ben')).toEqual(others)
    world.allowed.issues.add(`a-ben ${await idOf(world, first)}`)
    await world.refresh()
    expect(await world.visible('ben')).toEqual([first, ...others])
    expect(await world.visible('eve')).toEqual([first, second, ...others])
    await setLevel(world, first, '11')
    expect(await world.visible('ben')).toEqual(others)
    await world.refresh()
    expect(await world.visible('ben')).toEqual([first, ...others])
  })

  it('hide a project of whose issues an account may read none', async () => {
    const world = await checkedWorld()
    world.allowed.projects.add(`a-ben ${await refOfProject(world)}`)
    world.issues.allowedTo = 'own account'
    expect((await world.refresh()).problems).toEqual([expect.stringContaining('but not most of its issues')])
    expect(await world.visible('ben')).toEqual([])
  })

  it('show a project if the tracker allows single issues to nobody', async () => {
    const world = await checkedWorld()
    world.allowed.projects.add(`a-ben ${await refOfProject(world)}`)
    world.issues.allowedTo = 'none'
    const keys = await allKeys(world)
    await setLevel(world, keys[0]!, '10')
    expect((await world.refresh()).problems).toEqual([])
    expect(await world.visible('ben')).toEqual(keys.slice(1))
  })

  it('expire 15 minutes after the tracker was last asked', async () => {
    const world = await checkedWorld()
    const keys = await allKeys(world)
    world.allowed.projects.add(`a-ben ${await refOfProject(world)}`)
    await world.refresh()
    world.clock.now += 5 * MINUTE
    await world.refresh()
    world.failing.failure = 'unavailable'
    world.clock.now += 15 * MINUTE - 1
    await expect(world.refresh()).rejects.toThrow(TrackerError)
    expect(await world.visible('ben')).toEqual(keys)
    world.clock.now += 1
    expect(await world.visible('ben')).toEqual([])
    expect(await world.visible('eve')).toEqual(keys)
    world.failing.failure = null
    await world.refresh()
    expect(await world.visible('ben')).toEqual(keys)
  })

  it('go on with the other accounts when the tracker rejects one', async () => {
    const world = await checkedWorld()
    await world.workspace.access.link('cid', 'harbour', 'a-cid')
    world.failing.failure = 'not-found'
    expect(await world.refresh()).toEqual({
      checked: 0,
      problems: ['a-ben', 'a-cid'].map(account => `The permissions of account ${account} cannot be read: it failed`),
    })
    world.failing.failure = 'forbidden'
    await expect(world.refresh()).rejects.toThrow('it failed')
  })

  it('keep caches of the store valid while nothing changes', async () => {
    const world = await checkedWorld()
    world.allowed.projects.add(`a-ben ${await refOfProject(world)}`)
    await world.refresh()
    const catalogue = await world.store.catalogue()
    world.clock.now += MINUTE
    await world.refresh()
    expect(await world.store.catalogue()).toBe(catalogue)
    world.allowed.projects.clear()
    await world.refresh()
    expect(await world.store.catalogue()).not.toBe(catalogue)
    expect(await world.visible('ben')).toEqual([])
  })

  it('are asked for in parts of 1,000, and forgotten with the last link', async () => {
    const world = await checkedWorld()
    const refs = Array.from({ length: 2_100 }, (_, i) => `p${i}`)
    await world.store.transact(run => run(plain('delete from scope')))
    await world.store.transact(run => addScopes(run, 'harbour', refs))
    for (const ref of refs) world.allowed.projects.add(`a-ben ${ref}`)
    await world.refresh()
    expect(world.asked.map(({ projects }) => projects)).toEqual([1_000, 1_000, 100])
    const count = async () =>
      Number((await world.store.query(plain('select count(*) as n from project_permission')))[0]!.n)
    expect(await count()).toBe(2_100)
    await world.workspace.access.unlink('ben', 'harbour')
    await world.refresh()
    expect(await count()).toBe(0)
  })

  it('are not asked for in the modes account and manual', async () => {
    for (const mode of ['account', 'manual'] as const) {
      const world = await checkedWorld(mode)
      expect(await world.refresh()).toEqual({ checked: 0, problems: [] })
      expect(world.asked).toEqual([])
    }
  })

  it('are denied by default, expire, and are explained as they are, after any sequence of events', async () => {
    const world = await checkedWorld()
    const keys = (await allKeys(world)).slice(0, 4)
    const project = `a-ben ${await refOfProject(world)}`
    const ids = new Map(await Promise.all(keys.map(async key => [key, await idOf(world, key)] as const)))
    /** What the last successful check returned; the model of the store. */
    let known: { at: number; project: boolean; issues: Map<string, string> } | null = null
    const levels = new Map<string, string>()
    const event = fc.oneof(
      fc.record({ kind: fc.constant('wait' as const), minutes: fc.integer({ min: 1, max: 10 }) }),
      fc.record({ kind: fc.constant('refresh' as const), fails: fc.boolean() }),
      fc.record({ kind: fc.constant('project' as const) }),
      fc.record({ kind: fc.constant('issue' as const), key: fc.constantFrom(...keys) }),
      fc.record({
        kind: fc.constant('level' as const),
        key: fc.constantFrom(...keys),
        level: fc.option(fc.constantFrom('10', '11')),
      }),
    )
    type Event = typeof event extends fc.Arbitrary<infer E> ? E : never
    const toggle = (set: Set<string>, value: string) => (set.has(value) ? set.delete(value) : set.add(value))
    const apply = async (event: Event): Promise<void> => {
      switch (event.kind) {
        case 'wait':
          world.clock.now += event.minutes * MINUTE
          return
        case 'project':
          toggle(world.allowed.projects, project)
          return
        case 'issue':
          toggle(world.allowed.issues, `a-ben ${ids.get(event.key)}`)
          return
        case 'level':
          if (event.level === null) levels.delete(event.key)
          else levels.set(event.key, event.level)
          await setLevel(world, event.key, event.level)
          return
        case 'refresh': {
          world.failing.failure = event.fails ? 'unavailable' : null
          await world.refresh().catch(() => {})
          if (event.fails) return
          const issues = [...levels].filter(([key]) => world.allowed.issues.has(`a-ben ${ids.get(key)}`))
          known = { at: world.clock.now, project: world.allowed.projects.has(project), issues: new Map(issues) }
        }
      }
    }
    const isVisible = (key: string): boolean => {
      if (known === null || !known.project || world.clock.now - known.at >= 15 * MINUTE) return false
      const level = levels.get(key)
      return level === undefined || known.issues.get(key) === level
    }
    await fc.assert(
      fc.asyncProperty(fc.array(event, { minLength: 5, maxLength: 12 }), async events => {
        for (const event of events) await apply(event)
        const visible = await world.visible('ben')
        expect(visible.filter(key => keys.includes(key))).toEqual(keys.filter(isVisible))
        for (const key of keys) {
          expect((await world.workspace.access.explain('ben', key)).isAllowed).toBe(visible.includes(key))
        }
      }),
      // Each sequence goes on after the one before it.
      { ...runs(IS_DEEP ? 8 : 4), endOnFailure: true },
    )
  })
})

describe('permissions of a tracker that only has schemes', () => {
  /** Returns a store whose tracker can only be asked who may browse a project. */
  async function schemeWorld(browsers: Tracker['permissions']['browsers']) {
    const world = await checkedWorld()
    const members: Record<string, readonly string[]> = { builders: ['JIRAUSER10100'], guests: [] }
    const groupMembers = async (group: string) => {
      if (!members[group]) throw new TrackerError('forbidden', 'GET /group/member', 'it is not for you')
      return members[group]
    }
    const hello = () => Promise.reject(new Error('not needed'))
    const tracker = { name: 'harbour', hello, permissions: { check: null, browsers, groupMembers } }
    await world.workspace.access.link('ben', 'harbour', 'ann')
    return { ...world, refresh: () => refreshPermissions(tracker, world.store, { now: () => world.clock.now }) }
  }

  const NOBODY = { anyone: false, signedIn: false, groups: [], users: [], denied: ['reporter'] }

  it('are computed from users and groups', async () => {
    let browsers: ProjectBrowsers = NOBODY
    const world = await schemeWorld(async () => browsers)
    for (const [found, isVisible] of [
      [NOBODY, false],
      [{ ...NOBODY, anyone: true }, true],
      [{ ...NOBODY, signedIn: true }, true],
      [{ ...NOBODY, users: ['jirauser10100'] }, true],
      // The login of another user is the key of this one.
      [{ ...NOBODY, users: ['ann', 'JIRAUSER10200'] }, false],
      [{ ...NOBODY, groups: ['guests', 'builders'] }, true],
      [{ ...NOBODY, groups: ['guests'] }, false],
      [{ ...NOBODY, groups: ['unknown'] }, false],
    ] as const) {
      browsers = found
      await world.refresh()
      expect([found, (await world.visible('ben')).length > 0]).toEqual([found, isVisible])
    }
  })

  it('hide issues with a security level from all but administrators', async () => {
    const world = await schemeWorld(async () => ({ ...NOBODY, anyone: true }))
    const [first, ...others] = (await allKeys(world)) as [string, ...string[]]
    await setLevel(world, first, '10')
    await world.refresh()
    expect(await world.visible('ben')).toEqual(others)
    expect(await world.visible('eve')).toEqual([first, ...others])
  })

  it('deny projects and groups that cannot be read, and accounts that are not known as active', async () => {
    const hidden = await schemeWorld(async () => {
      throw new TrackerError('forbidden', 'GET /project/permissionscheme', 'it is not for you')
    })
    expect((await hidden.refresh()).problems).toEqual([
      `The permissions of project ${await refOfProject(hidden)} cannot be read: it is not for you`,
    ])
    expect(await hidden.visible('ben')).toEqual([])
    const world = await schemeWorld(async () => ({ ...NOBODY, anyone: true, groups: ['unknown'] }))
    await world.workspace.access.link('ben', 'harbour', 'nobody')
    expect((await world.refresh()).problems).toEqual(['Account nobody is not known as an active user of the tracker.'])
    expect(await world.visible('ben')).toEqual([])
  })
})

describe('the mode of a connection', () => {
  it('account shows all users what the account of the connection sees', async () => {
    const world = await checkedWorld('account')
    const keys = await allKeys(world)
    await setLevel(world, keys[0]!, '10')
    expect([await world.visible('ben'), await world.visible('cid')]).toEqual([keys, keys])
    await world.workspace.access.restrict('WEB', [], ['ben'])
    expect([await world.visible('ben'), await world.visible('cid')]).toEqual([keys, []])
  })

  it('account hides from users what its account may not read any more', async () => {
    const world = await checkedWorld('account')
    const [first, ...others] = (await allKeys(world)) as [string, ...string[]]
    await setLevel(world, first, 'hidden')
    expect(await world.visible('ben')).toEqual(others)
    expect(await world.visible('eve')).toEqual([first, ...others])
  })

  it('manual leaves new projects to administrators, and shows security levels to nobody else', async () => {
    const world = await checkedWorld('manual')
    const [first, ...others] = (await allKeys(world)) as [string, ...string[]]
    await setLevel(world, first, '10')
    expect(await world.visible('ben')).toEqual([])
    await world.workspace.access.open('WEB')
    expect([await world.visible('ben'), await world.visible('cid')]).toEqual([others, others])
    expect(await world.visible('eve')).toEqual([first, ...others])
  })

  it.each(['tracker', 'account', 'manual'] as const)('%s hides a project that the account lost', async mode => {
    const world = await checkedWorld(mode)
    world.allowed.projects.add(`a-ben ${await refOfProject(world)}`)
    await world.workspace.access.open('WEB')
    await world.refresh()
    expect(await world.visible('ben')).not.toEqual([])
    await world.store.transact(run => run(plain('update scope set visible = false')))
    expect(await world.visible('ben')).toEqual([])
    expect(await world.visible('eve')).not.toEqual([])
  })
})
