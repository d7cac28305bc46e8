import { describe, expect, it } from 'vitest'
import { importReport } from '../../../src/edge/cli/import-report.ts'

const NO_DATES = { count: 0, first: null }
const FATES = { added: 600, replaced: 300, unchanged: 100, kept: 0, unlogged: 0 }
const MORE = { statusClashes: [], maybeCut: { count: 0, first: null }, pages: [] }
const summary = {
  issues: 1000,
  ...FATES,
  changes: 2,
  stays: 3,
  repaired: 1,
  unreadDates: NO_DATES,
  skipped: [],
  leftOut: [],
  ...MORE,
}

describe('importReport', () => {
  it('sums up the files', () => {
    const files = [
      { name: 'a', summary },
      { name: 'b', summary },
    ]
    expect(importReport(files, './store', 65_000)).toBe(
      [
        'Imported 2,000 issues from 2 files into ./store in 1 min 5 s:',
        '  1,200 new, 600 replaced, 200 unchanged',
        '  4 changes',
        '  6 stays',
        '  2 issues with a repaired history',
        '',
      ].join('\n'),
    )
  })

  it('counts invalid values of date fields, and names the first', () => {
    const unreadDates = { count: 2, first: { key: 'WEB-3', field: 'duedate', text: 'soon' } }
    expect(importReport([{ name: 'a', summary: { ...summary, unreadDates } }], 's', 1)).toContain(
      "  2 values of date fields read as no date, for example 'soon' in duedate of WEB-3",
    )
  })

  it('names statuses that may belong to another tracker', () => {
    const clash = (id: string, name: string) => ({
      id,
      incoming: { name, category: 'done' },
      stored: { name: 'Open', category: 'new' },
    })
    const statusClashes = ['Done', 'Closed', 'Fixed', 'Gone'].map((name, i) => clash(String(i + 1), name))
    expect(importReport([{ name: 'a', summary: { ...summary, statusClashes } }], 's', 1)).toContain(
      "  4 statuses with another name and category than before: 1 is 'Done' (done), was 'Open' (new); 2 is 'Closed' (done), was 'Open' (new); 3 is 'Fixed' (done), was 'Open' (new). If this is another tracker, give it its own --store",
    )
  })

  it('counts change logs that may be truncated, and names the first', () => {
    const maybeCut = { count: 1, first: 'WEB-3' }
    expect(importReport([{ name: 'a', summary: { ...summary, maybeCut } }], 's', 1)).toMatch(
      /^ {2}1 issue with exactly 40 or 100 log entries, for example WEB-3: Jira Cloud returns no more/m,
    )
  })

  it('lists the first twenty of many skipped locations, and the number of the others', () => {
    const skipped = Array.from({ length: 22 }, (_, i) => ({ location: `line ${i + 1}`, reason: 'not JSON' }))
    const lines = importReport([{ name: 'a', summary: { ...summary, skipped } }], 's', 1).split('\n')
    expect(lines).toContain('  22 items skipped:')
    expect(lines).toContain('    a: line 20: not JSON')
    expect(lines).not.toContain('    a: line 21: not JSON')
    expect(lines).toContain('    ... and 2 more')
  })
})
