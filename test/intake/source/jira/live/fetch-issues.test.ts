import { afterEach, describe, expect, it } from 'vitest'
import type { FetchedIssue } from '../../../../../src/intake/source/tracker.ts'
import { sample, sampleOfCommit } from '../../../../support/sampling.ts'
import { closeFakes, type FakeJira, fetched, openFake } from './open-fake.ts'

afterEach(closeFakes)

function idsOf(fake: FakeJira): readonly string[] {
  return [...fake.tracker.issues.values()].filter(issue => issue.archived === null).map(({ id }) => String(id))
}

function problemsIn(issues: ReadonlyMap<string, FetchedIssue>): readonly string[] {
  return [...issues.values()].flatMap(issue => ('problem' in issue ? [issue.problem] : []))
}

/** Expects that all issues were fetched, each with all of its entries that change fields. */
function expectWhole(fake: FakeJira, issues: ReadonlyMap<string, FetchedIssue>): void {
  expect(problemsIn(issues)).toEqual([])
  expect([...issues.keys()].sort()).toEqual([...idsOf(fake)].sort())
  for (const [id, issue] of issues) {
    if ('problem' in issue) continue
    const real = fake.tracker.issues.get(Number(id))!
    const { history, maybeCut } = issue.issue
    expect(issue).toMatchObject({ project: real.project, updated: real.updated, securityLevel: real.security })
    expect({ maybeCut, truncated: history.truncated, hasLog: history.hasLog }).toEqual({
      maybeCut: false,
      truncated: false,
      hasLog: true,
    })
    const statuses = real.log.flatMap(entry =>
      entry.items.filter(({ field }) => field === 'status').map(() => entry.created),
    )
    expect(history.changes.filter(({ field }) => field === 'status').map(({ at }) => at)).toEqual(
      statuses.sort((a, b) => a - b),
    )
  }
}

describe.each(sampleOfCommit('dialects of issues', ['cloud', 'server'] as const, 1))('issues of %s', dialect => {
  it('have complete change logs of 0, 1, 39, 40, 41, 99, 100, 101 and 10,001 entries', async () => {
    const logs = [0, 1, 39, 40, 41, 99, 100, 101, 10_001]
    const { fake, tracker } = await openFake({ dialect, issues: 0, projects: 1, logs })
    const real = [...fake.tracker.issues.values()]
    expect(real.map(({ log }) => log.length).sort((a, b) => a - b)).toEqual(logs)
    expectWhole(fake, await fetched(tracker, idsOf(fake)))
  })

  it('are fetched in any order and number, without duplicates', async () => {
    const { fake, tracker } = await openFake({ dialect, issues: 120 }, { batchIssues: 17, concurrency: 3 })
    const ids = [...idsOf(fake)].reverse()
    expectWhole(fake, await fetched(tracker, [...ids, ...ids]))
    expect(await fetched(tracker, [])).toEqual(new Map())
  })

  it('are absent when they were deleted or archived, and do not disturb the others', async () => {
    const { fake, tracker } = await openFake({ dialect, issues: 60 })
    const ids = idsOf(fake)
    fake.tracker.deleteIssue(ids[5]!)
    fake.tracker.archiveIssue(ids[7]!)
    const issues = await fetched(tracker, [...ids, '99999999'])
    expectWhole(fake, issues)
    expect(issues.size).toBe(ids.length - 2)
  })

  it('never contain what was not asked for', async () => {
    const { fake, tracker } = await openFake({ dialect, issues: 60 })
    fake.faults.add({ kind: 'foreign-issue', times: 1000 })
    expectWhole(fake, await fetched(tracker, idsOf(fake)))
  })

  it.each([
    'unauthorized',
    'rate-limit',
    'rate-limit-silent',
    'rate-limit-html',
    'login-page',
    'server-error',
    'bad-gateway',
    'unavailable',
    'result-window',
    'wrong-content-type',
    'bad-json',
    'reset',
    'cut-body',
    'gzip-bomb',
    'too-large',
    'repeated-token',
    'empty-page',
    'early-end',
    'short-page',
    'double-issue',
    'cut-log',
    'rejected-query',
  ] as const)('are complete after one fault: %s', async kind => {
    const { fake, tracker } = await openFake(
      { dialect, issues: 40, projects: 1, logs: [150], searchPage: 30 },
      { batchIssues: 25, answerMb: 8, concurrency: 1 },
    )
    await tracker.hello()
    await tracker.roundLists()
    for (const at of sample(`${kind} ${dialect}`, [1, 2, 3, 4], 1)) {
      fake.faults.clear()
      fake.faults.add({ kind, at, megabytes: 9 })
      expectWhole(fake, await fetched(tracker, idsOf(fake)))
    }
  })

  it.each(['not-found', 'forbidden'] as const)('are complete after %s, or the reading stops', async kind => {
    const { fake, tracker } = await openFake({ dialect, issues: 40, projects: 1, logs: [150] }, { concurrency: 1 })
    await tracker.roundLists()
    for (let at = 1; at <= 3; at++) {
      fake.faults.clear()
      fake.faults.add({ kind, at })
      const outcome = await fetched(tracker, idsOf(fake)).catch(error => error)
      if (outcome instanceof Error) expect(outcome).toMatchObject({ failure: kind })
      else expectWhole(fake, outcome)
    }
    // An endpoint that failed is used again in the next round.
    fake.faults.clear()
    await tracker.hello()
    fake.requests.clear()
    expectWhole(fake, await fetched(tracker, idsOf(fake)))
    // Cloud is asked for issues, for logs, again for those that are empty, and for the account.
    expect(fake.requests.count).toBe(dialect === 'cloud' ? 4 : 1)
  })

  it('have their logs after one request whose credentials were ignored', async () => {
    const { fake, tracker } = await openFake({ dialect, issues: 60, projects: 3 })
    await tracker.roundLists()
    fake.faults.add({ kind: 'anonymous', path: 'changelog' })
    expectWhole(fake, await fetched(tracker, idsOf(fake)))
  })

  it('are not stored without their logs while credentials are ignored', async () => {
    const { fake, tracker } = await openFake({ dialect, issues: 60, projects: 3 })
    await tracker.roundLists()
    for (const path of ['changelog', 'myself']) fake.faults.add({ kind: 'anonymous', path, times: 12 })
    const outcome = await fetched(tracker, idsOf(fake)).catch(error => error)
    if (outcome instanceof Error) expect(outcome).toMatchObject({ failure: 'unauthorized' })
    else expectWhole(fake, outcome)
  })

  it('fail one by one when only they are broken', async () => {
    const { fake, tracker } = await openFake({ dialect, issues: 40, projects: 1 })
    fake.faults.add({ kind: 'field-missing', field: 'updated', path: dialect === 'cloud' ? 'bulkfetch' : '/search' })
    const issues = await fetched(tracker, idsOf(fake))
    expect(problemsIn(issues)).toEqual(['fields.updated is missing'])
    expect(issues.size).toBe(40)
  })

  it('come in smaller batches when the response would be too large', async () => {
    const { fake, tracker } = await openFake({ dialect, issues: 40, projects: 1, maxLog: 3 }, { answerMb: 0.03 })
    expectWhole(fake, await fetched(tracker, idsOf(fake)))
    expect(fake.requests.count).toBeGreaterThan(10)
  })

  it('come in smaller batches when the tracker rejects large ones', async () => {
    const { fake, tracker } = await openFake({ dialect, issues: 40, projects: 1 })
    const start = fake.faults.start.bind(fake.faults)
    fake.faults.start = request => {
      const ids = `${request.query} ${JSON.stringify(request.body)}`.match(/\b10\d{3}\b/g) ?? []
      return ids.length > 10 ? { answer: { status: 413, body: {} } } : start(request)
    }
    expectWhole(fake, await fetched(tracker, idsOf(fake)))
  })

  it('fail alone when the tracker fails at one of them only', async () => {
    const { fake, tracker } = await openFake({ dialect, issues: 40, projects: 1 })
    const poison = idsOf(fake)[11]!
    const start = fake.faults.start.bind(fake.faults)
    fake.faults.start = request => {
      const asked = `${request.path} ${request.query} ${JSON.stringify(request.body)}`
      return asked.includes(poison)
        ? { answer: { status: 500, body: { errorMessages: ['Out of memory'] } } }
        : start(request)
    }
    const issues = await fetched(tracker, idsOf(fake))
    expect(issues.size).toBe(40)
    expect(problemsIn(issues)).toEqual([expect.stringContaining('status 500: Out of memory')])
    expect(issues.get(poison)).toHaveProperty('problem')
  })

  it.each(['unavailable', 'reset'] as const)(
    'are not taken for broken after a short outage of one endpoint: %s',
    async kind => {
      const { fake, tracker } = await openFake({ dialect, issues: 40, projects: 1 })
      await tracker.hello()
      await tracker.roundLists()
      fake.faults.add({ kind, path: dialect === 'cloud' ? 'bulkfetch' : '/search', times: 4 })
      const issues = await fetched(tracker, idsOf(fake).slice(0, 1))
      expect([...issues.values()]).toEqual([expect.objectContaining({ project: expect.any(String) })])
    },
  )

  it('are not taken for broken while the tracker is down', async () => {
    const { fake, tracker } = await openFake({ dialect, issues: 40, projects: 1 })
    await tracker.hello()
    await tracker.roundLists()
    fake.faults.add({ kind: 'server-error', times: 100_000 })
    await expect(fetched(tracker, idsOf(fake))).rejects.toMatchObject({ failure: 'unavailable' })
    expect(fake.requests.count).toBeLessThan(60)
  })

  it('end with the reason of the signal', async () => {
    const abort = new AbortController()
    const { fake, tracker } = await openFake({ dialect, issues: 60 }, { signal: abort.signal, batchIssues: 10 })
    const reading = (async () => {
      for await (const _ of tracker.issues(idsOf(fake))) abort.abort(new Error('stopped'))
    })()
    await expect(reading).rejects.toThrow('stopped')
  })

  it('are found by their address, also when they have moved, or are archived', async () => {
    const { fake, tracker } = await openFake({ dialect, issues: 60, projects: 2 })
    const [first, second] = [...fake.tracker.projects.keys()]
    const [gone, archived, moved] = [...fake.tracker.issues.values()]
      .filter(({ project }) => project === first)
      .map(({ id }) => String(id))
    fake.tracker.deleteIssue(gone!)
    fake.tracker.archiveIssue(archived!)
    fake.tracker.moveIssue(moved!, second!)
    expect(await tracker.find(gone!)).toEqual({ state: 'missing' })
    expect(await tracker.find(archived!)).toMatchObject({ state: 'found', project: first, isArchived: true })
    const { updated } = fake.tracker.issues.get(Number(moved))!
    expect(await tracker.find(moved!)).toEqual({ state: 'found', project: second, updated, isArchived: false })
  })

  it('are hidden or missing when the account may not see them', async () => {
    const { fake, tracker } = await openFake({ dialect, issues: 20, projects: 1 })
    const [project] = [...fake.tracker.projects.keys()]
    fake.tracker.setBrowse(project!, [])
    expect(await tracker.find(idsOf(fake)[0]!)).toEqual({ state: dialect === 'cloud' ? 'missing' : 'hidden' })
  })
})

describe('issues of a tracker that lacks endpoints', () => {
  it.each([[['issue/bulkfetch']], [['changelog/bulkfetch']], [['issue/bulkfetch', 'changelog/bulkfetch']]])(
    'are complete on Cloud without %o',
    async missing => {
      const { fake, tracker } = await openFake({ dialect: 'cloud', issues: 30, logs: [41, 101, 250], missing })
      expectWhole(fake, await fetched(tracker, idsOf(fake)))
    },
  )

  it('are problems on Cloud when no endpoint has more than the newest log entries', async () => {
    const missing = ['changelog/bulkfetch', 'issue/{issue}/changelog']
    const { fake, tracker } = await openFake({ dialect: 'cloud', issues: 0, logs: [20, 250], missing })
    const issues = await fetched(tracker, idsOf(fake))
    expect(problemsIn(issues)).toEqual(['the tracker gives no complete change log'])
  })

  it('are problems when log entries have dates in seconds', async () => {
    const { fake, tracker } = await openFake({ dialect: 'cloud', issues: 0, logs: [3, 5] })
    fake.faults.add({ kind: 'bad-created', times: 100 })
    for (const problem of problemsIn(await fetched(tracker, idsOf(fake))))
      expect(problem).toMatch(/created '\d{10}' is not a date-time/)
  })
})
