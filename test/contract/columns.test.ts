import { beforeAll, expect, it } from 'vitest'
import { clause, inBoth } from './clause.ts'
import { hours, ids, lines, names, raws } from './notation.ts'
import { messagesOf, type RequestParameters, type Service, saying, service } from './service.ts'

let tracker: Service
beforeAll(async () => {
  tracker = await service()
})

clause('§2.1', 'statuses', () => {
  inBoth("absent or empty, all statuses found are columns, in the tracker's order", async endpoint => {
    for (const statuses of ['', ' ', '[]']) expect(ids(await tracker.report(endpoint, { statuses }))).toBe('1 3 10 6 4')
  })

  it('in an assignee report excludes the time of unselected statuses', async () => {
    const body = await tracker.list({ columnsBy: 'assigneeDuration', statuses: '3' })
    // In Progress only: WEB-1 24 + 12 h of ann, 24 h of bob; WEB-2 96 h of bob, 120 h of cyd.
    expect(ids(body)).toBe('ann bob cyd')
    expect(lines(body)).toEqual(['WEB-3 | - - -', 'WEB-2 | - 96.0 120.0', 'WEB-1 | 36.0 24.0 -'])
  })

  it('in a group report excludes the time of unselected statuses', async () => {
    const body = await tracker.aggregation({ columnsBy: 'groupDuration', groups: 'testers', statuses: '3' })
    // 24 h of bob and 216 h of bob and cyd; the 36 h of ann.
    expect(lines(body)).toEqual(['3 | 240.0 36.0'])
  })

  it('both ends of a transition must be selected', async () => {
    const body = await tracker.list({ columnsBy: 'transitionCount', calendar: '', statuses: '3,6,1' })
    expect(ids(body)).toBe('3-6 1-3')
  })

  inBoth('determine includedStatuses and excludedStatuses', async endpoint => {
    const body = await tracker.report(endpoint, { statuses: '3,7' })
    expect(body.includedStatuses.map(({ id }) => id)).toEqual(['3', '7'])
    expect(body.excludedStatuses.map(({ id }) => id)).toEqual(['1', '10', '6', '4'])
    expect(body.deletedStatuses).toEqual([{ id: '4', name: 'Waiting', deleted: true }])
  })

  inBoth('have no effect on other reports, with a warning', async endpoint => {
    const parameters = { columnsBy: 'anyFieldCount', historyFields: 'priority', calendar: '', statuses: '3' }
    expect((await tracker.report(endpoint, parameters)).warnings).toEqual([
      expect.stringMatching(/^statuses .*anyFieldCount/),
    ])
  })
})

clause('§8', 'value columns', () => {
  it('more than 20,000 are rejected with their number and the parameter that restricts them', async () => {
    const columns = Array.from({ length: 20_001 }, (_, i) => ({ type: 'cons', name: `C${i}`, statuses: ['3'] }))
    const usual = { filterType: 'project', projectKey: 'WEB', columnsBy: 'statusCount' }
    const messages = messagesOf('list', await tracker.post('list', usual, { statuses: json(...columns) }))
    expect(messages).toEqual([expect.stringMatching(/20,?001/)])
    expect(messages[0]).toContain('statuses')
  })
})

clause('§2.1', 'statuses, basic format', () => {
  inBoth('comma-separated ids are the columns, in that order', async endpoint => {
    expect(ids(await tracker.report(endpoint, { statuses: '6, 1' }))).toBe('6 1')
  })

  inBoth('a selected status without visits is a column of empty cells', async endpoint => {
    const body = await tracker.report(endpoint, { statuses: '7' })
    expect(names(body)).toEqual(['Parked'])
    expect(new Set(raws(body))).toEqual(new Set(['-']))
  })

  inBoth('every unknown id is named', endpoint =>
    tracker.refuses(endpoint, { statuses: '1,98,99' }, 'statuses', "'98'", "'99'"),
  )
})

const ACTIVE = { type: 'cons', name: 'Active', statuses: ['3', '10'] }

function json(...elements: unknown[]): string {
  return JSON.stringify(elements)
}

clause('§2.1', 'statuses, advanced format', () => {
  inBoth('mixes standard and consolidated columns, in their order', async endpoint => {
    const body = await tracker.report(endpoint, { statuses: json({ type: 'std', id: '6' }, ACTIVE) })
    expect(ids(body)).toBe('6 Active')
    // 60 + 12, 216, and nothing; 240 and 336 of Done.
    const expected = endpoint === 'list' ? ['336.0 -', '- 216.0', '240.0 72.0'] : ['576.0 288.0']
    expect(lines(body).map(line => line.split(' | ')[1])).toEqual(expected)
  })

  it('columns may overlap: a status may be in several', async () => {
    const done = { type: 'cons', name: 'Not open', statuses: ['3', '10', '6'] }
    const body = await tracker.list({ statuses: json({ type: 'std', id: '3' }, ACTIVE, done) })
    expect(lines(body)[2]).toBe('WEB-1 | 60.0 72.0 312.0')
  })

  it('columns of the same statuses have the same values', async () => {
    const again = { type: 'cons', name: 'Again', statuses: ['10', '3'] }
    const alone = { type: 'cons', name: 'Alone', statuses: ['3'] }
    const statuses = json(ACTIVE, { type: 'std', id: '3' }, again, alone)
    const body = await tracker.list({ statuses })
    expect(ids(body)).toBe('Active 3 Again Alone')
    expect(lines(body)[2]).toBe('WEB-1 | 72.0 60.0 72.0 60.0')
    const csv = await tracker.csv('list', { statuses })
    expect(csv).toContain('"72.0","60.0","72.0","60.0"')
    const dates = await tracker.list({
      columnsBy: 'firstTransitionToStatusDate',
      calendar: '',
      dateTimeFormat: 'dd/HH',
      statuses,
    })
    expect(lines(dates)[2]).toBe('WEB-1 | 02/00 02/00 02/00 02/00')
    const users = await tracker.list({ columnsBy: 'assigneeDurationByStatus', statuses: json(ACTIVE, again) })
    expect(ids(users)).toBe('Active|ann Active|bob Active|cyd Again|ann Again|bob Again|cyd')
    expect(lines(users)[2]).toBe('WEB-1 | 48.0 24.0 - 48.0 24.0 -')
    const byStatus = await tracker.list({ columnsBy: 'statusDurationByAssignee', statuses: json(ACTIVE, again) })
    expect(ids(byStatus)).toBe('ann|Active ann|Again bob|Active bob|Again cyd|Active cyd|Again')
    expect(lines(byStatus)[2]).toBe('WEB-1 | 48.0 48.0 24.0 24.0 - -')
  })

  it('each of several columns of the same statuses sorts and filters', async () => {
    const again = { type: 'cons', name: 'Again', statuses: ['10', '3'] }
    const parameters = { statuses: json(ACTIVE, again), groupByFields: 'issuekey', sortBy: 'Again', sortDir: 'desc' }
    const sorted = await tracker.aggregation({ ...parameters })
    expect(lines(sorted).map(line => line.split(' | ')[1])).toEqual(['216.0 216.0', '72.0 72.0', '- -'])
    const filters = json({ column: 'Again', operator: 'lessThan', value: '100', unit: 'hour' })
    const filtered = await tracker.aggregation({ ...parameters, filters })
    expect(lines(filtered).map(line => line.split(' | ')[1])).toEqual(['72.0 72.0'])
  })

  it('visits are combined in each member before they are added', async () => {
    const body = await tracker.list({ statuses: json(ACTIVE), multiVisitBehavior: 'last' })
    // The last visit of In Progress, 36 h, and that of Review, 12 h.
    expect(lines(body)[2]).toBe('WEB-1 | 48.0')
  })

  it('visits of the members are added in counts', async () => {
    const body = await tracker.list({ columnsBy: 'statusCount', calendar: '', statuses: json(ACTIVE) })
    expect(lines(body)).toEqual(['WEB-3 | -', 'WEB-2 | 1', 'WEB-1 | 3'])
  })

  it.each([
    ['firstTransitionToStatusDate', '02/00'],
    ['lastTransitionToStatusDate', '03/12'],
    ['firstTransitionFromStatusDate', '03/00'],
    ['lastTransitionFromDate', '05/00'],
  ])('in %s the first or last instant of the members counts', async (columnsBy, instant) => {
    const body = await tracker.list({ columnsBy, calendar: '', statuses: json(ACTIVE), dateTimeFormat: 'dd/HH' })
    expect(lines(body)[2]).toBe(`WEB-1 | ${instant}`)
  })

  it('a consolidated column is one of the status level in composite reports', async () => {
    const body = await tracker.list({ columnsBy: 'assigneeDurationByStatus', statuses: json(ACTIVE) })
    expect(ids(body)).toBe('Active|ann Active|bob Active|cyd')
    expect(body.table.header.valueColumns.every(({ isConsolidated }) => isConsolidated)).toBe(true)
    expect(lines(body)[2]).toBe('WEB-1 | 48.0 24.0 -')
  })

  it('in transitionCount and assigneeDuration its members are simply selected', async () => {
    const count = await tracker.list({ columnsBy: 'transitionCount', calendar: '', statuses: json(ACTIVE) })
    expect(ids(count)).toBe('3-10 10-3')
    const users = await tracker.list({ columnsBy: 'assigneeDuration', statuses: json(ACTIVE) })
    expect(lines(users)[2]).toBe('WEB-1 | 48.0 24.0 -')
  })

  inBoth('rejects text that is not JSON', endpoint =>
    tracker.refuses(endpoint, { statuses: '[{"type":"std"' }, 'statuses', '\'[{"type":"std"\'', 'JSON'),
  )

  inBoth('an element that is not an object is named by its index', endpoint =>
    tracker.refuses(endpoint, { statuses: json(ACTIVE, '3') }, 'statuses', 'element 1', "'3'"),
  )

  inBoth('unknown keys are named with the index of their element', endpoint =>
    tracker.refuses(
      endpoint,
      { statuses: json(ACTIVE, { type: 'std', id: '3', colour: 'red' }) },
      'statuses',
      '1',
      'colour',
    ),
  )

  inBoth('two columns with one id are refused', endpoint =>
    tracker.refuses(
      endpoint,
      { statuses: json({ type: 'std', id: '3' }, { type: 'std', id: '3' }) },
      'statuses',
      "'3'",
    ),
  )

  inBoth('one message lists all errors, each with its index', async endpoint => {
    const elements = [{ type: 'std' }, { type: 'cons', name: '', statuses: [] }, { type: 'std', id: 99 }, { type: 'x' }]
    const [message, ...others] = await tracker.refusal(endpoint, { statuses: json(...elements) })
    expect(others).toEqual([])
    expect(message!.split('; ')).toHaveLength(5)
    for (const index of [0, 1, 2, 3]) expect(message).toContain(`element ${index}`)
  })
})

clause('§2.1', 'statuses type', () => {
  inBoth('is std or cons', endpoint =>
    tracker.refuses(endpoint, { statuses: json({ type: 'standard', id: '3' }) }, 'statuses', '0', 'std', 'cons'),
  )
  inBoth('is matched without regard to case', async endpoint => {
    expect(ids(await tracker.report(endpoint, { statuses: json({ type: 'STD', id: '3' }) }))).toBe('3')
  })
  inBoth('is required', endpoint =>
    tracker.refuses(endpoint, { statuses: json({ id: '3' }) }, 'statuses', 'element 0', 'type'),
  )
})

clause('§2.1', 'statuses id', () => {
  inBoth('is the id of a status', endpoint =>
    tracker.refuses(endpoint, { statuses: json({ type: 'std', id: '99' }) }, 'statuses', 'element 0', "'99'"),
  )
  inBoth('is required in a standard column', endpoint =>
    tracker.refuses(endpoint, { statuses: json({ type: 'std' }) }, 'statuses', 'element 0', 'id', 'missing'),
  )
  inBoth('is text', endpoint =>
    tracker.refuses(endpoint, { statuses: json({ type: 'std', id: 3 }) }, 'statuses', 'element 0', 'id', 'text'),
  )
})

clause('§2.1', 'statuses name', () => {
  inBoth('is the id and the name of a consolidated column', async endpoint => {
    const body = await tracker.report(endpoint, { statuses: json(ACTIVE) })
    expect(body.table.header.valueColumns[0]).toMatchObject({ id: 'Active', value: 'Active' })
  })
  inBoth('is required in a consolidated column, and not empty', async endpoint => {
    const missing = { type: 'cons', statuses: ['3'] }
    await tracker.refuses(endpoint, { statuses: json(missing) }, 'statuses', 'element 0', 'name', 'missing')
    await tracker.refuses(endpoint, { statuses: json({ ...missing, name: ' ' }) }, 'statuses', '0', 'name', 'empty')
  })
  inBoth('two consolidated columns cannot have one name, in any case', endpoint =>
    tracker.refuses(endpoint, { statuses: json(ACTIVE, { ...ACTIVE, name: 'ACTIVE' }) }, 'statuses', "'ACTIVE'"),
  )
  inBoth('it cannot be the id of a selected status', endpoint =>
    tracker.refuses(
      endpoint,
      { statuses: json({ type: 'std', id: '3' }, { ...ACTIVE, name: '3' }) },
      'statuses',
      "'3'",
    ),
  )
})

clause('§2.1', 'statuses statuses', () => {
  inBoth('a consolidated column without statuses is refused', endpoint =>
    tracker.refuses(endpoint, { statuses: json({ ...ACTIVE, statuses: [] }) }, 'statuses', '0', 'statuses', 'empty'),
  )
  inBoth('they are ids of statuses', endpoint =>
    tracker.refuses(endpoint, { statuses: json({ ...ACTIVE, statuses: ['3', '99'] }) }, 'statuses', '0', "'99'"),
  )
  inBoth('they are a list of text', endpoint =>
    tracker.refuses(endpoint, { statuses: json({ ...ACTIVE, statuses: '3' }) }, 'statuses', '0', 'statuses', 'array'),
  )
  it('a column is empty only if every member is', async () => {
    const body = await tracker.list({ statuses: json({ type: 'cons', name: 'Both', statuses: ['4', '10'] }) })
    expect(raws(body)).toEqual([hours(24), '-', hours(12)])
  })
})

clause('§2.1', 'includeDeletedStatuses', () => {
  it('is true by default', async () => {
    expect(ids(await tracker.list({ includeDeletedStatuses: 'TRUE' }))).toBe('1 3 10 6 4')
    expect(ids(await tracker.list())).toBe('1 3 10 6 4')
  })

  inBoth('false removes deleted statuses from the columns and from includedStatuses', async endpoint => {
    const body = await tracker.report(endpoint, { includeDeletedStatuses: 'false' })
    expect(ids(body)).toBe('1 3 10 6')
    expect(body.includedStatuses.map(({ id }) => id)).toEqual(['1', '3', '10', '6'])
    expect(body.excludedStatuses.map(({ id }) => id)).toEqual(['4'])
    expect(body.deletedStatuses.map(({ id }) => id)).toEqual(['4'])
  })

  it('false excludes their time from every cell', async () => {
    const body = await tracker.list({ columnsBy: 'assigneeDuration', includeDeletedStatuses: 'false' })
    // cyd had WEB-3 for 372 h, of them 24 h in Waiting.
    expect(lines(body)[0]).toBe('WEB-3 | - - 348.0 -')
  })

  inBoth('is true or false', endpoint =>
    tracker.refuses(endpoint, { includeDeletedStatuses: 'no' }, 'includeDeletedStatuses', "'no'", 'true', 'false'),
  )
})

const USERS = { columnsBy: 'assigneeDuration' }

clause('§2.1', 'assignees', () => {
  inBoth('by default, all users found are columns, sorted by name, followed by unassigned time', async endpoint => {
    const body = await tracker.report(endpoint, { ...USERS, assignees: '' })
    expect(names(body)).toEqual(['Ann Archer', 'Bob', 'Cyd', 'Unassigned'])
  })

  it('selected users are columns in their order, followed by all others, then unassigned time', async () => {
    const body = await tracker.list({ ...USERS, assignees: 'cyd,KEY-ANN' })
    expect(names(body)).toEqual(['Cyd', 'Ann Archer', 'Other Users', 'Unassigned'])
    expect(ids(body)).toBe('cyd ann otherUsers unassigned')
    expect(lines(body)).toEqual(['WEB-3 | 372.0 - - -', 'WEB-2 | 120.0 - 120.0 24.0', 'WEB-1 | - 72.0 264.0 -'])
  })

  it('a special column is only shown when there is such time', async () => {
    const body = await tracker.list({ ...USERS, projectKey: 'OPS', assignees: 'ann' })
    expect(ids(body)).toBe('ann')
  })

  inBoth('a user without history has no column', async endpoint => {
    expect(ids(await tracker.report(endpoint, { ...USERS, assignees: 'dan,bob' }))).toBe('bob otherUsers unassigned')
  })

  inBoth('an unknown login is ignored with a warning', async endpoint => {
    const body = await tracker.report(endpoint, { ...USERS, assignees: 'eve,bob' })
    expect(ids(body)).toBe('bob otherUsers unassigned')
    expect(body.warnings).toEqual([expect.stringMatching(/^assignees.*'eve'/)])
  })
})

const GROUPS = { columnsBy: 'groupDuration' }

clause('§2.1', 'groups', () => {
  inBoth('absent or empty, everything is in the column of non-members', async endpoint => {
    const body = await tracker.report(endpoint, { ...GROUPS, groups: '' })
    expect(names(body)).toEqual(['Not a member of selected groups'])
    expect(lines(body)[0]).toBe(endpoint === 'list' ? 'WEB-3 | 372.0' : '3 | 972.0')
  })

  inBoth('are columns in their order, in any case, those without time too', async endpoint => {
    const body = await tracker.report(endpoint, { ...GROUPS, groups: 'guests, TESTERS' })
    expect(ids(body)).toBe('guests testers notAMember')
  })

  it('the column of non-members is only shown when there is such time', async () => {
    expect(ids(await tracker.list({ ...GROUPS, projectKey: 'OPS', groups: 'developers' }))).toBe('developers')
  })

  inBoth('an unknown group is rejected by name', endpoint =>
    tracker.refuses(endpoint, { ...GROUPS, groups: 'developers,admins' }, 'groups', "'admins'"),
  )
})

clause('§2.1', 'historyFields', () => {
  for (const columnsBy of ['anyfieldDuration', 'anyFieldCount'])
    inBoth(`is required when columnsBy is ${columnsBy}`, endpoint =>
      tracker.refuses(endpoint, { columnsBy }, 'historyFields', 'required', columnsBy),
    )

  it('are the outer columns in their order; time without a value is None', async () => {
    const body = await tracker.list({ columnsBy: 'anyfieldDuration', historyFields: 'fixVersions,priority' })
    expect(names(body)).toEqual([
      'Fix Versions - 1.0',
      'Fix Versions - 2.0',
      'Fix Versions - None',
      'Priority - High',
      'Priority - Low',
    ])
  })

  it('time without a user is Unassigned in user fields', async () => {
    const body = await tracker.list({ columnsBy: 'anyfieldDuration', historyFields: 'assignee' })
    expect(ids(body)).toBe('assignee|ann assignee|bob assignee|cyd assignee|unassigned')
  })

  inBoth('every unknown field is named', endpoint =>
    tracker.refuses(
      endpoint,
      { columnsBy: 'anyFieldCount', calendar: '', historyFields: 'priority,mood,karma' },
      'historyFields',
      "'mood'",
      "'karma'",
    ),
  )

  inBoth('has no effect on other reports, but is checked', async endpoint => {
    const body = await tracker.report(endpoint, { historyFields: 'priority' })
    expect(body.warnings).toEqual([expect.stringMatching(/^historyFields .*statusDuration/)])
    await tracker.refuses(endpoint, { historyFields: 'mood' }, 'historyFields', "'mood'")
  })
})

const LEAD = { name: 'Lead', to: { id: '6', order: 'first' } }

function metrics(...elements: unknown[]): RequestParameters {
  return { columnsBy: 'durationBetweenStatuses', dbsMetrics: json(...elements) }
}

clause('§2.1', 'dbsMetrics', () => {
  inBoth('is required in durationBetweenStatuses', endpoint =>
    tracker.refuses(endpoint, { columnsBy: 'durationBetweenStatuses' }, 'dbsMetrics', 'required'),
  )

  inBoth('has no effect on other reports, with a warning', async endpoint => {
    const body = await tracker.report(endpoint, { dbsMetrics: json(LEAD) })
    expect(body.warnings).toEqual([expect.stringMatching(/^dbsMetrics .*statusDuration/)])
  })

  it('each is a column, and cells of a list have the state of the metric', async () => {
    const work = { name: 'Work', from: { id: '3' }, to: { id: '6' }, excluded: ['3'] }
    const body = await tracker.list(metrics(LEAD, work))
    expect(body.table.body.rows.map(row => row.valueColumns.map(cell => cell.state))).toEqual([
      ['completed', 'notStarted'],
      ['running', 'paused'],
      ['completed', 'completed'],
    ])
    // Between In Progress and Done only the 12 h of Review count; all time of WEB-2 since then is excluded.
    expect(raws(body)).toEqual([`${hours(36)} -`, hours(264, 0), hours(96, 12)])
  })

  it('aggregated cells have no state', async () => {
    const body = await tracker.aggregation(metrics(LEAD))
    expect(body.table.body.rows[0]!.valueColumns).toEqual([{ id: 'Lead', value: '396.0', raw: hours(396) }])
  })

  it.each([
    ['not JSON', 'lead time'],
    ['no array', '{"name":"Lead"}'],
    ['an array without elements', '[]'],
  ])('%s is refused', (_what, dbsMetrics) =>
    tracker.refuses('list', { columnsBy: 'durationBetweenStatuses', dbsMetrics }, 'dbsMetrics'),
  )

  inBoth('unknown keys are named with the index of their element', endpoint =>
    tracker.refuses(endpoint, metrics(LEAD, { ...LEAD, name: 'B', colour: 1 }), 'dbsMetrics', 'element 1', 'colour'),
  )

  inBoth('one message lists all errors, each with its index', async endpoint => {
    const parameters = metrics({ name: 'A_1', to: { id: '6' } }, { to: { id: '6' } }, { name: 'C' }, 7)
    const [message, ...others] = await tracker.refusal(endpoint, parameters)
    expect(others).toEqual([])
    expect(message!.split('; ')).toHaveLength(4)
    for (const index of [0, 1, 2, 3]) expect(message).toContain(`element ${index}`)
  })
})

clause('§2.1', 'dbsMetrics name', () => {
  inBoth('is required', endpoint =>
    tracker.refuses(endpoint, metrics({ to: { id: '6' } }), 'dbsMetrics', 'element 0', 'name', 'missing'),
  )
  it.each(['Lead-Time', 'a|b', 'x_y', '50%'])('only allows letters, digits and spaces: %s is rejected', name =>
    tracker.refuses('list', metrics({ ...LEAD, name }), 'dbsMetrics', 'element 0', name),
  )
  it.each(['Lead Time 2', 'Größe', '処理 時間', 'Ā'])('letters and digits may be of any script: %s', async name => {
    const body = await tracker.list(metrics({ ...LEAD, name }))
    expect(body.table.header.valueColumns).toEqual([{ id: name, value: name, isConsolidated: false }])
  })
  inBoth('cannot be blank', endpoint =>
    tracker.refuses(endpoint, metrics({ ...LEAD, name: '  ' }), 'dbsMetrics', 'element 0', 'name'),
  )
  inBoth('is given to one metric only, in any case', endpoint =>
    tracker.refuses(endpoint, metrics(LEAD, { ...LEAD, name: 'LEAD' }), 'dbsMetrics', 'element 1', "'LEAD'"),
  )
})

/** Hours of one metric in WEB-1: Open 03-01, In Progress 03-02, Review 03-03, In Progress 03-03 12:00, Done 03-05. */
async function metricOfWeb1(metric: object): Promise<string> {
  return lines(await tracker.list(metrics({ name: 'M', ...metric })))[2]!
}

clause('§2.1', 'dbsMetrics from', () => {
  it('absent, the metric starts at creation', async () => {
    expect(await metricOfWeb1({ to: { id: '6' } })).toBe('WEB-1 | 96.0')
  })
  it('order selects the entry that starts it; first by default', async () => {
    expect(await metricOfWeb1({ from: { id: '3' }, to: { id: '6' } })).toBe('WEB-1 | 72.0')
    expect(await metricOfWeb1({ from: { id: '3', order: 'first' }, to: { id: '6' } })).toBe('WEB-1 | 72.0')
    expect(await metricOfWeb1({ from: { id: '3', order: 'last' }, to: { id: '6' } })).toBe('WEB-1 | 36.0')
  })
  it('order ignores case', async () => {
    expect(await metricOfWeb1({ from: { id: '3', order: 'LAST' }, to: { id: '6' } })).toBe('WEB-1 | 36.0')
  })
  it('a status never entered leaves an empty cell', async () => {
    expect(await metricOfWeb1({ from: { id: '7' }, to: { id: '6' } })).toBe('WEB-1 | -')
  })
  inBoth('is an object with the id of a status, and no other order', async endpoint => {
    await tracker.refuses(endpoint, metrics({ ...LEAD, from: '3' }), 'dbsMetrics', 'element 0', 'from', 'object')
    await tracker.refuses(endpoint, metrics({ ...LEAD, from: { id: '99' } }), 'dbsMetrics', 'element 0', "'99'")
    await tracker.refuses(
      endpoint,
      metrics({ ...LEAD, from: { id: '3', order: 'second' } }),
      'dbsMetrics',
      'element 0',
      'from.order',
      'first or last',
    )
  })
})

clause('§2.1', 'dbsMetrics to', () => {
  inBoth('is required', endpoint =>
    tracker.refuses(endpoint, metrics({ name: 'Lead' }), 'dbsMetrics', 'element 0', 'to', 'missing'),
  )
  it('order selects the entry after the start that ends it', async () => {
    expect(await metricOfWeb1({ to: { id: '3', order: 'first' } })).toBe('WEB-1 | 24.0')
    expect(await metricOfWeb1({ to: { id: '3', order: 'last' } })).toBe('WEB-1 | 60.0')
  })
  it('the same status as from means the next visit', async () => {
    expect(await metricOfWeb1({ from: { id: '3' }, to: { id: '3' } })).toBe('WEB-1 | 36.0')
  })
  it('without from, the initial status counts as entered at creation', async () => {
    expect(await metricOfWeb1({ to: { id: '1' } })).toBe('WEB-1 | 0.0')
  })
  it('an entry before the start does not end it', async () => {
    // Review was entered once, before the last entry into In Progress; the metric runs since 03-03 12:00, 276 h.
    expect(await metricOfWeb1({ from: { id: '3', order: 'last' }, to: { id: '10' } })).toBe('WEB-1 | 276.0')
  })
})

clause('General', 'dbsMetrics ids, category', () => {
  it('select the entry into any of the statuses', async () => {
    // WEB-1 entered In Progress after 24 h, Review after 48 h, In Progress after 60 h, and Done after 96 h.
    expect(await metricOfWeb1({ to: { ids: ['10', '6'] } })).toBe('WEB-1 | 48.0')
    expect(await metricOfWeb1({ to: { ids: ['10', '6'], order: 'last' } })).toBe('WEB-1 | 96.0')
    expect(await metricOfWeb1({ from: { ids: ['10', 'In Progress'] }, to: { id: '6' } })).toBe('WEB-1 | 72.0')
    expect(await metricOfWeb1({ from: { ids: ['10', '3'], order: 'last' }, to: { id: '6' } })).toBe('WEB-1 | 36.0')
  })
  it('count a move between two of the statuses as an entry', async () => {
    expect(await metricOfWeb1({ from: { ids: ['3', '10'] }, to: { ids: ['3', '10'] } })).toBe('WEB-1 | 24.0')
  })
  it('one id in a list is the same as the id', async () => {
    const one = await tracker.list(metrics({ ...LEAD, to: { id: '6' } }))
    expect(await tracker.list(metrics({ ...LEAD, to: { ids: ['6', '6'] } }))).toEqual(one)
  })
  it('a category stands for all its statuses, in any case', async () => {
    expect(await metricOfWeb1({ to: { category: 'done' } })).toBe('WEB-1 | 96.0')
    expect(await metricOfWeb1({ from: { category: 'Indeterminate', order: 'last' }, to: { id: '6' } })).toBe(
      'WEB-1 | 36.0',
    )
  })
  it.each([
    ['none of them', {}, "to '{}' names no statuses. Allowed: one of id, ids, category"],
    ['two of them', { id: '6', ids: ['6'] }, 'to.ids \'["6"]\' is sent with id. Allowed: one of id, ids, category'],
    ['an empty list', { ids: [] }, "to.ids '[]' is empty"],
    ['an unknown status in a list', { ids: ['6', '99'] }, "to.ids[1] '99' is not the id or the name of a status"],
    [
      'an unknown category',
      { category: 'open' },
      "to.category 'open' is not possible. Possible values: new, indeterminate or done",
    ],
    ['no text', { ids: '6' }, "to.ids '6' is not an array"],
  ])('refuse %s', async (_what, to, text) => {
    await tracker.refuses('list', metrics({ ...LEAD, to }), 'dbsMetrics', 'element 0', text)
  })
  it('refuse a wrong order next to missing statuses', async () => {
    await tracker.refuses(
      'list',
      metrics({ ...LEAD, to: { order: 'second' } }),
      'dbsMetrics',
      'names no statuses. Allowed: one of id, ids, category',
      'to.order',
    )
  })
})

clause('§2.1', 'dbsMetrics excluded', () => {
  it('time in these statuses is not added', async () => {
    expect(await metricOfWeb1({ to: { id: '6' }, excluded: ['10', '1'] })).toBe('WEB-1 | 60.0')
  })
  inBoth('is a list of ids of statuses', async endpoint => {
    await tracker.refuses(endpoint, metrics({ ...LEAD, excluded: ['99'] }), 'dbsMetrics', 'element 0', "'99'")
    await tracker.refuses(
      endpoint,
      metrics({ ...LEAD, excluded: '10' }),
      'dbsMetrics',
      'element 0',
      'excluded',
      'array',
    )
  })
})

clause('§8', 'dbsMetrics entries', () => {
  const named = (count: number) => metrics(...Array.from({ length: count }, (_, i) => ({ ...LEAD, name: `M${i}` })))
  inBoth('ten are accepted', async endpoint => {
    expect((await tracker.report(endpoint, named(10))).table.header.valueColumns).toHaveLength(10)
  })
  inBoth('eleven are rejected with their number', async endpoint => {
    expect(await tracker.refusal(endpoint, named(11))).toEqual([saying('dbsMetrics', '11', 'at most 10')])
  })
})
