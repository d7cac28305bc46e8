import { beforeAll, describe, expect, it } from 'vitest'
import { createWorkspace } from '../../../src/app/workspace/workspace.ts'
import type { Environment } from '../../../src/edge/cli/context.ts'
import { run } from '../../../src/edge/cli/run.ts'
import { smallStore } from '../../support/small-store.ts'
import { openTemporaryStore } from '../../support/temporary-store.ts'
import { DEPS } from '../http/small-tracker.ts'
import { sharing, testContext } from './test-context.ts'

let open: Environment['open']

beforeAll(async () => {
  const { copyTo } = await smallStore()
  open = sharing(createWorkspace(await openTemporaryStore(copyTo), DEPS)).open
})

/** Runs a report of the small tracker, and returns its standard error. */
async function reported(kind: string, ...args: string[]) {
  const context = testContext({ open })
  const required = ['filterType=customjql', 'columnsBy=statusDuration', 'calendar=normalHours', ...args]
  const all = kind === 'aggregation' ? [...required, 'aggregationType=sum'] : required
  expect(await run(['report', kind, ...all], context)).toBe(0)
  return context.err.text()
}

const EVERY = 'customjql=project = WEB'
const IN_DOING = 'customjql=key = WEB-3'
const BEFORE = ['trimHistoryStartDate=2020-01-01', 'trimHistoryEndDate=2020-02-01']

describe.each(['outputType=json', 'outputType=csv'])('sojourn report with %s', output => {
  it.each([
    ['list', ['customjql=summary ~ nothing'], 'No issue matches the query of this report.'],
    ['aggregation', ['customjql=created < 2001-01-01'], 'No issue matches the query of this report.'],
    [
      'list',
      [IN_DOING, 'statuses=Doing'],
      '1 issue matches, but the report has no value for it in the chosen statuses.',
    ],
    [
      'aggregation',
      [IN_DOING, 'statuses=Doing'],
      '1 issue matches, but the report has no value for it in the chosen statuses.',
    ],
    [
      'list',
      [EVERY, ...BEFORE],
      '3 issues match, but the report has no value for any of them between trimHistoryStartDate and trimHistoryEndDate.',
    ],
    ['list', [EVERY, 'startIssueIndex=200'], '3 issues match, but the page is beyond the last of them.'],
    [
      'aggregation',
      [EVERY, 'filters=[{"column":"1","operator":"lessThan","value":"0","unit":"day"}]'],
      '3 issues match, but no row meets the filters.',
    ],
  ])('explains why a %s is empty: %j', async (kind, args, reason) => {
    const [first, ...others] = (await reported(kind, output, ...args)).trimEnd().split('\n')
    expect(first).toBe(reason)
    // Without an issue, the list has no columns either, which is a warning in CSV.
    for (const line of others) expect(line).toContain('has no value columns')
  })

  it('needs no length of a day unless durations are in days', async () => {
    const office = ['filterType=customjql', EVERY, 'columnsBy=statusDuration', 'calendar=0']
    const inFormat = async (viewFormat: string, kind: readonly string[]) => {
      const context = testContext({ open })
      const status = await run(['report', ...kind, output, ...office, `viewFormat=${viewFormat}`], context)
      return [status, context.err.text()]
    }
    for (const kind of [['list'], ['aggregation', 'aggregationType=sum']]) {
      expect(await inFormat('HHMMSS', kind)).toEqual([0, ''])
      expect(await inFormat('hours', kind)).toEqual([0, ''])
      expect(await inFormat('days', kind)).toEqual([2, expect.stringContaining('ERROR: dayLength is required')])
    }
  })

  it('writes no message about a report with rows', async () => {
    for (const kind of ['list', 'aggregation']) expect(await reported(kind, output, EVERY)).toBe('')
  })
})
