import { describe, expect, it } from 'vitest'
import { teams } from './team.ts'

const withTeam = teams()

const HOUR = 3_600_000

/** Issues that finish one hour after another, and two in progress. */
const HISTORIES = [
  ...Array.from({ length: 5 }, (_, i) => `AB-${i + 1} status Open@0 Doing@1 Done@${10 + i}`),
  'AB-6 status Open@0 Doing@2',
  'AB-7 status Open@0 Doing@1',
]
const IN_ORDER = ['AB-7', 'AB-6', 'AB-5', 'AB-4', 'AB-3', 'AB-2', 'AB-1']

describe('a list of items', () => {
  it('has each issue on one page, in the same order', async () => {
    await withTeam(HISTORIES, 48, async ask => {
      const keys: string[] = []
      for (const [start, next] of [
        [0, 3],
        [3, 3],
        [6, 1],
        [9, 0],
      ]) {
        const page = JSON.parse(await ask('items', { pageSize: '3', startIssueIndex: String(start) }))
        expect(page).toMatchObject({ total: 7, startIssueIndex: start, pageSize: 3 })
        expect(page.items).toHaveLength(next!)
        keys.push(...page.items.map(({ key }: { key: string }) => key))
      }
      expect(keys).toEqual(IN_ORDER)
    })
  })

  it('counts no issue that is in no status', async () => {
    const lines = ['AB-1 status Doing@0', 'AB-2 status -@0 Doing@10', 'AB-3 status Open@0 -@5 Doing@20']
    await withTeam(lines, 8, async ask => {
      const { total, items, issues } = JSON.parse(await ask('items', { state: 'all' }))
      expect([total, items.map(({ key }: { key: string }) => key), issues.measured]).toEqual([1, ['AB-1'], 3])
    })
  })

  it('has all issues in CSV, or the page that is asked for', async () => {
    await withTeam(HISTORIES, 48, async ask => {
      const keysOf = async (more: Readonly<Record<string, string>>) =>
        (await ask('items', { outputType: 'csv', ...more }))
          .trimEnd()
          .split('\r\n')
          .slice(1)
          .map(line => JSON.parse(line.split(',')[0]!))
      expect(await keysOf({})).toEqual(IN_ORDER)
      expect(await keysOf({ pageSize: '2', startIssueIndex: '4' })).toEqual(['AB-3', 'AB-2'])
    })
  })

  it('has the issues that were ever in a stage', async () => {
    const histories = [
      'AB-1 status Open@0 Doing@1 Review@2 Doing@3 Done@4',
      'AB-2 status Open@0 Doing@1 Done@3',
      'AB-3 status Open@0 Review@5',
    ]
    await withTeam(histories, 20, async ask => {
      const keysIn = async (wasInStage: string) =>
        JSON.parse(await ask('items', { state: 'all', wasInStage })).items.map(({ key }: { key: string }) => key)
      expect(await keysIn('Review')).toEqual(['AB-3', 'AB-1'])
      expect(await keysIn('in progress')).toEqual(['AB-1', 'AB-2'])
      await expect(ask('items', { wasInStage: 'Nowhere' })).rejects.toMatchObject({
        parameters: {
          messages: ["ERROR: wasInStage 'Nowhere' is not a stage. Stages: To Do, In Progress, Review, Done."],
        },
      })
    })
  })

  it('has cycle times and ages in inclusive days, and all other times in milliseconds', async () => {
    const histories = [
      'AB-1 status Open@1 Doing@23 Done@49',
      'AB-2 status Open@0 Doing@40',
      'AB-3 status Open@0 Done@5',
    ]
    await withTeam(histories, 50, async ask => {
      const more = { returns: 'keep', unit: 'inclusiveDays', orderBy: 'time' }
      const { unit, items } = JSON.parse(await ask('items', more))
      const days = items.map((item: Record<string, number | null>) => [item.key, item.cycleTime ?? item.age])
      expect([unit, Object.fromEntries(days)]).toEqual(['inclusiveDays', { 'AB-1': 3, 'AB-2': 2, 'AB-3': null }])
      expect(items[0]).toMatchObject({ key: 'AB-1', elapsed: 26 * HOUR, paused: 0 })
    })
  })
})
