import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { FieldValue, IssueHistory } from '../../src/core/history/model.ts'
import { toStays } from '../../src/core/history/to-stays.ts'
import { joinedPeople } from '../../src/store/batches/joined-people.ts'
import type { Store } from '../../src/store/engine/store.ts'
import { plain } from '../../src/store/sql/sql.ts'
import { runs } from '../support/sampling.ts'
import { isMultiField, USERS, worldObservations } from '../support/tracker-world.ts'
import { trackers } from '../support/trackers.ts'
import { withTemporaryStore } from '../support/with-temporary-store.ts'

/** A user of the world whose id is the key, with a login. */
const [KEY, LOGIN] = [USERS[0]!.id, USERS[0]!.login.toLowerCase()]

/** Returns the same issues, whose histories name one user sometimes by key and sometimes by login. */
function byLogin(issues: readonly IssueHistory[]): IssueHistory[] {
  let calls = 0
  const other = (id: string) => (id === KEY && ++calls % 3 > 0 ? LOGIN : id)
  const named = (values: readonly FieldValue[]) => values.map(({ id, label }) => ({ id: other(id), label }))
  const isUser = (field: string) => field === 'assignee' || field === 'customfield_2'
  return issues.map(issue => ({
    ...issue,
    creator: issue.creator && other(issue.creator),
    present: new Map([...issue.present].map(([field, values]) => [field, isUser(field) ? named(values) : values])),
    changes: issue.changes.map(change => ({
      ...change,
      author: change.author && other(change.author),
      ...(isUser(change.field) ? { from: named(change.from), to: named(change.to) } : {}),
    })),
  }))
}

async function take(store: Store, issues: readonly IssueHistory[]): Promise<void> {
  await store.importBatch('issues', async batch => {
    for (const history of issues) batch.add(history, toStays(history, isMultiField))
    const entity = { kind: 'person', id: LOGIN, name: null, key: LOGIN, accountId: null, displayName: 'Z' } as const
    batch.record([{ entity: { ...entity, email: null, active: true, timeZone: null }, authority: 'history', at: 0 }])
  })
}

async function contents(store: Store): Promise<unknown[]> {
  const tables = ['issue_value', 'change', 'stay', 'status_assignment', 'repair', 'person']
  // The digest covers what was imported.
  const issues = store.query(plain('select * exclude (digest) from issue order by all'))
  return Promise.all([issues, ...tables.map(table => store.query(plain(`select * from ${table} order by all`)))])
}

it('a store is the same whether histories name a user by login or by key, and whichever is known first', () =>
  fc.assert(
    fc.asyncProperty(trackers, ({ issues }) =>
      withTemporaryStore(right =>
        withTemporaryStore(async joined => {
          for (const store of [right, joined])
            await store.importBatch('users', async batch => batch.record(worldObservations()))
          await take(right, issues)
          await take(joined, byLogin(issues))
          expect(await contents(joined)).toEqual(await contents(right))
          await withTemporaryStore(async late => {
            await take(late, byLogin(issues))
            await late.importBatch('users', async batch => batch.record(worldObservations()))
            expect((await contents(late)).slice(2)).toEqual((await contents(right)).slice(2))
          })
        }),
      ),
    ),
    runs(2),
  ))

const person = (id: string, authority: number, name: string | null, key: string | null, account: string | null) => ({
  id,
  authority,
  name,
  key,
  account_id: account,
})

it.each([
  ['a login', [person('k1', 2, 'Ann', 'K1', null)], ['ann'], { ann: 'k1' }],
  ['a key, once account ids came', [person('a1', 2, null, 'ann', 'A1')], ['ann'], { ann: 'a1' }],
  [
    'a login that was a whole user',
    [person('ann', 2, 'ann', null, null), person('k1', 2, 'ann', 'K1', null)],
    [],
    { ann: 'k1' },
  ],
  [
    'a login through a key to an account id',
    [person('k1', 2, 'ann', 'K1', null), person('a1', 2, 'ann', 'K1', 'A1')],
    ['ann'],
    { k1: 'a1', ann: 'a1' },
  ],
  ['no login of two users', [person('k1', 2, 'ann', 'K1', null), person('k2', 2, 'Ann', 'K2', null)], ['ann'], {}],
  [
    'no login that is the key of another',
    [person('ann', 2, 'b', 'ann', null), person('k1', 2, 'ann', 'K1', null)],
    [],
    {},
  ],
  ['no id that only histories know', [person('k1', 1, 'ann', 'K1', null)], ['ann'], {}],
])('joins %s', (_name, people, ids, joined) => {
  expect(Object.fromEntries(joinedPeople(people, ids))).toEqual(joined)
})
