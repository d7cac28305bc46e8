import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Workspace } from '../../../src/app/workspace/workspace.ts'
import { createServer, type Server } from '../../../src/edge/http/create-server.ts'
import { reportTypes } from '../../../src/store/plan/report-types.ts'
import { cases, sample } from '../../support/sampling.ts'
import { emptyWorkspace, fileOf, NOW, temporaryFolder } from './small-tracker.ts'
import { AGGREGATION, CALENDARS, JSON_BODY, LIST, testServerDeps } from './test-server.ts'

/** Properties of every JavaScript object, and for each a text that sorts like it and is no property. */
const TWINS = [
  ['constructor', 'constructoq'],
  ['toString', 'toStrinf'],
  ['valueOf', 'valueOe'],
  ['hasOwnProperty', 'hasOwnPropertx'],
  ['__proto__', '__protn__'],
] as const

const WORDS = TWINS.map(([word]) => word)

/** Replaces each of these texts with its twin, keeping the case. */
function twinOf(text: string): string {
  return TWINS.reduce((all, [word, twin]) => {
    const at = [...word].findIndex((letter, i) => letter !== twin[i])
    return all.replace(new RegExp(word, 'gi'), found => {
      const letter = found[at] === found[at]!.toLowerCase() ? twin[at]!.toLowerCase() : twin[at]!.toUpperCase()
      return `${found.slice(0, at)}${letter}${found.slice(at + 1)}`
    })
  }, text)
}

const named = (name: string) => ({ id: name, name })

/**
 * Returns an export with one issue per text, which names its statuses, people, versions, labels, project and custom
 * fields.
 */
function exportText(): string {
  return WORDS.map((word, i) => {
    const next = WORDS[(i + 1) % WORDS.length]!
    const person = { name: word, key: word, displayName: word, emailAddress: `${word}@example.org` }
    const other = { name: next, key: next, displayName: next }
    // `__proto__: ...` in a literal would not create a property of that name.
    const own = Object.fromEntries([
      ...WORDS.map(name => [name, { id: `${name}1`, value: `${name} one` }]),
      ...['option', 'labels'].map(kind => [`customfield_${kind}`, kind === 'labels' ? [word] : named(word)]),
    ])
    const change = (at: string, field: string, from: string, to: string) => ({
      id: `${i}-${at}-${field}`,
      created: `2024-03-0${at}T00:00:00.000+0000`,
      author: person,
      items: [{ field, fieldId: field, from, fromString: from, to, '@to': to }],
    })
    const fields = {
      summary: `${word} breaks`,
      description: word,
      project: { id: word, key: 'AWK', name: word },
      status: named(next),
      issuetype: named(word),
      priority: named(word),
      resolution: named(word),
      assignee: other,
      reporter: person,
      creator: person,
      labels: [word],
      parent: { id: '1', key: word },
      fixVersions: [named(word)],
      versions: [named(word)],
      components: [named(word)],
      created: '2024-03-01T00:00:00.000+0000',
    }
    const histories = [
      change('2', 'status', word, next),
      change('3', 'assignee', word, next),
      change('4', word, `${next}1`, `${word}1`),
    ]
    return JSON.stringify({
      id: String(100 + i),
      key: `AWK-${i + 1}`,
      fields: Object.fromEntries([...Object.entries(fields), ...Object.entries(own)]),
      changelog: { histories },
    })
  }).join('\n')
}

function lists(text: (words: string) => string) {
  const list = (name: string, json: unknown) => ({ name, text: text(JSON.stringify(json)) })
  return {
    statuses: list(
      'statuses',
      WORDS.map(word => ({ ...named(word), statusCategory: { key: word } })),
    ),
    fields: list(
      'fields',
      WORDS.map(word => ({ ...named(word), custom: true, schema: { type: word, items: word } })),
    ),
    groups: list(
      'groups',
      WORDS.map(word => ({ name: word, members: [{ name: word, key: word }] })),
    ),
  }
}

interface Side {
  readonly server: Server['server']
  readonly close: () => Promise<void>
}

async function sideWith(text: (words: string) => string): Promise<Side> {
  const folder = temporaryFolder()
  const workspace: Workspace = await emptyWorkspace(folder.path)
  // The log's own key is one of the texts.
  const files = [fileOf(text(exportText()).replaceAll('"@to"', '"toString"'))]
  await workspace.importFiles({ files, lists: lists(text), skipInvalid: false, at: NOW })
  for (const word of WORDS) await workspace.savedQueries.add(text(word), text(`labels = "${word}"`), null, null)
  const { calendars } = workspace
  const { server } = createServer({ ...testServerDeps(), ...workspace, calendars, authenticate: null })
  return {
    server,
    close: async () => {
      await server.close()
      await workspace.close()
      folder.forget()
    },
  }
}

let awkward: Side
let plain: Side

beforeAll(async () => {
  awkward = await sideWith(text => text)
  plain = await sideWith(twinOf)
})

afterAll(async () => {
  await awkward.close()
  await plain.close()
})

type Parameters = Readonly<Record<string, string>>

const METRICS = JSON.stringify(WORDS.map(word => ({ name: word.replaceAll('_', ''), to: { id: word } })))
const ALL = { filterType: 'customjql', customjql: 'order by key' }

function base(columnsBy: keyof typeof reportTypes): Parameters {
  const { kind, outer } = reportTypes[columnsBy]
  return {
    ...ALL,
    columnsBy,
    groups: WORDS.join(),
    ...(kind === 'duration' ? { calendar: 'normalHours' } : {}),
    ...(outer === 'field' ? { historyFields: [...WORDS, 'labels', 'fixVersions', 'parent'].join() } : {}),
    ...(outer === 'metric' ? { dbsMetrics: METRICS } : {}),
  }
}

const at = (path: string, parameters: Parameters) => `${path}?${new URLSearchParams(parameters)}`

/** Returns reports whose columns, groups, fields, sorting and filters use these texts. */
function reports(): string[] {
  const fields = [...WORDS, 'project', 'parent', 'labels', 'customfield_option', 'customfield_labels'].join()
  const byType = (Object.keys(reportTypes) as (keyof typeof reportTypes)[]).flatMap((name): string[] => {
    const parameters = base(name)
    const list = [
      parameters,
      { ...parameters, fields, groupByFields: fields },
      { ...parameters, outputType: 'csv', fields },
    ].map(one => at(LIST, one))
    if (reportTypes[name].kind === 'date') return list
    const sum = { ...parameters, aggregationType: 'sum' }
    const groups =
      name === 'statusDuration' ? [...WORDS, 'assignee', 'status', 'issuetype', 'fixVersions'] : [WORDS.join()]
    const grouped = groups.map(groupByFields => at(AGGREGATION, { ...sum, groupByFields }))
    return [...list, at(AGGREGATION, sum), ...grouped]
  })
  const each = WORDS.flatMap(word => [
    at(LIST, { ...base('statusDuration'), statuses: word, assignees: word }),
    at(LIST, { ...base('assigneeDuration'), assignees: word, fields: word }),
    at(LIST, { ...base('anyFieldCount'), historyFields: word }),
    at(LIST, { ...base('statusCount'), filterType: 'user', user: word, customjql: '' }),
    at(LIST, { ...base('statusCount'), filterType: 'project', projectKey: word, customjql: '' }),
    at(LIST, { ...base('statusCount'), filterType: 'sprint', sprintID: word, customjql: '' }),
    at(LIST, { ...base('statusCount'), filterType: 'jqlfilter', jqlFilterID: word, customjql: '' }),
    at(AGGREGATION, { ...base('statusDuration'), aggregationType: 'sum', sortBy: word, sortDir: 'asc' }),
    at(AGGREGATION, { ...base('assigneeDuration'), aggregationType: 'sum', sortBy: word, sortDir: 'asc' }),
    at(AGGREGATION, { ...base('statusCount'), aggregationType: 'sum', groupByFields: `date:${word}:created` }),
    at(LIST, { ...base('statusCount'), groupByFields: word, inGroup: JSON.stringify([word]) }),
    at(LIST, { ...base('statusCount'), [word]: word }),
    at(LIST, { ...base('statusCount'), calendar: word, viewFormat: word, emptyValueToken: word, columnsBy: word }),
    at(LIST, { ...base('statusCount'), timeZone: word }),
    at(LIST, { ...base('statusCount'), statuses: `[{"type":"${word}"},{"${word}":1,"type":"std"}]` }),
    at(LIST, {
      ...base('statusCount'),
      statuses: JSON.stringify([{ type: 'cons', name: word, statuses: WORDS }]),
    }),
    at(LIST.replace(/list$/, 'issue'), { ...base('statusCount'), issueKey: 'AWK-1', fields: word }),
    at(LIST.replace(/list$/, 'issue'), { ...base('statusCount'), issueKey: word }),
    at(AGGREGATION, {
      ...base('statusDuration'),
      aggregationType: 'sum',
      filters: JSON.stringify([{ column: word, operator: word, value: word, unit: word }]),
    }),
  ])
  return [...byType, ...each]
}

const CLAUSES = (field: string, value: string) => [
  ...[`${field} = ${value}`, `${field} != ${value}`, `${field} in (${value}, empty)`, `${field} is empty`],
  ...[`${field} ~ ${value}`, `${field} > ${value}`, `${field} was ${value}`, `${field} changed to ${value}`],
  ...[`${field} changed by ${value}`, `${field} = ${value}()`, `order by ${field}`],
]

/** Returns queries with each text as a field, as a value and as a function. */
function queries(): string[] {
  const fields = ['status', 'assignee', 'labels', 'fixVersion', 'project', 'type', 'priority', 'resolution', 'key']
  return WORDS.flatMap((word, i) => [
    ...CLAUSES(`"${word}"`, `"${word} one"`),
    ...CLAUSES(word, word),
    ...[...fields, 'parent', 'statusCategory', 'filter', 'text', 'created'].flatMap((field, n) =>
      n % WORDS.length === i ? CLAUSES(field, word) : [`${field} = ${word}`],
    ),
    ...[`assignee in membersOf("${word}")`, `status changed ${word} 1`, `fixVersion in releasedVersions(${word})`],
  ])
}

/** Returns requests for all other routes. */
function others(): { readonly method?: 'POST'; readonly url: string; readonly payload?: string }[] {
  const cell = { ...base('statusDuration'), issueKey: 'AWK-1' }
  const urls = WORDS.flatMap(word => [
    at('/api/explain', { ...cell, column: word }),
    at('/api/explain', { ...base('assigneeDuration'), issueKey: 'AWK-1', column: word }),
    at('/api/explain', { ...base('anyfieldDuration'), issueKey: 'AWK-4', column: `${word}|${word}1` }),
    at('/api/timeline', { issueKey: 'AWK-1', calendar: word }),
    at('/api/repairs', { issueKeys: word }),
    at('/api/people', { text: word }),
    at('/api/jql/suggest', { text: word }),
    at('/api/jql/suggest', { text: `${word} = ` }),
    `${CALENDARS}/${word}`,
    `/${word}`,
  ])
  const distribution = at('/api/distribution', { ...base('statusDuration'), groupByFields: WORDS.join() })
  const parse = queries().map(query => ({
    method: 'POST' as const,
    url: '/api/jql/parse',
    payload: JSON.stringify({ query }),
  }))
  return [...urls, '/api/catalogue', '/api', distribution, at('/api/repairs', { issueKeys: 'AWK-1' })]
    .map((url): { url: string } => ({ url }))
    .concat(parse)
}

async function answersOf(requests: readonly { method?: 'POST'; url: string; payload?: string }[]) {
  const all: { request: string; awkward: string; plain: string; status: number }[] = []
  for (const { method = 'GET', url, payload } of requests) {
    const respond = async ({ server }: Side, text: (words: string) => string) => {
      const headers = payload === undefined ? {} : JSON_BODY
      const body = payload === undefined ? {} : { payload: text(payload) }
      const answer = await server.inject({ method, url: text(url), headers, ...body })
      return { status: answer.statusCode, body: answer.body }
    }
    const [one, other] = [await respond(awkward, text => text), await respond(plain, twinOf)]
    const shown = ({ status, body }: typeof one) => `${status} ${body}`
    all.push({ request: payload ?? url, awkward: twinOf(shown(one)), plain: shown(other), status: one.status })
  }
  return all
}

describe('a tracker with names of JavaScript object properties', () => {
  it('has the same reports as with other names', async () => {
    const answers = await answersOf(sample('reports', reports(), cases(15)).map(url => ({ url })))
    for (const { request, awkward, plain } of answers)
      expect({ request, answer: awkward }).toEqual({ request, answer: plain })
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(answers.length / 4)
    expect(answers.filter(({ status }) => status >= 500)).toEqual([])
  })

  it('finds the same issues as with other names', async () => {
    const requests = sample('queries', queries(), cases(25)).map(customjql => ({
      url: at(LIST, { ...base('statusCount'), customjql, fields: 'labels' }),
    }))
    const answers = await answersOf(requests)
    for (const { request, awkward, plain } of answers)
      expect({ request, answer: awkward }).toEqual({ request, answer: plain })
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(answers.length / 4)
    expect(answers.filter(({ status }) => status >= 500)).toEqual([])
  })

  it('has the same responses on every other route', async () => {
    const answers = await answersOf(sample('others', others(), cases(30)))
    for (const { request, awkward, plain } of answers)
      expect({ request, answer: awkward }).toEqual({ request, answer: plain })
    expect(answers.filter(({ status }) => status >= 500)).toEqual([])
  })
})
