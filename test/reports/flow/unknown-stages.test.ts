import { describe, expect, it } from 'vitest'
import type { FlowEndpoint } from '../../../src/reports/flow/flow-measures.ts'
import { TEAM, teams } from './team.ts'

const withTeam = teams()

const HISTORIES = ['AB-1 status Open@0 Doing@1 Done@10', 'AB-2 status Open@0 Doing@1']

const only = (...kinds: readonly string[]) => ({ stages: TEAM.stages.filter(({ kind }) => kinds.includes(kind)) })

const cause = (kinds: string) =>
  `No status is known as ${kinds}: send workflow= with a saved workflow, or with a definition made from api/workflow-proposal.`

/** The members that say why a number is missing. */
const REASONS: Partial<Record<FlowEndpoint, readonly string[]>> = {
  summary: ['noSle', 'noWithinSle', 'efficiency.why'],
  throughput: ['noSle', 'noWithinSle'],
  ageing: ['noSle', 'finished.why'],
  stability: ['why'],
  waits: ['noWaiting'],
  forecast: ['noForecast'],
  dashboard: [
    ...['noSle', 'noWithinSle', 'attention.finished.why', 'waits.efficiency.why', 'trend.efficiency.why'],
    ...['stability.why', 'forecast.noForecast'],
  ],
}

// biome-ignore lint/suspicious/noExplicitAny: tests read what the answer has
const memberOf = (json: any, path: string) => path.split('.').reduce((part, name) => part[name], json)

describe('an answer by a workflow', () => {
  it.each([
    ['work', only('notStarted', 'done')],
    ['finished', only('notStarted', 'active')],
    ['work or as finished', only('notStarted')],
  ] as const)('says first that no status is known as %s, wherever that is the cause', async (kinds, stages) => {
    await withTeam(
      HISTORIES,
      20,
      async ask => {
        for (const [endpoint, members] of Object.entries(REASONS) as [FlowEndpoint, string[]][]) {
          const json = JSON.parse(await ask(endpoint))
          expect(json.warnings[0], endpoint).toBe(cause(kinds))
          expect(json.workflow.canMeasure, endpoint).toBe(false)
          for (const member of members) {
            // A forecast needs finished issues only.
            const isOther = kinds === 'work' && member.endsWith('noForecast')
            if (isOther) expect(memberOf(json, member)).toContain('A forecast needs')
            else expect(memberOf(json, member), `${endpoint} ${member}`).toBe(cause(kinds))
          }
        }
      },
      stages,
    )
  })

  it('says the other causes if the workflow has both kinds', async () => {
    await withTeam(HISTORIES, 20, async ask => {
      const { noSle, stability, forecast, warnings } = JSON.parse(await ask('dashboard'))
      expect(noSle).toContain('fewer than 20 issues')
      expect(stability.why).toBe('There are fewer than 20 departures.')
      expect(forecast.noForecast).toContain('A forecast needs')
      expect(JSON.stringify(warnings)).not.toContain('No status is known')
    })
  })
})
