import { describe, expect, it } from 'vitest'
import { atOnce } from '../../../src/core/base/in-slices.ts'
import { formatInstant } from '../../../src/core/time/instant.ts'
import type { FlowEndpoint } from '../../../src/reports/flow/flow-measures.ts'
import type { FlowContext } from '../../../src/store/plan/flow/plan-flow.ts'
import { context, planningFlow } from './sample.ts'

const CONTEXT: Omit<FlowContext, 'parts'> = {
  ...context,
  now: Date.parse('2024-06-19T12:00:00Z'),
  zone: { name: 'Europe/Berlin' },
  types: [
    { id: '1', name: 'Task', subtask: false, hierarchyLevel: null },
    { id: '2', name: 'Sub-task', subtask: true, hierarchyLevel: null },
    { id: '3', name: 'Epic', subtask: false, hierarchyLevel: 1 },
  ],
  workflows: [],
  issues: new Map([
    ['WEB-1', { id: '100', key: 'WEB-1', project: '10', number: 1, created: Date.parse('2024-01-01') }],
  ]),
}

function plan(
  parameters: Readonly<Record<string, string>> = {},
  endpoint: FlowEndpoint = 'summary',
  then: readonly string[] = [],
) {
  const all = { filterType: 'customjql', customjql: 'order by key', ...parameters }
  const named = [...Object.entries(all), ...then.map(value => ['then', value] as const)]
  const sent = named.map(([name, value]) => ({ name, value, location: 'query' as const }))
  return atOnce(planningFlow({ endpoint, parameters: sent }, CONTEXT))
}

function errors(
  parameters: Readonly<Record<string, string>>,
  endpoint?: FlowEndpoint,
  then?: readonly string[],
): readonly string[] {
  try {
    plan(parameters, endpoint, then)
    return []
  } catch (error) {
    return (error as { readonly parameters: { readonly messages: readonly string[] } }).parameters.messages
  }
}

/** What `compare` accepts. */
const COMPARED =
  'Allowed: previous, or two dates with two dots between them, the earlier one first and before asOf: yyyy-MM-dd or yyyy-MM-dd hh:mm, or relative to asOf: -90d, -4w 2d, now(), startOfMonth(-1), endOfQuarter()'

describe('the plan of a flow request', () => {
  it('starts with the ISO week 12 weeks before that of asOf, and includes asOf', () => {
    const { from, last, to, asOf } = plan()
    expect(formatInstant(from)).toBe('2024-03-24T23:00:00.000Z')
    expect([last, to]).toEqual([asOf, null])
  })

  it('starts 12 weeks before the last week before `to`', () => {
    const { from, last } = plan({ to: '2024-06-10' })
    expect(formatInstant(from)).toBe('2024-03-10T23:00:00.000Z')
    expect(formatInstant(last)).toBe('2024-06-09T21:59:59.999Z')
  })

  it('leaves out sub-tasks and epics, unless all levels are measured', () => {
    expect(plan()).toMatchObject({ levels: 'standard', otherLevels: ['2', '3'] })
    expect(plan({ levels: 'all' }).levels).toBe('all')
  })

  it('uses the default workflow, pauses, and 10 minutes of tolerance', () => {
    const { workflow, returns, tolerance, reopenTolerance, percentiles } = plan()
    expect([workflow.id, returns, tolerance, reopenTolerance]).toEqual(['default', 'pause', 600_000, 600_000])
    expect(percentiles).toEqual([50, 85])
  })

  it('reports all errors of a request at once', () => {
    const sent = { from: 'yesterday', returns: 'stop', tolerance: '-1', workflow: 'nobody', percentiles: '0,85' }
    expect(errors(sent)).toEqual([
      expect.stringMatching(/^ERROR: workflow 'nobody' is not the id or the name of a workflow/),
      expect.stringMatching(/^ERROR: returns 'stop' is not a possible value\. Possible values: pause, keep or restart/),
      expect.stringMatching(/^ERROR: from 'yesterday' is not a date/),
      expect.stringMatching(/^ERROR: tolerance '-1' is not possible\. Allowed: whole minutes from 0 to 525600/),
      expect.stringMatching(/^ERROR: percentiles '0' is not possible/),
    ])
  })

  it('counts inclusive days only where days are whole', () => {
    expect(errors({ unit: 'inclusiveDays' }, 'items')).toEqual([
      "ERROR: unit 'inclusiveDays' is only possible with returns=keep and calendar=normalHours.",
    ])
    expect(plan({ unit: 'inclusiveDays', returns: 'keep' }, 'items').unit).toBe('inclusiveDays')
  })

  it('has no buckets where no answer has them', () => {
    expect(errors({ from: '1800-01-01' }, 'wip')).toHaveLength(1)
    expect(plan({ from: '1800-01-01' }, 'items').bucket.buckets).toEqual([])
  })

  it('has at most 10,000 buckets', () => {
    expect(errors({ bucket: 'day', from: '1990-01-01' }, 'wip')).toEqual([
      expect.stringMatching(/^ERROR: bucket 'day' gives more than 10000 buckets/),
    ])
  })

  it('has pages of at most 1,000 items, and all of them in CSV', () => {
    expect(errors({ pageSize: '1001' }, 'items')).toEqual([
      "ERROR: pageSize '1001' is not possible. Allowed: whole numbers from 1 to 1000.",
    ])
    expect(plan({}, 'items').page).toEqual({ size: 200, index: 0 })
    expect(plan({ outputType: 'csv' }, 'items').page.size).toBeGreaterThan(1_000_000)
  })

  it('warns about parameters of other endpoints and unknown ones', () => {
    expect(plan({ pageSize: '5', returm: 'keep' }).warnings).toEqual([
      'pageSize was ignored: it is a parameter of flow/items, flow/ageing, flow/dashboard.',
      "Unknown parameter 'returm' was ignored. Did you mean 'returns'?",
    ])
  })

  it('selects the items of all states', () => {
    expect(plan({}, 'items').states).toEqual(['finished', 'inProgress'])
    // Issues that finished outside of the window have none of the three states.
    expect(plan({ state: 'ALL' }, 'items').states).toBeNull()
    expect(plan({ state: 'notStarted' }, 'items').states).toEqual(['notStarted'])
    expect(errors({ state: 'done' }, 'items')).toHaveLength(1)
  })

  it('ignores a grouping of items without a group, which links of a summary with groups have', () => {
    const compared = { groupBy: 'issuetype', compare: 'previous' }
    expect(plan({ ...compared, outputType: 'csv' }, 'summary').warnings).toEqual([
      'compare was ignored: a CSV with groupBy has the numbers of the groups, in one window.',
    ])
    expect(plan(compared, 'summary').warnings).toEqual([])
    const warning = 'groupBy was ignored: it needs inGroup, which selects a group.'
    expect(plan({ groupBy: 'issuetype' }, 'items').warnings).toEqual([warning])
    expect(errors({ groupBy: 'issuetype' }, 'wip')).toHaveLength(1)
  })

  it('says which other parameters those that select items need', () => {
    expect(errors({ only: 'otherLevels', sle: '5', reopenedBy: 'nobody' }, 'items')).toEqual([
      "ERROR: only 'otherLevels' needs levels=all.",
      "ERROR: sle '5' is only possible with only=withinSle, only=overSle or only=newlyOverSle.",
      "ERROR: reopenedBy 'nobody' is not the login or the name of a user. Send 'none' for reopenings without an author.",
    ])
    expect(errors({ only: 'overSle', sle: '-1' }, 'items')).toEqual([
      "ERROR: sle '-1' is not possible. Allowed: whole milliseconds from 0 to 3153600000000.",
    ])
    expect(plan({ only: 'overSle', sle: '5', reopenedBy: 'none' }, 'items')).toMatchObject({
      sle: 5,
      reopenedBy: { personId: null },
    })
  })

  it('is about one issue of any level for its stays, and ignores what selects others', () => {
    const { query, levels, warnings } = plan({ issueKey: 'web-1', levels: 'standard', bucket: 'day' }, 'stays')
    expect([query, levels]).toEqual(['key = "WEB-1"', 'all'])
    expect(warnings).toEqual([
      'filterType was ignored: the answer is about one issue.',
      'customjql was ignored: the answer is about one issue.',
      'levels was ignored: the answer is about one issue.',
      'bucket was ignored: it is a parameter of flow/throughput, flow/wip, flow/cumulative, flow/dashboard.',
    ])
    expect(plan({ issueKey: 'WEB-1' }, 'items').warnings).toEqual([
      'issueKey was ignored: it is a parameter of flow/stays.',
    ])
  })

  it('forecasts until a day, and says once what is wrong with it', () => {
    for (const until of ['nope', '2024-12-31 12:00', '2024-02-30']) {
      expect(errors({ until }, 'forecast')).toEqual([
        `ERROR: until '${until}' is not a day. Allowed: yyyy-MM-dd, or relative to asOf: -90d, -4w 2d, now(), startOfMonth(-1), endOfQuarter().`,
      ])
    }
    expect(plan({ until: '2024-06-29' }, 'forecast').forecast.days).toBe(10)
    const days = (until: string, timeZone: string) => plan({ until, timeZone }, 'forecast').forecast.days
    for (const zone of ['UTC', 'America/New_York', 'Pacific/Auckland', 'Asia/Kathmandu']) {
      expect(days('endOfMonth()', zone)).toBe(days('2024-06-30', zone))
      expect(days('endOfYear()', zone)).toBe(days('2024-12-31', zone))
      expect(days('endOfDay(1)', zone)).toBe(1)
      expect(days('startOfMonth(1)', zone)).toBe(days('2024-07-01', zone))
    }
  })

  it('says at once what is wrong with the scope and the days of a forecast', () => {
    const wrong = { scope: 'all', begin: '2024-06-19', except: '2024-12-31..2024-12-24' }
    const allowed =
      'days yyyy-MM-dd and ranges such as 2024-12-24..2025-01-01, separated by commas, at most 1000, or 0 or the id or the name of a calendar'
    expect(errors(wrong, 'forecast')).toEqual([
      "ERROR: scope 'all' is not a possible value. Possible values: fixed or grow.",
      "ERROR: begin '2024-06-19' is not possible. Allowed: days from 2024-06-20 to 2034-06-20.",
      `ERROR: except '2024-12-31..2024-12-24' is not possible. Allowed: ${allowed}.`,
    ])
    const many = Array.from({ length: 1001 }, (_, i) => `${2000 + i}-01-01`).join(',')
    for (const except of ['Nope', '2024-02-30', '2024-12-01,Nope', many])
      expect(errors({ except }, 'forecast')).toHaveLength(1)
    expect(plan({}, 'forecast').forecast).toEqual({
      count: null,
      days: 28,
      weeks: 12,
      scope: 'fixed',
      begin: null,
      except: null,
    })
    expect(plan({ begin: '7d', scope: 'GROW' }, 'forecast').forecast).toMatchObject({ begin: 7, scope: 'grow' })
  })

  it('says at once what is wrong with the queries of the parts of a forecast', () => {
    const then = ['status = Done', 'nope = 1 AND key = WEB-404', 'status =', 'created > endOfMonth(x)']
    expect(errors({ count: '5', scope: 'all' }, 'forecast', then)).toEqual([
      "ERROR: count '5' is not possible with then: its parts are the unfinished issues.",
      "ERROR: scope 'all' is not a possible value. Possible values: fixed or grow.",
      `ERROR: then ${[
        'number 3: Error in JQL Query: Expecting either a value, list or function before the end of the query (line 1, character 9)',
        "number 2: Field 'nope' does not exist or you do not have permission to view it (line 1, character 1)",
        "number 2: An issue with key 'WEB-404' does not exist for field 'key' (line 1, character 20)",
        "number 4: The increment 'x' of function 'endOfMonth' is invalid. The format is (+/-)nn(y|M|w|d|h|m), e.g. '-1M' for a month earlier (line 1, character 22)",
      ].join('; ')}.`,
    ])
    expect(errors({}, 'forecast', Array(21).fill('status ='))).toEqual([
      'ERROR: then is given 21 times. Allowed: at most 20 times.',
    ])
    expect(plan({}, 'summary', ['status =']).warnings).toEqual([
      'then was ignored: it is a parameter of flow/items, flow/forecast, flow/dashboard.',
    ])
  })

  it('selects the items of one part', () => {
    const then = ['status = Done', 'status = Open']
    expect(['1', '3', undefined].map(part => plan(part ? { part } : {}, 'items', then).part)).toEqual([1, 3, null])
    expect(plan({ part: '3' }, 'items', then).warnings).toEqual([])
    expect(plan({}, 'items', then).warnings).toEqual(['then was ignored: there is no part.'])
    expect(plan({}, 'forecast', then).warnings).toEqual([])
    expect(errors({ part: '2' }, 'items')).toEqual(['ERROR: then is required with part.'])
    for (const part of ['0', '4', 'all']) {
      expect(errors({ part }, 'items', then)).toEqual([
        `ERROR: part '${part}' is not possible. Allowed: whole numbers from 1 to 3.`,
      ])
    }
  })

  it('gives the queries of all parts together the limits of one query', () => {
    const many = (clause: string, count: number) => Array(20).fill(Array(count).fill(clause).join(' OR '))
    const searching = (count: number) => many('status WAS Done', count)
    expect(plan({}, 'forecast', searching(2)).parts).toHaveLength(20)
    const kinds = 'searches of texts, histories and values that are not stored with their issue'
    expect(errors({}, 'forecast', searching(3))).toEqual([
      `ERROR: then needs more than 50 ${kinds}, all queries together.`,
    ])
    expect(plan({}, 'forecast', many('created > -1d', 1000)).parts).toHaveLength(20)
    expect(errors({}, 'forecast', many('created > -1d', 1001))).toEqual([
      'ERROR: then has more than 20000 clauses, all queries together.',
    ])
  })

  it('names a workflow that does not exist, and no stages of it', () => {
    const stages = { movedFrom: 'Done', movedTo: 'To Do', reached: 'Review', inStage: 'Doing' }
    const [first, ...others] = errors({ workflow: 'Typo', ...stages }, 'items')
    expect(first).toContain("workflow 'Typo' is not the id or the name of a workflow")
    expect(others).toEqual([])
    expect(errors({ ...stages }, 'items')).not.toEqual([])
  })

  it('warns about a window of no length', () => {
    expect(plan({ asOf: '2024-06-18', from: '2024-06-01', to: '2024-06-01' }).warnings).toEqual([
      'from and to are the same moment, so there is no time to measure.',
    ])
  })

  it('compares with no window that begins at asOf or later, or whose two dates are equal', () => {
    const asOf = { asOf: '2024-06-18T10:00:00Z', timeZone: 'UTC' }
    for (const [compare, why] of [
      ['2024-06-19..2024-06-20', 'begins after asOf 2024-06-18T10:00:00.000Z'],
      ['2024-06-19..2024-06-19', 'begins after asOf 2024-06-18T10:00:00.000Z'],
      ['2024-06-18 10:00..2024-06-19', 'begins at asOf 2024-06-18T10:00:00.000Z'],
      ['now()..1d', 'begins at asOf 2024-06-18T10:00:00.000Z'],
      ['2024-01-01..2024-01-01 00:00', 'has the same moment twice'],
    ] as const) {
      expect(errors({ ...asOf, compare })).toEqual([
        `ERROR: compare '${compare}' ${why}, so it has no time to compare with. ${COMPARED}.`,
      ])
    }
    for (const compare of ['2024-06-01..2024-07-01', '2024-06-18 09:59..2024-06-18 10:00', 'startOfMonth()..1d'])
      expect(plan({ ...asOf, compare }).warnings).toEqual([])
  })

  it('warns about relative dates to compare with that are equal at asOf', () => {
    const compare = 'startOfQuarter(-4)..-365d'
    const { compare: window, warnings } = plan({ asOf: '2023-07-01', timeZone: 'UTC', compare })
    expect(window).toEqual({ from: Date.parse('2022-07-01'), to: Date.parse('2022-07-01') })
    expect(warnings).toEqual([`compare '${compare}' has the same moment twice, so it has no time to compare with.`])
    expect(plan({ asOf: '2023-07-02', timeZone: 'UTC', compare }).warnings).toEqual([])
  })

  it('cuts a `to` after asOf at asOf, and warns if it is absolute', () => {
    const asOf = '2024-06-18T10:00:00Z'
    for (const [to, warnings] of [
      ['2024-07-01', ["to '2024-07-01' is after asOf 2024-06-18T10:00:00.000Z, so the window ends with asOf."]],
      ['endOfMonth()', []],
    ] as const) {
      const cut = plan({ asOf, from: '2024-06-01', to, bucket: 'week' }, 'throughput')
      expect(cut).toMatchObject({ to: null, toCut: true, last: cut.asOf, warnings })
      expect(cut.bucket).toEqual(plan({ asOf, from: '2024-06-01' }, 'throughput').bucket)
    }
    // A link to an earlier moment keeps the window of its report.
    const earlier = { asOf: '2024-06-10', selectAsOf: asOf, to: '2024-06-15' }
    expect(plan(earlier, 'items')).toMatchObject({ to: null, toCut: true, warnings: [] })
    expect(plan({ asOf, to: '2024-06-18 12:00', timeZone: 'Europe/Berlin' })).toMatchObject({ toCut: false })
  })

  it('rounds relative dates up to a full minute', () => {
    const window = { asOf: '2024-06-18T10:11:12.345Z', from: '-90d', to: '-1d' }
    const { from, last } = plan(window)
    expect([from, last].map(formatInstant)).toEqual(['2024-03-20T10:12:00.000Z', '2024-06-17T10:11:59.999Z'])
    // A full minute stays, and the end of a month is the start of the next one.
    const full = plan({ asOf: '2024-06-18T10:11:00Z', from: '-90d', to: 'endOfMonth(-1)' })
    expect([full.from, full.last].map(formatInstant)).toEqual(['2024-03-20T10:11:00.000Z', '2024-05-31T21:59:59.999Z'])
  })

  it('says that a relative date is out of range', () => {
    for (const [name, text] of [
      ['from', '-99999999d'],
      ['to', 'startOfYear(9000)'],
      ['asOf', '-99999999d'],
    ] as const) {
      expect(errors({ [name]: text })).toEqual([
        `ERROR: ${name} '${text}' is out of range. Allowed: the years 1 to 9999 in UTC.`,
      ])
    }
  })

  it('says that a date is out of range only in its zone', () => {
    for (const [text, timeZone] of [
      ['0001-01-01', 'Europe/Berlin'],
      ['9999-12-31 23:00', 'America/New_York'],
    ] as const) {
      expect(errors({ from: text, timeZone })).toEqual([
        `ERROR: from '${text}' is out of range. Allowed: the years 1 to 9999 in UTC.`,
      ])
    }
    expect(errors({ asOf: '0001-01-01', timeZone: 'Europe/Berlin' })[0]).toContain('is out of range')
    expect(errors({ asOf: '2024-03-01 10:30' })[0]).toContain('is not a date or time')
    expect(errors({ until: '2024-07-01 10:30' }, 'forecast')[0]).toContain('is not a day')
  })

  it('needs the weeks before asOf and `to` in the year 1', () => {
    const allowed = 'is out of range. Allowed: the years 1 to 9999 in UTC, without the first 13 weeks.'
    for (const timeZone of ['UTC', 'Europe/Berlin', 'America/New_York']) {
      expect(errors({ asOf: '0001-01-02', from: '0001-01-02', timeZone })).toEqual([
        `ERROR: asOf '0001-01-02' ${allowed}`,
      ])
      expect(errors({ to: '0001-01-02', timeZone })).toEqual([`ERROR: to '0001-01-02' ${allowed}`])
      expect(errors({ asOf: '0001-04-03', timeZone })).toEqual([])
      expect(errors({ from: '0001-01-02', to: '0001-01-03', timeZone })).toEqual([])
    }
  })

  it('says that asOf is in the future, and what the latest one is', () => {
    expect(errors({ asOf: '2024-06-19T12:00:01Z' })).toEqual([
      "ERROR: asOf '2024-06-19T12:00:01Z' is in the future. Allowed: up to now, 2024-06-19T12:00:00.000Z.",
    ])
  })

  it('says what is allowed for groups, percentiles, moves and days', () => {
    expect(errors({ groupBy: 'period:month' }, 'summary')).toEqual([
      "ERROR: groupBy 'period:month' is only possible in reports. flow/throughput and flow/wip have bucket=month.",
    ])
    expect(errors({ groupBy: 'issuetype,priority' }, 'summary')).toEqual([
      "ERROR: groupBy 'issuetype,priority' is not the id or the name of a field. Allowed: one field.",
    ])
    expect(errors({ groupBy: 'issuetype', inGroup: '["a","b"]' })).toEqual([
      'ERROR: inGroup has 2 elements. Allowed: 1, because groupBy has 1 field.',
    ])
    expect(errors({ groupBy: 'issuetype', inGroup: 'Bug' })).toEqual([
      `ERROR: inGroup 'Bug' is not a JSON array. Allowed: ["Bug"], or [null] for no value.`,
    ])
    expect(errors({ percentiles: '0,50,1.5' }, 'summary')).toEqual([
      "ERROR: percentiles '0', '1.5' are not possible. Allowed: whole numbers from 1 to 100.",
    ])
    expect(errors({ percentiles: '50,100' }, 'forecast')).toEqual([
      "ERROR: percentiles '100' is not possible. Allowed: whole numbers from 1 to 99.",
    ])
    for (const compare of [
      'next',
      '2024-01-01',
      '2024-02-01..2024-01-01',
      '2024-01-01..2024-02-01..2024-03-01',
      '..',
    ]) {
      expect(errors({ compare }, 'summary')).toEqual([`ERROR: compare '${compare}' is not possible. ${COMPARED}.`])
    }
    expect(errors({ until: '2094-01-01' }, 'forecast')).toEqual([
      "ERROR: until '2094-01-01' is not possible. Allowed: days from 2024-06-20 to 2034-06-20.",
    ])
    expect(errors({ movedFrom: 'In Progress', movedTo: 'Done' }, 'items')).toEqual([
      "ERROR: movedTo 'Done' is not left of movedFrom 'In Progress'.",
    ])
  })

  it('knows an issue only if it existed at asOf', () => {
    const unknown = (text: string) => `ERROR: issueKey '${text}' is not the key of an issue`
    expect(errors({ issueKey: 'WEB-1', asOf: '2001-01-01' }, 'stays')).toEqual([
      `${unknown('WEB-1')} that existed at asOf.`,
    ])
    expect(errors({ issueKey: 'WEB-404' }, 'stays')).toEqual([`${unknown('WEB-404')}.`])
    expect(errors({}, 'stays')).toEqual(['ERROR: issueKey is required.'])
  })
})
