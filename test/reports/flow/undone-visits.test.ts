import { describe, expect, it } from 'vitest'
import { teams } from './team.ts'

const withTeam = teams()

const HOUR = 3_600_000

interface Items {
  readonly items: readonly { readonly bounces: number; readonly reworkTime: number }[]
}

describe('a short visit between two visits to one stage', () => {
  it('ends where an unmapped stay begins', async () => {
    // Waiting is in no stage.
    await withTeam(['AB-1 status Open@0 Doing@2 Review@4 Waiting@5 Doing@9 Done@12'], 20, async ask => {
      const answer = async (tolerance: string): Promise<Items> => JSON.parse(await ask('items', { tolerance }))
      expect((await answer('61')).items).toMatchObject([{ bounces: 0, reworkTime: 0 }])
      expect((await answer('60')).items).toMatchObject([{ bounces: 1, reworkTime: 3 * HOUR }])
    })
  })

  it('hides no move of another one that overlaps it', async () => {
    const histories = ['AB-1 status Open@0 Review@2 Doing@10 Review@11 Doing@12 Done@20']
    await withTeam(histories, 30, async ask => {
      const { items }: Items = JSON.parse(await ask('items', { tolerance: '90' }))
      expect(items).toMatchObject([{ bounces: 1, reworkTime: 8 * HOUR }])
    })
  })
})
