import { describe, expect, it } from 'vitest'
import type { SyncOptions } from '../../../src/intake/connections/round-progress.ts'
import { createRounds } from '../../../src/intake/connections/rounds.ts'
import type { RoundRequest, RoundResult } from '../../../src/intake/sync/round-settings.ts'

const DONE: RoundResult = {
  round: 1,
  state: 'live',
  reason: null,
  approval: null,
  nextTry: null,
  warnings: [],
  hasMore: false,
  listed: 3,
  fetched: 0,
  changed: 0,
  gone: 0,
  unconfirmed: 0,
  failed: 0,
  unread: 0,
  requests: 2,
  statuses: { '200': 2 },
  waitedMs: 0,
}

/** Runs rounds with these results; returns their requests, and how the last one ended. */
async function runs(options: Partial<SyncOptions>, results: readonly Partial<RoundResult>[], { isAsked = false } = {}) {
  const requests: RoundRequest[] = []
  const rounds = createRounds({
    now: () => 0,
    runRound: async (_, request) => ({ ...DONE, ...results[requests.push(request) - 1] }),
    takeHints: () => [],
    closeThread: () => {},
    countChanges: async () => 7,
    readPermissions: async name => [`Read permissions of ${name}.`],
  })
  const whole = { full: false, census: false, acceptLoss: false, dryRun: false, ...options }
  const number = rounds.start('jira', whole, isAsked)
  await rounds.ended('jira', number)
  return { requests, end: rounds.followed('jira', number).end }
}

/** Starts rounds while the first one is held; returns their numbers, and what was run in which order. */
async function startedTogether(...starts: [options: Partial<SyncOptions>, isAsked: boolean][]) {
  const runs: string[] = []
  const release: (() => void)[] = []
  const rounds = createRounds({
    now: () => 0,
    runRound: async (_, { full, census, acceptLoss }, { signal }) => {
      runs.push(
        Object.entries({ full, census, acceptLoss })
          .flatMap(([name, is]) => (is ? [name] : []))
          .join(' '),
      )
      await new Promise<void>(resolve => release.push(resolve))
      signal.throwIfAborted()
      return DONE
    },
    takeHints: () => [],
    closeThread: () => {},
    countChanges: async () => runs.push('dryRun') && 7,
    readPermissions: async () => {
      runs.push('permissions')
      return []
    },
  })
  const numbers: number[] = []
  for (const [options, isAsked] of starts) {
    numbers.push(rounds.start('jira', { ...NONE, ...options }, isAsked))
    await new Promise(setImmediate)
  }
  const end = async () => {
    for (; rounds.isRunning('jira'); await new Promise(setImmediate)) for (const one of release.splice(0)) one()
  }
  return { rounds, numbers, runs, end }
}

const NONE: SyncOptions = { full: false, census: false, acceptLoss: false, dryRun: false }

describe('a round that is asked for during another one', () => {
  it('runs after it with its own options, and says so', async () => {
    const { rounds, numbers, runs, end } = await startedTogether(
      [{}, false],
      [{ full: true, acceptLoss: true }, true],
      [{ dryRun: true }, true],
      [{ census: true }, true],
    )
    expect(runs).toEqual([''])
    expect(new Set(numbers).size).toBe(4)
    expect(rounds.followed('jira', numbers[1]!)).toMatchObject({
      progress: { phase: 'waiting for the running round' },
      end: null,
    })
    await end()
    expect(runs).toEqual(['', 'full acceptLoss', 'permissions', 'dryRun', 'census', 'permissions'])
    const ends = numbers.map(number => rounds.followed('jira', number).end)
    expect(ends.map(one => one?.listed)).toEqual([3, 3, 7, 3])
  })

  it('joins one that does the same, or more, and adds the permissions', async () => {
    const { numbers, runs, end } = await startedTogether(
      [{ full: true, census: true }, false],
      [{ census: true }, true],
      [{}, true],
      [{ dryRun: true }, true],
      [{ dryRun: true }, true],
    )
    expect(numbers).toEqual([1, 1, 1, 2, 2])
    await end()
    expect(runs).toEqual(['full census', 'permissions', 'dryRun'])
  })

  it('is stopped with it', async () => {
    const { rounds, numbers, runs, end } = await startedTogether([{}, false], [{ full: true }, true])
    const stopped = rounds.abort('jira')
    await Promise.all([end(), stopped])
    expect(runs).toEqual([''])
    for (const number of numbers) expect(() => rounds.followed('jira', number)).toThrow(/stopped/i)
  })
})

describe('the rounds of a connection', () => {
  it('go on while issues are due, and add up', async () => {
    const { requests, end } = await runs({ full: true }, [{ fetched: 100, hasMore: true }, { fetched: 40 }])
    expect(requests.map(({ full }) => full)).toEqual([true, undefined])
    expect(end).toMatchObject({ state: 'live', fetched: 140, requests: 4 })
  })

  it.each([true, false])('confirm once what a census does not find, asked for: %s', async census => {
    const { requests, end } = await runs({ census }, [{ unconfirmed: 2 }, { gone: 1, unconfirmed: 1 }])
    expect(requests.map(request => request.census)).toEqual([census, undefined])
    expect(end).toMatchObject({ gone: 1 })
  })

  it('stop while the tracker cannot be reached', async () => {
    const { requests, end } = await runs({}, [{ state: 'waiting', reason: 'down', hasMore: true }])
    expect(requests).toHaveLength(1)
    expect(end).toMatchObject({ state: 'waiting', reason: 'down' })
  })

  it('read permissions at their end if they are asked to, and if they end well', async () => {
    const problems = async (options: Partial<SyncOptions>, result: Partial<RoundResult>, isAsked: boolean) =>
      (await runs(options, [result], { isAsked })).end!.permissionProblems
    expect(await problems({}, {}, true)).toEqual(['Read permissions of jira.'])
    expect(await problems({}, {}, false)).toEqual([])
    expect(await problems({ dryRun: true }, {}, true)).toEqual([])
    expect(await problems({}, { state: 'needs-token', reason: 'expired' }, true)).toEqual([])
  })
})
