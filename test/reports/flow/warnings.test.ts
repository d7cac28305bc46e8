import { describe, expect, it } from 'vitest'
import { flowEndpoints } from '../../../src/reports/flow/flow-measures.ts'
import { atHour } from '../../support/tiny-tracker.ts'
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

  it('has the issues with unmapped time in every answer, with a link to them', async () => {
    const lives = [...HISTORIES, 'AB-2 status Open@0 Doing@1 Done@2', 'AB-3 status Open@0 Waiting@16']
    await withTeam(lives, 20, async ask => {
      for (const endpoint of flowEndpoints) {
        const { unmapped } = JSON.parse(await ask(endpoint, endpoint === 'stays' ? { issueKey: 'AB-1' } : {}))
        const { items, ...counts } = unmapped
        expect(counts, endpoint).toEqual(
          endpoint === 'stays' ? { issues: 1, time: 6 * 3_600_000 } : { issues: 2, time: 10 * 3_600_000 },
        )
        if (items) expect(JSON.parse(await ask('items', items)).total, endpoint).toBe(2)
        expect(items === undefined, endpoint).toBe(endpoint === 'stays' || endpoint === 'items')
      }
    })
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
