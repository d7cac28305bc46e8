import { afterEach, describe, expect, it } from 'vitest'
import { browsableIn } from '../../../src/access/permissions/browsable-in.ts'
import { createWorkspace } from '../../../src/app/workspace/workspace.ts'
import { openJira } from '../../../src/intake/source/jira/live/open-jira.ts'
import { TrackerError } from '../../../src/intake/source/tracker.ts'
import { refreshPermissions } from '../../../src/intake/sync/refresh-permissions.ts'
import { readNamedIssues } from '../../../src/store/rows/named-issues.ts'
import { plain } from '../../../src/store/sql/sql.ts'
import { DEPS } from '../../edge/http/small-tracker.ts'
import { maySee } from '../../support/fake-jira/access.js'
import { startFakeJira } from '../../support/fake-jira.js'
import { sampleOfCommit } from '../../support/sampling.ts'
import { withTemporaryStore } from '../../support/with-temporary-store.ts'
import { type FakeJira, fakeAccess, LiveStore } from './live-store.ts'
import { MINUTE, NAME } from './synced-store.ts'

const running: FakeJira[] = []

afterEach(async () => {
  for (const fake of running.splice(0)) await fake.stop()
})

/** A store that takes its permissions from a fake Jira, with users nina and otto who are linked to accounts of it. */
async function withPermissions(
  dialect: 'cloud' | 'server',
  work: (world: {
    readonly fake: FakeJira
    readonly live: LiveStore
    readonly refresh: () => ReturnType<typeof refreshPermissions>
    /** Returns the keys of the issues that a user sees here, and of those that the account sees in the tracker. */
    readonly visible: (login: string) => Promise<{ here: string[]; there: string[] }>
    readonly explain: (login: string, key: string) => Promise<string>
  }) => Promise<void>,
): Promise<void> {
  const fake = await startFakeJira({ dialect, issues: 24, projects: 2, maxLog: 2 })
  running.push(fake)
  const { tracker } = fake
  for (const login of ['nina', 'otto']) tracker.addUser({ login })
  await withTemporaryStore(async store => {
    const live = await LiveStore.over(store, fake)
    await store.transact(run => run(plain(`update connection set permissions = 'tracker'`)))
    await live.round()
    const { access, authenticate } = createWorkspace(store, { ...DEPS, now: () => live.clock.now() })
    const tokens = new Map<string, string>()
    for (const login of ['nina', 'otto']) {
      await access.addUser({ login, groups: [], timeZone: null })
      tokens.set(login, (await access.createToken(login, null)).token)
      await access.link(login, NAME, tracker.findUser(login)!.id)
    }
    const opened = openJira(fakeAccess(fake, dialect === 'cloud', live.clock))
    const keys = (await store.query(plain('select key from issue'))).map(({ key }) => String(key))
    await work({
      fake,
      live,
      refresh: () => refreshPermissions(opened, store, live.clock),
      explain: async (login, key) => (await access.explain(login, key)).rule,
      visible: async login => {
        const caller = await authenticate({ token: tokens.get(login)!, login: null })
        const rows = await store.reports.snapshot(async snapshot =>
          readNamedIssues(snapshot.run, keys, await browsableIn(snapshot, caller)),
        )
        const user = tracker.findUser(login)!
        const there = [...tracker.issues.values()].filter(issue => maySee(tracker, user, issue))
        return { here: rows.map(({ key }) => key).sort(), there: there.map(({ key }) => key).sort() }
      },
    })
    await opened.close()
  })
}

describe.each(sampleOfCommit('dialects of permissions', ['cloud', 'server'] as const, 1))(
  'the permissions of a %s',
  dialect => {
    it('show users what their accounts see there, hide what they lose, and expire when the tracker cannot be reached', () =>
      withPermissions(dialect, async ({ fake, fake: { tracker }, live, refresh, visible, explain }) => {
        const [first, second] = [...tracker.projects.values()]
        const level = tracker.addSecurityLevel({
          name: 'Staff',
          members: ['admin', 'nina'].map(parameter => ({ type: 'user' as const, parameter })),
        })
        for (const { id } of [...tracker.issues.values()]) tracker.setSecurity(id, null)
        const secret = [...tracker.issues.values()].find(({ project }) => project === first!.id)!
        tracker.setGroup('crew', ['nina', 'otto'])
        // The account of the connection.
        const admin = { type: 'user', parameter: 'admin' } as const
        tracker.setBrowse(first!.id, [admin, { type: 'group', parameter: 'crew' }])
        tracker.setBrowse(second!.id, [admin, { type: 'user', parameter: 'otto' }])
        tracker.setSecurity(secret.id, level.name)
        live.wait(5 * MINUTE)
        await live.round()
        expect((await visible('nina')).here).toEqual([])
        expect(await refresh()).toEqual({ checked: 2, problems: [] })
        for (const login of ['nina', 'otto']) {
          const { here, there } = await visible(login)
          expect(there.length).toBeGreaterThan(5)
          // Data Center does not say who is in a security level.
          expect(here).toEqual(dialect === 'cloud' ? there : there.filter(key => key !== secret.key))
        }
        expect(await explain('otto', secret.key)).toBe('level-tracker-denies')
        expect(await explain('nina', secret.key)).toBe(
          dialect === 'cloud' ? 'level-tracker-allows' : 'level-tracker-denies',
        )
        tracker.setGroup('crew', ['otto'])
        live.wait(5 * MINUTE)
        await refresh()
        expect(await visible('nina')).toEqual({ here: [], there: [] })
        expect(await explain('nina', secret.key)).toBe('tracker-denies')
        expect((await visible('otto')).here.length).toBeGreaterThan(5)
        await fake.stop()
        live.clock.add(5 * MINUTE)
        // Retries let time pass on the clock of the test.
        await expect(refresh()).rejects.toThrow(TrackerError)
        live.clock.add(15 * MINUTE)
        expect((await visible('otto')).here).toEqual([])
      }))

    it('are not taken from another tracker at its address, and hide a project of which the account may only see its own issues', () =>
      withPermissions(dialect, async ({ fake: { tracker }, live, refresh, visible }) => {
        const [first, second] = [...tracker.projects.values()]
        const admin = { type: 'user', parameter: 'admin' } as const
        tracker.setBrowse(first!.id, [admin, { type: 'reporter' }, { type: 'assignee' }])
        for (const { id } of [...tracker.issues.values()]) tracker.setSecurity(id, null)
        live.wait(5 * MINUTE)
        await live.round()
        const [own] = await live.store.query(plain('select identity, address from connection'))
        const identify = (identity: unknown, address: unknown) =>
          live.store.transact(run =>
            run(plain(`update connection set identity = '${identity}', address = '${address}'`)),
          )
        await identify('other', 'https://other')
        expect(await refresh()).toEqual({ checked: 0, problems: [expect.stringContaining('is another one')] })
        expect((await visible('nina')).here).toEqual([])
        await identify(own!.identity, own!.address)
        const { problems } = await refresh()
        const { here, there } = await visible('nina')
        expect(here).toEqual(there.filter(key => key.startsWith(`${second!.key}-`)))
        expect(here.length).toBeGreaterThan(5)
        expect(problems.length).toBe(dialect === 'cloud' ? 2 : 0)
      }))
  },
)
