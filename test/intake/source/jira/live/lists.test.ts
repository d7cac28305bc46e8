import { afterEach, describe, expect, it } from 'vitest'
import type { Session } from '../../../../../src/intake/source/jira/live/session.ts'
import { readHourlyLists, readProjects } from '../../../../../src/intake/source/jira/live/tracker-lists.ts'
import type { HourlyLists, RoundLists } from '../../../../../src/intake/source/tracker.ts'
import { closeFakes, type FakeJira, openFake } from './open-fake.ts'

afterEach(closeFakes)

type Lists = RoundLists | HourlyLists

function sizes(lists: Lists): Record<string, number | string> {
  return Object.fromEntries(
    Object.entries(lists).map(([name, list]) => [name, 'items' in list ? list.items.length : list.missing]),
  )
}

function projectsOf({ tracker }: FakeJira): readonly string[] {
  return [...tracker.projects.keys()]
}

describe.each(['cloud', 'server'] as const)('the lists of %s', dialect => {
  it('are whole', async () => {
    const { fake, tracker } = await openFake({ dialect, issues: 20, projects: 3 })
    for (let i = 0; i < 120; i++) fake.tracker.addUser({ login: `user${i}`, name: `User ${i}` })
    fake.tracker.setGroup('large', [...fake.tracker.users.keys()])
    const { users, groups, statuses, projects, sprints, filters } = fake.tracker
    expect((await tracker.projects()).map(({ key }) => key)).toEqual([...projects.values()].map(({ key }) => key))
    expect(sizes(await tracker.roundLists())).toEqual({ statuses: statuses.size, fields: expect.any(Number) })
    const hourly = await tracker.hourlyLists(projectsOf(fake))
    expect(sizes(hourly)).toEqual({
      users: users.size,
      groups: groups.size,
      versions: [...projects.values()].flatMap(({ versions }) => versions).length,
      components: [...projects.values()].flatMap(({ components }) => components).length,
      sprints: sprints.size,
      priorities: fake.tracker.priorities.length,
      resolutions: fake.tracker.resolutions.length,
      types: fake.tracker.types.length,
      filters: filters.size,
    })
    const large = 'items' in hourly.groups ? hourly.groups.items.find(({ name }) => name === 'large') : undefined
    expect(large?.members).toHaveLength(users.size)
  })

  it('are those of some projects only', async () => {
    const { fake, tracker } = await openFake({ dialect, issues: 20, projects: 3 })
    const [first] = projectsOf(fake)
    const hourly = await tracker.hourlyLists([first!])
    const { versions, components } = fake.tracker.projects.get(first!)!
    expect(sizes(hourly)).toMatchObject({ versions: versions.length, components: components.length })
  })

  it('are missing with what is lost, each by itself', async () => {
    const { fake, tracker } = await openFake({ dialect, issues: 20, projects: 1 })
    await tracker.hello()
    fake.faults.add({ kind: 'not-found', times: 10_000 })
    expect(sizes(await tracker.roundLists())).toEqual({
      statuses: expect.stringMatching(
        /^Names and categories of statuses come from issues only \(GET .*\/status: .*\)\.$/,
      ),
      fields: expect.stringMatching(/^Names and kinds of fields come from issues only \(/),
    })
    expect(sizes(await tracker.hourlyLists(projectsOf(fake)))).toEqual({
      users: expect.stringMatching(/^Users who occur in no issue are unknown \(/),
      groups: expect.stringMatching(/^Queries by group find no users \(/),
      versions: expect.stringMatching(/^Versions are known from issues only \(/),
      components: expect.stringMatching(/^Components are known from issues only \(/),
      sprints: expect.stringMatching(/^Sprints are known from issues only \(/),
      priorities: expect.stringMatching(/^Names of priorities come from issues only \(/),
      resolutions: expect.stringMatching(/^Names of resolutions come from issues only \(/),
      types: expect.stringMatching(/^Names of issue types come from issues only \(/),
      filters: expect.stringMatching(/^Saved filters are not available \(/),
    })
  })

  it.each(['server-error', 'forbidden', 'rejected-query', 'bad-json', 'scope-missing'] as const)(
    'are missing while their endpoints fail: %s',
    async kind => {
      const { fake, tracker } = await openFake({ dialect, issues: 20, projects: 1 })
      await tracker.hello()
      fake.faults.add({ kind, path: 'group', times: 1000 })
      const lists = await tracker.hourlyLists(projectsOf(fake))
      expect(lists.groups).toHaveProperty('missing')
      expect(lists.users).toHaveProperty('items')
    },
  )

  it.each(['unauthorized', 'login-page'] as const)(
    'are missing when only their endpoints refuse the credentials: %s',
    async kind => {
      const { fake, tracker } = await openFake({ dialect, issues: 20, projects: 1 })
      await tracker.hello()
      for (const path of ['group', 'user', 'agile', 'filter', 'status']) fake.faults.add({ kind, path, times: 1000 })
      const { groups, users, sprints, filters, versions } = await tracker.hourlyLists(projectsOf(fake))
      for (const list of [groups, users, sprints, filters]) expect(list).toHaveProperty('missing')
      expect(versions).toHaveProperty('items')
      expect((await tracker.roundLists()).statuses).toHaveProperty('missing')
    },
  )

  it('stop everything when the account may not sign in any more', async () => {
    const { fake, tracker } = await openFake({ dialect, issues: 20, projects: 1 })
    await tracker.hello()
    fake.tokens.splice(0)
    await expect(tracker.roundLists()).rejects.toMatchObject({ failure: 'unauthorized' })
    await expect(tracker.hourlyLists([])).rejects.toMatchObject({ failure: 'unauthorized' })
  })

  it('have new names at once', async () => {
    const { fake, tracker } = await openFake({ dialect, issues: 5, projects: 1 })
    const [status] = [...fake.tracker.statuses.values()]
    fake.tracker.renameStatus(status!.name, 'Brand new')
    const { statuses } = await tracker.roundLists()
    expect('items' in statuses && statuses.items.map(({ name }) => name)).toContain('Brand new')
  })

  it('show the projects of all issues when there is no list of projects', async () => {
    const missing = ['project', 'project/search']
    const { fake, tracker } = await openFake({ dialect, issues: 60, projects: 3, missing })
    const projects = await tracker.projects()
    expect(projects.map(({ key }) => key).sort()).toEqual(
      [...fake.tracker.projects.values()].map(({ key }) => key).sort(),
    )
  })

  it('do not contain projects that the account may not browse', async () => {
    const { fake, tracker } = await openFake({ dialect, issues: 10, projects: 3 })
    const [first] = projectsOf(fake)
    fake.tracker.setBrowse(first!, [])
    expect((await tracker.projects()).map(({ id }) => id)).not.toContain(first)
  })
})

/** A session of Data Center in which every request has this response. */
function alwaysResponds(response: unknown): Session {
  const get = async () => response
  return { site: async () => ({ kind: 'server' }), get } as unknown as Session
}

describe('a response without a list', () => {
  it.each([null, {}, { errorMessages: ['busy'] }])('does not mean that there are no projects: %j', async response => {
    await expect(readProjects(alwaysResponds(response))).rejects.toMatchObject({ failure: 'unreadable' })
    expect(await readProjects(alwaysResponds([]))).toEqual([])
  })

  it.each([null, {}, { groups: null }])('does not mean that there are no groups: %j', async response => {
    expect((await readHourlyLists(alwaysResponds(response), [])).groups).toEqual({
      missing: 'Queries by group find no users (GET /groups/picker: the response has no list of groups).',
    })
  })
})
