import { describe, expect, it } from 'vitest'
import { flowTable } from '../../../src/edge/cli/flow-table.ts'
import { csvCells } from '../../support/csv-cells.ts'
import { checkedFlow } from '../../support/flow-text.ts'
import { type Ask, teams } from './team.ts'

const withTeam = teams()

const HOUR = 3_600_000
const AS_OF = 240

/** Twelve finished issues, of which one was twice in Doing, three in progress, and one that is parked. */
const HISTORIES = [
  ...Array.from({ length: 12 }, (_, i) => `AB-${i + 1} status Open@0 Doing@${i + 1} Done@${2 * i + 2}`),
  'AB-13 status Open@0 Doing@2 Review@4 Doing@6 Done@10',
  'AB-14 status Open@0 Doing@200 Review@210',
  'AB-15 status Open@0 Doing@220 Waiting@224 Doing@230',
  'AB-16 status Open@0 Doing@233',
  'AB-17 status Open@0 Doing@100 Open@120',
]

const stagesOf = async (ask: Ask, more: Readonly<Record<string, string>> = {}) =>
  checkedFlow('stages', await ask('stages', more))

describe('flow/stages', () => {
  it('has percentiles of ten stays or more, and the times of fewer', () =>
    withTeam(HISTORIES, AS_OF, async ask => {
      const { wip, totalAge, finished, stages } = await stagesOf(ask)
      expect([wip, totalAge, finished.count]).toEqual([3, (40 + 14 + 7) * HOUR, 13])
      const [doing, review] = stages
      expect(doing).toMatchObject({
        name: 'In Progress',
        wip: 2,
        totalAge: (14 + 7) * HOUR,
        presentStays: { count: 2, values: [7 * HOUR, 14 * HOUR] },
        finishedIssues: 13,
        finishedStays: { count: 14, values: null, percentiles: { 50: { value: 5 * HOUR }, 85: { value: 10 * HOUR } } },
      })
      expect(review).toMatchObject({
        wip: 1,
        totalAge: 40 * HOUR,
        presentStays: { count: 1, values: [30 * HOUR] },
        finishedIssues: 1,
        finishedStays: { count: 1, values: [2 * HOUR] },
      })
    }))

  it('leads to the issues', () =>
    withTeam(HISTORIES, AS_OF, async ask => {
      const keysOf = async (link: Readonly<Record<string, string>>) =>
        JSON.parse(await ask('items', link)).items.map(({ key }: { key: string }) => key)
      const { stages } = await stagesOf(ask)
      expect(await keysOf(stages[0]!.items)).toEqual(['AB-15', 'AB-16'])
      expect(await keysOf(stages[1]!.items)).toEqual(['AB-14'])
      expect(await keysOf(stages[1]!.itemsFinished)).toEqual(['AB-13'])
    }))

  it('has the same numbers as CSV, and in a terminal', () =>
    withTeam(HISTORIES, AS_OF, async ask => {
      const answer = await stagesOf(ask)
      const { percentiles } = answer.stages[0]!.finishedStays
      const [header, doing, review] = csvCells(await ask('stages', { outputType: 'csv' }))
      expect(header!.slice(0, 7)).toEqual([
        'stage',
        'kind',
        'wip',
        'totalAge',
        'present p50',
        'present p85',
        'present values',
      ])
      expect(doing).toEqual([
        ...['In Progress', 'active', '2', String(21 * HOUR), '', '', `${7 * HOUR} ${14 * HOUR}`],
        ...['13', '14', String(percentiles['50']!.value), String(percentiles['85']!.value), ''],
      ])
      expect(review!.slice(-4)).toEqual(['1', '', '', String(2 * HOUR)])
      expect(await flowTable('stages', answer, null)).toBe(
        [
          'STAGE        IN PROGRESS  TOTAL AGE  50 %  85 %  FINISHED  STAYS  50 %   85 %',
          'In Progress  2            21.0 h     -     -     13        14     5.0 h  10.0 h',
          'Review       1            1.7 d      -     -     1         1      -      -',
          '',
          'IN PROGRESS IN  TIMES OF FEWER THAN TEN ISSUES',
          'In Progress     7.0 h, 14.0 h',
          'Review          1.3 d',
          '',
          'FINISHED, IN  TIMES OF FEWER THAN TEN ISSUES',
          'Review        2.0 h',
          '',
        ].join('\n'),
      )
    }))

  it('says why it has no numbers', () =>
    withTeam(['AB-1 status Open@0'], AS_OF, async ask => {
      const { wip, stages } = await stagesOf(ask)
      expect([wip, stages.map(stage => stage.wip)]).toEqual([0, [0, 0]])
    }))
})
