import type { InjectOptions } from 'fastify'
import { expect } from 'vitest'
import type { z } from 'zod'
import { defaultSettings } from '../../src/access/settings/known-settings.ts'
import { limitedWorkspace, serverLimits } from '../../src/app/workspace/limited-workspace.ts'
import { createWorkspace } from '../../src/app/workspace/workspace.ts'
import { UTC } from '../../src/core/time/zone.ts'
import { createServer } from '../../src/edge/http/create-server.ts'
import { writeVersion } from '../../src/reports/calendars/working-calendars.ts'
import {
  aggregationRefusal,
  aggregationReport,
  listRefusal,
  listReport,
  reportError,
} from '../../src/reports/table/report-schema.ts'
import { concurrentQueries } from '../../src/store/engine/engine.ts'
import type { Store } from '../../src/store/engine/store.ts'
import type { Endpoint } from '../../src/store/plan/parameters.ts'
import { exportHere } from '../support/export-here.ts'
import { importHere } from '../support/import-files.ts'
import { importIssues } from '../support/import-jira.ts'
import { storeTemplate } from '../support/store-template.ts'
import { openTemporaryStore } from '../support/temporary-store.ts'
import { issues, lists, TODAY, unequalCalendar } from './tracker.ts'

const NOW = Date.parse(TODAY)

/** Settings of a server that differ from the default. */
export interface Settings {
  readonly dateFormat: string | null
  readonly dateTimeFormat: string | null
}

/** Parameters by name; a list of values is a repeated parameter. */
export type RequestParameters = Readonly<Record<string, string | number | readonly string[]>>

/** A response. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly text: string
}

/** Sends a request to the server under test. */
export type Inject = (options: InjectOptions) => Promise<Answer>

/** The version of the server under test. */
export const VERSION = '9.8.7'

const PATHS: Readonly<Record<Endpoint, string>> = {
  aggregation: '/rest/sojourn/report/1.0/api/aggregation',
  list: '/rest/sojourn/report/1.0/api/list',
}

/** The limits of a server with the default settings on a machine of two cores. */
export const LIMITS = serverLimits(defaultSettings(UTC), { queries: concurrentQueries(), cores: 2 })

/** Starts the complete service over the tracker of tracker.ts, as of TODAY, without a socket. */
export async function service(settings: Partial<Settings> = {}, limits = LIMITS): Promise<Service> {
  const { copyTo } = await filled()
  const store = await openTemporaryStore(copyTo)
  const deps = { now: () => NOW, zone: UTC, locale: 'en-US', dateFormat: null, dateTimeFormat: null, ...settings }
  const workspace = limitedWorkspace(
    createWorkspace(store, {
      ...deps,
      version: VERSION,
      newProjects: 'open',
      startImporter: importHere,
      startExportThread: exportHere,
    }),
    limits,
  )
  const quiet = { debug: () => {}, info: () => {}, error: (fields: object) => console.error(fields) }
  const { server } = createServer({
    authenticate: null,
    requiresTls: false,
    isScanned: () => true,
    dataChanges: () => 0,
    changeStreamLimits: { perServer: 200, perUser: 5 },
    apiOn: true,
    report: workspace.report,
    flow: workspace.flow,
    exports: workspace.exports,
    exportQueue: workspace.exportQueue,
    ping: workspace.ping,
    storeStatus: workspace.storeStatus,
    connectionMetrics: workspace.connectionServer.metrics,
    lakeMetrics: workspace.lakeMetrics,
    connectionRequests: workspace.connectionRequests,
    logNames: workspace.logNames,
    hooks: workspace.connectionServer.hooks,
    load: workspace.load,
    bodyLimit: 8 * 1024 * 1024,
    maxConnections: 1000,
    calendars: workspace.calendars,
    page: workspace.page,
    queries: workspace.queries,
    pageData: workspace.pageData,
    views: workspace.views,
    teams: workspace.teams,
    workflows: workspace.workflows,
    webFolder: null,
    log: quiet,
    version: VERSION,
    now: () => NOW,
    zone: UTC,
    app: 'sojourn',
    basePath: '',
  })
  return new Service(async options => {
    const { statusCode: status, headers, payload: text } = await server.inject(options)
    return { status, headers, text }
  })
}

const filled = storeTemplate(fill)

async function fill(store: Store): Promise<void> {
  const json = (name: keyof typeof lists) => ({ name, text: JSON.stringify(lists[name]) })
  const texts = { statuses: json('statuses'), users: json('users'), groups: json('groups'), fields: json('fields') }
  const lines = issues.map(issue => JSON.stringify(issue))
  await importIssues(store, lines, { lists: texts, at: NOW })
  const { id, file } = unequalCalendar
  const first = Date.parse('2024-01-01T00:00:00Z')
  await store.transact(run => writeVersion(run, id, JSON.stringify(file), first, NOW))
}

/** The smallest requests of the two endpoints (contract §4), for the project WEB in hours. */
const SMALLEST = { filterType: 'project', projectKey: 'WEB', columnsBy: 'statusDuration', calendar: 'normalHours' }

/** The requests of the tests. Each body is checked against its schema. */
export class Service {
  readonly inject: Inject
  /** The answers of known requests, by URL. */
  readonly #known = new Map<string, Promise<Answer>>()

  constructor(inject: Inject) {
    this.inject = inject
  }

  /** Requests exactly these parameters. */
  get(endpoint: Endpoint, parameters: RequestParameters): Promise<Answer> {
    return this.inject({ method: 'GET', url: urlOf(endpoint, parameters) })
  }

  /** Returns the answer to exactly these parameters. Many tests compare with the same one, so it is requested once. */
  #answer(endpoint: Endpoint, parameters: RequestParameters): Promise<Answer> {
    const url = urlOf(endpoint, parameters)
    const answer = this.#known.get(url) ?? this.inject({ method: 'GET', url })
    this.#known.set(url, answer)
    return answer
  }

  /** Posts parameters in the query and in a form body. */
  post(endpoint: Endpoint, query: RequestParameters, body: RequestParameters | undefined): Promise<Answer> {
    const url = `${PATHS[endpoint]}?${formOf(query)}`
    if (body === undefined) return this.inject({ method: 'POST', url })
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    return this.inject({ method: 'POST', url, headers, payload: formOf(body) })
  }

  /** Requests a list; `sent` overrides the usual request: all of WEB in hours. A parameter sent as '' is absent. */
  async list(parameters: RequestParameters = {}): Promise<ListBody> {
    return listBody(await this.#answer('list', { ...usualOf(parameters), ...parameters }))
  }

  /** Requests an aggregation, by default the sum. */
  async aggregation(parameters: RequestParameters = {}): Promise<AggregationBody> {
    const usual = { ...usualOf(parameters), aggregationType: 'sum' }
    return aggregationBody(await this.#answer('aggregation', { ...usual, ...parameters }))
  }

  /** Returns the text of a CSV. */
  async csv(endpoint: Endpoint, parameters: RequestParameters = {}): Promise<string> {
    const usual = { ...usualOf(parameters), aggregationType: endpoint === 'list' ? '' : 'sum' }
    const answer = await this.#answer(endpoint, { ...usual, outputType: 'csv', ...parameters })
    expect(answer.status, answer.text).toBe(200)
    return answer.text
  }

  /** Returns the body of either report, for properties that both share. */
  async report(endpoint: Endpoint, parameters: RequestParameters = {}): Promise<ListBody | AggregationBody> {
    return endpoint === 'list' ? this.list(parameters) : this.aggregation(parameters)
  }

  /** Returns the messages of a 400. */
  async refusal(endpoint: Endpoint, parameters: RequestParameters = {}): Promise<readonly string[]> {
    const usual = { ...SMALLEST, aggregationType: endpoint === 'list' ? '' : 'sum' }
    return messagesOf(endpoint, await this.#answer(endpoint, { ...usual, ...parameters }))
  }

  /** Expects a 400 with one message about `parameter` that contains these words in this order. */
  async refuses(
    endpoint: Endpoint,
    parameters: RequestParameters,
    parameter: string,
    ...words: readonly string[]
  ): Promise<void> {
    const messages = await this.refusal(endpoint, parameters)
    expect(messages).toEqual([saying(parameter, ...words)])
  }
}

/** Matches a message of a 400 about `parameter` that contains these words in this order. */
export function saying(parameter: string, ...words: readonly string[]): unknown {
  const parts = [`ERROR: ${parameter} `, ...words].map(word => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return expect.stringMatching(new RegExp(`^${parts.join('.*')}`, 's'))
}

/** Returns the body of a list; fails on any other response. */
export type ListBody = z.infer<typeof listReport>
/** Returns the body of an aggregation; fails on any other response. */
export type AggregationBody = z.infer<typeof aggregationReport>

/** Parses the body of a list. */
export function listBody({ status, text }: Answer): ListBody {
  expect(status, text).toBe(200)
  return whole(checked(listReport, text))
}

/** Parses the body of an aggregation. */
export function aggregationBody({ status, text }: Answer): AggregationBody {
  expect(status, text).toBe(200)
  return whole(checked(aggregationReport, text))
}

/** Returns the messages of a 400 response. */
export function messagesOf(endpoint: Endpoint, { status, text }: Answer): readonly string[] {
  expect(status, text).toBe(400)
  return checked(endpoint === 'list' ? listRefusal : aggregationRefusal, text).messages
}

/** Parses the body of any other error of the two endpoints. */
export function errorBody({ text }: Answer): z.infer<typeof reportError> {
  return checked(reportError, text)
}

/** Checks that each row has the cells of the header, in its order. */
function whole<T extends ListBody | AggregationBody>(body: T): T {
  const { header } = body.table
  for (const row of body.table.body.rows) {
    for (const name of ['headerColumns', 'groupByColumns', 'fieldColumns', 'valueColumns'] as const)
      expect(row[name].map(({ id }) => id)).toEqual(header[name].map(({ id }) => id))
  }
  return body
}

function checked<T>(schema: z.ZodType<T>, text: string): T {
  const read = schema.safeParse(JSON.parse(text))
  expect(read.error?.issues ?? []).toEqual([])
  return read.data!
}

function urlOf(endpoint: Endpoint, parameters: RequestParameters): string {
  return `${PATHS[endpoint]}?${formOf(parameters)}`
}

function formOf(parameters: RequestParameters): string {
  const pairs = Object.entries(parameters).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((one): [string, string] => [name, String(one)]),
  )
  return new URLSearchParams(pairs).toString()
}

/** The usual request. Duration reports are requested in hours; other reports have no durations. */
function usualOf({ columnsBy = '' }: RequestParameters): RequestParameters {
  return { ...SMALLEST, viewFormat: /count|date/i.test(String(columnsBy)) ? '' : 'hours' }
}
