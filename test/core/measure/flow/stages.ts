import fc from 'fast-check'
import type { IssueHistory } from '../../../../src/core/history/model.ts'
import { toStays } from '../../../../src/core/history/to-stays.ts'
import { allHours } from '../../../../src/core/measure/clock.ts'
import type { BlockedInterval } from '../../../../src/core/measure/flow/blocked.ts'
import { type FinishFacts, stageHistoryOf } from '../../../../src/core/measure/flow/read-stays.ts'
import { type StagedStay, stagedStays } from '../../../../src/core/measure/flow/staged-stays.ts'
import { returnsModes, type Stage, stageKinds, type Workflow } from '../../../../src/core/measure/flow/workflow.ts'
import { history, staysIn } from '../../../support/notation.ts'
import { DAWN, isMultiField, NOW, STATUSES } from '../../../support/tracker-world.ts'
import { halfTime, histories, importedStays } from '../laws.ts'

const NO_SOURCES = { fields: [], statuses: [], labels: [] } as const

/** A team: To Do, In Progress, Review (waiting), Done. Other statuses are unmapped. */
export const TEAM: Workflow = {
  stages: [
    { name: 'To Do', kind: 'notStarted', statuses: ['Todo'] },
    { name: 'In Progress', kind: 'active', statuses: ['Doing'] },
    { name: 'Review', kind: 'waiting', statuses: ['Review'] },
    { name: 'Done', kind: 'done', statuses: ['Done', 'Closed'] },
  ],
  done: 'status',
  blocked: NO_SOURCES,
  sle: null,
}

/** The same, where an issue with a resolution is done. */
export const BY_RESOLUTION: Workflow = { ...TEAM, done: 'resolution' }

/** The facts of an issue whose log lacks nothing. */
const ALL_LOGGED: FinishFacts = { isStatusLogged: true, isResolutionLogged: true, resolved: null }

/** Returns the staged stays of a line of the notation, until `asOf`. */
export function staged(
  line: string,
  asOf: number,
  { workflow = TEAM, reopenTolerance = 0, resolution = '-@0', facts = ALL_LOGGED } = {},
): StagedStay[] {
  const issue = history({ status: line, resolution })
  const stays = [...staysIn(issue), ...staysIn(issue, 'resolution')]
  return stagedStays(stageHistoryOf(stays, facts), workflow, { asOf, reopenTolerance })
}

/** Formats staged stays: `1 active 8..32`; `-` is no stage. */
export function shownStages(stays: readonly StagedStay[]): string {
  return stays
    .map(({ stage, kind, entered, left }) => `${stage ?? '-'} ${kind ?? 'unmapped'} ${entered}..${left}`)
    .join(', ')
}

const RANKS = { notStarted: 0, active: 1, waiting: 1, done: 2 } as const

/** Workflows over the statuses of the generated trackers. Some statuses have no stage. */
export const workflows: fc.Arbitrary<Workflow> = fc
  .record({
    places: fc.array(fc.option(fc.integer({ min: 0, max: 4 })), {
      minLength: STATUSES.length,
      maxLength: STATUSES.length,
    }),
    kinds: fc.array(fc.constantFrom(...stageKinds), { minLength: 5, maxLength: 5 }),
    done: fc.constantFrom('status' as const, 'status' as const, 'resolution' as const),
  })
  .map(({ places, kinds, done }) => ({
    stages: stagesOf(places, kinds),
    done,
    blocked: NO_SOURCES,
    sle: null,
  }))

/** There is a stage of each of the kinds that a workflow needs, even without statuses. */
function stagesOf(places: readonly (number | null)[], kinds: readonly Stage['kind'][]): Stage[] {
  return (['active', 'done', ...kinds.slice(2)] as const)
    .map((kind, index) => ({
      name: `Stage ${index}`,
      kind,
      statuses: STATUSES.flatMap(({ id }, i) => (places[i] === index ? [id] : [])),
    }))
    .toSorted((a, b) => RANKS[a.kind] - RANKS[b.kind])
}

/** Returns what the log and the resolution date of an issue say about its finish. */
export function finishFactsOf(issue: IssueHistory, isMulti: (field: string) => boolean): FinishFacts {
  const { stays, repairs } = toStays(issue, isMulti)
  const isLogged = (name: string) =>
    stays.filter(({ field }) => field === name).length > 1 &&
    !repairs.some(({ kind, field }) => kind === 'present-mismatch' && field === name)
  return {
    isStatusLogged: isLogged('status'),
    isResolutionLogged: isLogged('resolution'),
    resolved: issue.resolved,
  }
}

/** Returns the staged stays of a generated history. */
export function stagedHistory(issue: IssueHistory, workflow: Workflow, asOf: number, reopenTolerance: number) {
  const stays = [...importedStays(issue), ...importedStays(issue, 'resolution')]
  return stagedStays(stageHistoryOf(stays, finishFactsOf(issue, isMultiField)), workflow, { asOf, reopenTolerance })
}

/** Blocked intervals within the time of the generated trackers. */
export function blockedIntervals(from: number, to: number): fc.Arbitrary<BlockedInterval[]> {
  const moments = fc.integer({ min: from, max: to })
  return fc.array(
    fc.tuple(fc.constantFrom('label:a', 'field:b'), moments, fc.option(moments)).map(([source, a, b]) => ({
      source,
      reason: source.startsWith('field:') ? `${source}:${a % 2}` : source,
      entered: b === null ? a : Math.min(a, b),
      left: b === null ? null : Math.max(a, b),
    })),
    { maxLength: 6 },
  )
}

/** What the laws of flow vary. */
export const flowCases = {
  history: histories,
  workflow: workflows,
  asOf: fc.integer({ min: DAWN, max: NOW }),
  returns: fc.constantFrom(...returnsModes),
  clock: fc.constantFrom(allHours, halfTime),
  blocked: blockedIntervals(DAWN, NOW),
}

/** Tolerances, in milliseconds: none, the default, and a day. */
export const tolerances = fc.constantFrom(0, 600_000, 24 * 3_600_000)
