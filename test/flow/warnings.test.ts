import { describe, expect, it } from 'vitest'
import { atHour } from '../support/tiny-tracker.ts'
import { TEAM, teams } from './team.ts'

const withTeam = teams()

const hour = (at: number) => new Date(atHour(at)).toISOString()

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

  it('names the statuses without a stage in which its issues were, those with most visits first', async () => {
    const lives = [
      'AB-1 status Open@0 Doing@1 Waiting@3 Review@5 Doing@7 Review@8 Done@9',
      'AB-2 status Open@0 Doing@1 Done@9',
      'AB-3 status Open@0 Doing@1 Waiting@12 Done@15',
    ]
    const stages = TEAM.stages.filter(({ kind }) => kind !== 'waiting')
    await withTeam(
      lives,
      20,
      async ask => {
        const named = async (more: Readonly<Record<string, string>>) => {
          const { warnings, workflow } = JSON.parse(await ask('throughput', more))
          expect(workflow.unmapped.length).toBeGreaterThanOrEqual(2)
          return (warnings as string[]).flatMap(one => /^No stage of the workflow has (.+)\. Time/.exec(one)?.[1] ?? [])
        }
        const of = (customjql: string) => named({ filterType: 'customjql', projectKey: '', customjql })
        expect(await of('key = AB-1')).toEqual(['Review, Waiting'])
        expect(await of('key = AB-2')).toEqual([])
        expect(await of('key in (AB-2, AB-3)')).toEqual(['Waiting'])
        expect(
          await named({ asOf: hour(10), filterType: 'customjql', projectKey: '', customjql: 'key = AB-3' }),
        ).toEqual([])
      },
      { stages },
    )
  })
})
