import { describe, expect, it } from 'vitest'
import { teams } from './team.ts'

const withTeam = teams()

const HOUR = 3_600_000

const HISTORIES = [
  'AB-1 status Open@0 Doing@8 Review@32 Doing@56 Done@80',
  'AB-1 labels -@0 blocked@20 -@40',
  'AB-2 status Open@0 Doing@2 Open@4 Doing@6 Done@10',
  'AB-3 status Open@0 Done@5',
  'AB-4 status Open@0 Doing@8 Review@9 Open@30',
  'AB-5 status Open@0 Doing@2 Done@6 Doing@10 Done@12',
]

interface Waits {
  readonly finished: { readonly count: number; readonly withoutStart: number }
  readonly statuses: readonly Readonly<Record<string, string | number | number[] | Record<string, string>>>[]
  readonly goesBack: readonly { readonly issues: number; readonly items: Readonly<Record<string, string>> }[]
}

describe('the waits of finished issues', () => {
  it('are times by status, with blocked time in active stages as waiting', async () => {
    await withTeam(HISTORIES, 200, async ask => {
      const { finished, statuses, goesBack }: Waits = JSON.parse(await ask('waits'))
      expect(finished).toMatchObject({ count: 4, withoutStart: 1 })
      const shown = statuses.map(({ status, stage, kind, issues, time, active, waiting, blocked, values }) => ({
        status,
        stage,
        kind,
        issues,
        hours: [time, active, waiting, blocked].map(ms => Number(ms) / HOUR),
        values: (values as number[]).map(ms => ms / HOUR),
      }))
      expect(shown).toEqual([
        // 8 of AB-1, 2 + 2 of AB-2, 5 of AB-3, 2 of AB-5.
        { status: 'Open', stage: 'To Do', kind: 'notStarted', issues: 4, hours: [19, 0, 0, 0], values: [2, 4, 5, 8] },
        // 24 + 24 of AB-1, 12 of them blocked; 2 + 4 of AB-2; 4 + 2 of AB-5.
        {
          status: 'Doing',
          stage: 'In Progress',
          kind: 'active',
          issues: 3,
          hours: [60, 48, 12, 12],
          values: [6, 6, 48],
        },
        { status: 'Review', stage: 'Review', kind: 'waiting', issues: 1, hours: [24, 0, 24, 8], values: [24] },
        // AB-5 before it was reopened.
        { status: 'Done', stage: 'Done', kind: 'done', issues: 1, hours: [4, 0, 0, 0], values: [4] },
      ])
      expect(goesBack).toMatchObject([
        { from: 'In Progress', to: 'To Do', moves: 1, issues: 1 },
        { from: 'Review', to: 'To Do', moves: 1, issues: 1 },
        { from: 'Review', to: 'In Progress', moves: 1, issues: 1 },
        { from: 'Done', to: 'In Progress', moves: 1, issues: 1 },
      ])
    })
  })

  it('count active time from the last start on with returns=restart', async () => {
    await withTeam(HISTORIES, 200, async ask => {
      const { statuses }: Waits = JSON.parse(await ask('waits', { returns: 'restart' }))
      const doing = statuses.find(({ status }) => status === 'Doing')!
      // The first 2 hours of AB-2 are before its last start.
      expect([doing.time, doing.active, doing.waiting].map(ms => Number(ms) / HOUR)).toEqual([60, 46, 12])
    })
  })

  it('lead to their issues', async () => {
    await withTeam(HISTORIES, 200, async ask => {
      const { statuses, goesBack }: Waits = JSON.parse(await ask('waits'))
      for (const { issues, items } of [...statuses, ...goesBack]) {
        expect(JSON.parse(await ask('items', items as Record<string, string>)).total).toBe(issues)
      }
    })
  })

  it('lead to their issues, the longest in the status first', async () => {
    await withTeam(HISTORIES, 200, async ask => {
      const { statuses }: Waits = JSON.parse(await ask('waits'))
      for (const { items, values, time } of statuses) {
        const listed = JSON.parse(await ask('items', { ...(items as Record<string, string>), orderBy: 'time' })).items
        const times = listed.map(({ timeInStatus }: { timeInStatus: number }) => timeInStatus)
        expect(times).toEqual([...(values as number[])].reverse())
        expect(times.reduce((sum: number, one: number) => sum + one)).toBe(time)
      }
      const csv = await ask('items', { state: 'finished', wasIn: 'Doing', orderBy: 'time', outputType: 'csv' })
      const rows = csv.trimEnd().split('\r\n')
      expect(rows[0]).toMatch(/"timeInStatus"$/)
      expect(rows.slice(1).map(row => [row.split(',')[0], row.split(',').at(-1)])).toEqual([
        ['"AB-1"', `"${48 * HOUR}"`],
        ['"AB-5"', `"${6 * HOUR}"`],
        ['"AB-2"', `"${6 * HOUR}"`],
      ])
    })
  })

  it('have the moves back of unfinished issues, from the first hour of the window to its last', async () => {
    const moved = (at: number) => `AB-${at} status Open@0 Doing@8 Review@${at - 1} Doing@${at}`
    const twice = 'AB-1 status Open@0 Doing@8 Review@2170 Doing@2180 Review@2190 Doing@2200'
    await withTeam([moved(2159), moved(2160), moved(2399), moved(2400), twice], 2400, async ask => {
      const { finished, goesBack }: Waits = JSON.parse(await ask('waits', { from: '-10d' }))
      expect(finished.count).toBe(0)
      expect(goesBack).toMatchObject([{ from: 'Review', to: 'In Progress', moves: 5, issues: 4 }])
      const { items } = JSON.parse(await ask('items', goesBack[0]!.items))
      expect(items.map(({ key }: { key: string }) => key).sort()).toEqual(['AB-1', 'AB-2160', 'AB-2399', 'AB-2400'])
    })
  })

  it('have issues by cycle time or age, the longest first', async () => {
    await withTeam(HISTORIES, 200, async ask => {
      const keysBy = async (more: Readonly<Record<string, string>>) =>
        JSON.parse(await ask('items', more)).items.map(({ key }: { key: string }) => key)
      // Cycle times: 72 hours of AB-1, 6 of AB-5 and AB-2. AB-4 is parked with 22, and AB-3 has none.
      expect(await keysBy({ state: 'all' })).toEqual(['AB-4', 'AB-1', 'AB-5', 'AB-2', 'AB-3'])
      const byTime = { state: 'all', orderBy: 'time' }
      expect(await keysBy(byTime)).toEqual(['AB-1', 'AB-4', 'AB-5', 'AB-2', 'AB-3'])
      expect(await keysBy({ ...byTime, pageSize: '2', startIssueIndex: '1' })).toEqual(['AB-4', 'AB-5'])
      await expect(ask('items', { orderBy: 'age' })).rejects.toMatchObject({ code: 'REPORT_INVALID' })
    })
  })

  it('are in CSV by row', async () => {
    await withTeam(HISTORIES, 200, async ask => {
      const lines = (await ask('waits', { outputType: 'csv' })).trimEnd().split('\r\n')
      expect(lines[0]).toBe(
        '"row","status","stage","to","issues","moves","time","active","waiting","blocked","p50","p85","values"',
      )
      expect(lines[3]).toBe(
        '"status","Review","Review","","1","","86400000","0","86400000","28800000","","","86400000"',
      )
      expect(lines[5]).toBe('"back","","In Progress","To Do","1","1","","","","","","",""')
    })
  })

  it('name the stages that moves can be between', async () => {
    await withTeam(HISTORIES, 200, async ask => {
      await expect(ask('items', { movedFrom: 'Nowhere', wasIn: 'Nowhere' })).rejects.toMatchObject({
        parameters: {
          messages: [
            "ERROR: wasIn 'Nowhere' is not the id or the name of a status.",
            "ERROR: movedFrom 'Nowhere' is not a stage. Stages: To Do, In Progress, Review, Done.",
            'ERROR: movedTo is required with movedFrom.',
          ],
        },
      })
    })
  })
})
