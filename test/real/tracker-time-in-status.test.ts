import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { LOCAL_CALLER } from '../../src/access/permissions/caller.ts'
import { parseInstant } from '../../src/core/time/instant.ts'
import { UTC } from '../../src/core/time/zone.ts'
import { createReportDeps, runReport } from '../../src/reports/report/run-report.ts'
import type { Store } from '../../src/store/engine/store.ts'
import { plain } from '../../src/store/sql/sql.ts'
import { type CollectedTable, collected } from '../support/collected.ts'
import { itDrawn } from '../support/drawn-test.ts'
import { collectReport, NOW, rawParameters } from '../support/run-reports.ts'
import { hasRealData, realFile, realStore } from './real-data.ts'

interface Expected {
  readonly key: string
  readonly status: string
  readonly visits: number
  readonly milliseconds: number
  /** The number of last transitions that the tracker's value does not include yet. */
  readonly notReflected: number
}

function expectedValues(path: string): Expected[] {
  const [, ...lines] = readFileSync(path, 'utf8').trim().split('\n')
  return lines.map(line => {
    const cells = line.split(',')
    const [visits, milliseconds, notReflected] = cells.slice(-3).map(Number) as [number, number, number]
    return { key: cells[0]!, status: cells[1]!, visits, milliseconds, notReflected }
  })
}

/** Returns the instants of each issue's transitions in the export, in order. */
function transitionInstants(path: string): Map<string, number[]> {
  const lines = gunzipSync(readFileSync(path)).toString('utf8').trim().split('\n')
  return new Map(
    lines.map(line => {
      const issue = JSON.parse(line)
      const instants = issue.changelog.histories
        .filter((entry: { items: { field: string }[] }) => entry.items.some(({ field }) => field === 'status'))
        .map((entry: { created: string }) => parseInstant(entry.created)!)
      return [issue.key, instants.sort((a: number, b: number) => a - b)]
    }),
  )
}

/** Runs a list with all its issues. */
async function wholeList(store: Store, query: string): Promise<CollectedTable> {
  const formats = { now: () => NOW, zone: UTC, locale: 'en-US', dateFormat: null, dateTimeFormat: null }
  const request = { endpoint: 'list', parameters: rawParameters(`${query}&outputType=csv`), wholeList: true } as const
  return collected(await runReport(request, createReportDeps(store, formats), { caller: LOCAL_CALLER }))
}

function cellsOf(table: CollectedTable, key: string): { raw: Map<string, string>; open: Map<string, string> } {
  const row = table.rows.find(({ header }) => header[0] === key)!
  const raw = new Map(
    table.columns.flatMap(({ id }, i) => (row.values[i]!.raw === null ? [] : [[id, row.values[i]!.raw]])),
  )
  return { raw, open: new Map(row.current.map(cell => [cell.id, cell.raw])) }
}

describe.runIf(hasRealData)('the time in status as computed by Jira', () => {
  it.each([
    ['jira-cloud-devlake', 30, 117],
    ['jira-cloud-jirametrics', 4, 16],
  ])('equals ours in every value of %s: %i issues, %i values', async (folder, issues, values) => {
    const store = await realStore(folder)
    const projects = new Set((await store.catalogue()).projects.map(({ key }) => key))
    const instants = transitionInstants(realFile(folder, 'issues.jsonl.gz'))
    const expected = expectedValues(realFile(folder, 'expected_time_in_status.csv'))
    const found: Expected[] = []
    const keys = new Set<string>()
    // Several values are of the same instant.
    const lists = new Map<string, CollectedTable>()
    const listOf = async (query: string) => {
      const list = lists.get(query) ?? (await collectReport(store, 'list', query))
      lists.set(query, list)
      return list
    }
    for (const value of expected) {
      keys.add(value.key)
      const project = value.key.split('-')[0]!
      expect(projects).toContain(project)
      // The tracker's value dates from before its last transitions, so asOf is just before the first of these.
      const cut = instants.get(value.key)!.at(-value.notReflected)
      const asOf = value.notReflected > 0 ? cut! - 1 : NOW
      const selector = `filterType=project&projectKey=${project}&asOf=${new Date(asOf).toISOString()}`
      const durations = cellsOf(await listOf(`${selector}&columnsBy=statusDuration&calendar=normalHours`), value.key)
      const counts = cellsOf(await listOf(`${selector}&columnsBy=statusCount`), value.key)
      const closed = Number(durations.raw.get(value.status)) - Number(durations.open.get(value.status) ?? 0)
      found.push({ ...value, milliseconds: closed, visits: Number(counts.raw.get(value.status)) })
    }
    expect(found).toEqual(expected)
    expect([keys.size, expected.length]).toEqual([issues, values])
  })
})

/** A history with changes before its creation, which are negative times in the expected file. */
const BROKEN = 'CDT-264963'

describe.runIf(hasRealData)('the time in status of 5,640 Bugzilla histories', () => {
  let store: Store
  beforeAll(async () => {
    store = await realStore('bugzilla-cdt')
  })

  it('equals ours in every row, except for one broken history, which has no negative time here', async () => {
    const expected = new Map<string, string>()
    const text = gunzipSync(readFileSync(realFile('bugzilla-cdt', 'expected_time_in_status.csv.gz'))).toString('utf8')
    for (const line of text.trim().split(/\r?\n/).slice(1)) {
      const [key, status, , visits, closed, current, entered] = line.split(',') as [string, string, string, ...string[]]
      if (key !== BROKEN) expected.set(`${key} ${status}`, [visits, closed, current, entered].join(' '))
    }
    const found = new Map<string, string>()
    const all = 'filterType=project&projectKey=CDT'
    // Only pages have the current states.
    const durations: { columns: CollectedTable['columns']; rows: CollectedTable['rows'][number][] } = {
      columns: [],
      rows: [],
    }
    for (let index = 0; index < 5640; index += 200) {
      const page = `${all}&columnsBy=statusDuration&calendar=normalHours&startIssueIndex=${index}`
      const { columns, rows } = await collectReport(store, 'list', page)
      durations.columns = columns
      durations.rows.push(...rows)
    }
    const counts = await wholeList(store, `${all}&columnsBy=statusCount`)
    const entries = await wholeList(store, `${all}&columnsBy=lastTransitionToStatusDate`)
    expect(durations.rows).toHaveLength(5640)
    durations.rows.forEach((row, r) => {
      const [key] = row.header
      durations.columns.forEach(({ id }, c) => {
        const { raw } = row.values[c]!
        if (raw === null || key === BROKEN) return
        const open = row.current[0]?.id === id ? row.current[0] : undefined
        const entered = open
          ? `${new Date(Number(entries.rows[r]!.values[c]!.raw)).toISOString().replace('Z', '+0000')}`
          : ''
        const closed = Number(raw) - Number(open?.raw ?? 0)
        found.set(`${key} ${id}`, [counts.rows[r]!.values[c]!.raw, closed, open ? 1 : 0, entered].join(' '))
      })
      expect(row.values.every(({ raw }) => raw === null || Number(raw) >= 0)).toBe(true)
    })
    expect(found.size).toBeGreaterThan(10_000)
    expect([...found].filter(([cell, value]) => expected.get(cell) !== value)).toEqual([])
    expect(found.size).toBe(expected.size)
  })
})

describe.runIf(hasRealData)('1,874 histories of a Jira Server', () => {
  itDrawn('have cells that add up to the age of each issue', async () => {
    const store = await realStore('jira-server-duraspace')
    let issues = 0
    for (const { key } of (await store.catalogue()).projects) {
      const query = `filterType=project&projectKey=${key}&columnsBy=statusDuration&calendar=normalHours&fields=created&dateTimeFormat=${encodeURIComponent("yyyy-MM-dd'T'HH:mm:ss.SSSXXX")}`
      const table = await wholeList(store, query)
      for (const row of table.rows) {
        issues++
        const sum = row.values.reduce((all, { raw }) => all + Number(raw ?? 0), 0)
        expect([row.header[0], sum]).toEqual([row.header[0], NOW - parseInstant(row.fields[0]!)!])
      }
    }
    expect(issues).toBe(1874)
  })

  it('have gapless stays in every single-valued field of each issue', async () => {
    const store = await realStore('jira-server-duraspace')
    const wrong = await store.query(
      plain(`select i.key, s.field_id from stay s join issue i on i.id = s.issue_id
             left join stay n on n.issue_id = s.issue_id and n.field_id = s.field_id and n.seq = s.seq + 1
             where s.field_id in (select id from field where not multi)
               and (s.left_ms is distinct from n.entered_ms or (s.seq = 1 and s.entered_ms <> i.created_ms)
                    or s.left_ms < s.entered_ms)`),
    )
    expect(wrong).toEqual([])
  })
})
