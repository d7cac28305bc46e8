import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { parseInstant } from '../../src/core/time/instant.ts'
import type { Store } from '../../src/store/engine/store.ts'
import { plain } from '../../src/store/sql/sql.ts'
import { hasRealData, realFile, realStore } from './real-data.ts'

function linesOf(file: string): string[][] {
  const [, ...lines] = readFileSync(realFile('jira-cloud-devlake', file), 'utf8').trim().split(/\r?\n/)
  return lines.map(line => line.split(','))
}

/** Returns the tracker's id, which is at the end of DevLake's. */
function idOf(devlakeId: string): string {
  return devlakeId.split(':').at(-1)!
}

/**
 * In DevLake both assignees of this issue start at its creation as well. According to the changelog nobody was assigned
 * until 08:44:34 (+0800).
 */
const WRONG_THERE = ['10088 1591922461683 5ecfbd0a47d31e0c2a15fd87', '10088 1591922461683 5ecfbd0ba04d9c0c220c18d8']
const WRONG_HERE = '10088 1591922674880 5ecfbd0a47d31e0c2a15fd87'

describe.runIf(hasRealData)('the results of Apache DevLake for 33 issues', () => {
  let store: Store
  beforeAll(async () => {
    store = await realStore('jira-cloud-devlake')
  })

  /** DevLake's rows for issues of the export. One issue of Jira and one of another tracker are not in it. */
  const about = async (lines: readonly string[][]): Promise<string[][]> => {
    const known = new Set((await store.query(plain('select ref from issue'))).map(row => row.ref))
    return lines.filter(([issue]) => known.has(idOf(issue!)))
  }

  const staysOf = (field: string) =>
    store.query(
      plain(`select i.ref, s.seq, s.value_id, s.value, s.entered_ms, s.left_ms from stay s join issue i on i.id = s.issue_id
             where s.field_id = '${field}' and s.value_id is not null order by i.ref, s.seq`),
    )

  it('equal our status stays: their starts, the first and the present one', async () => {
    const theirs = (await about(linesOf('devlake_issue_status_history.csv'))).map(
      ([issue, name, start, , current, first]) => `${idOf(issue!)} ${parseInstant(start!)} ${name} ${current} ${first}`,
    )
    const issues = new Set(theirs.map(line => line.split(' ')[0]))
    const ours = (await staysOf('status'))
      .filter(row => issues.has(String(row.ref)))
      .map(row => `${row.ref} ${row.entered_ms} ${row.value} ${row.left_ms === null ? 1 : 0} ${row.seq === 1 ? 1 : 0}`)
    expect(ours.toSorted()).toEqual(theirs.toSorted())
    expect([issues.size, ours.length]).toEqual([30, 195])
  })

  it('equal our assignee stays, except for two rows that contradict the changelog', async () => {
    const theirs = (await about(linesOf('devlake_issue_assignee_history.csv'))).map(
      ([issue, account, start]) => `${idOf(issue!)} ${parseInstant(start!)} ${idOf(account!).toLowerCase()}`,
    )
    const ours = (await staysOf('assignee')).map(row => `${row.ref} ${row.entered_ms} ${row.value_id}`)
    expect(theirs).toEqual(expect.arrayContaining(WRONG_THERE))
    expect(ours.filter(row => row !== WRONG_HERE).toSorted()).toEqual(
      theirs.filter(row => !WRONG_THERE.includes(row)).toSorted(),
    )
    expect(ours).toContain(WRONG_HERE)
  })
})
