import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { formatReportDate } from '../../src/core/time/report-date.ts'
import { UTC } from '../../src/core/time/zone.ts'
import type { FlowEndpoint } from '../../src/reports/flow/flow-measures.ts'
import { createReportDeps } from '../../src/reports/report/run-report.ts'
import type { Store } from '../../src/store/engine/store.ts'
import { importSprints, saveTeam, TEAM } from '../reports/flow/team.ts'
import { flowText } from '../support/flow-text.ts'
import { temporaryStore } from '../support/temporary-store.ts'
import { atHour, HOUR_ZERO } from '../support/tiny-tracker.ts'
import { claimOf, tableAfter, worked } from '../support/worked-example.ts'
import { asDocumented, importTinyProjects, tinyProject } from './tiny-projects.ts'

/** An example of docs/flow.md: a request over some histories, and the table that it gives. */
interface FlowExample {
  readonly section: string
  readonly histories: readonly string[]
  readonly endpoint: FlowEndpoint
  readonly parameters: readonly (readonly [name: string, value: string])[]
  readonly table: readonly (readonly string[])[]
}

const HOUR = 3_600_000
const page = readFileSync(new URL('../../docs/flow.md', import.meta.url), 'utf8')
const examples = flowExamples(page)

/** Returns the examples of the page: a block with histories, the endpoint and parameters, then a table. */
function flowExamples(text: string): FlowExample[] {
  const found: FlowExample[] = []
  const lines = text.split('\n')
  let section = ''
  for (const [at, line] of lines.entries()) {
    if (line.startsWith('## ')) section = line.slice(3)
    if (line !== '```flow') continue
    const end = lines.indexOf('```', at)
    const block = lines.slice(at + 1, end).filter(one => one !== '')
    const first = block.findIndex(one => /^[a-z]+$/.test(one))
    const histories = first === 0 ? found.at(-1)!.histories : block.slice(0, first)
    const parameters = block.slice(first + 1).map(one => {
      const [name, ...value] = one.split(' = ')
      return [name!, value.join(' = ')] as const
    })
    found.push({
      section,
      histories,
      endpoint: block[first] as FlowEndpoint,
      parameters,
      table: tableAfter(lines, end),
    })
  }
  return found
}

/** The workflow that the page states for all its examples. */
const WORKFLOW = {
  ...TEAM,
  blocked: { fields: ['flagged'], statuses: [], labels: ['blocked'] },
  sle: { percent: 85, ms: 21 * HOUR },
}

const FLAGGED = { kind: 'field', id: 'flagged', name: 'Flagged', type: 'option', multi: false } as const

/** The sprints that the page describes. */
const SPRINTS = [
  { id: 'S1', start: 24, end: 72, completed: 80 },
  { id: 'S2', start: 80, end: 152 },
]

async function answer(store: Store, { endpoint, parameters }: FlowExample, number: number) {
  const projectKey = tinyProject(number)
  const named = new Set(parameters.map(([name]) => name))
  const base = { filterType: 'project', projectKey, timeZone: 'UTC', workflow: 'Team', from: '@0' }
  const all = [...Object.entries(base).filter(([name]) => !named.has(name)), ...parameters]
  const sent = all.map(([name, text]) => ({
    name,
    value: written(name, name === 'issueKey' ? text.replace('AB', projectKey) : text),
    location: 'query' as const,
  }))
  const deps = createReportDeps(store, {
    now: () => atHour(10_000),
    zone: UTC,
    locale: 'en-US',
    dateFormat: null,
    dateTimeFormat: null,
  })
  return JSON.parse(asDocumented(await flowText({ endpoint, parameters: sent }, deps), number)) as Answer
}

/** A share of issues, or times: percentiles, or single values if there are few. */
type Shown = string | number | boolean | null | Counted | readonly string[]

interface Counted {
  readonly count: number
  readonly of?: number
  readonly percentiles?: Readonly<Record<string, { readonly value: number }>>
  readonly values?: readonly number[] | null
}

type Values = Readonly<Record<string, Shown>>

interface Answer {
  /** The issues; in a summary, a link to them. */
  readonly items?: readonly Values[] | Values
  readonly buckets?: readonly Values[]
  readonly statuses?: readonly Values[]
  readonly stages?: readonly (Values & {
    readonly percentiles?: Readonly<Record<string, { readonly value: number }>>
  })[]
  readonly stays?: readonly Values[]
  readonly start?: Values
  readonly end?: Values
  readonly blockedBySource?: readonly Values[] | null
  readonly reasons?: readonly BlockedReason[]
  readonly sprints?: readonly Values[]
  readonly parts?: readonly Part[] | null
  readonly union?: BlockedReason
  readonly sum?: BlockedReason
  readonly blockedNow?: Counted
  readonly cycleTime?: { readonly percentiles: Readonly<Record<string, Values>> }
}

/** A part of a forecast. */
interface Part {
  readonly query: string | null
  readonly count: number
  readonly when: { readonly byPercent: readonly { readonly percent: number; readonly days: number }[] }
}

/** Returns the rows of the parts of a forecast. Their days are no times. */
function partRows(parts: readonly Part[]): readonly Values[] {
  return parts.map(({ query, count, when }) => ({
    ...Object.fromEntries(when.byPercent.map(({ percent, days }) => [`days at ${percent} %`, String(days)])),
    query,
    count: String(count),
  }))
}

/** The finished issues that a reason blocked, and those that are blocked now. */
interface BlockedReason {
  readonly reason: string
  readonly finished: Values
  readonly now: Values
  readonly blocksNow?: Counted
}

/** Returns the rows of reasons, and those of all at once and of their sum. */
function reasonRows({ reasons, union, sum, blockedNow }: Answer): readonly Values[] {
  const rows = [...reasons!, { ...union!, reason: 'union', blocksNow: blockedNow! }, { ...sum!, reason: 'sum' }]
  return rows.map(({ reason, finished, now, blocksNow }) => ({
    ...finished,
    reason,
    blocksNow: blocksNow?.count ?? null,
    nowIssues: now.issues ?? null,
    nowEpisodes: now.episodes!,
    nowTime: now.time!,
  }))
}

function valuesOf(percentiles: Readonly<Record<string, { readonly value: number }>>): Readonly<Record<string, number>> {
  return Object.fromEntries(Object.entries(percentiles).map(([percent, { value }]) => [percent, value]))
}

/** Returns the rows of an answer: issues, buckets, stays or percentiles; stages or sources if the table begins with them. */
function rowsOf(answer: Answer, first: string): readonly Values[] {
  const { items, buckets, statuses, stages, stays, cycleTime, blockedBySource } = answer
  if (first === 'arrivals') {
    const { start, end, ...rest } = answer
    const ends = {
      wipAtStart: start!.wip!,
      ageAtStart: start!.totalAge!,
      wipAtEnd: end!.wip!,
      ageAtEnd: end!.totalAge!,
    }
    return [{ ...(rest as unknown as Values), ...ends }]
  }
  if (first === 'source') return blockedBySource!
  if (first === 'query') return partRows(answer.parts!)
  if (first === 'reason') return reasonRows(answer)
  if (first === 'sprint') return answer.sprints!.map(one => ({ ...one, sprint: one.name! }))
  if (first === 'status') return (statuses ?? stays)!
  if (first === 'stage')
    return stages!.map(({ percentiles, ...stage }) => ({
      ...stage,
      stage: stage.name!,
      ...valuesOf(percentiles ?? {}),
    }))
  const percentiles = Object.entries(cycleTime?.percentiles ?? {})
  return (
    (Array.isArray(items) ? items : buckets) ??
    percentiles.map(([percent, values]) => ({ cycleTime: percent, ...values }))
  )
}

function written(name: string, text: string): string {
  const [, hour] = /^@(\d+)$/.exec(text) ?? []
  if (hour === undefined) return text
  const at = atHour(Number(hour))
  return name === 'asOf' ? new Date(at).toISOString() : formatReportDate(at, UTC)
}

const INSTANTS = new Set(['start', 'end', 'finish', 'created', 'entered', 'left'])
const COUNTS = new Set([
  'finished',
  'withoutStart',
  'inProgress',
  'wip',
  'arrivals',
  'departures',
  'blockedEpisodes',
  'episodes',
  'blocksNow',
  'nowIssues',
  'nowEpisodes',
  'issues',
  'finishedIssues',
  'wipAtStart',
  'wipAtEnd',
  'averageWip',
  'throughputTimesCycleTime',
  'bounces',
  'reopened',
])

/** The times that are numbers of dates with unit=inclusiveDays. */
const DATED: ReadonlySet<string> = new Set(['cycleTime', 'age', 'totalAge'])
const NONE: ReadonlySet<string> = new Set()

const isList = (value: Shown): value is readonly string[] => Array.isArray(value)

/** Formats a value as the page does: durations and instants in hours. */
function shown(column: string, value: Shown | undefined): string {
  if (value === null || value === undefined) return '-'
  if (typeof value === 'boolean') return String(value)
  if (isList(value)) return value.join(' ') || '-'
  if (typeof value === 'object') {
    if (value.values === undefined && value.percentiles === undefined && value.of === undefined)
      return String(value.count)
    if (value.of !== undefined) return `${value.count} of ${value.of}`
    const inHours = (times: readonly number[]) => times.map(time => time / HOUR)
    return value.values
      ? inHours(value.values).join(' ')
      : inHours(Object.values(valuesOf(value.percentiles!))).join(' / ')
  }
  if (COUNTS.has(column) || (typeof value === 'string' && !INSTANTS.has(column))) return String(value)
  return String((INSTANTS.has(column) ? Date.parse(String(value)) - HOUR_ZERO : Number(value)) / HOUR)
}

describe('docs/flow.md', () => {
  let store: Store
  beforeAll(async () => {
    store = await temporaryStore()
    await store.importBatch('fields', async batch => {
      batch.record([{ entity: FLAGGED, authority: 'list', at: HOUR_ZERO }])
    })
    await importSprints(store, SPRINTS)
    await importTinyProjects(
      store,
      examples.map(({ histories }) => histories),
    )
    await saveTeam(store, WORKFLOW)
  })

  it.each(examples.map((example, i) => ({ ...example, number: i, name: `${example.section}, example ${i + 1}` })))(
    'is correct about $name',
    async ({ number, ...example }) => {
      const [header, ...rows] = example.table
      const inDays = example.parameters.some(([name, value]) => name === 'unit' && value === 'inclusiveDays')
        ? DATED
        : NONE
      const found = rowsOf(await answer(store, example, number), header![0]!).map(row =>
        header!.map(column => (inDays.has(column) ? String(row[column]) : shown(column, row[column]))),
      )
      const expected = rows.map(row => row.map(cell => claimOf(cell).result))
      const isOrdered = example.endpoint !== 'items'
      expect(isOrdered ? found : found.toSorted()).toEqual(isOrdered ? expected : expected.toSorted())
      for (const { result, working } of rows.flat().map(claimOf)) {
        if (working !== null) expect(worked(working), working).toBe(Number(result))
      }
    },
  )

  it('has an example of each measure of an issue', () => {
    expect(examples).toHaveLength(30)
  })
})
