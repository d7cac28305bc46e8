import { beforeAll, expect, it } from 'vitest'
import { clause, inBoth } from './clause.ts'
import { ids, keys, lines } from './notation.ts'
import { type RequestParameters, type Service, service } from './service.ts'

let tracker: Service
beforeAll(async () => {
  tracker = await service()
})

/** Returns the groups of an aggregation with the number of their issues. */
async function groups(groupByFields: string, more: RequestParameters = {}): Promise<string[]> {
  const body = await tracker.aggregation({ groupByFields, statuses: '1', ...more })
  return body.table.body.rows.map(row => `${row.groupByColumns.map(({ value }) => value).join('/')} ${row.issueCount}`)
}

clause('§2.1', 'groupByFields', () => {
  it('absent, one row contains all issues', async () => {
    const body = await tracker.aggregation({ statuses: '1' })
    expect(lines(body)).toEqual(['3 | 84.0'])
    expect(body.isOverall).toBe(true)
  })

  it('a row for each value, in the order of the values', async () => {
    const body = await tracker.aggregation({ groupByFields: 'priority', statuses: '1' })
    // High is WEB-3 (12 h in Open), Low are WEB-1 and WEB-2 (24 and 48 h).
    expect(lines(body)).toEqual(['High 1 | 12.0', 'Low 2 | 72.0'])
    expect(body.isOverall).toBe(false)
  })

  it('several fields: a row for each combination, in the order of the fields', async () => {
    expect(await groups('priority,date:month:created')).toEqual(['High/2024-02 1', 'Low/2024-03 2'])
    expect(await groups('date:month:created,priority')).toEqual(['2024-02/High 1', '2024-03/Low 2'])
  })

  it('a multi-valued field groups by its values, sorted, so that issue counts add up', async () => {
    // WEB-1 has the versions 2.0 and 1.0, WEB-3 has 2.0, WEB-2 none.
    expect(await groups('fixVersions')).toEqual(['1.0, 2.0 1', '2.0 1', '- 1'])
    expect(await groups('labels')).toEqual(['big, ui 1', '- 2'])
  })

  it('issues without a value are the last group, labelled with the empty token', async () => {
    expect(await groups('resolutiondate', { dateTimeFormat: 'dd/MM' })).toEqual(['01/03 1', '05/03 1', '- 1'])
    expect(await groups('customfield_11', { emptyValueToken: 'Null' })).toEqual(['core 1', 'null 2'])
  })

  it.each([
    ['year', ['2024 3']],
    ['quarter', ['2024-Q1 3']],
    ['month', ['2024-02 1', '2024-03 2']],
    // Wednesday 02-28 and Friday 03-01 are of week 9, Monday 03-04 of week 10.
    ['week', ['2024-W09 2', '2024-W10 1']],
    ['day', ['2024-02-28 1', '2024-03-01 1', '2024-03-04 1']],
    ['MONTH', ['2024-02 1', '2024-03 2']],
  ])('date:%s:created groups by that unit', async (unit, expected) => {
    expect(await groups(`date:${unit}:created`)).toEqual(expected)
  })

  it('date fields of issues can be grouped', async () => {
    expect(await groups('date:month:customfield_10')).toEqual(['2024-04 1', '- 2'])
    expect(await groups('date:day:resolutiondate')).toEqual(['2024-03-01 1', '2024-03-05 1', '- 1'])
  })

  it('groups of dates are in the zone of the report', async () => {
    const timeZone = 'America/New_York'
    expect(await groups('date:day:created', { timeZone })).toEqual(['2024-02-28 1', '2024-02-29 1', '2024-03-03 1'])
  })

  inBoth('the header has the requested item, and its label', async endpoint => {
    const body = await tracker.report(endpoint, { groupByFields: 'Date:Month:created,PRIORITY' })
    expect(body.table.header.groupByColumns).toEqual([
      { id: 'Date:Month:created', value: 'Created (month)' },
      { id: 'PRIORITY', value: 'Priority' },
    ])
  })

  it('on a list, rows have the group cells and come in group order first', async () => {
    const body = await tracker.list({ groupByFields: 'priority', statuses: '1' })
    expect(lines(body)).toEqual(['WEB-3 High | 12.0', 'WEB-2 Low | 48.0', 'WEB-1 Low | 24.0'])
    expect(keys(await tracker.list({ groupByFields: 'fixVersions' }))).toBe('WEB-1 WEB-3 WEB-2')
  })

  inBoth('another unit is refused with those there are', endpoint =>
    tracker.refuses(endpoint, { groupByFields: 'date:decade:created' }, 'groupByFields', "'decade'", 'year', 'day'),
  )

  inBoth('a date group of another field is refused', endpoint =>
    tracker.refuses(endpoint, { groupByFields: 'date:month:priority' }, 'groupByFields', "'date:month:priority'"),
  )

  inBoth('every unknown field is named in the one message', endpoint =>
    tracker.refuses(
      endpoint,
      { groupByFields: 'mood,date:month:karma' },
      'groupByFields',
      "'mood'",
      "'date:month:karma'",
    ),
  )
})

clause('§4', 'rule 6: groupByFields', () => {
  inBoth('takes the form of the parameter table: ids and date:<unit>:<field>', async endpoint => {
    const groupByFields = 'assignee,date:week:resolutiondate'
    const body = await tracker.report(endpoint, { groupByFields })
    expect(body.table.header.groupByColumns.map(({ id }) => id).join(',')).toBe(groupByFields)
  })
})

clause('§2.1', 'fields', () => {
  const FIELDS = { fields: 'assignee,fixVersions,customfield_10,customfield_11,labels,status' }

  it('are columns, with the labels of the tracker, several joined by a comma', async () => {
    const body = await tracker.list(FIELDS)
    expect(body.table.header.fieldColumns).toEqual([
      { id: 'assignee', value: 'Assignee' },
      { id: 'fixVersions', value: 'Fix Versions' },
      { id: 'customfield_10', value: 'Go-live' },
      { id: 'customfield_11', value: 'Team, "core"' },
      { id: 'labels', value: 'Labels' },
      { id: 'status', value: 'Status' },
    ])
    expect(body.table.body.rows.map(row => row.fieldColumns.map(({ value }) => value))).toEqual([
      ['Cyd', '2.0', '-', '-', '-', 'Done'],
      ['Cyd', '-', '-', '-', '-', 'In Progress'],
      ['Bob', '1.0, 2.0', '02/Apr/24', 'core', 'big, ui', 'Done'],
    ])
  })

  it('names of fields ignore case; the column id is the requested spelling', async () => {
    const body = await tracker.list({ fields: 'FIXVERSIONS' })
    expect(body.table.header.fieldColumns).toEqual([{ id: 'FIXVERSIONS', value: 'Fix Versions' }])
  })

  it('one message names every unknown one', () =>
    tracker.refuses('list', { fields: 'assignee,mood,karma' }, 'fields', "'mood'", "'karma'"))

  it('is not a parameter of aggregations', async () => {
    const body = await tracker.aggregation({ fields: 'mood' })
    expect(body.warnings).toEqual([expect.stringMatching(/^fields .*list/)])
  })
})

/**
 * Returns the pagination of a body: first index, last index, size, and its issues. WEB contains WEB-3, WEB-2 and WEB-1.
 */
async function page(parameters: RequestParameters): Promise<[number, number, number, string]> {
  const body = await tracker.list(parameters)
  expect(body.total).toBe(3)
  return [body.startIssueIndex, body.endIssueIndex, body.pageSize, keys(body)]
}

clause('§2.1', 'pageSize', () => {
  it('is 200 by default', async () => {
    expect(await page({})).toEqual([0, 2, 200, 'WEB-3 WEB-2 WEB-1'])
  })

  it('limits the issues of a page', async () => {
    expect(await page({ pageSize: 2 })).toEqual([0, 1, 2, 'WEB-3 WEB-2'])
    expect(await page({ pageSize: 1 })).toEqual([0, 0, 1, 'WEB-3'])
  })

  it.each(['1.5', 'many', '2e1', '0x2'])('rejects other values than whole numbers: %s', pageSize =>
    tracker.refuses('list', { pageSize }, 'pageSize', `'${pageSize}'`, 'whole number'),
  )

  it('is not a parameter of aggregations', async () => {
    expect((await tracker.aggregation({ pageSize: 'many' })).warnings).toEqual([expect.stringMatching(/^pageSize /)])
  })
})

clause('§8', 'pageSize', () => {
  const huge = '9'.repeat(20)
  it.each(['200', '201', '100000', '0', '-1', '-200', huge, `-${huge}`, '9'.repeat(400)])(
    '%s is 200',
    async pageSize => {
      expect((await page({ pageSize }))[2]).toBe(200)
    },
  )
})

clause('§2.1', 'startIssueIndex', () => {
  it('is 0 by default', async () => {
    expect(await page({ pageSize: 1, startIssueIndex: '' })).toEqual([0, 0, 1, 'WEB-3'])
  })

  it.each(['-1', 'first', '1.5', `-${'9'.repeat(30)}`])(
    'rejects other values than whole numbers from 0: %s',
    startIssueIndex => tracker.refuses('list', { startIssueIndex }, 'startIssueIndex', `'${startIssueIndex}'`),
  )

  it('is not a parameter of aggregations', async () => {
    const body = await tracker.aggregation({ startIssueIndex: -1 })
    expect(body.warnings).toEqual([expect.stringMatching(/^startIssueIndex /)])
  })
})

clause('§4', 'rule 4: paging', () => {
  it('a start that is a multiple of the page size begins the page', async () => {
    expect(await page({ pageSize: 2, startIssueIndex: 2 })).toEqual([2, 2, 2, 'WEB-1'])
  })

  it('any other start selects the page that contains it', async () => {
    expect(await page({ pageSize: 2, startIssueIndex: 1 })).toEqual([0, 1, 2, 'WEB-3 WEB-2'])
    expect(await page({ pageSize: 2, startIssueIndex: 3 })).toEqual([2, 2, 2, 'WEB-1'])
  })

  it.each([30, 400])('a start of %i digits is beyond the end', async digits => {
    const [start, end, , rows] = await page({ pageSize: 2, startIssueIndex: '9'.repeat(digits) })
    expect(rows).toBe('')
    expect(end).toBe(start - 1)
  })

  it('a page beyond the last issue is empty and ends before it starts', async () => {
    expect(await page({ pageSize: 2, startIssueIndex: 5 })).toEqual([4, 3, 2, ''])
  })

  it('every page has the columns of the whole list', async () => {
    // Only WEB-3 was in Waiting (4), only WEB-1 in Review (10).
    for (const startIssueIndex of [0, 1, 2])
      expect(ids(await tracker.list({ pageSize: 1, startIssueIndex }))).toBe('1 3 10 6 4')
  })
})
