import fc from 'fast-check'
import type { IssueHistory } from '../../../src/core/history/model.ts'
import type { Stay } from '../../../src/core/history/stay.ts'
import { toStays } from '../../../src/core/history/to-stays.ts'
import type { FinishFacts } from '../../../src/core/measure/flow/read-stays.ts'
import { returnsModes, type Workflow } from '../../../src/core/measure/flow/workflow.ts'
import { createReportDeps, type ReportDeps } from '../../../src/reports/report/run-report.ts'
import type { Store } from '../../../src/store/engine/store.ts'
import type { RawParameter } from '../../../src/store/plan/request-values.ts'
import { replaceWorkflow } from '../../../src/store/rows/workflow-rows.ts'
import { finishFactsOf, workflows } from '../../core/measure/flow/stages.ts'
import {
  FIELDS,
  GROUPS,
  isMultiField,
  listedStatuses,
  NOW,
  PROJECTS,
  STATUSES,
  type Tracker,
  worldObservations,
  ZONE,
} from '../../support/tracker-world.ts'
import { hours, instants, largeTrackers } from '../../support/trackers.ts'
import { withTemporaryStore } from '../../support/with-temporary-store.ts'
import { unbornIssues } from '../world-store.ts'

/** The field of the world whose values are resolutions here. */
const RESOLVING = 'priority'

/** The type of the world whose issues are sub-tasks here. */
export const SUBTASK = '89'

/** Trackers whose issues have resolutions. The log of every third issue lacks all changes of its status, or of its resolution. */
export const flowTrackers: fc.Arbitrary<Tracker> = largeTrackers.map(({ issues }) => ({
  issues: issues.map((issue, i) => {
    const lacked = [[], ['status'], ['resolution']][i % 3]!
    const made = resolving(issue)
    // Every second issue has later entries of fields that are not stored.
    const lastEntry = i % 2 === 0 ? made.updated + 1000 : made.lastEntry
    return { ...made, lastEntry, changes: made.changes.filter(({ field }) => !lacked.includes(field)) }
  }),
}))

function resolving(issue: IssueHistory): IssueHistory {
  const name = (field: string) => (field === RESOLVING ? 'resolution' : field)
  return {
    ...issue,
    present: new Map([...issue.present].map(([field, values]) => [name(field), values])),
    changes: issue.changes.map(change => ({ ...change, field: name(change.field) })),
  }
}

/** The issues of the store that are created after the present of the world. */
export const UNBORN: readonly IssueHistory[] = unbornIssues().map(resolving)

const isMulti = (field: string) => field === 'sprint' || (field !== 'resolution' && isMultiField(field))

/** An issue with its stays by field. */
export interface FlowIssue {
  readonly history: Pick<IssueHistory, 'key' | 'hasLog'>
  readonly stays: readonly Stay[]
  readonly facts: FinishFacts
  readonly of: (field: string) => readonly Stay[]
}

/** An issue of the world. */
export interface WorldIssue extends FlowIssue {
  readonly history: IssueHistory
}

/** Returns an issue with its stays. */
export function withStays(history: IssueHistory): WorldIssue {
  const { stays } = toStays(history, isMulti)
  const of = (name: string) => stays.filter(({ field }) => field === name)
  return { history, stays, facts: finishFactsOf(history, isMulti), of }
}

/** Runs `work` with a store that contains a tracker and a workflow `w`. */
export function withFlowStore<T>(tracker: Tracker, work: (store: Store) => Promise<T>): Promise<T> {
  return withTemporaryStore(async store => {
    await store.importBatch('world', async batch => {
      batch.record(
        worldObservations().map(one =>
          one.entity.kind === 'type' && one.entity.id === SUBTASK
            ? { ...one, entity: { ...one.entity, subtask: true } }
            : one,
        ),
      )
      batch.setStatuses(listedStatuses())
      batch.setGroups(GROUPS)
      for (const history of [...tracker.issues, ...UNBORN]) batch.add(history, toStays(history, isMulti))
    })
    return work(store)
  })
}

/** Saves the workflow of a request. */
export async function saveWorkflow(store: Store, workflow: Workflow): Promise<void> {
  const definition = JSON.stringify({ ...workflow, levels: 'standard' })
  const saved = { id: '1', name: 'w', definition, owner: null, created: 0, updated: 0 }
  await store.transact(run => replaceWorkflow(run, saved))
}

/** A request of the oracle. */
export interface FlowOracleRequest {
  readonly workflow: Workflow
  readonly project: string
  readonly returns: (typeof returnsModes)[number]
  readonly businessHours: boolean
  readonly levels: 'standard' | 'all'
  readonly asOf: number | null
  readonly from: number
  readonly to: number | null
  readonly bucket: 'day' | 'week' | 'month' | 'quarter'
  /** Minutes. */
  readonly tolerance: number
  readonly reopenTolerance: number
}

const tolerances = fc.constantFrom(0, 10, 30, 31, 60, 61, 1500)

const blocked = fc.record({
  fields: fc.subarray(['customfield_1', 'customfield_2', 'fixVersions']),
  statuses: fc.subarray(STATUSES.map(({ id }) => id)),
  labels: fc.subarray(FIELDS.find(({ id }) => id === 'labels')!.values.map(({ id }) => id)),
})

/** Requests over generated trackers. */
export const flowRequests: fc.Arbitrary<FlowOracleRequest> = fc
  .record({
    workflow: fc
      .tuple(workflows, fc.option(blocked))
      .map(([workflow, sources]) => (sources ? { ...workflow, blocked: sources } : workflow)),
    project: fc.constantFrom(...PROJECTS.map(({ key }) => key)),
    returns: fc.constantFrom(...returnsModes),
    businessHours: fc.boolean(),
    levels: fc.constantFrom('standard' as const, 'all' as const),
    asOf: fc.option(instants),
    from: hours,
    to: fc.option(hours),
    bucket: fc.constantFrom('day' as const, 'week' as const, 'month' as const, 'quarter' as const),
    tolerance: tolerances,
    reopenTolerance: tolerances,
  })
  .map(request => (request.to !== null && request.to < request.from ? { ...request, to: request.from } : request))

/** Formats an instant as a date parameter in the zone of the world. */
export function minute(at: number): string {
  return new Date(at + 19_800_000).toISOString().slice(0, 16).replace('T', ' ')
}

/** Returns the parameters of a request. */
export function flowParametersOf(request: FlowOracleRequest, more: Record<string, string> = {}): RawParameter[] {
  const all: Record<string, string> = {
    filterType: 'project',
    projectKey: request.project,
    workflow: 'w',
    returns: request.returns,
    calendar: request.businessHours ? '0' : 'normalHours',
    levels: request.levels,
    ...(request.asOf === null ? {} : { asOf: new Date(request.asOf).toISOString() }),
    from: minute(request.from),
    ...(request.to === null ? {} : { to: minute(request.to) }),
    tolerance: String(request.tolerance),
    reopenTolerance: String(request.reopenTolerance),
    ...more,
  }
  return Object.entries(all).map(([name, value]) => ({ name, value, location: 'query' }))
}

/** Returns what runs requests over a generated tracker, at `now`. */
export function flowDeps(store: Store, now = NOW): ReportDeps {
  const formats = { locale: 'en-US', dateFormat: null, dateTimeFormat: null }
  return createReportDeps(store, { now: () => now, zone: { name: ZONE.name }, ...formats })
}
