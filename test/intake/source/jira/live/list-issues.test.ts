import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import type { ListedIssue } from '../../../../../src/intake/source/tracker.ts'
import { START } from '../../../../support/fake-jira/start.js'
import { IS_DEEP, runs, sample, sampleOfCommit } from '../../../../support/sampling.ts'
import { closeFakes, type FakeJira, listed, openFake } from './open-fake.ts'

afterEach(closeFakes)

const HOUR = 3_600_000

/** Returns the issues of a project with `updated` at or after `from`, as the fake has them. */
function expected(fake: FakeJira, project: string, from = 0): readonly ListedIssue[] {
  return [...fake.tracker.issues.values()]
    .filter(issue => issue.project === project && issue.updated >= from && issue.archived === null)
    .map(({ id, key, updated }) => ({ id: String(id), key, updated }))
    .sort((a, b) => Number(a.id) - Number(b.id))
}

describe.each(sampleOfCommit('dialects of lists', ['cloud', 'server'] as const, 1))(
  'a list of issues of %s',
  dialect => {
    it('has all issues of the project', async () => {
      const { fake, tracker } = await openFake({ dialect, issues: 150 })
      for (const { id } of await tracker.projects()) {
        expect(await listed(tracker, id)).toEqual(expected(fake, id))
        expect(await tracker.countIssues([id])).toBe(expected(fake, id).length)
      }
    })

    it('has an issue that nowhere says when it was updated, and does not fail because of it', async () => {
      const { fake, tracker } = await openFake({ dialect, issues: 20, projects: 1 })
      const [{ id } = { id: '' }] = await tracker.projects()
      fake.faults.add({ kind: 'field-missing', path: '/search', times: 100 })
      const start = fake.faults.start.bind(fake.faults)
      fake.faults.start = request => {
        const [, issue] = /\/issue\/(\d+)$/.exec(request.path) ?? []
        const body = { id: issue, key: 'A-1', fields: { project: { id } } }
        return issue === undefined ? start(request) : { answer: { status: 200, body } }
      }
      const found = await listed(tracker, id)
      expect(found.map(issue => issue.id)).toEqual(expected(fake, id).map(issue => issue.id))
      expect(found.filter(({ updated }) => updated === 0)).toHaveLength(1)
    })

    it('has at least what changed since an instant, and little more', async () => {
      const { fake, tracker } = await openFake({ dialect, issues: 150 })
      const [{ id } = { id: '' }] = await tracker.projects()
      const all = expected(fake, id)
      for (const { updated } of all.filter((_, i) => i % 20 === 0)) {
        const found = await listed(tracker, id, updated)
        expect(found).toEqual(expect.arrayContaining([...expected(fake, id, updated)]))
        expect(found.length).toBeLessThanOrEqual(expected(fake, id, updated - 2 * HOUR).length)
      }
    })

    it('has all issues of a project that is larger than a search may be', async () => {
      const { fake, tracker } = await openFake({ dialect, issues: 6_000, projects: 1, maxLog: 1, resultWindow: 5_500 })
      const [{ id } = { id: '' }] = await tracker.projects()
      expect(await listed(tracker, id)).toEqual(expected(fake, id))
      const jqls = fake.requests.all.map(({ body, query }) => body?.jql ?? new URLSearchParams(query).get('jql') ?? '')
      expect(jqls.some(jql => /created </.test(jql))).toBe(true)
      expect(jqls.filter(jql => /updated <|updated = /.test(jql))).toEqual([])
    })

    it('throws when the tracker rejects the query, and never takes that for an empty project', async () => {
      const { tracker } = await openFake({ dialect, issues: 20 })
      await expect(listed(tracker, '999')).rejects.toMatchObject({ failure: 'rejected' })
    })

    it('is empty for a project without issues', async () => {
      const { fake, tracker } = await openFake({ dialect, issues: 20, projects: 1 })
      const project = fake.tracker.addProject({ key: 'EMPTY', name: 'Empty' })
      expect(await listed(tracker, project.id)).toEqual([])
      expect(await listed(tracker, project.id, START)).toEqual([])
      expect(await tracker.countIssues([project.id])).toBe(0)
    })

    it.each([
      'unauthorized',
      'rate-limit',
      'rate-limit-date',
      'rate-limit-reset',
      'rate-limit-silent',
      'rate-limit-html',
      'login-page',
      'server-error',
      'bad-gateway',
      'unavailable',
      'unavailable-until',
      'wrong-content-type',
      'bad-json',
      'reset',
      'cut-body',
      'slow-body',
      'near-limit',
      'early-end',
      'short-page',
      'double-issue',
      'field-missing',
      'bad-date',
    ] as const)('is complete after one fault: %s', async kind => {
      const { fake, tracker } = await openFake({ dialect, issues: 125, projects: 1, searchPage: 30 })
      const [{ id } = { id: '' }] = await tracker.projects()
      for (const at of sample(`${kind} ${dialect}`, [1, 2, 3, 4, 5, 6, 7, 8], 3)) {
        fake.faults.clear()
        fake.faults.add({ kind, path: '/search', at })
        expect(await listed(tracker, id)).toEqual(expected(fake, id))
      }
    })

    it('is complete although users write between its pages', async () => {
      const { fake, tracker } = await openFake({ dialect, issues: 125, projects: 1, searchPage: 30 })
      const [{ id } = { id: '' }] = await tracker.projects()
      const before = expected(fake, id)
      for (let at = 2; at <= 5; at++) {
        fake.faults.clear()
        const gone = Number(before[at]!.id)
        fake.faults.add({ kind: 'write', path: '/search', at, act: faked => faked.deleteIssue(String(gone)) })
        const found = new Set((await listed(tracker, id)).map(issue => issue.id))
        for (const issue of expected(fake, id)) expect(found).toContain(issue.id)
      }
    })

    it.each(['forbidden', 'not-found', 'gone', 'rejected-query', 'redirect'] as const)(
      'fails with the reason when the search always fails: %s',
      async kind => {
        const { fake, tracker } = await openFake({ dialect, issues: 20, projects: 1 })
        const [{ id } = { id: '' }] = await tracker.projects()
        fake.faults.add({ kind, path: '/search', times: 100 })
        const failures = {
          forbidden: 'forbidden',
          'not-found': 'not-found',
          gone: 'not-found',
          'rejected-query': 'rejected',
          redirect: 'unauthorized',
        }
        await expect(listed(tracker, id)).rejects.toMatchObject({ failure: failures[kind] })
      },
    )
  },
)

describe('dates in queries', () => {
  const forms = [['accepted'], ['rejected'], ['ignored'], ['empty']] as const

  it.each(forms)('miss nothing when numbers are %s', async numberDates => {
    const { fake, tracker } = await openFake({ issues: 120, projects: 1, numberDates, zone: 'Europe/Berlin' })
    const [{ id } = { id: '' }] = await tracker.projects()
    for (const { updated } of expected(fake, id).filter((_, i) => i % 10 === 0)) {
      const found = await listed(tracker, id, updated)
      expect(found).toEqual(expect.arrayContaining([...expected(fake, id, updated)]))
    }
    const count = expected(fake, id).length
    const last = Math.max(...expected(fake, id).map(({ updated }) => updated))
    if (numberDates !== 'ignored') expect((await listed(tracker, id, last)).length).toBeLessThan(count)
  })

  const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kolkata', 'Pacific/Apia']
  /** Clock changes of 2026: Berlin, New York, Lord Howe, in both directions; and a day without one. */
  const around = [
    Date.UTC(2026, 2, 29, 1),
    Date.UTC(2026, 9, 25, 1),
    Date.UTC(2026, 2, 8, 7),
    Date.UTC(2026, 10, 1, 6),
    Date.UTC(2026, 3, 4, 15),
    Date.UTC(2026, 9, 3, 15, 30),
    Date.UTC(2026, 6, 15, 12),
  ]

  it.each(zones)('miss no change around clock changes and minute edges, as text in %s', async zone => {
    const dayAhead = 86_400_000
    const now = Date.UTC(2026, 11, 1) + dayAhead
    const { fake, tracker } = await openFake({ issues: 40, projects: 1, numberDates: 'rejected', zone, now })
    const [{ id } = { id: '' }] = await tracker.projects()
    const issues = [...fake.tracker.issues.values()]
    const edge = fc.tuple(
      fc.constantFrom(...around),
      fc.integer({ min: -180, max: 180 }),
      fc.constantFrom(-1, 0, 1, 29_999, 59_999),
    )
    await fc.assert(
      fc.asyncProperty(edge, fc.constantFrom(...issues), async ([change, minutes, ms], issue) => {
        const from = change + minutes * 60_000 + ms
        issue.updated = from
        fake.tracker.index.update(issue.id, issue, fake.tracker.clock.now())
        const found = await listed(tracker, id, from)
        expect(found).toContainEqual({ id: String(issue.id), key: issue.key, updated: from })
      }),
      runs(IS_DEEP ? 12 : 6),
    )
  })

  it('are compared a day too early when the zone of the account is unknown', async () => {
    const options = { issues: 60, projects: 1, numberDates: 'rejected', missing: ['myself'] } as const
    const { fake, tracker } = await openFake({ ...options, zone: 'Pacific/Apia' })
    const [{ id } = { id: '' }] = await tracker.projects()
    for (const { updated } of expected(fake, id).filter((_, i) => i % 10 === 0)) {
      const found = await listed(tracker, id, updated)
      expect(found).toEqual(expect.arrayContaining([...expected(fake, id, updated)]))
    }
  })
})

describe('the number of issues', () => {
  it('is unknown when Cloud rejects the request for it, but the list is whole', async () => {
    const { fake, tracker } = await openFake({ dialect: 'cloud', issues: 30, projects: 1 })
    const [id] = [...fake.tracker.projects.keys()]
    fake.faults.add({ kind: 'rejected-query', path: 'approximate-count', times: 1000 })
    expect(await tracker.countIssues([id!])).toBeNull()
    expect(await listed(tracker, id!)).toHaveLength(30)
  })
})
