import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const SRC = join(import.meta.dirname, '..', 'src')

/** The tables with rows of issues, as queries name them. */
const READS = /\b(?:from|join) (?:issue|stay|status_assignment|change|issue_value|posting|repair)\b/

/** Calls that exclude the issues that the caller may not browse. */
const RESTRICTS = /\b(?:mayBrowse|issuesOf|allIssues|issuesByProject)\(/

/** Rows of histories by name, and the condition that restricts them to visible issues (store/sql/report-issues.ts). */
const NAMED_ROWS = /\bissues\.rowsOf\('(?:stay|status_assignment|project_status)'\)/g
const CONDITION = /\bissues\.condition\b/g

const FRAGMENT = 'is a fragment of queries over visible issues, and excludes values that name hidden entities'
const WRITES = 'writes imported data'
const OF_REPORT = 'reads rows of the issues of a report, which are visible'

const OF_FLOW = `${OF_REPORT}; others only narrow down these issues`

/** The files that read rows of all issues, and why that reveals nothing hidden. */
const ALLOWED: Readonly<Record<string, string>> = {
  'store/sql/cells/any-field.ts': OF_REPORT,
  'store/sql/cells/visible-field-stays.ts': `${OF_REPORT}, and excludes values that name hidden entities`,
  'store/sql/conditions/history.ts': FRAGMENT,
  'store/sql/conditions/text.ts': FRAGMENT,
  'store/sql/conditions/time-in-status.ts': FRAGMENT,
  'store/sql/conditions/values.ts': FRAGMENT,
  'store/sql/field-source.ts': FRAGMENT,
  'store/sql/flow/ageing.ts': OF_REPORT,
  'store/sql/flow/blocked.ts': OF_FLOW,
  'store/sql/flow/groups.ts': OF_REPORT,
  'store/sql/flow/item-queries.ts': OF_REPORT,
  'store/sql/flow/parts.ts': OF_REPORT,
  'store/sql/flow/sprints.ts': OF_FLOW,
  'store/sql/flow/staged-stays.ts':
    'adds up the stays of all issues for ages, which are then joined with the issues of the report',
  'store/sql/flow/unlogged-finish.ts': OF_FLOW,
  'store/sql/issue-order.ts': FRAGMENT,
  'store/sql/status-stays.ts': 'decides how often a report looks at stays, which changes no answer',
  'store/sql/unmatched-names.ts': OF_REPORT,
  'store/rows/calendars.ts': 'reads the first creation, which only decides the buckets of calendars',
  'store/rows/dictionaries.ts': 'checks whether the store has issues, and so a tracker',
  'store/batches/apply-kinds.ts': WRITES,
  'store/batches/join-people.ts': WRITES,
  'store/files/lake-tables.ts': 'publishes the whole store, on the machine of the store',
  'store/rows/ledger-rows.ts': WRITES,
  'store/rows/log-name-rows.ts': 'names issues for administrators, and on the machine of the store',
  'store/batches/merge.ts': WRITES,
  'store/batches/rebuild-fields.ts': WRITES,
  'store/batches/remove-issues.ts': 'removes issues on the machine of the store',
  'store/rows/repair-counts.ts': 'counts repairs on the machine of the store',
  'store/batches/resolve-log-names.ts': WRITES,
  'store/batches/resolve-names.ts': WRITES,
  'store/engine/schema.ts': WRITES,
  'store/rows/store-facts.ts': 'counts the contents of a store, to compare copies of it',
  'store/rows/summary-rows.ts': 'counts for administrators, and on the machine of the store',
  'store/rows/text-index.ts': WRITES,
  'store/rows/tracker-permissions.ts': 'finds hidden issues, also for administrators on the machine of the store',
  'store/trino/statement.ts': 'hides rows of issues from the queries of a report',
  'store/rows/unread-issues.ts':
    'names issues for administrators; counts those of projects that a caller sees without levels',
  'store/rows/value-names.ts': WRITES,
  'store/rows/value-use.ts': 'finds hidden values',
}

describe('the rows of issues', () => {
  it('are read with a restriction to visible issues, or for a reason listed here', () => {
    const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).map(name => name.replaceAll('\\', '/'))
    const reading = files
      .filter(name => name.endsWith('.ts') && !/^web\//.test(name))
      .filter(name => {
        // Comments may name tables without being queries.
        const code = readFileSync(join(SRC, name), 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
        return READS.test(code) && !RESTRICTS.test(code)
      })
    expect(reading.sort()).toEqual(Object.keys(ALLOWED).sort())
  })

  it('are always read with the condition of the report', () => {
    const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter(name => /\.tsx?$/.test(name))
    const counts = files.map(name => {
      const code = readFileSync(join(SRC, name), 'utf8')
      return { name, rows: code.match(NAMED_ROWS)?.length ?? 0, conditions: code.match(CONDITION)?.length ?? 0 }
    })
    expect(counts.filter(({ rows, conditions }) => rows !== conditions)).toEqual([])
    expect(counts.filter(({ rows }) => rows > 0).length).toBeGreaterThan(3)
  })
})
