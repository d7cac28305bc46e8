import { describe, expect, it } from 'vitest'
import type { SyncOptions } from '../../src/connections/round-progress.ts'
import { createRounds } from '../../src/connections/rounds.ts'
import type { RoundRequest, RoundResult } from '../../src/sync/round-settings.ts'

const DONE: RoundResult = {
  ...{ round: 1, state: 'live', reason: null, approval: null, nextTry: null, warnings: [], hasMore: false },
  ...{ listed: 3, fetched: 0, changed: 0, gone: 0, unconfirmed: 0, failed: 0 },
  ...{ requests: 2, statuses: { '200': 2 }, waitedMs: 0 },
}

/** Runs rounds with these results; returns their requests, and how the last one ended. */
async function runs(
  options: Partial<SyncOptions>,
  results: readonly Partial<RoundResult>[],
  { withPermissions = false } = {},
) {
  const requests: RoundRequest[] = []
  const rounds = createRounds({
    now: () => 0,
    runRound: async (_, request) => ({ ...DONE, ...results[requests.push(request) - 1] }),
    closeThread: () => {},
    countChanges: async () => 7,
    readPermissions: async name => [`Read permissions of ${name}.`],
  })
  const whole = { full: false, census: false, acceptLoss: false, dryRun: false, ...options }
  const number = rounds.start('jira', whole, withPermissions)
  await rounds.ended('jira')
  return { requests, end: rounds.followed('jira', number).end }
}

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
    const problems = async (options: Partial<SyncOptions>, result: Partial<RoundResult>, withPermissions: boolean) =>
      (await runs(options, [result], { withPermissions })).end!.permissionProblems
    expect(await problems({}, {}, true)).toEqual(['Read permissions of jira.'])
    expect(await problems({}, {}, false)).toEqual([])
    expect(await problems({ dryRun: true }, {}, true)).toEqual([])
    expect(await problems({}, { state: 'needs-token', reason: 'expired' }, true)).toEqual([])
  })
})
