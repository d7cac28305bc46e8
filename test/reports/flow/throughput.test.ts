import { describe, expect, it } from 'vitest'
import { teams } from './team.ts'

const withTeam = teams()

type Share = { readonly count: number; readonly of: number }

interface Throughput {
  readonly sle: { readonly ms: number; readonly isDefault: boolean; readonly name: string } | null
  readonly noSle: string | null
  readonly noWithinSle: string | null
  readonly buckets: readonly {
    readonly finished: number
    readonly reopenedSince: number
    readonly withinSle: Share | null
  }[]
}

const HOUR = 3_600_000

/** An issue finishes at the end of each day; the n-th took n hours. */
const DAILY = Array.from({ length: 20 }, (_, i) => `AB-${i + 1} status Doing@${24 * i + 22 - i} Done@${24 * i + 23}`)

describe('throughput', () => {
  it('counts issues as reopened since if they were done at the end of their bucket', async () => {
    const histories = [
      'AB-1 status Open@0 Doing@1 Done@30 Doing@47',
      'AB-2 status Open@0 Doing@1 Done@30 Doing@48',
      'AB-3 status Open@0 Doing@1 Done@24 Doing@100 Done@110',
      'AB-4 status Open@0 Doing@1 Done@30',
    ]
    await withTeam(histories, 200, async ask => {
      const { buckets }: Throughput = JSON.parse(await ask('throughput', { bucket: 'day', from: '-9d' }))
      const shown = buckets.filter(({ finished, reopenedSince }) => finished + reopenedSince > 0)
      expect(shown).toMatchObject([
        { finished: 1, reopenedSince: 2 },
        { finished: 1, reopenedSince: 0 },
      ])
    })
  })

  it('has the share of each period within the SLE of the workflow, of the issues with a start', async () => {
    const histories = [
      'AB-1 status Open@0 Doing@1 Done@4',
      'AB-2 status Open@0 Doing@1 Done@5',
      'AB-3 status Open@0 Done@5',
      'AB-4 status Open@0 Doing@1 Done@30',
    ]
    const sle = { percent: 85, ms: 3 * HOUR }
    await withTeam(
      histories,
      71,
      async ask => {
        const window = { bucket: 'day', from: '2024-03-04' }
        const { buckets }: Throughput = JSON.parse(await ask('throughput', window))
        expect(buckets.map(({ finished, withinSle }) => [finished, withinSle])).toMatchObject([
          [3, { count: 1, of: 2 }],
          [1, { count: 0, of: 1 }],
          [0, { count: 0, of: 0 }],
        ])
        const csv = await ask('throughput', { ...window, outputType: 'csv' })
        expect(
          csv
            .trim()
            .split('\r\n')
            .map(line => line.replaceAll('"', '').split(',').slice(4)),
        ).toEqual([
          ['finished', 'withoutStart', 'reopenedSince', 'withinSle', 'started'],
          ['3', '1', '0', '1', '2'],
          ['1', '0', '0', '0', '1'],
          ['0', '0', '0', '0', '0'],
        ])
      },
      { sle },
    )
  })

  it('has no share within a default SLE of the last 90 days, and says why', async () => {
    await withTeam(DAILY, 480, async ask => {
      const window = { bucket: 'day', from: '-4d', to: '-1d' }
      const { sle, noSle, noWithinSle, buckets }: Throughput = JSON.parse(await ask('throughput', window))
      const name = '85 % of the last 90 days'
      expect([sle, noSle]).toEqual([{ percent: 85, ms: 17 * HOUR, isDefault: true, name, count: 20, date: null }, null])
      expect(noWithinSle).toMatch(/^About 85 % meet a default SLE by construction/)
      expect(buckets.map(({ withinSle }) => withinSle)).toEqual([null, null, null])
      const summary = JSON.parse(await ask('summary', { ...window, groupBy: 'issuetype', compare: 'previous' }))
      expect([summary.sle, summary.noWithinSle]).toEqual([sle, noWithinSle])
      expect([summary, summary.previous, summary.groups[0]].map(({ withinSle }) => withinSle)).toEqual([
        null,
        null,
        null,
      ])
      expect(JSON.parse(await ask('ageing', window)).overSle.count).toBe(0)
      expect(await ask('throughput', { ...window, outputType: 'csv' })).toMatch(
        /"withinSle","started"\r\n(.*,"",""\r\n)+$/,
      )
    })
  })

  it('has no shares without an SLE, and says why', async () => {
    await withTeam(DAILY.slice(1), 480, async ask => {
      const { sle, noSle, buckets }: Throughput = JSON.parse(await ask('throughput'))
      expect([sle, buckets[0]!.withinSle]).toEqual([null, null])
      expect(noSle).toMatch(/^There is no SLE: fewer than 20 issues with a cycle time finished/)
      expect(await ask('throughput', { outputType: 'csv' })).toMatch(/"withinSle","started"\r\n(.*,"",""\r\n)+$/)
    })
  })
})
