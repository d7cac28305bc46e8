import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const SRC = join(import.meta.dirname, '..', 'src')

/** The tables with rows of issues, as queries name them. */
const READS = /\b(?:from|join) (?:issue|stay|status_assignment|change|issue_value|posting|repair)\b/

/** What leaves out the issues that whoever asks may not browse. */
const LEAVES_OUT = /\b(?:mayBrowse|issuesOf|allIssues|issuesByProject|pageOf)\(/

/** Rows of histories by name, and what makes them those of issues that may be browsed (sql/report-issues.ts). */
const NAMED_ROWS = /\bissues\.rowsOf\('(?:stay|status_assignment|project_status)'\)/g
const CONDITION = /\bissues\.condition\b/g

const PIECE = 'is a piece of queries over issues that may be browsed, and leaves out values that name what is hidden'
const WRITES = 'writes what is imported'
const OF_REPORT = 'reads what belongs to the issues of a report, which may be browsed'

/** The files that read rows of issues without leaving any out, and why that tells nobody of what is hidden to them. */
const ALLOWED: Readonly<Record<string, string>> = {
  'sql/cells/any-field.ts': OF_REPORT,
  'sql/cells/visible-field-stays.ts': `${OF_REPORT}, and leaves out values that name what is hidden`,
  'sql/conditions/history.ts': PIECE,
  'sql/conditions/text.ts': PIECE,
  'sql/conditions/time-in-status.ts': PIECE,
  'sql/conditions/values.ts': PIECE,
  'sql/field-source.ts': PIECE,
  'sql/issue-order.ts': PIECE,
  'store/calendars.ts': 'reads the first creation, which only decides which buckets calendars have',
  'store/dictionaries.ts': 'checks whether there are issues at all, which decides whether the store has a tracker',
  'store/join-people.ts': WRITES,
  'store/merge.ts': WRITES,
  'store/remove-issues.ts': 'removes issues on the machine that the store is on',
  'store/repair-counts.ts': 'counts repairs on the machine that the store is on',
  'store/schema.ts': WRITES,
  'store/store-facts.ts': 'counts what a store has, to compare copies of it',
  'store/summary-rows.ts': 'counts for administrators, and on the machine that the store is on',
  'store/text-index.ts': WRITES,
  'store/value-use.ts': 'finds out what is hidden',
}

describe('the rows of issues', () => {
  it('are read only as those may see them who ask, or for a reason that is written down here', () => {
    const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).map(name => name.replaceAll('\\', '/'))
    const reading = files
      .filter(name => name.endsWith('.ts') && !/^web\//.test(name))
      .filter(name => {
        // Words about tables are not queries.
        const code = readFileSync(join(SRC, name), 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
        return READS.test(code) && !LEAVES_OUT.test(code)
      })
    expect(reading.sort()).toEqual(Object.keys(ALLOWED).sort())
  })

  it('are always asked for with the condition that makes them those of the report', () => {
    const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter(name => /\.tsx?$/.test(name))
    const counts = files.map(name => {
      const code = readFileSync(join(SRC, name), 'utf8')
      return { name, rows: code.match(NAMED_ROWS)?.length ?? 0, conditions: code.match(CONDITION)?.length ?? 0 }
    })
    expect(counts.filter(({ rows, conditions }) => rows !== conditions)).toEqual([])
    expect(counts.filter(({ rows }) => rows > 0).length).toBeGreaterThan(3)
  })
})
