import { describe, expect, it } from 'vitest'
import { formatInstant } from '../../../src/core/time/instant.ts'
import { atHour } from '../../support/tiny-tracker.ts'
import { teams } from './team.ts'

const withTeam = teams()

describe('the stays of an issue in no status', () => {
  it('end where it left the last one', async () => {
    await withTeam(['AB-1 status Open@0 Doing@2 -@4', 'AB-2 status Open@0 Doing@2'], 20, async ask => {
      const leftOf = async (issueKey: string) =>
        JSON.parse(await ask('stays', { issueKey })).stays.map(({ left }: { readonly left: string | null }) => left)
      expect(await leftOf('AB-1')).toEqual([atHour(2), atHour(4)].map(formatInstant))
      expect(await leftOf('AB-2')).toEqual([formatInstant(atHour(2)), null])
    })
  })

  it.each([
    ['any more', 'AB-1 status Open@0 Doing@2 -@4', ['Open', 'Doing']],
    ['at all', 'AB-1 assignee ann@0', []],
  ])('are shown without measures, if it is in none %s', async (_, history, statuses) => {
    await withTeam([history], 20, async ask => {
      const { item, why, stays } = JSON.parse(await ask('stays', { issueKey: 'AB-1' }))
      expect(item).toBeNull()
      expect(why).toBe('The issue was in no status at asOf, so it has no measures.')
      expect(stays.map(({ status }: { readonly status: string | null }) => status)).toEqual(statuses)
    })
  })
})

describe('the blocked time by source', () => {
  const histories = ['AB-1 status Open@0 Doing@2 Done@9', 'AB-1 labels -@0 blocked@12 -@15']

  it('is 0 for a source that blocked only outside the counted time', async () => {
    await withTeam(histories, 20, async ask => {
      const { item, blockedBySource } = JSON.parse(await ask('stays', { issueKey: 'AB-1' }))
      expect([item.blocked, blockedBySource]).toEqual([0, [{ source: 'label:blocked', time: 0 }]])
    })
  })

  it.each([
    ['null if nothing can block', [], null],
    ['empty if nothing blocked the issue', ['other'], []],
  ])('is %s', async (_, labels, expected) => {
    const blocked = { fields: [], statuses: [], labels }
    await withTeam(
      histories,
      20,
      async ask => {
        expect(JSON.parse(await ask('stays', { issueKey: 'AB-1' })).blockedBySource).toEqual(expected)
      },
      { blocked },
    )
  })
})
