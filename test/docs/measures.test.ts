import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { formatReportDate } from '../../src/core/time/report-date.ts'
import { UTC } from '../../src/core/time/zone.ts'
import type { Store } from '../../src/store/engine/store.ts'
import { type ReportTypeName, reportTypes } from '../../src/store/plan/report-types.ts'
import { jsonOf } from '../support/collected.ts'
import { reportTable } from '../support/run-reports.ts'
import { temporaryStore } from '../support/temporary-store.ts'
import { atHour } from '../support/tiny-tracker.ts'
import { claimOf, type WorkedExample, worked, workedExamples } from '../support/worked-example.ts'
import { asDocumented, importTinyProjects, tinyProject } from './tiny-projects.ts'

const page = readFileSync(new URL('../../docs/measures.md', import.meta.url), 'utf8')
const examples = workedExamples(page)

/** The parameters that the page states for all its examples. */
const ALWAYS = {
  filterType: 'project',
  dateTimeFormat: 'EEE HH:mm',
  timeZone: 'UTC',
}

function query({ parameters }: WorkedExample, projectKey: string): string {
  const isTimed = reportTypes[parameters.columnsBy as ReportTypeName].kind === 'duration'
  const all = {
    ...ALWAYS,
    projectKey,
    ...(isTimed ? { calendar: 'normalHours', viewFormat: 'hours' } : {}),
    ...parameters,
  }
  const query = new URLSearchParams()
  for (const [name, text] of Object.entries(all)) query.set(name, written(name, text))
  return String(query)
}

function written(name: string, text: string): string {
  const [, hour] = /^@(\d+)$/.exec(text) ?? []
  if (hour === undefined) return text
  const at = atHour(Number(hour))
  return name === 'asOf' ? new Date(at).toISOString() : formatReportDate(at, UTC)
}

interface Cell {
  readonly id: string
  readonly value: string
  readonly raw?: string
  readonly state?: string
  readonly baseHeaderId?: string
  readonly subHeaderId?: string
}
interface Answer {
  readonly isAggregationType: boolean
  readonly table: {
    readonly header: Record<
      'groupByColumns' | 'fieldColumns' | 'valueColumns',
      readonly { readonly id: string; readonly value: string }[]
    >
    readonly body: {
      readonly rows: readonly (Record<
        'headerColumns' | 'groupByColumns' | 'fieldColumns' | 'valueColumns' | 'currentState',
        readonly Cell[]
      > & { readonly issueCount?: number })[]
    }
  }
}

/** Formats the report as a table with the columns of `header`, and every value column. */
function shownTable({ table, isAggregationType }: Answer, header: readonly string[]): string[][] {
  const { header: columns, body } = table
  const names = columns.valueColumns.map(({ value }) => value)
  const states = header.filter(name => name.startsWith('State of '))
  const hasNow = header.includes('Now')
  const isList = !isAggregationType
  const head = [
    ...(isList ? ['Key'] : []),
    ...columns.groupByColumns.map(({ value }) => value),
    ...columns.fieldColumns.map(({ value }) => value),
    ...(isList ? [] : ['Number Of Issues']),
    ...names,
    ...states,
    ...(hasNow ? ['Now'] : []),
  ]
  const rows = body.rows.map(row => [
    ...(isList ? [row.headerColumns[0]!.value] : []),
    ...row.groupByColumns.map(({ value }) => value),
    ...row.fieldColumns.map(({ value }) => value),
    ...(isList ? [] : [String(row.issueCount)]),
    ...row.valueColumns.map(({ value }) => value),
    ...states.map(state => row.valueColumns[names.indexOf(state.replace('State of ', ''))]!.state!),
    ...(hasNow ? [row.currentState.map(shownState).join(', ')] : []),
  ])
  return [head, ...rows]
}

function shownState({ id, value, baseHeaderId, subHeaderId }: Cell): string {
  return `${baseHeaderId === undefined ? id : `${baseHeaderId} / ${subHeaderId}`} ${value}`
}

describe('docs/measures.md', () => {
  let store: Store
  beforeAll(async () => {
    store = await temporaryStore()
    await importTinyProjects(
      store,
      examples.map(({ histories }) => histories),
    )
  })

  it.each(examples.map((example, i) => ({ ...example, number: i, name: `${example.section}, example ${i + 1}` })))(
    'is correct about $name',
    async ({ number, ...example }) => {
      const table = await reportTable(store, example.endpoint, query(example, tinyProject(number)))
      const json = JSON.parse(asDocumented(JSON.stringify(await jsonOf(table, '')), number))
      expect(table.plan.warnings).toEqual([])
      const claims = example.table.map(row => row.map(claimOf))
      expect(claims.map(row => row.map(({ result }) => result))).toEqual(shownTable(json as Answer, example.table[0]!))
      for (const { working, result } of claims.flat()) {
        if (working !== null) expect(Math.abs(worked(working) - Number(result)), working).toBeLessThan(0.05 + 1e-9)
      }
      const said: Record<string, unknown> = { ...json, columns: table.columns.map(({ id }) => id).join(', ') }
      for (const [name, text] of Object.entries(example.said)) expect(String(said[name]), name).toBe(text)
    },
  )

  it('has a section with an example for each of the sixteen reports', () => {
    const names = Object.values(reportTypes).map(({ name, label }) => [`${label} (\`${name}\`)`, name])
    expect(names).toHaveLength(16)
    for (const [section, name] of names) {
      const inside = examples.filter(example => example.section === section)
      expect(
        inside.map(({ parameters }) => parameters.columnsBy),
        section,
      ).toContain(name)
    }
  })

  it('shows the calculation in every report of durations', () => {
    const shown = examples.filter(({ table }) => table.flat().some(cell => claimOf(cell).working !== null))
    const durations = Object.values(reportTypes).filter(({ kind }) => kind === 'duration')
    const covered = new Set(shown.map(({ parameters }) => parameters.columnsBy))
    for (const { name } of durations) expect(covered).toContain(name)
  })
})
