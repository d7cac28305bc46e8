import { expect, it } from 'vitest'
import { flowTable } from '../../../src/edge/cli/flow-table.ts'
import { teams } from '../../reports/flow/team.ts'
import { checkedFlow } from '../../support/flow-text.ts'

const withTeam = teams()

it('shows the stays of an issue in no status without a sum, and says why', async () => {
  await withTeam(['AB-1 status Open@0 Doing@2 -@4'], 20, async ask => {
    const table = await flowTable('stays', checkedFlow('stays', await ask('stays', { issueKey: 'AB-1' })), null)
    expect(table).toMatch(
      /^STATUS .*\nOpen .*\nDoing .*\n\nThe issue was in no status at asOf, so it has no measures\.\n$/,
    )
  })
})
