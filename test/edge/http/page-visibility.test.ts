import { beforeAll, describe, expect, it } from 'vitest'
import type { PageCatalogue } from '../../../src/reports/page/page-types.ts'
import { reportTypes } from '../../../src/store/plan/report-types.ts'
import { cases, sample } from '../../support/sampling.ts'
import { AGGREGATION, LIST } from './test-server.ts'
import { type VisibilityServer, visibilityServer, type WholeAnswer } from './visibility-server.ts'
import { CANARY } from './visibility-tracker.ts'

// The drill-down must reveal no more than the report of what bob may browse.

const ISSUE = LIST.replace(/list$/, 'issue')
const FIELDS = [
  ...['status', 'assignee', 'project', 'priority', 'resolution', 'fixVersions', 'components', 'labels', 'parent'],
  ...['sprint', 'customfield_20', 'customfield_21', 'customfield_22', 'customfield_23', 'customfield_28'],
].join()

/** A tracker with a project that bob may not browse, and the same tracker without it. */
let hiding: VisibilityServer
let without: VisibilityServer

const ISO = "yyyy-MM-dd'T'HH:mm:ss.SSS"

const KIND = { permissions: 'manual', hidden: 'project' } as const

beforeAll(async () => {
  hiding = await visibilityServer({ withHidden: true, ...KIND })
  without = await visibilityServer({ withHidden: false, ...KIND })
})

type Parameters = Readonly<Record<string, string>>

const address = (path: string, parameters: Parameters) => `${path}?${new URLSearchParams(parameters)}`

function base(columnsBy: string): Parameters {
  const { kind, outer } = Object.values(reportTypes).find(({ name }) => name === columnsBy)!
  return {
    filterType: 'customjql',
    customjql: 'order by key',
    columnsBy,
    groups: 'builders,planners',
    ...(kind === 'duration' ? { calendar: '0', dayLength: '24HourDays' } : {}),
    ...(outer === 'field' ? { historyFields: FIELDS } : {}),
    ...(outer === 'metric' ? { dbsMetrics: '[{"name":"All","to":{"id":"5"}}]' } : {}),
  }
}

interface List {
  readonly table: {
    readonly body: {
      readonly rows: readonly {
        readonly headerColumns: readonly { readonly value: string }[]
        readonly fieldColumns: readonly { readonly value: string }[]
        readonly valueColumns: readonly { readonly id: string; readonly raw?: string }[]
      }[]
    }
  }
}

/** Returns the response to bob, which both servers must share, without a trace of the hidden project. */
async function sameAnswer(url: string): Promise<WholeAnswer> {
  const [here, there] = await Promise.all([hiding.request('bob', url), without.request('bob', url)])
  expect(`${url}\n${here.body}`).toBe(`${url}\n${there.body}`)
  expect(here.status).toBe(there.status)
  expect(here.body).not.toMatch(CANARY)
  return here
}

const KEYS = ['OPN', 'PUB'].flatMap(key => Array.from({ length: 9 }, (_, i) => `${key}-${i + 1}`))

describe('the catalogue', () => {
  it.each(['bob', 'admin'] as const)('has the last update in each project that %s may browse', async user => {
    const { projects } = JSON.parse((await hiding.request(user, '/api/catalogue')).body) as PageCatalogue
    const url = address(LIST, { ...base('statusCount'), fields: 'updated', dateTimeFormat: ISO, timeZone: 'UTC' })
    const { rows } = (JSON.parse((await hiding.request(user, url)).body) as List).table.body
    const lastIn = (project: string) =>
      rows
        .filter(({ headerColumns }) => headerColumns[0]!.value.startsWith(`${project}-`))
        .map(({ fieldColumns }) => `${fieldColumns[0]!.value}Z`)
        .reduce((last, one) => (one > last ? one : last))
    expect(projects.map(({ key }) => key)).toEqual(user === 'bob' ? ['OPN', 'PUB'] : expect.arrayContaining(['ZQXHID']))
    for (const { key, lastUpdate } of projects) expect([key, lastUpdate]).toEqual([key, lastIn(key)])
  })
})

describe('a user without access to a project', () => {
  it.each(sample('types', Object.keys(reportTypes), cases(3)))(
    'gets the same explanations of cells as without it: %s',
    async columnsBy => {
      const list = JSON.parse((await sameAnswer(address(LIST, base(columnsBy)))).body) as List
      const all = list.table.body.rows.flatMap(({ headerColumns, valueColumns }) =>
        valueColumns.map(({ id, raw = null }) => ({ issueKey: headerColumns[0]!.value, column: id, raw })),
      )
      const [filled, empty] = [all.filter(({ raw }) => raw !== null), all.filter(({ raw }) => raw === null)]
      expect(filled.length).toBeGreaterThan(5)
      const cells = [...sample(columnsBy, filled, cases(2)), ...sample(columnsBy, empty, cases(1))]
      for (const { issueKey, column, raw } of cells) {
        const { body } = await sameAnswer(address('/api/explain', { ...base(columnsBy), issueKey, column }))
        expect(JSON.parse(body).cell.raw).toBe(raw)
      }
    },
  )

  it('gets the same timelines, repairs and distributions as without it', async () => {
    for (const issueKey of sample('timelines', KEYS, cases(2))) {
      await sameAnswer(address('/api/timeline', { issueKey, calendar: '0' }))
    }
    await sameAnswer(address('/api/repairs', { issueKeys: [...KEYS, 'ZQXHID-1', 'ZQXHID-5'].join() }))
    const types = Object.values(reportTypes).filter(({ kind }) => kind !== 'date')
    for (const { name } of sample('distributions', types, cases(1))) {
      await sameAnswer(address('/api/distribution', base(name)))
    }
  })

  it.each(sample('groups', FIELDS.split(','), cases(1)))(
    'sees the same issues in every group as without it: %s',
    async groupByFields => {
      const parameters = { ...base('statusCount'), groupByFields, emptyValueToken: 'NoToken' }
      const { body } = await sameAnswer(address(AGGREGATION, { ...parameters, aggregationType: 'sum' }))
      const alike = new Map<string, number>()
      for (const { groupByColumns, issueCount } of JSON.parse(body).table.body.rows) {
        const shown = JSON.stringify([groupByColumns[0].value ?? null])
        alike.set(shown, (alike.get(shown) ?? 0) + issueCount)
      }
      for (const [inGroup, issueCount] of alike) {
        const list = await sameAnswer(address(LIST, { ...parameters, inGroup }))
        expect([inGroup, JSON.parse(list.body).total]).toEqual([inGroup, issueCount])
      }
    },
  )

  it.each(['ZQXHID-1', 'ZQXHID-5', '9753171'])(
    'gets the same response for a hidden issue as for an unknown one: %s',
    async hidden => {
      const nothing = hidden.replace('ZQX', 'WVK').replace('97531', '86420')
      const requested = (issueKey: string) => [
        address(ISSUE, { ...base('statusCount'), issueKey }),
        address('/api/explain', { ...base('statusCount'), issueKey, column: '1' }),
        address('/api/timeline', { issueKey }),
        address('/api/repairs', { issueKeys: issueKey }),
      ]
      for (const [i, url] of requested(hidden).entries()) {
        const [one, two] = await Promise.all([
          hiding.request('bob', url),
          hiding.request('bob', requested(nothing)[i]!),
        ])
        expect(one.body.replaceAll(hidden, nothing).replace(/"time":"[^"]*"/, '')).toBe(
          two.body.replace(/"time":"[^"]*"/, ''),
        )
        expect([url, one.status]).toEqual([url, i === 3 ? 200 : 400])
      }
    },
  )

  it.each([
    ['statusDuration', '9753110'],
    ['assigneeDuration', 'zqxlogin'],
    ['anyFieldCount', 'labels|zqxlabel'],
    ['anyFieldCount', 'customfield_23|Zqx Tier'],
    ['anyFieldCount', 'fixVersions|9753140'],
    ['anyFieldCount', 'parent|9753171'],
    ['transitionCount', '1-9753110'],
  ])('learns of no column that only the hidden project has: %s, %s', async (columnsBy, column) => {
    const parameters = { ...base(columnsBy), issueKey: 'OPN-1', column }
    const answer = await hiding.request('bob', address('/api/explain', parameters))
    expect(answer.body).toBe((await without.request('bob', address('/api/explain', parameters))).body)
    expect(JSON.parse(answer.body).messages).toEqual([`ERROR: column '${column}' is not a column of this report.`])
  })
})
