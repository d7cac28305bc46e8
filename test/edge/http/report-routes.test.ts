import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Workspace } from '../../../src/app/workspace/workspace.ts'
import type { Server } from '../../../src/edge/http/create-server.ts'
import type { ReportFacts } from '../../../src/reports/report/report-body.ts'
import { bodyOf } from '../../support/collected.ts'
import { smallWorkspace, temporaryFolder } from './small-tracker.ts'
import { AGGREGATION, FORM, LIST, testServer } from './test-server.ts'

const folder = temporaryFolder()
let workspace: Workspace
let server: Server['server']

beforeAll(async () => {
  workspace = await smallWorkspace(folder.path)
  server = testServer({ report: workspace.report, flow: workspace.flow, ping: workspace.ping }).server
})

afterAll(async () => {
  await server.close()
  await workspace.close()
  folder.forget()
})

const QUERY = 'filterType=project&projectKey=WEB&columnsBy=statusDuration&calendar=normalHours&viewFormat=hours'

function post(url: string, payload?: string, headers: Record<string, string> = FORM) {
  return server.inject({ method: 'POST', url, headers, ...(payload === undefined ? {} : { payload }) })
}

describe('the list endpoint', () => {
  it('returns a CSV with the time of each issue in each status', async () => {
    const answer = await server.inject(`${LIST}?${QUERY}&outputType=csv`)
    expect(answer.statusCode).toBe(200)
    expect(answer.body).toBe(
      [
        '"Key","Summary","Open","Doing","Done"',
        '"WEB-3","Issue 3","216.0","-","-"',
        '"WEB-2","Issue 2","192.0","24.0","-"',
        '"WEB-1","Issue 1","24.0","24.0","168.0"',
        '',
      ].join('\r\n'),
    )
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': expect.stringMatching(
        /^inline; filename="time-in-status-list-project-web-2024-03-10-\d{8}\.csv"$/,
      ),
      'cache-control': 'no-store',
    })
  })

  it('suggests another file name for each report and for other parameters', async () => {
    const nameOf = async (url: string) => {
      const { statusCode, headers, body } = await server.inject(`${url}&outputType=csv`)
      expect(statusCode, body).toBe(200)
      return headers['content-disposition']
    }
    const flow = '/api/flow/summary?filterType=project&projectKey=WEB&calendar=normalHours'
    const names: unknown[] = []
    for (const url of [
      `${LIST}?${QUERY}`,
      `${LIST}?${QUERY}&statuses=3`,
      `${LIST}?${QUERY.replace('statusDuration', 'statusCount')}`,
      `${AGGREGATION}?${QUERY}&aggregationType=sum`,
      `${AGGREGATION}?${QUERY}&aggregationType=sum&groupByFields=issuetype`,
      flow,
      `${flow}&from=2024-01-01`,
    ])
      names.push(await nameOf(url))
    expect(new Set(names).size).toBe(names.length)
    expect(await nameOf(`${LIST}?${QUERY}`)).toBe(names[0])
  })

  it('returns JSON by default', async () => {
    const answer = await server.inject(`${LIST}?${QUERY}`)
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(answer.json()).toMatchObject({
      total: 3,
      version: '9.8.7',
      isAggregationType: false,
      timeZone: 'Europe/Berlin',
    })
  })

  it('returns the same body for a GET and for every kind of POST', async () => {
    const { body } = await server.inject(`${LIST}?${QUERY}`)
    expect((await post(LIST, QUERY)).body).toBe(body)
    expect((await post(`${LIST}?${QUERY}`)).body).toBe(body)
    expect((await post(`${LIST}?${QUERY}`, undefined, { 'content-type': 'application/json' })).body).toBe(body)
    const [start, ...rest] = QUERY.split('&')
    expect((await post(`${LIST}?${start}`, rest.join('&'))).body).toBe(body)
  })

  it('prefers the body to the query', async () => {
    const answer = await post(`${LIST}?${QUERY}&statuses=1&pageSize=1`, 'statuses=5')
    expect(answer.json().table.header.valueColumns).toMatchObject([{ id: '5' }])
    expect(answer.json().pageSize).toBe(1)
  })

  it('joins a repeated list, and rejects another repeated parameter', async () => {
    const joined = await server.inject(`${LIST}?${QUERY}&statuses=5&statuses=1`)
    expect(joined.json().table.header.valueColumns).toMatchObject([{ id: '5' }, { id: '1' }])
    const twice = await server.inject(`${LIST}?${QUERY}&pageSize=1&pageSize=2`)
    expect(twice.json().messages).toEqual([expect.stringMatching(/^ERROR: pageSize is given 2 times/)])
  })

  it('returns the headers of a GET for a HEAD', async () => {
    const get = await server.inject(`${LIST}?${QUERY}`)
    const head = await server.inject({ method: 'HEAD', url: `${LIST}?${QUERY}` })
    expect(head.statusCode).toBe(200)
    expect(head.body).toBe('')
    expect(head.headers['content-length']).toBe(get.headers['content-length'])
  })

  it('says in CSV how many issues there are, and where the next page is', async () => {
    const whole = await server.inject(`${LIST}?${QUERY}&outputType=csv`)
    expect(whole.headers).toMatchObject({ 'x-total-count': '3' })
    expect(whole.headers).not.toHaveProperty('link')
    const [header, ...rows] = whole.body.split('\r\n').slice(0, -1)
    const shown: string[] = []
    for (let next: string | undefined = `${LIST}?${QUERY}&outputType=csv&pageSize=1`; next; ) {
      const page: Awaited<ReturnType<typeof server.inject>> = await server.inject(next)
      expect(page.headers['x-total-count']).toBe('3')
      expect(page.body.split('\r\n')[0]).toBe(header)
      shown.push(...page.body.split('\r\n').slice(1, -1))
      next = /^<(.*)>; rel="next"$/.exec(String(page.headers.link))?.[1]
    }
    expect(shown).toEqual(rows)
    expect(shown).toHaveLength(3)
  })

  it('accepts a body of 5 MB', async () => {
    const statuses = `1${',1'.repeat(2_500_000)}`
    const answer = await post(LIST, `${QUERY}&statuses=${statuses}`)
    expect(answer.json().table.header.valueColumns).toMatchObject([{ id: '1' }])
  })
})

describe('the aggregation endpoint', () => {
  it('returns the average of the issues', async () => {
    const answer = await server.inject(`${AGGREGATION}?${QUERY}&aggregationType=average&outputType=csv`)
    expect(answer.body).toBe('"Number Of Issues","Open","Doing","Done"\r\n"3","144.0","24.0","168.0"\r\n')
  })

  it('has another path with another app and base path', async () => {
    const other = testServer({ report: workspace.report, app: 'time', basePath: '/jira' }).server
    const url = `/jira/rest/time/report/1.0/api/aggregation?${QUERY}&aggregationType=sum`
    expect((await other.inject(url)).statusCode).toBe(200)
    expect((await other.inject(AGGREGATION)).statusCode).toBe(404)
  })
})

describe('the headers of a report', () => {
  const TITLE = { report: 'time-in-status-list', asOf: 0 }
  const sendWith = async (facts: ReportFacts, url: string) => {
    const { server } = testServer({ report: async () => ({ ...bodyOf('json', '{}'), facts }) })
    return (await server.inject({ url })).headers
  }

  it('include the number of issues, and the link to the next page', async () => {
    const facts = { total: 922, nextIndex: 400, emptyReason: null, warnings: [], computedBy: null, title: TITLE }
    expect(await sendWith(facts, `${LIST}?filterType=project&StartIssueIndex=200&projectKey=A%26B`)).toMatchObject({
      'x-total-count': '922',
      link: `<${LIST}?filterType=project&projectKey=A%26B&startIssueIndex=400>; rel="next"`,
    })
    const last = await sendWith({ ...facts, nextIndex: null }, LIST)
    expect(last).not.toHaveProperty('link')
    expect(last).not.toHaveProperty('x-warnings')
  })

  it('name the database and the revision if there is a choice', async () => {
    const facts = { total: 1, nextIndex: null, emptyReason: null, warnings: [], title: TITLE }
    const trino = { engine: 'trino', revision: 12 } as const
    expect(await sendWith({ ...facts, computedBy: trino }, LIST)).toMatchObject({ 'x-engine': 'trino; revision=12' })
    const duckdb = { engine: 'duckdb', revision: null } as const
    expect(await sendWith({ ...facts, computedBy: duckdb }, LIST)).toMatchObject({ 'x-engine': 'duckdb' })
    expect(await sendWith({ ...facts, computedBy: null }, LIST)).not.toHaveProperty('x-engine')
  })

  it('include the warnings as ASCII JSON, and count those above the limit', async () => {
    const warnings = ['für ✓ "x"', 'y']
    const { 'x-warnings': few } = await sendWith(
      { total: 1, computedBy: null, nextIndex: null, emptyReason: null, warnings, title: TITLE },
      LIST,
    )
    expect(few).toMatch(/^[\x20-\x7e]+$/)
    expect(JSON.parse(String(few))).toEqual(warnings)
    const many = Array.from({ length: 500 }, (_, i) => `warning number ${i}`)
    const { 'x-warnings': cut } = await sendWith(
      { total: 1, computedBy: null, nextIndex: null, emptyReason: null, warnings: many, title: TITLE },
      LIST,
    )
    const shown = JSON.parse(String(cut))
    expect(String(cut).length).toBeLessThanOrEqual(4_000)
    expect(shown.at(-1)).toBe(`and ${500 - (shown.length - 1)} more, in the JSON of the report`)
  })
})

describe('the endpoint of a forecast', () => {
  it('reads each value of a repeated parameter, in order, from the address or from a form', async () => {
    const base = 'filterType=project&projectKey=WEB'
    const repeated = `${base}&then=key+%3D+WEB-3&THEN=key+in+(WEB-2,WEB-3)`
    const answer = await server.inject(`/api/flow/forecast?${repeated}`)
    const { parts } = answer.json()
    expect(parts.map(({ query, count }: { query: string; count: number }) => [query, count])).toEqual([
      [null, 0],
      ['key = WEB-3', 1],
      ['key IN (WEB-2, WEB-3)', 1],
    ])
    expect((await post('/api/flow/forecast', repeated)).body).toBe(answer.body)
    expect((await post(`/api/flow/forecast?${base}&then=key+%3D+WEB-1`, repeated)).body).toBe(answer.body)
  })
})
