import { describe, expect, it } from 'vitest'
import { removeIssues } from '../../../src/store/batches/remove-issues.ts'
import type { Store } from '../../../src/store/engine/store.ts'
import { plain } from '../../../src/store/sql/sql.ts'
import { withTemporaryStore } from '../../support/with-temporary-store.ts'
import { issue, staysAfter, staysIn, take } from './changes-without-ids.ts'

async function remove(store: Store, key: string): Promise<void> {
  const [row] = await store.query(plain(`select id from issue where key = '${key}'`))
  await store.transact(run => removeIssues(run, [Number(row!.id)]))
}

const NAMELESS = issue('AA-2', ['status: 1=Open > Doing', 'status: Doing > 6=Closed'])

describe('a name that only logs give to an id', () => {
  it('stays known after another issue was removed, even if its own issue also has it without the id', () =>
    withTemporaryStore(async store => {
      const ann = ['assignee: > al=Ann', 'assignee: al=Ann >', 'assignee: > Ann', 'assignee: Ann >']
      const logs = [
        ['status: 1=Open > 7=Doing', 'status: 7=Doing > 1=Open', 'status: 1=Open > Doing', 'status: Doing > 6=Closed'],
        ann,
      ].flat()
      await take(store, { issues: [issue('AA-1', logs, { more: { assignee: null } }), issue('AA-3', [])] })
      await remove(store, 'AA-3')
      await take(store, { issues: [issue('AA-4', [])] })
      expect((await staysIn(store, 'status'))[0]).toBe('AA-1: 1 7 1 7 6, 4 repairs')
      expect((await staysIn(store, 'assignee'))[0]).toBe('AA-1: - al - al -, 4 repairs')
      expect(await store.query(plain(`select id from status where id = 'Doing'`))).toEqual([])
    }))

  it('is unknown after the only issue that gives it was removed', () =>
    withTemporaryStore(async store => {
      await take(store, {
        issues: [issue('AA-1', ['status: 1=Open > 7=Doing', 'status: 7=Doing > 6=Closed']), NAMELESS],
      })
      expect((await staysIn(store, 'status'))[1]).toBe('AA-2: 1 7 6, 2 repairs')
      await remove(store, 'AA-1')
      await take(store, { issues: [issue('AA-3', [])] })
      expect((await staysIn(store, 'status'))[0]).toBe('AA-2: 1 Doing 6, 2 repairs')
    }))

  it('is unknown after the only issue that gives it was replaced', () =>
    withTemporaryStore(async store => {
      const renamed = issue('AA-1', ['status: 1=Open > 7=Working', 'status: 7=Working > 6=Closed'])
      await take(store, {
        issues: [renamed.replaceAll('Working', 'Doing'), NAMELESS],
      })
      expect((await staysIn(store, 'status'))[1]).toBe('AA-2: 1 7 6, 2 repairs')
      await take(store, { issues: [renamed] })
      expect((await staysIn(store, 'status'))[1]).toBe('AA-2: 1 Doing 6, 2 repairs')
      const known = await store.query(plain(`select id, name from value_name where kind = 'status' order by all`))
      expect(known.map(({ id, name }) => `${id} ${name}`)).toEqual(['1 open', '6 closed', '7 working'])
    }))

  it('is known from the value that a change leaves, although the issue never had it', async () => {
    const contradicted = issue('AA-1', ['status: 1=Open > 3=Review', 'status: 7=Doing > 6=Closed'])
    expect(await staysAfter([{ issues: [contradicted] }, { issues: [NAMELESS] }])).toEqual([
      'AA-1: 1 3 6, 1 repairs',
      'AA-2: 1 7 6, 2 repairs',
    ])
  })

  it('means the person who had the login, in each order of imports', async () => {
    const more = { assignee: null }
    const old = issue('AA-1', ['assignee: > al=Ann Smith', 'assignee: al=Ann Smith >'], { more })
    const nameless = issue('AA-2', ['assignee: > Ann Smith', 'assignee: Ann Smith >'], { more })
    const now = issue('AA-3', [], { more: { assignee: { name: 'al', key: 'JIRAUSER1', displayName: 'Ann Lee' } } })
    const imports = [old, nameless, now].map(one => ({ issues: [one] }))
    expect((await staysAfter(imports, 'assignee')).slice(0, 2)).toEqual([
      'AA-1: - jirauser1 -, 0 repairs',
      'AA-2: - jirauser1 -, 2 repairs',
    ])
  })
})
