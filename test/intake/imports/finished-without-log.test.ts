import { describe, expect, it, vi } from 'vitest'
import { repairSummary } from '../../../src/access/admin/repair-summary.ts'
import { driver } from '../../../src/store/engine/driver.ts'
import { importIssues } from '../../support/import-jira.ts'
import { reportJson } from '../../support/report-json.ts'
import { withTemporaryStore } from '../../support/with-temporary-store.ts'

const REPORT =
  'filterType=customjql&customjql=ORDER%20BY%20key&columnsBy=statusDuration&calendar=normalHours&viewFormat=hours'

interface Parts {
  /** `done`, another category, or none. */
  readonly category?: string | null
  readonly resolved?: string | null
  readonly resolution?: boolean
  /** The changes of the status, each of one day: `1 6`. */
  readonly changes?: readonly string[]
}

/** An issue of 1 May that is in the status 6. */
function issue(key: string, { category = 'done', resolved = '2024-05-04', resolution = true, changes = [] }: Parts) {
  const at = (day: string) => `${day}T00:00:00.000Z`
  const histories = changes.map((change, i) => {
    const [from, to] = change.split(' ') as [string, string]
    const item = { field: 'status', from, fromString: `Status ${from}`, to, toString: `Status ${to}` }
    return { id: `${i + 1}`, created: at(`2024-05-0${i + 2}`), items: [item] }
  })
  const fields = {
    created: at('2024-05-01'),
    updated: at('2024-05-08'),
    status: { id: '6', name: 'Status 6', ...(category === null ? {} : { statusCategory: { key: category } }) },
    resolution: resolution ? { id: '1', name: 'Done' } : null,
    resolutiondate: resolved && at(resolved),
  }
  return JSON.stringify({ id: key, key, fields, changelog: { histories } })
}

/** Returns the numbers of issues without a finish that `repairs` and a list name, and of repaired ones. */
async function counted(...issues: readonly string[]) {
  return withTemporaryStore(async store => {
    await importIssues(store, issues)
    const { kinds } = await repairSummary(store)
    const named = kinds.find(({ kind }) => kind === 'no-finish')
    const { warnings, repairedIssueCount } = await reportJson(store, REPORT)
    const aggregation = await reportJson(store, `${REPORT}&aggregationType=sum`, 'aggregation')
    expect(aggregation.warnings).toEqual(warnings)
    const grouped = await reportJson(
      store,
      `${REPORT}&aggregationType=sum&groupByFields=priority,fixVersions`,
      'aggregation',
    )
    expect(grouped.warnings).toEqual(warnings)
    return {
      issues: named ? named.fields[0]!.issues : 0,
      examples: named?.examples ?? [],
      warnings,
      repairedIssueCount,
    }
  })
}

const NONE = { issues: 0, examples: [], warnings: undefined, repairedIssueCount: 0 }

describe('a finished issue without the change that finished it', () => {
  it('is incomplete: repairs names it, reports warn, and it is not repaired', async () => {
    const whole = issue('AA-2', { changes: ['1 3', '3 6'] })
    expect(await counted(issue('AA-1', {}), whole)).toEqual({
      issues: 1,
      examples: ['AA-1'],
      warnings: [
        '1 issue of this report has no log entry for its finish, so its last status counts from too early on. See sojourn repairs.',
      ],
      repairedIssueCount: 0,
    })
  })

  it('is incomplete when its log ends in another status, and when it was reopened', async () => {
    const reopened = issue('AA-1', { changes: ['1 6', '6 3'] })
    const other = issue('AA-2', { changes: ['1 3'] })
    expect(await counted(reopened, other)).toMatchObject({
      issues: 2,
      repairedIssueCount: 2,
      warnings: [
        '2 issues of this report have no log entry for their finish, so their last status counts from too early on. See sojourn repairs.',
      ],
    })
  })

  it('is not an issue that was created finished', async () => {
    expect(await counted(issue('AA-1', { resolved: '2024-05-01' }))).toEqual(NONE)
  })

  it('needs a resolution only if its status has no category', async () => {
    expect(await counted(issue('AA-1', { category: null }))).toMatchObject({ issues: 1 })
    expect(await counted(issue('AA-1', { category: null, resolution: false, resolved: null }))).toEqual(NONE)
    expect(await counted(issue('AA-1', { category: 'new' }))).toEqual(NONE)
    expect(await counted(issue('AA-1', { resolution: false, resolved: null }))).toMatchObject({ issues: 1 })
  })

  it('is counted only if the store has one, also after it was imported and after its log was completed', async () => {
    await withTemporaryStore(async store => {
      const preparing = vi.spyOn(driver.DuckDBConnection.prototype, 'prepare')
      /** Returns the warnings of a list, and whether it counts such issues with a new statement. */
      const list = async () => {
        preparing.mockClear()
        const { warnings } = await reportJson(store, REPORT)
        return {
          warnings,
          isSearched: preparing.mock.calls.some(([text]) => /is_status_logged.*without_finish/s.test(text)),
        }
      }
      try {
        await importIssues(store, [issue('AA-2', { changes: ['1 6'] })])
        expect(await list()).toEqual({ warnings: undefined, isSearched: false })
        await importIssues(store, [issue('AA-1', {})])
        expect(await list()).toEqual({ warnings: [expect.stringMatching(/^1 issue/)], isSearched: true })
        await importIssues(store, [issue('AA-1', { changes: ['1 3', '3 6'] })])
        expect(await list()).toEqual({ warnings: undefined, isSearched: false })
      } finally {
        preparing.mockRestore()
      }
    })
  })
})
