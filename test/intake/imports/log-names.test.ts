import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { removeIssues } from '../../../src/store/batches/remove-issues.ts'
import type { Store } from '../../../src/store/engine/store.ts'
import { LOG_NAME_TABLES } from '../../../src/store/rows/log-name-rows.ts'
import { plain } from '../../../src/store/sql/sql.ts'
import { itDrawn } from '../../support/drawn-test.ts'
import { runs } from '../../support/sampling.ts'
import { withTemporaryStore } from '../../support/with-temporary-store.ts'
import { issue, take } from './changes-without-ids.ts'
import { type DcTracker, dcTrackers, evenDcTrackers, listOf } from './dc-tracker.ts'
import { custom, field, LISTED, option, SQUAD } from './squad-issue.ts'

/** The tables with the rows of issues, which have other numbers after other imports. */
const TABLES = {
  change: '* exclude issue_id',
  stay: '* exclude issue_id',
  issue_value: '* exclude issue_id',
  repair: '* exclude issue_id',
  status_assignment: '* exclude issue_id',
  named_value: '* exclude issue_id',
  log_name: '* exclude issue_id',
  posting: 'field_id, pos, (select word from term where term.id = term_id) as word',
} as const

async function contentOf(store: Store): Promise<Readonly<Record<string, unknown>>> {
  const content: Record<string, unknown> = {}
  for (const [table, columns] of Object.entries(TABLES))
    content[table] = await store.query(
      plain(
        `select i.key, t.* exclude issue_id from (select issue_id, ${columns} from ${table}) t join issue i on i.id = t.issue_id order by all`,
      ),
    )
  for (const table of ['value_name', 'held_name'])
    content[table] = await store.query(plain(`select * from ${table} order by all`))
  content.issue = await store.query(plain('select key, repaired, is_status_logged from issue order by key'))
  return content
}

/** Returns the stays of custom fields, as `AA-1 1: 5 6`. */
async function held(store: Store): Promise<readonly string[]> {
  const rows = await store.query(
    plain(`select i.key || ' ' || replace(s.field_id, 'customfield_', '') || ': '
        || string_agg(coalesce(s.value_id, '-'), ' ' order by s.seq) as held
      from stay s join issue i on i.id = s.issue_id where field_id not in ('status', 'assignee', 'project')
      group by i.key, s.field_id order by i.key, s.field_id`),
  )
  return rows.map(row => String(row.held))
}

/** What happens to a store, one after the other. */
type Step = 'list' | 'first issues' | 'other issues' | 'map' | 'remove'

async function make(store: Store, step: Step, { fields, issues, mapping }: DcTracker): Promise<void> {
  const { name, field } = mapping
  if (step === 'map') await store.mapLogName(name, field)
  else if (step === 'remove') await store.mapLogName(name.toLowerCase(), null)
  else if (step === 'list') await take(store, { lists: listOf(fields) })
  else await take(store, { issues: step === 'first issues' ? issues.slice(0, 3) : issues.slice(3) })
}

function contentAfter(tracker: DcTracker, steps: readonly Step[]): Promise<Readonly<Record<string, unknown>>> {
  return withTemporaryStore(async store => {
    for (const step of steps) await make(store, step, tracker)
    return contentOf(store)
  })
}

/** Checks that two sequences of steps lead to the same content. A counterexample is not made smaller: each try creates stores. */
const areAlike = (trackers: fc.Arbitrary<DcTracker>, one: readonly Step[], other: readonly Step[]) =>
  fc.assert(
    fc.asyncProperty(trackers, async tracker => {
      expect(await contentAfter(tracker, one)).toEqual(await contentAfter(tracker, other))
    }),
    { ...runs(1), endOnFailure: true },
  )

describe('a log name', () => {
  it('is the field to which an administrator mapped it at once, until the mapping is removed', () =>
    withTemporaryStore(async store => {
      await take(store, { ...LISTED, issues: [SQUAD] })
      const before = await contentOf(store)
      expect(await held(store)).toEqual(['AA-1 Squad: 5 6', 'AA-1 2: 6'])
      await store.mapLogName('squad', 'customfield_2')
      expect(await held(store)).toEqual(['AA-1 2: 5 6'])
      await store.mapLogName('SQUAD', null)
      expect(await contentOf(store)).toEqual(before)
    }))

  it('leaves the last value open when the export has no values of the mapped field', () =>
    withTemporaryStore(async store => {
      await take(store, { ...LISTED, issues: [issue('AA-1', ['Squad: 5=5 > 6=6', 'Squad: 6=6 > 7=7'])] })
      await store.mapLogName('Squad', 'customfield_2')
      expect(await held(store)).toEqual(['AA-1 2: 5 6 7'])
    }))

  it('is the mapped field where the present values do not tell several apart', () =>
    withTemporaryStore(async store => {
      const issues = [
        issue('AA-1', ['Team: 5=5 > 6=6'], custom({ 1: option('6'), 3: option('7') })),
        issue('AA-2', ['Team: 5=5 > 6=6'], custom({ 1: option('6'), 3: option('6') })),
      ]
      await take(store, { lists: listOf([field(1, 'Team'), field(3, 'Team')]), issues })
      expect(await held(store)).toContain('AA-2 Team: 5 6')
      await store.mapLogName('Team', 'customfield_3')
      expect(await held(store)).toEqual(['AA-1 1: 5 6', 'AA-1 3: 7', 'AA-2 1: 6', 'AA-2 3: 5 6'])
    }))

  it('gets the values of the kind of its field: lists, numbers, people', () =>
    withTemporaryStore(async store => {
      const fields = [field(1, 'Sites', 'options'), field(2, 'Points', 'number'), field(3, 'Checker', 'user')]
      const ann = { name: 'ann', key: 'JIRAUSER1', displayName: 'Ann' }
      const issues = [
        issue('AA-1', ['Places:  > 7, 8=East, West'], custom({ 1: [option('7'), option('8')] })),
        issue('AA-2', ['Size: 3.0 > 5.0'], custom({ 2: 5 })),
        issue('AA-3', ['Tester: bob=Bob > jirauser1=Ann'], custom({ 3: ann })),
      ]
      await take(store, { lists: listOf(fields), issues })
      for (const [i, name] of ['Places', 'Size', 'Tester'].entries())
        await store.mapLogName(name, `customfield_${i + 1}`)
      expect(await held(store)).toEqual(['AA-1 1: - 7 8', 'AA-2 2: 3 5', 'AA-3 3: bob jirauser1'])
      expect(await store.query(plain(`select id, display_name as name from person where id = 'bob'`))).toEqual([
        { id: 'bob', name: 'Bob' },
      ])
    }))

  it('is the untranslated name of a field, also when the list of fields is read later', () =>
    withTemporaryStore(async store => {
      await take(store, { issues: [SQUAD] })
      expect(await held(store)).toContain('AA-1 Squad: 5 6')
      await take(store, { lists: listOf([field(2, 'Mannschaft', 'option', 'Squad')]) })
      expect(await held(store)).toEqual(['AA-1 2: 5 6'])
    }))

  it('is the untranslated name of a field when the list of fields was read before', () =>
    withTemporaryStore(async store => {
      await take(store, { lists: listOf([field(2, 'Mannschaft', 'option', 'Squad')]) })
      await take(store, { issues: [SQUAD] })
      expect(await held(store)).toEqual(['AA-1 2: 5 6'])
    }))

  it.each([
    ['matches none', listOf([field(1, 'Crew', 'options')])],
    ['matches several', listOf([field(1, 'Squad', 'options'), field(3, 'Squad', 'options')])],
  ])('that %s has the kind of its values, whatever an item from nothing to nothing suggests', (_, lists) =>
    withTemporaryStore(async store => {
      const kinds = () => store.query(plain(`select kind, multi from field where id = 'Squad'`))
      await take(store, { lists, issues: [issue('AA-1', ['Squad: >'])] })
      expect(await kinds()).toEqual([{ kind: 'text', multi: false }])
      await take(store, { issues: [issue('AA-2', ['Squad: [5]=Blue > [5, 6]=Blue, Red'])] })
      expect(await kinds()).toEqual([{ kind: 'option', multi: true }])
      await take(store, { issues: [issue('AA-3', ['Squad: >'])] })
      expect(await kinds()).toEqual([{ kind: 'option', multi: true }])
    }),
  )

  it('has the kind of its values when issues move to it one after the other', () =>
    withTemporaryStore(async store => {
      const one = listOf([field(1, 'Squad', 'options'), field(3, 'Crew', 'options')])
      const both = listOf([field(1, 'Squad', 'options'), field(3, 'Squad', 'options')])
      for (const change of ['Squad: >', 'Squad: [5]=Blue > [5, 6]=Blue, Red']) {
        const key = change.includes('Blue') ? 'AA-2' : 'AA-1'
        await take(store, { lists: one, issues: [issue(key, [change])] })
        await take(store, { lists: both })
      }
      expect(await store.query(plain(`select kind, multi from field where id = 'Squad'`))).toEqual([
        { kind: 'option', multi: true },
      ])
    }))

  it('stays its own field where it matches none, and goes with its issue', () =>
    withTemporaryStore(async store => {
      await take(store, { ...LISTED, issues: [SQUAD] })
      await store.remove(run => removeIssues(run, [1]))
      for (const table of LOG_NAME_TABLES) expect(await store.query(plain(`select * from ${table}`))).toEqual([])
    }))
})

describe('the fields of log names', () => {
  it('are the same when names are mapped before or after the import', () =>
    areAlike(
      dcTrackers,
      ['list', 'map', 'first issues', 'other issues'],
      ['list', 'first issues', 'other issues', 'map'],
    ))

  itDrawn('are those of an import without a mapping after the mapping is removed', () =>
    areAlike(
      dcTrackers,
      ['list', 'first issues', 'map', 'other issues', 'remove'],
      ['list', 'first issues', 'other issues'],
    ),
  )

  it('are the same for two imports in either order', () =>
    areAlike(
      evenDcTrackers,
      ['list', 'map', 'other issues', 'first issues'],
      ['list', 'map', 'first issues', 'other issues'],
    ))

  it('are the same when the list of fields is read first or last', () =>
    areAlike(
      evenDcTrackers,
      ['map', 'first issues', 'other issues', 'list'],
      ['list', 'first issues', 'other issues', 'map'],
    ))
})
