import { describe, expect, it } from 'vitest'
import { TEAM, withTeam } from './team.ts'

const HISTORIES = ['AB-1 status Open@0 Doing@1 Waiting@3 Doing@9 Done@10']

describe('an answer by a workflow', () => {
  it('warns about a blocking status in no active or waiting stage, unless its time counts', async () => {
    const stages = TEAM.stages.filter(({ kind }) => kind !== 'waiting')
    const blocked = { fields: [], statuses: ['Waiting'], labels: [] }
    await withTeam(
      HISTORIES,
      20,
      async ask => {
        const warning = expect.stringMatching(/^The workflow says that Waiting blocks, but no active or waiting stage/)
        expect(JSON.parse(await ask('summary')).warnings).toContainEqual(warning)
        const kept = JSON.parse(await ask('summary', { returns: 'keep' }))
        expect(kept.warnings).not.toContainEqual(warning)
        expect(kept.blockedTime).toBe(6 * 3_600_000)
      },
      { stages, blocked },
    )
  })
})
