import { describe, expect, it } from 'vitest'
import { teams } from './team.ts'

const withTeam = teams()

/** 40 issues, some with labels, some of them with two, which are a group as in reports; each takes another time. */
const HISTORIES = Array.from({ length: 40 }, (_, i) => {
  const key = `AB-${i + 1}`
  const done = i % 10 === 9 ? '' : ` Done@${30 * i + 5 + ((i * 11) % 25)}`
  const status = `${key} status Open@${30 * i} ${i % 7 === 0 ? '' : `Doing@${30 * i + 1}`}${done}`
  return i % 4 === 3 ? [status] : [status, `${key} labels ${['api', 'Web', 'api+Web'][i % 4]}@${30 * i}`]
}).flat()

interface Group {
  readonly group: string | null
  readonly finished: number
  readonly items: Readonly<Record<string, string>>
  readonly inProgress: { readonly count: number; readonly items: Readonly<Record<string, string>> }
  readonly withinSle: { readonly count: number; readonly items: Readonly<Record<string, string>> }
  readonly cycleTime: { readonly count: number; readonly percentiles: object; readonly values: number[] | null }
}

describe('groups of a summary', () => {
  it.each(['labels', 'date:month:created'])('by %s have the numbers of a request for the group', async groupBy => {
    await withTeam(
      HISTORIES,
      1300,
      async ask => {
        const { groups }: { groups: Group[] } = JSON.parse(await ask('summary', { groupBy, from: '2024-03-01' }))
        expect(groups.map(({ group }) => group)).toEqual(
          groupBy === 'labels' ? ['api', 'api, Web', 'Web', null] : ['2024-03', '2024-04'],
        )
        for (const { group, items, inProgress, cycleTime, withinSle, ...rest } of groups) {
          const inGroup = JSON.stringify([group])
          const one = JSON.parse(await ask('summary', { groupBy, inGroup, from: '2024-03-01' }))
          expect(one).toMatchObject({ finished: rest.finished, inProgress: { count: inProgress.count } })
          expect(cycleTime).toEqual(one.cycleTime)
          expect(JSON.parse(await ask('items', items)).total).toBe(rest.finished)
          expect(JSON.parse(await ask('items', inProgress.items)).total).toBe(inProgress.count)
          expect(JSON.parse(await ask('items', withinSle.items)).total).toBe(withinSle.count)
        }
        // There are groups with percentiles by months, and groups of few issues by labels.
        expect(groups.map(({ cycleTime }) => cycleTime.values === null)).toContain(groupBy !== 'labels')
      },
      { sle: { percent: 85, ms: 5 * 3_600_000 } },
    )
  })

  it('without a finished issue have their own name', async () => {
    const histories = ['AB-1 status Open@0 Doing@1 Done@5', 'AB-2 status Open@0 Doing@1', 'AB-3 status Open@0 Doing@2']
    const labels = ['AB-1 labels api@0', 'AB-2 labels web@0', 'AB-3 labels blocked@0']
    await withTeam([...histories, ...labels], 40, async ask => {
      const { groups }: { groups: Group[] } = JSON.parse(await ask('summary', { groupBy: 'labels' }))
      expect(groups.map(({ group, finished, inProgress }) => [group, finished, inProgress.count])).toEqual([
        ['api', 1, 0],
        ['blocked', 0, 1],
        ['web', 0, 1],
      ])
      for (const { inProgress } of groups) {
        expect(JSON.parse(await ask('items', inProgress.items)).total).toBe(inProgress.count)
      }
    })
  })

  it('are rows of CSV', async () => {
    await withTeam(HISTORIES, 1300, async ask => {
      const lines = (await ask('summary', { groupBy: 'labels', outputType: 'csv' })).trimEnd().split('\r\n')
      expect(lines.map(line => line.split('","')[0])).toEqual(['"group', '"api', '"api, Web', '"Web', '"'])
    })
  })

  it('are never persons, and a single group needs its value', async () => {
    const messages = (all: string[]) => ({ parameters: { messages: all } })
    await withTeam(HISTORIES, 1300, async ask => {
      await expect(ask('summary', { groupBy: 'assignee' })).rejects.toMatchObject(
        messages(["ERROR: groupBy 'assignee' is not possible. Flow is a measure of a team, not of persons."]),
      )
      await expect(ask('summary', { groupBy: 'created' })).rejects.toMatchObject(
        messages([
          "ERROR: groupBy 'created' is not possible, because it is a date. Allowed: a unit of it, such as date:month:created.",
        ]),
      )
      await expect(ask('wip', { groupBy: 'labels' })).rejects.toMatchObject(
        messages(['ERROR: groupBy is only possible with inGroup, which selects a group. flow/summary has all groups.']),
      )
      await expect(ask('wip', { inGroup: '["api"]' })).rejects.toMatchObject(
        messages(['ERROR: groupBy is required with inGroup.']),
      )
      await expect(ask('forecast', { weeks: '7' })).rejects.toMatchObject(
        messages(["ERROR: weeks '7' is not possible. Allowed: whole numbers from 8 to 104."]),
      )
    })
  })
})
