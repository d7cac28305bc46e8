import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { distributionAnswer, explanation } from '../../../src/app/operations/page-schemas.ts'
import type { Workspace } from '../../../src/app/workspace/workspace.ts'
import type { Server } from '../../../src/edge/http/create-server.ts'
import { listReport } from '../../../src/reports/table/report-schema.ts'
import { fileOf, LISTS, NOW, smallWorkspace, temporaryFolder } from './small-tracker.ts'
import { FORM, LIST, testServer } from './test-server.ts'

const ISSUE = LIST.replace(/list$/, 'issue')
const folder = temporaryFolder()
let workspace: Workspace
let server: Server['server']

const person = (name: string) => ({ name, displayName: name.toUpperCase() })

/** An issue that ann created and assigned to bob, who started it; its change log has lost an entry. */
const REPAIRED = JSON.stringify({
  id: '201',
  key: 'WEB-9',
  fields: {
    summary: 'Repaired',
    project: { id: '10', key: 'WEB', name: 'Web Shop' },
    creator: person('ann'),
    status: { id: '5', name: 'Done' },
    assignee: person('bob'),
    created: '2024-03-04T00:00:00.000+0000',
  },
  changelog: {
    histories: [
      {
        id: '1',
        created: '2024-03-05T08:00:00.000+0000',
        author: person('ann'),
        items: [{ field: 'assignee', from: null, fromString: null, to: 'bob', toString: 'BOB' }],
      },
      {
        id: '2',
        created: '2024-03-06T10:00:00.000+0000',
        author: person('bob'),
        items: [{ field: 'status', from: '3', fromString: 'Doing', to: '5', toString: 'Done' }],
      },
      {
        id: '3',
        created: '2024-03-07T10:00:00.000+0000',
        author: person('ann'),
        items: [{ field: 'status', from: '1', fromString: 'Open', to: '5', toString: 'Done' }],
      },
    ],
  },
})

beforeAll(async () => {
  workspace = await smallWorkspace(folder.path)
  await workspace.importFiles({ files: [fileOf(REPAIRED)], lists: LISTS, skipInvalid: false, at: NOW })
  server = testServer({ report: workspace.report, ping: workspace.ping, page: workspace.page }).server
})

afterAll(async () => {
  await server.close()
  await workspace.close()
  folder.forget()
})

const DURATIONS = 'columnsBy=statusDuration&calendar=normalHours'
const QUERY = `${DURATIONS}&viewFormat=hours`

describe('the report of one issue', () => {
  it('is its list, as JSON and as CSV, by GET and by POST', async () => {
    const answer = await server.inject(`${ISSUE}?${QUERY}&issueKey=WEB-1`)
    expect(answer.statusCode).toBe(200)
    const body = listReport.parse(answer.json())
    expect(body).toMatchObject({ total: 1, query: 'key = "WEB-1"' })
    expect(body).not.toHaveProperty('warnings')
    const csv = await server.inject(`${ISSUE}?${QUERY}&issueKey=web-1&outputType=csv`)
    expect(csv.body).toBe('"Key","Summary","Open","Doing","Done"\r\n"WEB-1","Issue 1","24.0","24.0","168.0"\r\n')
    expect(csv.headers['content-disposition']).toMatch(/^inline; filename="time-in-status-list-key-web-1-[\d-]+\.csv"$/)
    const posted = await server.inject({
      method: 'POST',
      url: `${ISSUE}?issueKey=WEB-2`,
      headers: FORM,
      payload: `${QUERY}&issueKey=WEB-1`,
    })
    expect(posted.body).toBe(answer.body)
  })

  it('ignores parameters that select issues or belong to aggregations, each with a warning', async () => {
    const others = {
      filterType: 'nonsense',
      projectKey: 'NO',
      user: 'x',
      jqlFilterID: 'x',
      customjql: '((',
      sprintID: 'x',
      startDate: 'soon',
      endDate: 'never',
      dateRangeField: 'x',
      pageSize: 'many',
      startIssueIndex: '-1',
      aggregationType: 'x',
      sortBy: 'x',
    }
    const { total, warnings } = (
      await server.inject(`${ISSUE}?${QUERY}&issueKey=WEB-1&${new URLSearchParams(others)}`)
    ).json()
    expect([total, warnings.length]).toEqual([1, 13])
    expect(warnings).toContain('projectKey was ignored: the report is about one issue.')
    expect(warnings).toContain('sortBy was ignored: it is a parameter of the aggregation report.')
    const ofIssue = (own: Readonly<Record<string, string>>) =>
      server.inject(`${ISSUE}?${QUERY}&issueKey=WEB-1&${new URLSearchParams(own)}`)
    const group = await ofIssue({ groupByFields: 'status', inGroup: '["Open"]' })
    expect(group.json()).toMatchObject({ total: 1, warnings: ['inGroup was ignored: the report is about one issue.'] })
    const day = await ofIssue({ groupByFields: 'period:day', inGroup: '["2024-03-02"]', outputType: 'csv' })
    expect(day.body).toBe(
      '"Key","Summary","Period (day)","Open","Doing","Done"\r\n"WEB-1","Issue 1","2024-03-02","1.0","23.0","-"\r\n',
    )
  })

  it.each([
    ['that does not exist', 'issueKey=WEB-77', "issueKey 'WEB-77' is not the key of an issue."],
    [
      'that was created later',
      'issueKey=WEB-9&asOf=2024-03-03T00:00:00Z',
      "issueKey 'WEB-9' is not the key of an issue that existed at asOf.",
    ],
    ['without a key', '', 'issueKey is required.'],
    ['with two keys', 'issueKey=WEB-1&issueKey=WEB-2', "issueKey is given 2 times: 'WEB-1', 'WEB-2'. Give it once."],
    [
      'with no key at all in it',
      'issueKey=%22)%20or%20key%20is%20not%20empty',
      "issueKey '\") or key is not empty' is not the key of an issue.",
    ],
  ])('about one %s is rejected in the format of a list', async (_what, more, message) => {
    const answer = await server.inject(`${ISSUE}?${QUERY}&${more}`)
    expect(answer.statusCode).toBe(400)
    const { time: _time, ...body } = answer.json()
    expect(body).toEqual({ statusCode: 400, messages: [`ERROR: ${message}`], pluginVersion: '9.8.7' })
  })
})

describe('/api/explain', () => {
  it('returns how a cell was calculated, and who made the changes', async () => {
    const answer = await server.inject(`/api/explain?${QUERY}&issueKey=WEB-9&column=5`)
    expect(explanation.parse(answer.json())).toEqual(answer.json())
    expect(answer.json()).toMatchObject({
      issue: {
        key: 'WEB-9',
        repairs: [expect.stringContaining('Status: the old value of a change at 2024-03-07 11:00 differs')],
      },
      cell: { value: '86.0', raw: '309600000' },
      parts: [
        { label: 'Done', within: null, entered: '2024-03-06T10:00:00.000Z', left: null, by: 'BOB', counts: true },
      ],
    })
  })

  it('returns who reassigned the issue in a report of users, and who created it', async () => {
    const columnsBy = 'columnsBy=statusDurationByAssignee&calendar=normalHours&issueKey=WEB-9'
    const byOf = async (column: string) => {
      const { parts } = (await server.inject(`/api/explain?${columnsBy}&column=${encodeURIComponent(column)}`)).json()
      return parts.map(({ by }: { by: string }) => by)
    }
    expect(await byOf('unassigned|3')).toEqual(['ANN'])
    expect(await byOf('bob|3')).toEqual(['ANN'])
    expect(await byOf('bob|5')).toEqual(['BOB'])
  })

  it('also accepts its parameters as a form', async () => {
    const payload = `${QUERY}&issueKey=WEB-1&column=3`
    const posted = await server.inject({ method: 'POST', url: '/api/explain', headers: FORM, payload })
    expect(posted.body).toBe((await server.inject(`/api/explain?${payload}`)).body)
    expect(posted.json().cell.value).toBe('24.0')
  })

  it('refuses a period in words that fit it', async () => {
    const answer = await server.inject(`/api/explain?${QUERY}&issueKey=WEB-9&column=5&groupByFields=period:month`)
    expect(answer.json().messages).toEqual([
      'ERROR: groupByFields \'period:month\': a list has a period only if inGroup names it, for example ["2024-03"]. Leave it out, or use a date field, for example date:month:created.',
    ])
  })

  it('returns all errors as problem details', async () => {
    const answer = await server.inject('/api/explain?columnsBy=statusDuration&issueKey=WEB-77')
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([
      400,
      'application/problem+json; charset=utf-8',
    ])
    expect(answer.json()).toMatchObject({
      code: 'REPORT_INVALID',
      messages: [
        expect.stringContaining('ERROR: calendar is required'),
        "ERROR: issueKey 'WEB-77' is not the key of an issue.",
        'ERROR: column is required.',
      ],
    })
  })
})

describe('/api/timeline', () => {
  it('returns the bands of an issue and the non-working time', async () => {
    const answer = await server.inject('/api/timeline?issueKey=WEB-9&calendar=0&asOf=2024-03-07T00:00:00Z')
    const at = (text: string) => Date.parse(`2024-03-${text}:00Z`)
    const counted = (hours: number) => ({ raw: hours * 3_600_000, value: `${hours * 60}.0` })
    expect(answer.json()).toEqual({
      issue: { key: 'WEB-9', summary: 'Repaired', repairs: [expect.any(String)] },
      from: at('04T00:00'),
      until: at('07T00:00'),
      statuses: [
        {
          id: '3',
          name: 'Doing',
          category: 'indeterminate',
          entered: at('04T00:00'),
          left: at('06T10:00'),
          by: 'ANN',
          ...counted(18),
        },
        { id: '5', name: 'Done', category: 'done', entered: at('06T10:00'), left: null, by: 'BOB', ...counted(6) },
      ],
      assignees: [
        {
          id: null,
          name: 'Unassigned',
          category: null,
          entered: at('04T00:00'),
          left: at('05T08:00'),
          by: 'ANN',
          ...counted(8),
        },
        { id: 'bob', name: 'BOB', category: null, entered: at('05T08:00'), left: null, by: 'ANN', ...counted(16) },
      ],
      // 09:00 to 17:00 in Berlin.
      nonWorking: [
        [at('04T00:00'), at('04T08:00')],
        [at('04T16:00'), at('05T08:00')],
        [at('05T16:00'), at('06T08:00')],
        [at('06T16:00'), at('07T00:00')],
      ],
      calendar: 'Business hours',
    })
  })

  it('counts time as the cells of a report do, in its format', async () => {
    const parameters = 'issueKey=WEB-9&calendar=0&dayLength=businessDays&viewFormat=days&asOf=2024-03-07T00:00:00Z'
    const { statuses } = (await server.inject(`/api/timeline?${parameters}`)).json()
    const list = `/rest/tis/report/1.0/api/list?filterType=customjql&customjql=key=WEB-9&columnsBy=statusDuration&${parameters}`
    const { table } = (await server.inject(list.replace('issueKey=WEB-9&', ''))).json()
    const cells = table.body.rows[0].valueColumns.map(({ id, value, raw }: Record<string, string>) => [id, value, raw])
    expect(statuses.map((one: Record<string, unknown>) => [one.id, one.value, String(one.raw)])).toEqual(cells)
    const day = (await server.inject(`/api/timeline?${parameters.replace('businessDays', '24HourDays')}`)).json()
    expect([statuses[0].value, day.statuses[0].value]).toEqual(['2.3', '0.8'])
  })

  it('has no non-working time around the clock, and continues until now', async () => {
    const { nonWorking, until } = (await server.inject('/api/timeline?issueKey=WEB-9')).json()
    expect([nonWorking, until]).toEqual([[], NOW])
  })

  it('reports an unknown issue, calendar, date and zone together', async () => {
    const answer = await server.inject('/api/timeline?issueKey=NO-1&calendar=x&asOf=soon&timeZone=Mars')
    expect(answer.json().messages.map((message: string) => message.split(' ')[1])).toEqual([
      ...['calendar', 'asOf', 'timeZone', 'issueKey'],
    ])
  })
})

describe('/api/repairs', () => {
  it('returns the repairs by key, without other issues', async () => {
    const answer = await server.inject('/api/repairs?issueKeys=WEB-1,web-9,NO-1')
    expect(answer.json()).toEqual({
      'WEB-9': [
        'Status: the old value of a change at 2024-03-07 11:00 differs from the value before it. The new value is used.',
      ],
    })
  })

  it.each([
    ['', 'ERROR: issueKeys is required.'],
    [
      `issueKeys=${Array.from({ length: 201 }, (_, i) => `WEB-${i}`)}`,
      'ERROR: issueKeys has 201 keys. Allowed: at most 200.',
    ],
  ])('accepts 1 to 200 keys', async (query, message) => {
    const answer = await server.inject(`/api/repairs?${query}`)
    expect([answer.statusCode, answer.json().messages]).toEqual([400, [message]])
  })
})

describe('/api/distribution', () => {
  it('returns the distribution of cells over issues', async () => {
    const answer = await server.inject(`/api/distribution?filterType=project&projectKey=WEB&${DURATIONS}`)
    const hours = (n: number) => n * 3_600_000
    // Open: 24, 192, 216 hours; Doing: 24, 24, 58; Done: 168, 86.
    expect(answer.json()).toEqual({
      columns: [
        {
          id: '1',
          name: 'Open',
          count: 3,
          min: hours(24),
          lower: hours(108),
          median: hours(192),
          upper: hours(204),
          max: hours(216),
        },
        {
          id: '3',
          name: 'Doing',
          count: 3,
          min: hours(24),
          lower: hours(24),
          median: hours(24),
          upper: hours(41),
          max: hours(58),
        },
        {
          id: '5',
          name: 'Done',
          count: 2,
          min: hours(86),
          lower: hours(106.5),
          median: hours(127),
          upper: hours(147.5),
          max: hours(168),
        },
      ],
    })
  })

  it('matches the OpenAPI document, with all members', async () => {
    const more = 'percentiles=50,85&bins=4&values=true&groupByFields=issuetype'
    const answer = await server.inject(`/api/distribution?filterType=project&projectKey=WEB&${DURATIONS}&${more}`)
    const { columns, warnings } = distributionAnswer.parse(answer.json())
    expect(columns.map(column => Object.keys(column).slice(-3))).toEqual(columns.map(() => Object.keys(EXTRAS)))
    expect(warnings).toEqual(['groupByFields was ignored: it has no effect on distributions.'])
    const { paths } = (await server.inject('/openapi.json')).json()
    const names = paths['/api/distribution'].get.parameters.map(({ name }: { name: string }) => name)
    expect(names).toEqual(expect.arrayContaining(['statuses', 'dayLength', 'percentiles', 'bins', 'values']))
    for (const name of ['aggregationType', 'groupByFields', 'filters', 'outputType']) expect(names).not.toContain(name)
  })
})

/** The members of a column that need a parameter. */
const EXTRAS = { percentiles: null, bins: null, values: null }

describe('the issues of a group', () => {
  const list = (more: Record<string, string>) =>
    server.inject(`${LIST}?filterType=project&projectKey=WEB&${QUERY}&${new URLSearchParams(more)}`)

  it('are a list of their own', async () => {
    const answer = await list({ groupByFields: 'status,assignee', inGroup: '["Done","BOB"]' })
    expect(answer.json()).toMatchObject({ total: 1 })
    expect((await list({ groupByFields: 'assignee', inGroup: '[null]' })).json().total).toBe(3)
  })

  it.each([
    [{ inGroup: '["Done"]' }, 'groupByFields is required with inGroup.'],
    [
      { inGroup: 'Done', groupByFields: 'status' },
      `inGroup 'Done' is not a JSON array. Allowed: ["Bug"], or [null] for no value.`,
    ],
    [
      { inGroup: '[1,"a"]', groupByFields: 'status' },
      "inGroup element 0 '1' is not text in double quotes; has 2 elements. Allowed: 1, because groupByFields has 1 field.",
    ],
    [
      { inGroup: '[]', groupByFields: 'status' },
      'inGroup has 0 elements. Allowed: 1, because groupByFields has 1 field.',
    ],
    [{ inGroup: '[1]', groupByFields: 'status' }, "inGroup element 0 '1' is not text in double quotes."],
    [{ inGroup: '["x"]', groupByFields: 'mood' }, "groupByFields 'mood' is not the id or the name of a field."],
  ])('are rejected for an invalid request: %j', async (more, message) => {
    expect((await list(more)).json().messages).toEqual([`ERROR: ${message}`])
  })
})
