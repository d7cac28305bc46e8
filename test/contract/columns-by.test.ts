import { beforeAll, expect, it } from 'vitest'
import { clause, inBoth } from './clause.ts'
import { ids, lines, names, raws } from './notation.ts'
import { type RequestParameters, type Service, service } from './service.ts'

let tracker: Service
beforeAll(async () => {
  tracker = await service()
})

/** Expects the columns and lines of a list, and the sums of the same columns. Rows are WEB-3, WEB-2, WEB-1. */
async function expectReport(
  parameters: RequestParameters,
  columns: string,
  list: readonly string[],
  sums: string,
): Promise<void> {
  const body = await tracker.list(parameters)
  expect(ids(body)).toBe(columns)
  expect(lines(body)).toEqual(list)
  const sum = await tracker.aggregation(parameters)
  expect(ids(sum)).toBe(columns)
  expect(lines(sum)).toEqual([`3 | ${sums}`])
}

const METRICS = JSON.stringify([
  { name: 'Lead', to: { id: '6', order: 'first' } },
  { name: 'Work', from: { id: '3', order: 'first' }, to: { id: '6', order: 'first' }, excluded: ['10'] },
])

clause('§2.1', 'columnsBy', () => {
  it('statusDuration is the time in each status', () =>
    expectReport(
      { columnsBy: 'statusDuration' },
      '1 3 10 6 4',
      ['WEB-3 | 12.0 - - 336.0 24.0', 'WEB-2 | 48.0 216.0 - - -', 'WEB-1 | 24.0 60.0 12.0 240.0 -'],
      // 12 + 48 + 24; 216 + 60; 12; 336 + 240; 24
      '84.0 276.0 12.0 576.0 24.0',
    ))

  it('durationBetweenStatuses is the time from one entry to another', () =>
    expectReport(
      { columnsBy: 'durationBetweenStatuses', dbsMetrics: METRICS },
      'Lead Work',
      // WEB-1: created 03-01, In Progress 03-02, Done 03-05; 72 h of work less the 12 h of its review.
      ['WEB-3 | 36.0 -', 'WEB-2 | 264.0 216.0', 'WEB-1 | 96.0 60.0'],
      '396.0 276.0',
    ))

  it('assigneeDuration is the time with each user', () =>
    expectReport(
      { columnsBy: 'assigneeDuration' },
      'ann bob cyd unassigned',
      ['WEB-3 | - - 372.0 -', 'WEB-2 | - 120.0 120.0 24.0', 'WEB-1 | 72.0 264.0 - -'],
      '72.0 384.0 492.0 24.0',
    ))

  it('statusDurationByAssignee is the time in each status with each user, users first', () =>
    expectReport(
      { columnsBy: 'statusDurationByAssignee' },
      'ann|1 ann|3 ann|10 bob|1 bob|3 bob|6 cyd|1 cyd|3 cyd|6 cyd|4 unassigned|1',
      [
        'WEB-3 | - - - - - - 12.0 - 336.0 24.0 -',
        'WEB-2 | - - - 24.0 96.0 - - 120.0 - - 24.0',
        'WEB-1 | 24.0 36.0 12.0 - 24.0 240.0 - - - - -',
      ],
      '24.0 36.0 12.0 24.0 120.0 240.0 12.0 120.0 336.0 24.0 24.0',
    ))

  it('assigneeDurationByStatus is the same, statuses first', () =>
    expectReport(
      { columnsBy: 'assigneeDurationByStatus' },
      '1|ann 1|bob 1|cyd 1|unassigned 3|ann 3|bob 3|cyd 10|ann 6|bob 6|cyd 4|cyd',
      [
        'WEB-3 | - - 12.0 - - - - - - 336.0 24.0',
        'WEB-2 | - 24.0 - 24.0 - 96.0 120.0 - - - -',
        'WEB-1 | 24.0 - - - 36.0 24.0 - 12.0 240.0 - -',
      ],
      '24.0 24.0 12.0 24.0 36.0 120.0 120.0 12.0 240.0 336.0 24.0',
    ))

  it('groupDuration is the time with a member of each group; bob counts in both of his', () =>
    expectReport(
      { columnsBy: 'groupDuration', groups: 'developers,testers' },
      'developers testers notAMember',
      ['WEB-3 | - 372.0 -', 'WEB-2 | 120.0 240.0 24.0', 'WEB-1 | 336.0 264.0 -'],
      '456.0 876.0 24.0',
    ))

  it('statusDurationByGroup is the time in each status with a member of each group, groups first', () =>
    expectReport(
      { columnsBy: 'statusDurationByGroup', groups: 'testers' },
      'testers|1 testers|3 testers|6 testers|4 notAMember|1 notAMember|3 notAMember|10',
      ['WEB-3 | 12.0 - 336.0 24.0 - - -', 'WEB-2 | 24.0 216.0 - - 24.0 - -', 'WEB-1 | - 24.0 240.0 - 24.0 36.0 12.0'],
      '36.0 240.0 576.0 24.0 48.0 36.0 12.0',
    ))

  it('groupDurationByStatus is the same, statuses first', () =>
    expectReport(
      { columnsBy: 'groupDurationByStatus', groups: 'testers' },
      '1|testers 1|notAMember 3|testers 3|notAMember 10|notAMember 6|testers 4|testers',
      ['WEB-3 | 12.0 - - - - 336.0 24.0', 'WEB-2 | 24.0 24.0 216.0 - - - -', 'WEB-1 | - 24.0 24.0 36.0 12.0 240.0 -'],
      '36.0 48.0 240.0 36.0 12.0 576.0 24.0',
    ))

  it('anyfieldDuration is the time a field had each value', () =>
    expectReport(
      { columnsBy: 'anyfieldDuration', historyFields: 'priority,fixVersions' },
      'priority|2 priority|4 fixVersions|501 fixVersions|502 fixVersions|none',
      // WEB-1 had version 1.0 for all 14 days, and also 2.0 for the last 12.
      ['WEB-3 | 372.0 - - 372.0 -', 'WEB-2 | - 264.0 - - 264.0', 'WEB-1 | 24.0 312.0 336.0 288.0 -'],
      '396.0 576.0 336.0 660.0 264.0',
    ))

  it('statusCount is the number of visits of each status', () =>
    expectReport(
      { columnsBy: 'statusCount' },
      '1 3 10 6 4',
      ['WEB-3 | 1 - - 1 1', 'WEB-2 | 1 1 - - -', 'WEB-1 | 1 2 1 1 -'],
      '3 3 1 2 1',
    ))

  it('transitionCount is the number of times each transition occurred', () =>
    expectReport(
      { columnsBy: 'transitionCount' },
      '1-3 1-4 3-10 3-6 10-3 4-6',
      ['WEB-3 | - 1 - - - 1', 'WEB-2 | 1 - - - - -', 'WEB-1 | 1 - 1 1 1 -'],
      '2 1 1 1 1 1',
    ))

  it('transitionCount names its columns From -> To', async () => {
    const body = await tracker.list({ columnsBy: 'transitionCount', calendar: '' })
    expect(names(body).slice(0, 2)).toEqual(['Open -> In Progress', 'Open -> Waiting'])
  })

  it('anyFieldCount is how often a field was set to each value', () =>
    expectReport(
      { columnsBy: 'anyFieldCount', historyFields: 'priority' },
      'priority|2 priority|4',
      ['WEB-3 | 1 -', 'WEB-2 | - 1', 'WEB-1 | 1 1'],
      '2 2',
    ))

  it.each([
    [
      'firstTransitionToStatusDate',
      ['WEB-3 | 28/12 - - 01/00 29/00', 'WEB-2 | 04/00 06/00 - - -', 'WEB-1 | 01/00 02/00 03/00 05/00 -'],
    ],
    [
      'lastTransitionToStatusDate',
      ['WEB-3 | 28/12 - - 01/00 29/00', 'WEB-2 | 04/00 06/00 - - -', 'WEB-1 | 01/00 03/12 03/00 05/00 -'],
    ],
    [
      'firstTransitionFromStatusDate',
      ['WEB-3 | 29/00 - - - 01/00', 'WEB-2 | 06/00 - - - -', 'WEB-1 | 02/00 03/00 03/12 - -'],
    ],
    ['lastTransitionFromDate', ['WEB-3 | 29/00 - - - 01/00', 'WEB-2 | 06/00 - - - -', 'WEB-1 | 02/00 05/00 03/12 - -']],
  ])('%s has one instant for each status', async (columnsBy, expected) => {
    const body = await tracker.list({ columnsBy, calendar: '', dateTimeFormat: 'dd/HH' })
    expect(ids(body)).toBe('1 3 10 6 4')
    expect(lines(body)).toEqual(expected)
  })

  it('raw of a date is milliseconds since 1970', async () => {
    const body = await tracker.list({ columnsBy: 'firstTransitionToStatusDate', calendar: '', statuses: '10' })
    expect(raws(body)).toEqual(['-', '-', String(Date.parse('2024-03-03T00:00:00Z'))])
  })

  it('an aggregation of dates is rejected with the twelve reports that can be aggregated', async () => {
    const columnsBy = 'lastTransitionToStatusDate'
    const [message, ...others] = await tracker.refusal('aggregation', { columnsBy })
    expect(others).toEqual([])
    expect(message).toContain(`'${columnsBy}'`)
    expect(message!.split('Possible values: ')[1]!.split(/, | or /)).toHaveLength(12)
    expect(message!.split('Possible values: ')[1]).not.toMatch(/Date\b/)
  })

  it('lastTransitionFromStatusDate is another spelling of lastTransitionFromDate', async () => {
    const body = await tracker.list({ columnsBy: 'lastTransitionFromStatusDate', calendar: '' })
    expect(body.columnsBy).toBe('Last Transition From Status Date')
  })

  inBoth('is required', endpoint =>
    tracker.refuses(endpoint, { columnsBy: '' }, 'columnsBy', 'required', 'statusDuration', 'anyFieldCount'),
  )

  it('an unknown report is rejected with the sixteen possible ones', async () => {
    const [message] = await tracker.refusal('list', { columnsBy: 'timeInStatus' })
    expect(message).toContain("'timeInStatus'")
    expect(message!.split('Possible values: ')[1]!.split(/, | or /)).toHaveLength(16)
  })
})

clause('§2.1', 'multiVisitBehavior', () => {
  // WEB-1 was In Progress twice: 24 h, then 36 h.
  it.each([
    ['', '60.0'],
    ['total', '60.0'],
    ['first', '24.0'],
    ['last', '36.0'],
    ['average', '30.0'],
  ])("with '%s' two visits of 24 h and 36 h are %s h", async (multiVisitBehavior, value) => {
    const body = await tracker.list({ multiVisitBehavior, statuses: '3' })
    expect(lines(body)[2]).toBe(`WEB-1 | ${value}`)
  })

  it('is applied before the aggregate over issues', async () => {
    const body = await tracker.aggregation({ multiVisitBehavior: 'average', statuses: '3' })
    // 216 h of WEB-2 and the mean 30 h of WEB-1.
    expect(lines(body)).toEqual(['3 | 246.0'])
    expect(body.multiVisitBehavior).toBe('average')
  })

  inBoth('has no effect on other reports, with a warning', async endpoint => {
    const parameters = { columnsBy: 'statusCount', multiVisitBehavior: 'first', statuses: '3', calendar: '' }
    const body = await tracker.report(endpoint, parameters)
    expect(raws(body).at(-1)).toBe(endpoint === 'list' ? '2' : '3')
    expect(body.warnings).toEqual([expect.stringMatching(/^multiVisitBehavior .*statusCount/)])
  })

  inBoth('is checked in other reports too', endpoint =>
    tracker.refuses(
      endpoint,
      { columnsBy: 'statusCount', calendar: '', multiVisitBehavior: 'all' },
      'multiVisitBehavior',
      "'all'",
      'total, first, last or average',
    ),
  )
})
