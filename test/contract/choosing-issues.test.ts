import { beforeAll, expect, it } from 'vitest'
import { clause, inBoth } from './clause.ts'
import { keys, lines } from './notation.ts'
import { type RequestParameters, type Service, service } from './service.ts'

let tracker: Service
beforeAll(async () => {
  tracker = await service()
})

const NO_SELECTOR = { filterType: '', projectKey: '' }

clause('§2.1', 'filterType', () => {
  inBoth('is required', endpoint =>
    tracker.refuses(endpoint, NO_SELECTOR, 'filterType', 'required', 'user, project, jqlfilter, customjql'),
  )

  inBoth('is one of the five', endpoint =>
    tracker.refuses(endpoint, { filterType: 'board', projectKey: '' }, 'filterType', "'board'", 'sprint'),
  )

  inBoth('advanced is an old name of jqlfilter', endpoint =>
    tracker.refuses(endpoint, { filterType: 'advanced', projectKey: '' }, 'jqlFilterID', 'required'),
  )
})

clause('§2.1', 'user', () => {
  inBoth('chooses the issues assigned to the user now', async endpoint => {
    const body = await tracker.report(endpoint, { filterType: 'user', projectKey: '', user: 'bob', statuses: '6' })
    // Of all issues that bob had, only WEB-1 is still assigned to him.
    expect(lines(body)).toEqual([endpoint === 'list' ? 'WEB-1 | 240.0' : '1 | 240.0'])
    expect(body.query).toBe('assignee = "bob" ORDER BY key DESC')
  })

  it.each(['ann', 'ANN', 'KEY-ann', 'key-ANN'])('is a login or a key in any case: %s', async user => {
    expect(keys(await tracker.list({ filterType: 'user', projectKey: '', user }))).toBe('OPS-1')
  })

  inBoth('is required when filterType is user', endpoint =>
    tracker.refuses(endpoint, { filterType: 'user', projectKey: '' }, 'user', 'required', 'filterType', 'user'),
  )

  inBoth('an unknown one is rejected by name', endpoint =>
    tracker.refuses(endpoint, { filterType: 'user', projectKey: '', user: 'eve' }, 'user', "'eve'"),
  )
})

clause('§2.1', 'projectKey', () => {
  it('selects the issues of the project', async () => {
    expect(keys(await tracker.list({ projectKey: 'WEB' }))).toBe('WEB-3 WEB-2 WEB-1')
    expect(keys(await tracker.list({ projectKey: 'ops' }))).toBe('OPS-1')
  })

  inBoth('is required when filterType is project', endpoint =>
    tracker.refuses(endpoint, { projectKey: '' }, 'projectKey', 'required', 'filterType', 'project'),
  )

  inBoth('an unknown one is rejected by name', endpoint =>
    tracker.refuses(endpoint, { projectKey: 'NONE' }, 'projectKey', "'NONE'"),
  )
})

clause('§2.1', 'jqlFilterID', () => {
  inBoth('is required when filterType is jqlfilter', endpoint =>
    tracker.refuses(endpoint, { filterType: 'jqlfilter', projectKey: '' }, 'jqlFilterID', 'required', 'jqlfilter'),
  )

  inBoth('an unknown one is rejected by name', endpoint =>
    tracker.refuses(endpoint, { filterType: 'jqlfilter', projectKey: '', jqlFilterID: 77 }, 'jqlFilterID', "'77'"),
  )
})

clause('§2.1', 'customjql', () => {
  it('selects the issues that the query finds', async () => {
    const body = await tracker.list({ filterType: 'customjql', projectKey: '', customjql: 'project = OPS' })
    expect(keys(body)).toBe('OPS-1')
  })

  inBoth('is required when filterType is customjql', endpoint =>
    tracker.refuses(endpoint, { filterType: 'customjql', projectKey: '' }, 'customjql', 'required', 'customjql'),
  )

  inBoth('an error names its location in the query as sent, also with a date range', endpoint => {
    const range = { startDate: '2024-01-01', dateRangeField: 'created' }
    const customjql = 'project=OPS   and\n  status=Nowhere'
    const parameters = { filterType: 'customjql', projectKey: '', customjql, ...range }
    return tracker.refuses(endpoint, parameters, 'customjql', "'Nowhere'", '(line 2, character 10)')
  })
})

clause('§2.1', 'sprintID', () => {
  it('an unknown one is rejected by name', () =>
    tracker.refuses('list', { filterType: 'sprint', projectKey: '', sprintID: 77 }, 'sprintID', "'77'"))

  inBoth('is required when filterType is sprint', endpoint =>
    tracker.refuses(endpoint, { filterType: 'sprint', projectKey: '' }, 'sprintID', 'required', 'sprint'),
  )
})

clause('§4', 'rule 1: exactly one selector', () => {
  inBoth('a second selector is refused, and the one of filterType is named', endpoint =>
    tracker.refuses(endpoint, { user: 'ann' }, 'user', "'ann'", 'projectKey'),
  )

  inBoth('every additional selector is a separate error', async endpoint => {
    const messages = await tracker.refusal(endpoint, { user: 'ann', jqlFilterID: 1, customjql: 'a = b', sprintID: 7 })
    expect(messages.map(text => text.split(' ')[1])).toEqual(['user', 'jqlFilterID', 'customjql', 'sprintID'])
  })

  inBoth('a selector of another filterType does not replace it', async endpoint => {
    const messages = await tracker.refusal(endpoint, { filterType: 'user' })
    expect(messages).toHaveLength(2)
    expect(messages[0]).toMatch(/^ERROR: user is required/)
    expect(messages[1]).toMatch(/^ERROR: projectKey 'WEB'/)
  })

  inBoth('an empty second selector is ignored', async endpoint => {
    const body = await tracker.report(endpoint, { user: '', sprintID: '' })
    expect(body.warnings).toBeUndefined()
  })
})

const IN_MARCH = { dateRangeField: 'created', startDate: '2024-03-01' }

/** The keys of the list with these dates. */
async function keysWith(parameters: RequestParameters): Promise<string> {
  return keys(await tracker.list(parameters))
}

clause('§2.1', 'startDate', () => {
  it('excludes earlier issues; the exact time is included', async () => {
    // WEB-1 was created at 2024-03-01 00:00.
    expect(await keysWith(IN_MARCH)).toBe('WEB-2 WEB-1')
    expect(await keysWith({ ...IN_MARCH, startDate: '2024-03-01 00:00' })).toBe('WEB-2 WEB-1')
    expect(await keysWith({ ...IN_MARCH, startDate: '2024-03-01 00:01' })).toBe('WEB-2')
  })

  it('is in the zone of the report', async () => {
    // Midnight of 2024-03-01 UTC is still February in New York.
    expect(await keysWith({ ...IN_MARCH, timeZone: 'America/New_York' })).toBe('WEB-2')
  })

  it('is a clause of the query', async () => {
    const body = await tracker.list({ ...IN_MARCH, endDate: '2024-03-04 12:30' })
    expect(body.query).toBe(
      'project = "WEB" AND created >= "2024-03-01 00:00" AND created < "2024-03-04 12:30" ORDER BY key DESC',
    )
  })

  it('may be relative to asOf; the response has the actual date', async () => {
    const queryOf = async (startDate: string, more: RequestParameters = {}) => {
      const { query } = await tracker.list({ ...IN_MARCH, startDate, ...more })
      return /created >= "([^"]*)"/.exec(query)?.[1]
    }
    expect(await queryOf('-14d')).toBe('2024-03-01 00:00')
    expect(await queryOf('startOfMonth()')).toBe('2024-03-01 00:00')
    expect(await queryOf('STARTOFMONTH("-1")')).toBe('2024-02-01 00:00')
    expect(await queryOf('startOfWeek()')).toBe('2024-03-11 00:00')
    expect(await queryOf('startOfQuarter()')).toBe('2024-01-01 00:00')
    expect(await queryOf('startOfQuarter(-1)')).toBe('2023-10-01 00:00')
    expect(await queryOf('-1w 2h')).toBe('2024-03-07 22:00')
    expect(await queryOf('now()', { asOf: '2024-03-02T12:30:20Z' })).toBe('2024-03-02 12:31')
    expect(await queryOf('startOfDay()', { asOf: '2024-03-02T23:30:00Z', timeZone: '+01:00' })).toBe('2024-03-03 00:00')
  })

  it('a relative date gives the report of the actual date', async () => {
    const asOf = '2024-03-02T12:30:20Z'
    const parameters = { ...IN_MARCH, asOf }
    const relative = await tracker.list({ ...parameters, startDate: '-36h', endDate: '-12h' })
    const absolute = await tracker.list({ ...parameters, startDate: '2024-03-01 00:31', endDate: '2024-03-02 00:31' })
    expect(relative).toEqual(absolute)
  })

  it.each(['now', '90', 'startOfMonth', 'startOfMonth(x)', 'startOfDecade()', 'now(1)', '-90x', 'startOfYear(999999)'])(
    'an invalid relative date is rejected: %s',
    startDate => tracker.refuses('list', { ...IN_MARCH, startDate }, 'startDate', `'${startDate}'`, 'asOf', '-90d'),
  )

  it('a relative date out of range is rejected with the years', () =>
    tracker.refuses(
      'list',
      { ...IN_MARCH, startDate: '-999999999w' },
      'startDate',
      "'-999999999w' is out of range. Allowed: the years 1 to 9999 in UTC",
    ))

  inBoth('rejects other formats and lists the two allowed ones', endpoint =>
    tracker.refuses(
      endpoint,
      { ...IN_MARCH, startDate: '01.03.2024' },
      'startDate',
      "'01.03.2024'",
      'yyyy-MM-dd or yyyy-MM-dd hh:mm',
    ),
  )

  it.each(['2024-02-30', '2024-13-01', '2024-03-01 24:00', '2024-03-01 12:60', '2024-03-01T00:00'])(
    'a date that does not exist is refused: %s',
    startDate => tracker.refuses('list', { ...IN_MARCH, startDate }, 'startDate', `'${startDate}'`),
  )

  inBoth('after endDate is refused', endpoint =>
    tracker.refuses(
      endpoint,
      { ...IN_MARCH, startDate: '2024-03-02', endDate: '2024-03-01' },
      'startDate',
      "'2024-03-02'",
      'endDate',
      "'2024-03-01'",
    ),
  )

  it('equal to endDate is a range without issues', async () => {
    expect(await keysWith({ ...IN_MARCH, endDate: '2024-03-01' })).toBe('')
  })
})

clause('§2.1', 'endDate', () => {
  it('may be relative: endOfMonth() includes the whole month', async () => {
    const { query } = await tracker.list({ dateRangeField: 'created', endDate: 'endOfMonth(-1)' })
    expect(query).toContain('created < "2024-03-01 00:00"')
    expect(await keysWith({ dateRangeField: 'created', endDate: 'endOfQuarter()' })).toBe('WEB-3 WEB-2 WEB-1')
  })

  it('excludes issues from then on: that day is excluded', async () => {
    const range = { dateRangeField: 'created', endDate: '2024-03-04' }
    expect(await keysWith(range)).toBe('WEB-3 WEB-1')
    expect(await keysWith({ ...range, endDate: '2024-03-04 00:01' })).toBe('WEB-3 WEB-2 WEB-1')
  })

  inBoth('rejects other formats', endpoint =>
    tracker.refuses(endpoint, { dateRangeField: 'created', endDate: 'today' }, 'endDate', "'today'", 'yyyy-MM-dd'),
  )
})

clause('§2.1', 'dateRangeField', () => {
  const from = { startDate: '2024-03-02' }

  it('selects the date to limit', async () => {
    expect(await keysWith({ ...from, dateRangeField: 'created' })).toBe('WEB-2')
    // Last changed: WEB-1 on 03-05, WEB-2 on 03-10, WEB-3 on 03-01.
    expect(await keysWith({ ...from, dateRangeField: 'updated' })).toBe('WEB-2 WEB-1')
    // WEB-2 is not resolved, WEB-3 was on 03-01.
    expect(await keysWith({ ...from, dateRangeField: 'resolved' })).toBe('WEB-1')
  })

  it('an issue without that date is excluded', async () => {
    expect(await keysWith({ dateRangeField: 'resolved', startDate: '2000-01-01' })).toBe('WEB-3 WEB-1')
  })

  inBoth('is required with startDate', endpoint =>
    tracker.refuses(endpoint, from, 'dateRangeField', 'required', 'startDate', 'created, updated'),
  )

  inBoth('is required with endDate', endpoint =>
    tracker.refuses(endpoint, { endDate: '2024-03-02' }, 'dateRangeField', 'required', 'endDate'),
  )

  inBoth('is created, updated or resolved', endpoint =>
    tracker.refuses(endpoint, { ...from, dateRangeField: 'due' }, 'dateRangeField', "'due'", 'resolved'),
  )

  inBoth('has no effect alone, with a warning', async endpoint => {
    const body = await tracker.report(endpoint, { dateRangeField: 'created' })
    expect(body.warnings).toEqual([expect.stringContaining('dateRangeField')])
  })
})
