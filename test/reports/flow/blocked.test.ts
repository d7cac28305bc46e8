import { describe, expect, it } from 'vitest'
import { flowTable } from '../../../src/edge/cli/flow-table.ts'
import { csvCells } from '../../support/csv-cells.ts'
import { checkedFlow } from '../../support/flow-text.ts'
import { type Ask, teams } from './team.ts'

const withTeam = teams()

const HOUR = 3_600_000
const AS_OF = 100

/** Blocked by a priority, a status and a label. Two of them hold now. */
const HISTORIES = [
  'AB-1 status Open@0 Doing@8 Review@32 Doing@56 Done@80',
  'AB-1 priority Low@0 High@60 Low@66',
  'AB-1 labels -@0 blocked@24 -@40',
  'AB-2 status Open@0 Doing@10 Done@50',
  'AB-2 labels -@0 api+blocked@30 api@40 api+blocked@45',
  'AB-3 status Open@0 Doing@60 Review@90',
  'AB-3 labels -@0 blocked@70 -@75',
  'AB-4 status Open@0 Doing@90',
  'AB-4 labels -@0 blocked@95',
  // Blocked before its start, and after its finish.
  'AB-5 status Open@0 Doing@10 Done@20',
  'AB-5 labels blocked@0 -@9 blocked@21',
  'AB-6 status Open@0 Done@20',
  'AB-6 labels blocked@0',
  'AB-7 status Open@0 Doing@10 Open@20',
  'AB-7 labels -@0 blocked@15',
]

const BLOCKED = { fields: [], statuses: ['Review'], labels: ['blocked'] }

const blockedOf = async (ask: Ask, more: Readonly<Record<string, string>> = {}) =>
  checkedFlow('blocked', await ask('blocked', more))

/** Returns the numbers of a reason, in hours. */
function shown({ issues, episodes, time, longest }: Record<'issues' | 'episodes' | 'time' | 'longest', number>) {
  return [issues, episodes, time / HOUR, longest / HOUR]
}

describe('flow/blocked', () => {
  it('has the time of each reason, and of all at once', () =>
    withTeam(
      HISTORIES,
      AS_OF,
      async ask => {
        const { finished, blockedNow, union, sum, reasons, noBlocking } = await blockedOf(ask)
        expect([finished.count, blockedNow!.count, noBlocking]).toEqual([3, 2, null])
        expect(reasons.map(({ reason, kind, field, name }) => [reason, kind, field, name])).toEqual([
          ['label:blocked', 'label', null, 'blocked'],
          ['status:Review', 'status', null, 'Review'],
        ])
        const [label, status] = reasons
        // 24 to 40 of AB-1; 30 to 40 and 45 to 50 of AB-2.
        expect(shown(label!.finished)).toEqual([2, 3, 16 + 10 + 5, 16])
        expect(shown(status!.finished)).toEqual([1, 1, 24, 24])
        expect(shown(union!.finished)).toEqual([2, 3, 32 + 10 + 5, 32])
        expect(sum!.finished).toEqual({ episodes: 4, time: (31 + 24) * HOUR })
        // 70 to 75 of AB-3, and 95 to 100 of AB-4; 90 to 100 of AB-3.
        expect(shown(label!.now)).toEqual([2, 2, 5 + 5, 5])
        expect(shown(status!.now)).toEqual([1, 1, 10, 10])
        expect(shown(union!.now)).toEqual([2, 3, 5 + 5 + 10, 10])
        expect([label, status].map(one => one!.blocksNow.count)).toEqual([1, 1])
      },
      { blocked: BLOCKED },
    ))

  it('counts sources that begin and end at once a single time', async () => {
    const numbers = Array.from({ length: 300 }, (_, i) => i + 1)
    const histories = numbers.flatMap(number => [
      `AB-${number} status Open@0 Doing@10`,
      `AB-${number} labels -@0 api+blocked@20`,
    ])
    await withTeam(
      histories,
      AS_OF,
      async ask => {
        const { union, sum } = await blockedOf(ask)
        expect(shown(union!.now)).toEqual([300, 300, 300 * 80, 80])
        expect(sum!.now).toEqual({ episodes: 600, time: 600 * 80 * HOUR })
        const { items } = JSON.parse(await ask('items', { pageSize: '300' }))
        const times = items.map(({ blocked, active }: Record<'blocked' | 'active', number>) => [blocked, active])
        expect(new Set(times.map(String))).toEqual(new Set([`${80 * HOUR},${10 * HOUR}`]))
      },
      { blocked: { fields: [], statuses: [], labels: ['api', 'blocked'] } },
    )
  })

  it('leads to the issues', () =>
    withTeam(
      HISTORIES,
      AS_OF,
      async ask => {
        const keysOf = async ({ items }: { readonly items: Readonly<Record<string, string>> }) =>
          JSON.parse(await ask('items', items)).items.map(({ key }: { key: string }) => key)
        const { finished, blockedNow, union, reasons } = await blockedOf(ask)
        const [label, status] = reasons
        expect(await keysOf(finished)).toEqual(['AB-1', 'AB-2', 'AB-5'])
        expect(await keysOf(blockedNow!)).toEqual(['AB-3', 'AB-4'])
        expect(await keysOf(union!.finished)).toEqual(['AB-1', 'AB-2'])
        expect(await keysOf(union!.now)).toEqual(['AB-3', 'AB-4'])
        expect(await keysOf(label!.finished)).toEqual(['AB-1', 'AB-2'])
        expect(await keysOf(label!.now)).toEqual(['AB-3', 'AB-4'])
        expect(await keysOf(label!.blocksNow)).toEqual(['AB-4'])
        expect(await keysOf(status!.finished)).toEqual(['AB-1'])
        expect(await keysOf(status!.blocksNow)).toEqual(['AB-3'])
        expect(await keysOf({ items: { state: 'all', blockedNowBy: 'any' } })).toEqual(['AB-3', 'AB-4'])
      },
      { blocked: BLOCKED },
    ))

  it('counts each value of a field, with its text', () =>
    withTeam(
      HISTORIES,
      AS_OF,
      async ask => {
        const { reasons, union } = await blockedOf(ask)
        expect(reasons.map(one => [one.reason, one.field, one.name, ...shown(one.finished)])).toEqual([
          ['field:priority:Low', 'Priority', 'Low', 1, 2, 60 - 8 + 80 - 66, 52],
          ['field:priority:High', 'Priority', 'High', 1, 1, 6, 6],
        ])
        expect(shown(union!.finished)).toEqual([1, 1, 72, 72])
      },
      { blocked: { fields: ['priority'], statuses: [], labels: [] } },
    ))

  it('has the same numbers as CSV, and in a terminal', () =>
    withTeam(
      HISTORIES,
      AS_OF,
      async ask => {
        const [header, ...rows] = csvCells(await ask('blocked', { outputType: 'csv' }))
        expect(header!.slice(0, 6)).toEqual(['row', 'reason', 'kind', 'field', 'name', 'finished issues'])
        const hours = (...times: readonly number[]) => times.map(time => String(time * HOUR))
        expect(rows).toEqual([
          [
            'reason',
            'label:blocked',
            'label',
            '',
            'blocked',
            '2',
            '3',
            ...hours(31, 16),
            '1',
            '2',
            '2',
            ...hours(10, 5),
          ],
          [
            'reason',
            'status:Review',
            'status',
            '',
            'Review',
            '1',
            '1',
            ...hours(24, 24),
            '1',
            '1',
            '1',
            ...hours(10, 10),
          ],
          ['union', '', '', '', '', '2', '3', ...hours(47, 32), '2', '2', '3', ...hours(20, 10)],
          ['sum', '', '', '', '', '', '4', ...hours(55), '', '', '', '3', ...hours(20), ''],
        ])
        expect(await flowTable('blocked', await blockedOf(ask), null)).toBe(
          [
            'FINISHED, BLOCKED BY  ISSUES  EPISODES  TIME   LONGEST',
            'label blocked         2       3         1.3 d  16.0 h',
            'status Review         1       1         1.0 d  1.0 d',
            'all at once           2       3         2.0 d  1.3 d',
            'sum                           4         2.3 d',
            '',
            'BLOCKED NOW, BY  NOW  ISSUES  EPISODES  TIME    LONGEST',
            'label blocked    1    2       2         10.0 h  5.0 h',
            'status Review    1    1       1         10.0 h  10.0 h',
            'all at once      2    2       3         20.0 h  10.0 h',
            'sum                           3         20.0 h',
            '',
          ].join('\n'),
        )
      },
      { blocked: BLOCKED },
    ))

  it('says what to set if nothing can block, and that nothing did', () =>
    withTeam(HISTORIES, AS_OF, async ask => {
      const none = await blockedOf(ask, { workflow: 'default' })
      expect(none).toMatchObject({ blockedNow: null, union: null, sum: null, reasons: [] })
      const why =
        "The workflow 'default' does not say what blocks issues. Save one with a field, statuses or labels in blocked, and send workflow with its name."
      expect(none.noBlocking).toBe(why)
      expect((await flowTable('blocked', none, null)).replaceAll('\n', ' ')).toContain(why)
      const { union, reasons } = await blockedOf(ask, { from: '2030-01-01' })
      expect([shown(union!.finished), reasons.map(({ finished }) => shown(finished))]).toEqual([
        [0, 0, 0, 0],
        [[0, 0, 0, 0]],
      ])
    }))

  it.each([
    ['label:other', "label:other' is not a reason of blocking. Reasons: any, label:blocked"],
    ['blocked', 'is not a reason of blocking'],
  ])('refuses the reason %s', (blockedBy, message) =>
    withTeam(HISTORIES, AS_OF, async ask => {
      await expect(ask('items', { blockedBy })).rejects.toThrow(message)
    }),
  )
})
