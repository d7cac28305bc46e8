import { describe, expect, it } from 'vitest'
import { withTeam } from './team.ts'

interface Throughput {
  readonly buckets: readonly { readonly finished: number; readonly reopenedSince: number }[]
}

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
})
