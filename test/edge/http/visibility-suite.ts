import { setTimeout } from 'node:timers/promises'
import type { InjectOptions } from 'fastify'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ViewList } from '../../../src/app/views/view-types.ts'
import { cases, sample } from '../../support/sampling.ts'
import { NAMES } from './hidden-names.ts'
import { FILES, FORM, JSON_BODY, LIST, VIEWS } from './test-server.ts'
import {
  address,
  base,
  bothLayouts,
  FIELDS,
  insides,
  LINKS,
  naming,
  type Parameters,
  queries,
  reports,
  STATUS_LIST,
  staysOfIssues,
  suggestions,
  TAKING_NONE,
  TAKING_PARAMETERS,
  TYPES,
} from './visibility-requests.ts'
import {
  type ServerKind,
  type TestUser,
  type VisibilityServer,
  visibilityServer,
  type WholeAnswer,
} from './visibility-server.ts'
import { CANARY, hiddenKey } from './visibility-tracker.ts'

/** What hides issues in a run of these tests. */
type HidingKind = Omit<ServerKind, 'withHidden'>

/** Two trackers that bob cannot distinguish: one has issues that are hidden from him, the other does not. */
let hiding: VisibilityServer
let without: VisibilityServer

/** Returns the whole text of a response, with JSON, URL and HTML encodings decoded. */
function plain({ headers, body }: WholeAnswer): string {
  const text = `${JSON.stringify(headers)}\n${body}`
  return text
    .replace(/%([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/\\u([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/&#x([0-9a-f]+);/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
}

/** Exports a report, and returns its last state with its file. As `bobby`, because lists of exports have random ids. */
async function exportedFile(server: VisibilityServer, parameters: Parameters) {
  const payload = new URLSearchParams(parameters).toString()
  const started = await server.request('bobby', { method: 'POST', url: FILES, headers: FORM, payload })
  expect(started.status, started.body).toBe(200)
  const { statusLink } = JSON.parse(started.body)
  for (;;) {
    const { body } = await server.request('bobby', statusLink)
    const { exportId: _id, statusLink: _status, downloadLink, ...state } = JSON.parse(body)
    if (['Waiting', 'In Progress'].includes(state.status)) await setTimeout(20)
    else {
      expect(state).toMatchObject({ status: 'Successful', message: null })
      return { state, file: (await server.request('bobby', downloadLink)).body }
    }
  }
}

const LETTERS = 300

/** Compares the responses to requests as bob; see differencesInAll. */
const differences = (requests: readonly (InjectOptions | string)[]) => differencesInAll(requests, 'bob')

/** Sends requests to both servers; returns those with different responses, and those with a canary. */
async function differencesInAll(
  requests: readonly (InjectOptions | string)[],
  who: TestUser,
  server = hiding,
): Promise<string[]> {
  const found: string[] = []
  for (const request of requests) {
    const [here, there] = await Promise.all([server.request(who, request), without.request(who, request)])
    const requestText = JSON.stringify(request)
    const requested = requestText.slice(0, LETTERS)
    if (JSON.stringify(here) !== JSON.stringify(there)) {
      found.push(`${requested}\n  ${firstDifference(plain(here), plain(there))}`)
    } else if (CANARY.test(plain(here)) && !CANARY.test(requestText)) {
      found.push(`${requested} reveals a canary`)
    }
  }
  return found
}

function firstDifference(here: string, there: string): string {
  let i = 0
  while (here[i] === there[i]) i++
  const around = (text: string) => text.slice(Math.max(0, i - 60), i + 100)
  return `${around(here)}\n  ${around(there)}`
}

function withoutSuggestions(answer: string): string {
  return answer.replace(/ Did you mean [^?]*\?/g, '').replace(/"content-length":"\d+"/g, '')
}

/**
 * Returns one name of each kind that reports and suggestions show to users with access to the hidden issues. Without
 * their project, only administrators see its names in other issues.
 */
function shownTo(who: TestUser, kind: HidingKind): string[] {
  const names = [
    ...[hiddenKey(kind, 1), 'Zqx plan 2', 'Zqx Vault', 'Zqx Gone', 'Zqx Person', 'zqxlogin', 'zqx-staff'],
    ...['Zqx Clearance', 'Zqx Secret', 'zqxstory', 'Zqx 1.0', 'Zqx Engine', 'zqxlabel', 'Zqx Sprint', 'Zqx Declined'],
    ...['Zqx Urgent', 'Zqx Incident', 'Zqx Tier', 'zqxclue', 'zqxfence', '9753110', '9753140'],
  ]
  const ofProject = ['Zqx Canary Works', 'ZQXHID-5', 'zqx 1', 'zqx 23']
  return kind.hidden === 'project' || who === 'admin' ? [...names, ...ofProject] : names
}

async function everythingVisibleTo(who: TestUser): Promise<string> {
  const fields = [...FIELDS, 'customfield_9753130', 'customfield_9753131'].join()
  const requested = [
    ...['statusDuration', 'assigneeDuration', 'anyFieldCount'].map(name => {
      const { outer } = TYPES.find(type => type.name === name)!
      return address(LIST, { ...base(name), ...(outer === 'field' ? { historyFields: fields } : {}), fields })
    }),
    address(LIST, { ...base('groupDuration'), groups: 'zqx-staff' }),
    ...['filter = zqx', 'status = z', 'assignee = z', 'z', 'reporter in membersOf(z'].map(text =>
      address('/api/jql/suggest', { text }),
    ),
  ]
  const answers: string[] = []
  for (const url of requested) {
    const answer = await hiding.request(who, url)
    expect(`${answer.status} ${answer.status === 200 ? '' : answer.body}`).toBe('200 ')
    answers.push(plain(answer))
  }
  return answers.join('\n')
}

/** The requests of one test; the long run makes thousands. */
const PART = 200

/** Adds a test that compares the responses to requests as bob, or several tests if there are many. */
function itIsTheSame(name: string, requests: readonly (InjectOptions | string)[]): void {
  const parts = Array.from({ length: Math.ceil(requests.length / PART) }, (_, i) => ({
    part: i === 0 ? '' : ` (${i + 1})`,
    requested: requests.slice(i * PART, (i + 1) * PART),
  }))
  it.each(parts)(`${name}$part`, async ({ requested }) => {
    expect(await differences(requested)).toEqual([])
  })
}

/** Runs the tests of what users see of issues that are hidden from some of them. */
export function visibilitySuite(kind: HidingKind): void {
  /** Returns a sample, another one for each kind; `usual` is its number in `npm test`. */
  const some = <T>(all: readonly T[], usual: number) => sample(`${kind.permissions} ${kind.hidden}`, all, cases(usual))

  beforeAll(async () => {
    hiding = await visibilityServer({ ...kind, withHidden: true })
    without = await visibilityServer({ ...kind, withHidden: false })
  })

  describe('a user who may not browse some issues', () => {
    itIsTheSame('gets every report as if the issues did not exist', some(reports(), 3))

    itIsTheSame(
      'gets the results of every query as if they did not exist',
      some(queries(), 10).map(customjql => STATUS_LIST({ customjql, fields: 'issuekey' })),
    )

    itIsTheSame(
      'gets the same query errors',
      some(queries(), 5).map(query => ({
        method: 'POST',
        url: '/api/jql/parse',
        headers: JSON_BODY,
        payload: JSON.stringify({ query }),
      })),
    )

    itIsTheSame('gets no suggestion from them', some(suggestions(), 8))

    it('finds only visible issues with a saved query', async () => {
      const saved = ['1', '2', '3'].flatMap(jqlFilterID =>
        bothLayouts({ ...base('statusCount'), filterType: 'jqlfilter', customjql: '', jqlFilterID }),
      )
      const chosen: Parameters[] = [
        { filterType: 'project', projectKey: 'OPN' },
        { filterType: 'project', projectKey: 'PUB' },
        { filterType: 'user', user: 'ann' },
        { filterType: 'sprint', sprintID: '41' },
      ]
      const others = chosen.flatMap(requestText =>
        bothLayouts({ ...base('anyFieldCount'), customjql: '', ...requestText }),
      )
      expect(await differences(some([...saved, ...others], 2))).toEqual([])
      expect(JSON.parse((await hiding.request('bob', saved[0]!)).body).total).toBe(6)
    })

    it.each(some(NAMES, 4))(
      'is answered about a hidden $what as about nothing: $hidden',
      async ({ hidden, nothing }) => {
        expect(await differences(some(naming(hidden), 1))).toEqual([])
        // Another kind of thing, which is visible, has this id.
        if (hidden === '9753100') return
        const other = naming(nothing)
        const same = (text: string) =>
          text.replaceAll(nothing, hidden).replaceAll(nothing.toUpperCase(), hidden.toUpperCase())
        const pairs = naming(hidden).map((request, n) => [request, other[n]!] as const)
        for (const [request, ofNothing] of some(pairs, 1)) {
          const [one, two] = await Promise.all([hiding.request('bob', request), hiding.request('bob', ofNothing)])
          const url = request.url.slice(0, LETTERS)
          // Suggestions depend on the letters of the name; that none is of a hidden thing was compared above.
          const [shown, expected] = [JSON.stringify(one), same(JSON.stringify(two))].map(withoutSuggestions)
          expect(`${url} ${shown}`).toBe(`${url} ${expected}`)
        }
      },
    )

    itIsTheSame('gets the same drill-down of an issue as without them', some(insides(), 3))

    it('sees no saved report that everybody may open and that names or finds them', async () => {
      const shared = (name: string, changes: Parameters) => ({
        name,
        sharing: 'everyone',
        endpoint: 'list',
        parameters: Object.entries({ ...base('statusCount'), ...changes }).map(([name, value]) => ({ name, value })),
      })
      // Numbers are also ids of visible things. A label may have the name of a hidden query, or one that nothing has.
      const others = kind.hidden === 'project' ? ['zqx 1'] : ['zqx 1', 'ZQXHID', 'ZQXHID-1']
      const names = NAMES.map(one => one.hidden).filter(name => /zqx/i.test(name) && !others.includes(name))
      const hidden = some(names, 2)
      const reports = hidden.flatMap(name => [
        shared(`About ${name}`, {}),
        shared('Project', { filterType: 'project', customjql: '', projectKey: name }),
        shared('Groups', { groupByFields: name }),
        ...[`project = "${name}"`, `text ~ "${name}"`, `labels = "${name}"`, `assignee was "${name}"`].map(customjql =>
          shared(customjql.replaceAll(name, 'it'), { customjql }),
        ),
      ])
      const ids: string[] = []
      for (const [i, report] of [shared('All', {}), ...reports].entries()) {
        const payload = JSON.stringify({ ...report, name: `${report.name} ${i}` })
        const { status, body } = await hiding.request('admin', {
          method: 'POST',
          url: VIEWS,
          headers: JSON_BODY,
          payload,
        })
        expect([201, 400], body).toContain(status)
        if (status === 201) ids.push(JSON.parse(body).id)
      }
      expect(ids.length).toBeGreaterThan(hidden.length * 2)
      const listed = async (who: TestUser) => {
        const { views } = JSON.parse((await hiding.request(who, `${VIEWS}?pageSize=200`)).body) as ViewList
        return views.map(({ name }) => name)
      }
      expect(await listed('bob')).toEqual(['All 0'])
      expect(await listed('admin')).toHaveLength(Math.min(ids.length, 200))
      // Other tests compare the lists of both servers.
      for (const id of ids) await hiding.request('admin', { method: 'DELETE', url: `${VIEWS}/${id}` })
    })

    it('saves teams with the same errors, and sees none that names them', async () => {
      const put = (name: string, changes: Parameters) => {
        const parameters = Object.entries({ filterType: 'customjql', customjql: 'order by key', ...changes })
        const team = { name, sharing: 'everyone', parameters: parameters.map(([name, value]) => ({ name, value })) }
        const url = `/api/teams/${encodeURIComponent(name)}`
        return { method: 'PUT', url, headers: JSON_BODY, payload: JSON.stringify(team) } as const
      }
      const stagesOf = (status: string) => [
        { name: 'Open', kind: 'active', statuses: [status] },
        { name: 'Done', kind: 'done', statuses: ['5'] },
      ]
      const others = kind.hidden === 'project' ? ['zqx 1'] : ['zqx 1', 'ZQXHID', 'ZQXHID-1']
      const names = NAMES.map(one => one.hidden).filter(name => /zqx/i.test(name) && !others.includes(name))
      const naming = some(names, 3).flatMap(name => [
        put('Team', { filterType: 'project', customjql: '', projectKey: name }),
        put('Team', { customjql: `project = "${name}"` }),
        put('Team', { customjql: `status = "${name}" and nofield = 1` }),
        put('Team', { workflow: name }),
        put('Team', { workflow: JSON.stringify({ name: 'Ours', stages: stagesOf(name) }) }),
        put('Team', { calendar: name }),
      ])
      const headers = { ...JSON_BODY, 'x-sojourn': '1' }
      const known = names.map(name => `/api/teams/${encodeURIComponent(name)}`)
      const removals = some(known, 2).flatMap(url => [
        url,
        { method: 'DELETE' as const, url, headers },
        { method: 'POST' as const, url: `${url}/restore`, headers },
      ])
      expect(await differences([...naming, ...removals, '/api/teams'])).toEqual([])
      const made: string[] = []
      for (const sent of [
        put('All', {}),
        put('Vault', { workflow: JSON.stringify({ name: 'Ours', stages: stagesOf('9753110') }) }),
        ...some(names, 2).flatMap(name => [
          put(`About ${name}`, {}),
          put(`Q ${name.length}`, { customjql: `text ~ "${name}"` }),
        ]),
      ]) {
        const { status, body } = await hiding.request('admin', sent)
        expect([200, 201], body).toContain(status)
        made.push(JSON.parse(body).id)
      }
      const listed = async (who: TestUser) =>
        JSON.parse((await hiding.request(who, '/api/teams')).body).teams.map(({ name }: { name: string }) => name)
      expect(await listed('bob')).toEqual(['All'])
      expect((await listed('admin')).length).toBeGreaterThan(2)
      for (const id of made.slice(1)) expect((await hiding.request('bob', `/api/teams/${id}`)).status).toBe(404)
      for (const id of made) await hiding.request('admin', { method: 'DELETE', url: `/api/teams/${id}`, headers })
    })

    it('sees workflows without them', async () => {
      const workflow = (withHidden: boolean) => {
        const hidden = (...ids: string[]) => (withHidden ? ids : [])
        const [, vault, gone] = ['', '9753110', '9753111']
        return {
          name: 'Team',
          stages: [
            { name: 'Open', kind: 'notStarted', statuses: ['1'] },
            ...hidden(vault!).map(id => ({ name: 'Away', kind: 'waiting', statuses: [id] })),
            { name: withHidden ? 'Zqx Gone' : 'Doing', kind: 'active', statuses: ['3', ...hidden(gone!)] },
            { name: 'Done', kind: 'done', statuses: ['5'] },
          ],
          blocked: {
            fields: ['customfield_23', ...LINKS, ...hidden('customfield_9753130')],
            statuses: hidden(vault!),
            labels: ['dock', 'unknown', ...hidden('zqxlabel')],
          },
          sle: { percent: 85, hours: 8 },
        }
      }
      const put = (server: VisibilityServer, name: string, withHidden: boolean) =>
        server.request('admin', {
          method: 'PUT',
          url: `/api/workflows/${encodeURIComponent(name)}`,
          headers: JSON_BODY,
          payload: JSON.stringify({ ...workflow(withHidden), name }),
        })
      for (const [server, withHidden] of [
        [hiding, true],
        [without, false],
      ] as const) {
        expect(await put(server, 'Team', withHidden)).toMatchObject({ status: 201 })
      }
      expect(await put(hiding, 'Zqx Canary Works', true)).toMatchObject({ status: 201 })
      const vault = { ...workflow(true), name: 'Vault', stages: workflow(true).stages.slice(1, 2) }
      const done = { name: 'Gone', kind: 'done', statuses: ['9753111'] }
      const payload = JSON.stringify({ ...vault, stages: [...vault.stages, done] })
      const sent = { method: 'PUT' as const, url: '/api/workflows/Vault', headers: JSON_BODY, payload }
      expect(await hiding.request('admin', sent)).toMatchObject({ status: 201 })
      const urls = ['', '/default', '/1', '/Team', '/2', '/Zqx%20Canary%20Works', '/Vault'].map(
        path => `/api/workflows${path}`,
      )
      urls.push('/api/workflow-proposal')
      expect(await differences(urls)).toEqual([])
      const measured = {
        filterType: 'customjql',
        customjql: 'order by key',
        workflow: 'Team',
        levels: 'all',
        state: 'all',
      }
      const items = address('/api/flow/items', { ...measured, from: '2024-01-01' })
      expect(await differences([items, ...some(staysOfIssues({ workflow: 'Team' }), 1)])).toEqual([])
      const blocked = await hiding.request('bob', address('/api/flow/stays', { workflow: 'Team', issueKey: 'OPN-3' }))
      expect(JSON.parse(blocked.body).blockedIntervals.length).toBeGreaterThan(0)
      const shown = JSON.parse((await hiding.request('bob', '/api/workflows/Team')).body)
      expect(shown.definition.stages.map(({ name }: { name: string }) => name)).toEqual(['Open', 'Doing', 'Done'])
      expect(shown.definition.blocked).toEqual({
        fields: ['customfield_23', ...LINKS],
        statuses: [],
        labels: ['dock', 'unknown'],
      })
      const all = JSON.parse((await hiding.request('admin', '/api/workflows/Team')).body)
      expect(all.definition.stages).toEqual(workflow(true).stages)
      const names = async (who: TestUser) =>
        JSON.parse((await hiding.request(who, '/api/workflows')).body).workflows.map(
          ({ name }: { name: string }) => name,
        )
      expect(await names('admin')).toEqual(['default', 'Team', 'Zqx Canary Works', 'Vault'])
      expect(await names('bob')).toEqual(['default', 'Team'])
    })

    it('gets the same response from every route of the server', async () => {
      const paths = new Set(hiding.routes.map(route => route.split(' ')[1]))
      // A new route must be requested above with all its parameters.
      expect([...paths].sort()).toEqual([...TAKING_PARAMETERS, ...TAKING_NONE].sort())
      const ids = ['0', 'OPN', 'ZQXHID', 'ZQXHID-1', 'OPN-975311', '9753100', 'zqx 1']
      const requested = hiding.routes.flatMap(route => {
        const [method, path] = route.split(' ') as ['GET', string]
        // Metrics cover the whole server, and are for administrators only.
        const urls = path.includes(':') ? ids.map(id => path.replace(/:\w+/g, encodeURIComponent(id))) : [path]
        return urls.flatMap(url =>
          [undefined, '{}'].map(payload => ({
            method,
            url,
            ...(payload === undefined || method === 'GET'
              ? {}
              : { payload, headers: { ...JSON_BODY, 'x-sojourn': '1' } }),
          })),
        )
      })
      expect(requested.length).toBeGreaterThan(hiding.routes.length)
      expect(await differences(some(requested, 30))).toEqual([])
      expect((await hiding.request('bob', '/metrics')).status).toBe(403)
    })

    it('gets the same files as without them', async () => {
      const files = ['statusDuration', 'anyFieldCount', 'lastTransitionFromDate'].flatMap(columnsBy => {
        const isDate = columnsBy === 'lastTransitionFromDate'
        return ['XLSX', 'CSV', 'NDJSON', 'PARQUET', ...(isDate ? [] : ['CSVSUM'])].map(outputType => {
          const order = outputType === 'CSVSUM' ? {} : { orderBy: 'currentStatusAge', orderDir: 'desc' }
          const fields = [...FIELDS, 'currentStatusAge'].join()
          const more = { calendar: 'normalHours', fields, groupByFields: 'project,parent', outputType, ...order }
          return { ...base(columnsBy), ...more }
        })
      })
      for (const parameters of some(files, 1)) {
        const [hidden, plain] = await Promise.all([hiding, without].map(server => exportedFile(server, parameters)))
        expect(hidden).toEqual(plain)
        expect(JSON.stringify(hidden)).not.toMatch(CANARY)
      }
    })

    it('gets the same explanations of queries as without them', async () => {
      for (const text of [
        'order by key',
        'parent is not empty',
        'project = ZQXHID',
        'text ~ zqxfence',
        'labels = zqxlabel',
      ]) {
        const [here, there] = [await hiding.explain('bob', text), await without.explain('bob', text)]
        expect([text, here]).toEqual([text, there])
      }
      expect(await hiding.explain('bob', 'order by key')).toMatchObject({ issues: 9 })
      expect(await hiding.explain('admin', 'order by key')).toMatchObject({ issues: 13 })
    })

    it('leaves no trace of them in the log', async () => {
      const requested = some(
        NAMES.flatMap(({ hidden }) => naming(hidden)),
        5,
      )
      expect(await differences([...requested, STATUS_LIST({})])).toEqual([])
      expect(hiding.logged()).toContain(LIST)
      expect(hiding.logged()).not.toMatch(CANARY)
    })
  })

  describe('a user who may browse them', () => {
    const users: readonly [TestUser, string][] = [
      ['admin', 'an administrator'],
      ['granted', 'a user it was granted to'],
      ['ingroup', 'a member of a group it was granted to'],
      ['zqxlogin', "a member of a tracker's group it was granted to"],
    ]

    it.each(some(users, 1))('sees all of it: %s, %s', async who => {
      const visible = await everythingVisibleTo(who)
      expect(shownTo(who, kind).filter(name => !visible.includes(name))).toEqual([])
      expect(JSON.parse((await hiding.request(who, STATUS_LIST({}))).body).total).toBe(13)
      expect(JSON.parse((await hiding.request('bob', STATUS_LIST({}))).body).total).toBe(9)
    })

    it('shares no response with a concurrent user without access', async () => {
      const url = STATUS_LIST({ fields: LINKS.join() })
      const who: TestUser[] = ['bob', 'admin', 'granted', 'bob', 'ingroup', 'bob', 'zqxlogin', 'bob']
      const alone = new Map<TestUser, string>()
      for (const one of new Set(who)) alone.set(one, (await hiding.request(one, url)).body)
      const together = await Promise.all(who.map(one => hiding.request(one, url)))
      expect(together.map(({ body }) => body)).toEqual(who.map(one => alone.get(one)))
    })

    it('sees no more projects because others may browse them', async () => {
      const projects = async (who: TestUser) => {
        const { items } = JSON.parse(
          (await hiding.request(who, address('/api/jql/suggest', { text: 'project = ' }))).body,
        )
        return items.filter(({ kind }: { kind: string }) => kind === 'value').map(({ text }: { text: string }) => text)
      }
      for (let turn = 0; turn < 2; turn++) {
        expect(await projects('bob')).toEqual(['OPN', 'PUB'])
        expect(await projects('half')).toEqual(['OPN'])
        expect(await projects('granted')).toEqual(['OPN', 'PUB', ...(kind.hidden === 'project' ? ['ZQXHID'] : [])])
      }
      expect(JSON.parse((await hiding.request('half', STATUS_LIST({}))).body).total).toBe(7)
    })

    it('sees nothing of them from the time when access is revoked', async () => {
      const server = await visibilityServer({ ...kind, withHidden: true })
      await server.withdraw()
      const total = async (who: TestUser) => JSON.parse((await server.request(who, STATUS_LIST({}))).body).total
      for (const who of ['granted', 'ingroup'] as const) {
        expect(await differencesInAll(some(reports(), 1), who, server)).toEqual([])
        expect(await total(who)).toBe(9)
      }
      expect(await total('admin')).toBe(13)
    })
  })
}
