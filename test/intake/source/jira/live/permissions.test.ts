import { afterEach, describe, expect, it } from 'vitest'
import { closeFakes, openFake } from './open-fake.ts'

afterEach(closeFakes)

describe('permissions of Cloud', () => {
  it('are checked for an account, in parts of 1,000', async () => {
    const { fake, tracker } = await openFake({ dialect: 'cloud', issues: 1500, projects: 2, maxLog: 1 })
    await tracker.hello()
    const [first, second] = [...fake.tracker.projects.keys()]
    const user = fake.tracker.addUser({ login: 'guest', groups: [] })
    fake.tracker.setBrowse(first!, [{ type: 'user', parameter: user.id }])
    const issues = [...fake.tracker.issues.values()]
    const mine = issues
      .filter(({ project, security }) => project === first && security === null)
      .map(({ id }) => String(id))
    fake.requests.clear()
    const allowed = await tracker.permissions.check!(user.id, {
      projects: [first!, second!, '424242'],
      issues: issues.map(({ id }) => String(id)),
    })
    expect([...allowed.projects]).toEqual([first])
    expect([...allowed.issues].sort()).toEqual([...mine].sort())
    expect(fake.requests.byEndpoint()).toEqual({ 'POST permissions/check': 2 })
    expect(tracker.permissions.browsers).toBeNull()
  })
})

describe('permissions of Data Center', () => {
  it('are those of the scheme, with the members of roles', async () => {
    const { fake, tracker } = await openFake({ issues: 5, projects: 1 })
    await tracker.hello()
    const [id] = [...fake.tracker.projects.keys()]
    const ann = fake.tracker.addUser({ login: 'nina' })
    const bob = fake.tracker.addUser({ login: 'otto' })
    for (const group of ['developers', 'testers']) fake.tracker.setGroup(group, [])
    fake.tracker.setRole(id!, '10100', ['testers', 'otto'])
    fake.tracker.setBrowse(id!, [
      { type: 'group', parameter: 'developers' },
      { type: 'user', parameter: ann.id },
      { type: 'projectRole', parameter: '10100' },
      { type: 'projectLead' },
      { type: 'reporter' },
      { type: 'groupCustomField', parameter: 'customfield_1' },
      { type: 'applicationRole', parameter: 'jira-core' },
    ])
    const browsers = await tracker.permissions.browsers!(id!)
    expect({ ...browsers, users: [...browsers.users].sort() }).toEqual({
      anyone: false,
      signedIn: false,
      groups: ['developers', 'testers'],
      users: [ann.id, bob.id, fake.tracker.projects.get(id!)!.lead].sort(),
      denied: ['reporter', 'groupCustomField', 'applicationRole jira-core'],
    })
    fake.tracker.setBrowse(id!, [{ type: 'anyone' }, { type: 'applicationRole' }])
    expect(await tracker.permissions.browsers!(id!)).toMatchObject({ anyone: true, signedIn: true })
    expect(tracker.permissions.check).toBeNull()
  })

  it('deny a group without a name', async () => {
    const { fake, tracker } = await openFake({ issues: 5, projects: 1 })
    await tracker.hello()
    const [id] = [...fake.tracker.projects.keys()]
    fake.tracker.setBrowse(id!, [{ type: 'group' }])
    expect(await tracker.permissions.browsers!(id!)).toMatchObject({ anyone: false, groups: [], denied: ['group'] })
  })

  it('name the active members of groups', async () => {
    const { fake, tracker } = await openFake({ issues: 5, projects: 1 })
    await tracker.hello()
    const ids = Array.from({ length: 120 }, (_, i) => fake.tracker.addUser({ login: `u${i}`, name: `U ${i}` }).id)
    fake.tracker.setGroup('large', ids)
    fake.tracker.changeUser(ids[3]!, { active: false })
    const members = await tracker.permissions.groupMembers!('large')
    expect([...members].sort()).toEqual(ids.filter(id => id !== ids[3]).sort())
    await expect(tracker.permissions.groupMembers!('none')).rejects.toMatchObject({ failure: 'not-found' })
  })
})

describe.each(['cloud', 'server'] as const)('an account of %s that is no administrator', dialect => {
  it('cannot read permissions, and hello says so', async () => {
    const { fake, tracker } = await openFake({ dialect, issues: 5, projects: 1 })
    fake.tracker.setGroup('jira-administrators', [])
    const hello = await tracker.hello()
    expect(hello.isAdministrator).toBe(false)
    expect(hello.limitations).toContain(
      'The account does not administer the tracker, so permissions of other users cannot be read.',
    )
    expect(tracker.permissions).toEqual({ check: null, browsers: null, groupMembers: null })
  })
})
