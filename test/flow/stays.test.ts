import { describe, expect, it } from 'vitest'
import { withTeam } from './team.ts'

describe('the stays of an issue in no status', () => {
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
