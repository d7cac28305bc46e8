import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toStays } from '../../src/core/history/to-stays.ts'
import type { Store } from '../../src/store/engine/store.ts'
import { plain } from '../../src/store/sql/sql.ts'
import { runs } from '../support/sampling.ts'
import { temporaryStore } from '../support/temporary-store.ts'
import { isMultiField } from '../support/tracker-world.ts'
import { trackers } from '../support/trackers.ts'
import { withTemporaryStore } from '../support/with-temporary-store.ts'
import { addIssue } from './small-batch.ts'

const WRONG_VISITS = `select * from (
  select issue_id, field_id, seq, visit_number, visit_count, previous_last_ms,
         row_number() over (partition by issue_id, field_id, value_id order by seq) as real_visit,
         count(*) over (partition by issue_id, field_id, value_id) as real_visits,
         lag(greatest(entered_ms, left_ms - 1)) over (partition by issue_id, field_id, value_id order by seq) as real_previous from stay)
where visit_number <> real_visit or visit_count <> real_visits or previous_last_ms is distinct from real_previous`

const timesOf = (
  assignee: string,
  from: string,
) => `select issue_id, ${assignee} as assignee_id, min(entered_ms) as first_ms,
  max(coalesce(left_ms, 9e15)) as last_ms, sum(coalesce(left_ms, 9e15) - entered_ms) as ms from ${from} group by all`

/** Reports by period read the one or the other. */
const WRONG_ASSIGNMENTS = `(${timesOf('value_id', "stay where field_id = 'assignee'")}
  except ${timesOf('assignee_id', 'status_assignment')})
union all
(${timesOf('assignee_id', 'status_assignment')}
  except ${timesOf('value_id', "stay where field_id = 'assignee'")})`

const REAL_STATUSES = `select project_id, value_id as status_id, min(entered_ms) as first_ms
from stay where field_id = 'status' group by all`

async function rows(store: Store, text: string): Promise<readonly unknown[]> {
  return store.query(plain(text))
}

async function expectCounted(store: Store): Promise<void> {
  expect(await rows(store, WRONG_VISITS)).toEqual([])
  expect(await rows(store, WRONG_ASSIGNMENTS)).toEqual([])
  const order = 'order by project_id, status_id'
  expect(await rows(store, `select * from project_status ${order}`)).toEqual(
    await rows(store, `select * from (${REAL_STATUSES}) ${order}`),
  )
}

describe('the visit counts of an import', () => {
  it('are correct for any tracker, imported at once and again in two parts', () =>
    fc.assert(
      fc.asyncProperty(trackers, ({ issues }) =>
        withTemporaryStore(async store => {
          for (const part of [issues, issues.slice(1), issues.slice(0, 1)]) {
            await store.importBatch('part', async batch => {
              for (const history of part) batch.add(history, toStays(history, isMultiField))
            })
            await expectCounted(store)
          }
        }),
      ),
      runs(2),
    ))

  it('exclude the statuses of a project whose only issue was moved to another', async () => {
    const store = await temporaryStore()
    await addIssue(store, 'WEB-1')
    await addIssue(store, 'APP-7', { id: 'id of WEB-1' })
    expect(await rows(store, 'select distinct p.key from project_status join project p on p.id = project_id')).toEqual([
      { key: 'APP' },
    ])
    await expectCounted(store)
  })
})
