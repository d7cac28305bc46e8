import { describe, expect, it } from 'vitest'
import { plain } from '../../../src/store/sql/sql.ts'
import { itDrawn } from '../../support/drawn-test.ts'
import { withTemporaryStore } from '../../support/with-temporary-store.ts'
import { issue, statuses, staysAfter, staysIn, staysOfFields, take } from './changes-without-ids.ts'

const LISTED = { lists: statuses('1=Open', '3=Doing', '6=Closed') }

describe('a value without an id', () => {
  it('is the only one of the tracker with its name, with the list first or last, and counts as a repair', async () => {
    const issues = [issue('AA-1', ['status: open > DOING', 'status: Doing > Closed'])]
    expect(await staysAfter([LISTED, { issues }])).toEqual(['AA-1: 1 3 6, 2 repairs'])
  })

  it('is its own id when no value has its name, ignoring case', async () => {
    const issues = [
      issue('AA-1', ['status: 1=Open > Parked', 'status: parked > 6=Closed']),
      issue('AA-2', ['status: 1=Open > PARKED', 'status: PARKED > 6=Closed']),
    ]
    expect(await staysAfter([LISTED, { issues }])).toEqual([
      'AA-1: 1 PARKED 6, 2 repairs',
      'AA-2: 1 PARKED 6, 2 repairs',
    ])
  })

  it('adds a status only when no value has its name', () =>
    withTemporaryStore(async store => {
      const known = async () =>
        (await store.query(plain('select id from status order by id'))).map(({ id }) => id).join(' ')
      await take(store, { issues: [issue('AA-1', ['status: Open > Parked', 'status: Parked > 6=Closed'])] })
      expect(await known()).toBe('6 Open Parked')
      await take(store, LISTED)
      expect(await known()).toBe('1 3 6 Parked')
      await take(store, { issues: [issue('AA-2', ['status: 1=Open > 9=Parked', 'status: 9=Parked > 6=Closed'])] })
      expect(await known()).toBe('1 3 6 9')
      expect(await staysIn(store, 'status')).toEqual(['AA-1: 1 9 6, 2 repairs', 'AA-2: 1 9 6, 0 repairs'])
    }))

  itDrawn('is the one to which logs give the name, unless another one has it now', async () => {
    const old = issue('AA-1', ['status: 7=Doing > 6=Closed'])
    const nameless = issue('AA-2', ['status: 1=Open > Doing', 'status: Doing > 6=Closed'])
    const present = { issues: [issue('AA-3', [], { status: '3=Doing' })] }
    const lists = { lists: statuses('1=Open', '6=Closed', '7=Stopped') }
    expect(await staysAfter([lists, { issues: [old] }, { issues: [nameless] }])).toEqual([
      'AA-1: 7 6, 0 repairs',
      'AA-2: 1 7 6, 2 repairs',
    ])
    expect((await staysAfter([{ issues: [old, nameless] }, present]))[1]).toBe('AA-2: 1 3 6, 2 repairs')
  })

  it('is not one that the tracker and all issues have lost', () =>
    withTemporaryStore(async store => {
      const nameless = issue('AA-1', ['status: 1=Open > Doing', 'status: Doing > 6=Closed'])
      const before = statuses('1=Open', '4=Doing', '6=Closed')
      await take(store, { lists: before, issues: [nameless, issue('BB-1', [], { status: '4=Doing' })] })
      expect((await staysIn(store, 'status'))[0]).toBe('AA-1: 1 4 6, 2 repairs')
      await take(store, LISTED)
      expect((await staysIn(store, 'status'))[0]).toBe('AA-1: 1 Doing 6, 2 repairs')
      await take(store, { issues: [issue('BB-1', ['status: 4=Doing > 6=Closed'])] })
      expect((await staysIn(store, 'status'))[0]).toBe('AA-1: 1 3 6, 2 repairs')
    }))

  itDrawn('is the one of its own log among several, then the one of its project, else its name', async () => {
    const lists = { lists: statuses('1=Open', '3=Doing', '4=Doing', '6=Closed') }
    const log = ['status: 1=Open > 4=Doing', 'status: 4=Doing > 1=Open', 'status: Open > Doing']
    const project = [
      issue('BB-1', [], { status: '3=Doing' }),
      issue('BB-2', ['status: 1=Open > doing', 'status: Doing > 6=Closed']),
    ]
    const none = issue('CC-1', ['status: 1=Open > Doing', 'status: Doing > 6=Closed'])
    const own = issue('AA-1', log, { status: '4=Doing' })
    expect(await staysAfter([lists, { issues: [own, none] }, { issues: project }])).toEqual([
      'AA-1: 1 4 1 4, 1 repairs',
      'BB-1: 3, 0 repairs',
      'BB-2: 1 3 6, 2 repairs',
      'CC-1: 1 Doing 6, 2 repairs',
    ])
  })

  itDrawn('may be the present value', async () => {
    const lists = { lists: statuses('1=Open', '3=Doing', '4=Doing', '6=Closed') }
    const issues = [
      issue('AA-1', ['status: 1=Open > Doing'], { status: '4=Doing' }),
      issue('AA-2', [], { status: '3=Doing' }),
    ]
    expect(await staysAfter([lists, { issues }])).toEqual(['AA-1: 1 4, 1 repairs', 'AA-2: 3, 0 repairs'])
  })

  itDrawn('is compared with others of the same instant after its id is known', async () => {
    const text = issue('AA-1', ['status: Doing > Closed', 'status: Open > 3=Doing']).replaceAll(
      '2024-04-03',
      '2024-04-02',
    )
    expect(await staysAfter([LISTED, { issues: [text] }])).toEqual(['AA-1: 1 3 6, 2 repairs'])
  })

  it('is not a second change when the log has the change with ids at the same instant', async () => {
    const more = { issuetype: { id: '8', name: 'Bug' } }
    const changes = ['issuetype: 9=Task > 8=Bug', 'type: Task > Bug']
    const logged = issue('AA-1', changes, { more }).replaceAll('2024-04-03', '2024-04-02')
    expect(await staysAfter([{ issues: [logged] }], 'issuetype')).toEqual(['AA-1: 9 8, 0 repairs'])
  })

  it('can be a priority, type or resolution', async () => {
    const more = { priority: { id: '3', name: 'Major' }, issuetype: { id: '8', name: 'Bug' }, resolution: null }
    const issues = [
      issue('AA-1', ['priority: minor > major', 'issuetype: task > bug', 'resolution: fixed >'], { more }),
    ]
    const others = {
      priority: { id: '4', name: 'Minor' },
      issuetype: { id: '9', name: 'Task' },
      resolution: { id: '1', name: 'Fixed' },
    }
    const more2 = { issues: [issue('AA-2', [], { more: others })] }
    const held = await staysOfFields([{ issues }, more2], ['priority', 'issuetype', 'resolution'])
    expect(held.map(([first]) => first)).toEqual([
      'AA-1: 4 3, 3 repairs',
      'AA-1: 9 8, 3 repairs',
      'AA-1: 1 -, 3 repairs',
    ])
  })

  it('can be a version or component of its project', async () => {
    const both = (id: number) => ({
      fixVersions: [{ id: `${id}`, name: '1.0' }],
      components: [{ id: `${id}`, name: 'Disk' }],
    })
    const changes = ['Fix Version: > 1.0', 'Component: > disk', 'Fix Version: 1.0 >', 'Component: Disk >']
    const named = issue('AA-1', changes, { more: { fixVersions: [], components: [] } })
    const others = [issue('AA-2', [], { more: both(10) }), issue('BB-1', [], { more: both(20) })]
    const held = await staysOfFields([{ issues: [named] }, { issues: others }], ['fixVersions', 'components'])
    expect(held.map(([first]) => first)).toEqual(['AA-1: - 10 -, 4 repairs', 'AA-1: - 10 -, 4 repairs'])
  })

  it('can be a user, by the shown name or else by the login', async () => {
    const ann = { name: 'al', key: 'JIRAUSER1', displayName: 'Ann Lee' }
    const bob = { name: 'ann lee', key: 'JIRAUSER2', displayName: 'Bob' }
    const changes = ['assignee: > Ann Lee', 'assignee: ann lee > AL', 'assignee: Ann Lee > bob', 'assignee: Bob > Eve']
    const issues = [issue('AA-1', changes, { more: { assignee: null, reporter: ann } })]
    const others = { issues: [issue('AA-2', [], { more: { assignee: bob } })] }
    expect((await staysAfter([{ issues }, others], 'assignee'))[0]).toBe('AA-1: - jirauser1 jirauser2 eve -, 5 repairs')
  })

  it('is the current value when an export leaves out the field', async () => {
    const issues = [issue('AA-1', ['priority: 4=Minor > major'])]
    const others = { issues: [issue('AA-2', [], { more: { priority: { id: '3', name: 'Major' } } })] }
    await withTemporaryStore(async store => {
      await take(store, { issues })
      await take(store, others)
      expect(await staysIn(store, 'priority')).toEqual(['AA-1: 4 3, 1 repairs', 'AA-2: 3, 0 repairs'])
      expect(await store.query(plain('select key, priority_id from issue order by key'))).toEqual([
        { key: 'AA-1', priority_id: '3' },
        { key: 'AA-2', priority_id: '3' },
      ])
    })
  })

  it('is one current value with the same one that has its id, when an export leaves out the field', () =>
    withTemporaryStore(async store => {
      await take(store, { issues: [issue('AA-1', ['Component: > Disk', 'Component: > 10=Disk', 'Component: > Net'])] })
      expect(await store.query(plain('select value_id from issue_value order by all'))).toEqual([
        { value_id: '10' },
        { value_id: 'Net' },
      ])
    }))

  it('changes nothing about an issue that is imported again', () =>
    withTemporaryStore(async store => {
      const issues = [issue('AA-1', ['status: Open > Doing', 'status: Doing > Closed'])]
      await take(store, { ...LISTED, issues })
      const before = await store.query(plain('select * from stay order by all'))
      await take(store, { issues })
      expect(await store.query(plain('select * from stay order by all'))).toEqual(before)
      expect(await store.query(plain('select count(*) as n from named_value'))).toEqual([{ n: 4n }])
    }))
})
