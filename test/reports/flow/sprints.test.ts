import { describe, expect, it } from 'vitest'
import { flowTable } from '../../../src/edge/cli/flow-table.ts'
import { csvCells } from '../../support/csv-cells.ts'
import { checkedFlow } from '../../support/flow-text.ts'
import { type Ask, teams } from './team.ts'

const withTeam = teams()

const AS_OF = 120

const HISTORIES = [
  'AB-1 status Open@0 Doing@30 Done@60',
  'AB-1 sprint -@0 s1@10',
  'AB-2 status Open@0 Doing@50',
  'AB-2 sprint -@0 s1@20 s1+s2@80',
  'AB-3 status Open@0 Doing@40 Done@70',
  'AB-3 sprint -@0 s1@40',
  'AB-4 status Open@0',
  'AB-4 sprint s1@0 -@48',
  'AB-5 status Open@0 Doing@90 Done@100',
  'AB-5 sprint -@0 s2+s3@70 s2@75',
  'AB-6 status Open@0 Doing@10 Done@20',
  'AB-6 sprint -@0 s1@30',
  // In a sprint without a start, and in one that starts later.
  'AB-7 status Open@0 Doing@10 Done@20',
  'AB-7 sprint -@0 someday+s9@30',
  // Finished at the end of its sprint, which took it out.
  'AB-8 status Open@0 Doing@50 Done@80',
  'AB-8 sprint -@0 s1@12 -@80',
]

const SPRINTS = [
  { id: 's1', start: 24, end: 72, completed: 80 },
  { id: 's2', start: 80, end: 152 },
  { id: 's3', start: 60, end: 74 },
  { id: 'someday', end: 500 },
  { id: 's9', start: 500, end: 600 },
]

const sprintsOf = async (ask: Ask, more: Readonly<Record<string, string>> = {}) =>
  checkedFlow('sprints', await ask('sprints', more))

const withSprints = (work: (ask: Ask) => Promise<void>) => withTeam(HISTORIES, AS_OF, work, {}, SPRINTS)

describe('flow/sprints', () => {
  it('has what each sprint committed to, and what became of it', () =>
    withSprints(async ask => {
      const { sprints, undated, finished, perIssue, noSprints } = await sprintsOf(ask)
      const numbers = sprints.map(
        ({ id, committed, added, removed, inAtEnd, finished, finishedBefore, carriedOver }) => [
          id,
          ...[committed, added, removed, inAtEnd, finished, finishedBefore, carriedOver].map(({ count }) => count),
        ],
      )
      expect(numbers).toEqual([
        ['s1', 4, 2, 1, 5, 4, 1, 1],
        // AB-5 came at hour 70. It left one hour after the end.
        ['s3', 0, 1, 0, 1, 0, 0, 1],
        ['s2', 2, 0, 0, 2, 1, 0, 1],
      ])
      expect(sprints.map(({ endIs, isOver }) => [endIs, isOver])).toEqual([
        ['completed', true],
        ['planned', true],
        ['planned', false],
      ])
      expect([undated, noSprints, finished.count]).toEqual([1, null, 6])
      expect(perIssue.map(({ sprints, issues }) => [sprints, issues])).toEqual([
        [0, 1],
        [1, 4],
        [2, 1],
      ])
    }))

  it('leads to the issues', () =>
    withSprints(async ask => {
      const keysOf = async ({ items }: { readonly items: Readonly<Record<string, string>> }) =>
        JSON.parse(await ask('items', items))
          .items.map(({ key }: { key: string }) => key)
          .toSorted()
      const { sprints, perIssue } = await sprintsOf(ask)
      const [first, , last] = sprints
      expect(await keysOf(first!.committed)).toEqual(['AB-1', 'AB-2', 'AB-4', 'AB-8'])
      expect(await keysOf(first!.added)).toEqual(['AB-3', 'AB-6'])
      expect(await keysOf(first!.removed)).toEqual(['AB-4'])
      expect(await keysOf(first!.finishedBefore)).toEqual(['AB-6'])
      expect(await keysOf(first!.carriedOver)).toEqual(['AB-2'])
      expect(await keysOf(last!.finished)).toEqual(['AB-5'])
      expect(await keysOf(perIssue[0]!)).toEqual(['AB-7'])
      expect(await keysOf(perIssue[2]!)).toEqual(['AB-5'])
      const all = { state: 'all', inSprint: 's1' }
      expect(await keysOf({ items: all })).toEqual(['AB-1', 'AB-2', 'AB-3', 'AB-4', 'AB-6', 'AB-8'])
    }))

  it('gives the old numbers with a past asOf', () =>
    withSprints(async ask => {
      const asOf = '2024-03-06T02:00:00Z'
      const { sprints } = await sprintsOf(ask, { asOf })
      expect(sprints).toMatchObject([
        { id: 's1', isOver: false, committed: { count: 4 }, added: { count: 2 }, removed: { count: 1 } },
      ])
      expect(sprints[0]).toMatchObject({ finished: { count: 1 }, carriedOver: { count: 4 } })
    }))

  it('shows the sprints that overlap with the window', () =>
    withSprints(async ask => {
      const idsOf = async (from: string, to: string) => {
        const { sprints, noSprints } = await sprintsOf(ask, { from, to })
        return noSprints ?? sprints.map(({ id }) => id)
      }
      expect(await idsOf('2024-03-07 09:00', '2024-03-08')).toEqual(['s2'])
      expect(await idsOf('2024-03-07 08:00', '2024-03-08')).toEqual(['s1', 's2'])
      expect(await idsOf('2024-03-04', '2024-03-05 00:01')).toEqual(['s1'])
      expect(await idsOf('2024-03-04', '2024-03-05')).toBe('No sprint with a known start lies between from and to.')
    }))

  it('has the same numbers as CSV, and in a terminal', () =>
    withSprints(async ask => {
      const [header, ...rows] = csvCells(await ask('sprints', { outputType: 'csv' }))
      expect(header!.slice(0, 8)).toEqual(['id', 'name', 'start', 'end', 'endIs', 'isOver', 'committed', 'added'])
      expect(rows[0]).toEqual([
        ...['s1', 's1', '2024-03-05T00:00:00.000Z', '2024-03-07T08:00:00.000Z', 'completed', 'true'],
        ...['4', '2', '1', '5', '4', '1', '1', '0'],
      ])
      expect(await flowTable('sprints', await sprintsOf(ask), null)).toBe(
        [
          'SPRINT  START       END         COMMITTED  ADDED  REMOVED  FINISHED  CARRIED',
          's1      2024-03-05  2024-03-07  4          2      1        4         1',
          's3      2024-03-06  2024-03-07  0          1      0        0         1',
          's2      2024-03-07  running     2          0      0        1         1',
          '',
          'SPRINTS OF AN ISSUE  FINISHED ISSUES',
          '0                    1',
          '1                    4',
          '2                    1',
          '',
        ].join('\n'),
      )
    }))

  it('says why it has no sprint', async () => {
    await withTeam(['AB-1 status Open@0 Done@5'], AS_OF, async ask => {
      expect((await sprintsOf(ask)).noSprints).toBe(
        'No issue with a change log was ever in a sprint. Import or connect a tracker with the field Sprint.',
      )
    })
    await withTeam(['AB-1 status Open@0 Done@5', 'AB-1 sprint later@0'], AS_OF, async ask => {
      const { noSprints, undated } = await sprintsOf(ask)
      expect([undated, noSprints]).toEqual([
        1,
        'No sprint has a known start before its end. Import issues with all fields, or connect the tracker.',
      ])
    })
  })

  it.each([
    [{ inSprint: '99' }, /'99' is not the id or the name of a sprint\. Did you mean 's9'\? Allowed: s1, s2, s3/],
    [{ sprintPart: 'added' }, 'with sprintPart'],
    [{ inSprint: 's1', sprintPart: 'lost' }, "'lost' is not a possible value"],
    [{ sprintCount: '-1' }, "'-1' is not possible. Allowed: whole numbers from 0 to 9999"],
  ])('refuses %j', (parameters, message) =>
    withSprints(async ask => {
      await expect(ask('items', parameters)).rejects.toThrow(message)
    }),
  )
})
