import { firstOf } from '../../core/base/first-of.ts'
import type { NamedValue } from '../../core/catalogue/model.ts'
import type { ReportNames } from '../../core/catalogue/report-names.ts'
import { canMeasure } from '../../core/measure/flow/workflow.ts'
import { formatInstant } from '../../core/time/instant.ts'
import type { Snapshot } from '../../store/engine/report-engine.ts'
import type { FlowPlan } from '../../store/plan/flow/flow-plan.ts'
import { flowIssueCounts, unmappedVisited } from '../../store/sql/flow/flow-issues.ts'
import { allLink, type ItemLink } from './item-link.ts'
import type { FlowIssueCounts, PlannedFlow } from './planned-flow.ts'
import { readHistoryGaps } from './read-present.ts'
import { unknownStages } from './unknown-stages.ts'

/** Counts the issues of a request, and all issues of the store, also hidden ones, as `all`. */
export async function countIssues(
  plan: FlowPlan,
  { run, dialect }: Snapshot,
): Promise<FlowIssueCounts & { readonly all: number }> {
  const [row] = await run(flowIssueCounts(plan, dialect))
  const { measured, left_out, repaired, unlogged, created_ms, all_issues } = row!
  return {
    measured: Number(measured),
    leftOut: Number(left_out),
    repaired: Number(repaired),
    withoutLog: Number(unlogged),
    all: Number(all_issues),
    firstCreated: created_ms === null ? null : Number(created_ms),
    unmappedVisited: await readUnmappedVisited(plan, { run, dialect }),
  }
}

async function readUnmappedVisited(
  plan: FlowPlan,
  { run, dialect }: Pick<Snapshot, 'run' | 'dialect'>,
): Promise<string[]> {
  const { unmapped } = plan.workflow
  if (unmapped.length === 0) return []
  const names = new Map(unmapped.map(({ id, name }) => [id, name]))
  return (await run(unmappedVisited(plan, dialect))).map(row => names.get(String(row.status_id))!)
}

/**
 * Returns what every answer says about its request: all defaults, the warnings, and what histories lack, which it reads from
 * `flow_stay`.
 */
export async function flowHead({ plan, snapshot, issues: counts }: Pick<PlannedFlow, 'plan' | 'snapshot' | 'issues'>) {
  const { firstCreated, unmappedVisited, ...issues } = counts
  const { id, name, workflow, unmapped } = plan.workflow
  const gaps = await readHistoryGaps(snapshot)
  const link = (more: ItemLink) => plan.hasLinks && { items: { ...allLink(plan.asOf, plan.asOf), ...more } }
  return {
    asOf: formatInstant(plan.asOf),
    timeZone: plan.zone.name,
    calendar: plan.calendar.shown,
    workingDay: plan.workingDay,
    workflow: {
      id,
      name,
      ...workflow,
      unmapped: unmapped.map(({ id, name }) => ({ id, name })),
      canMeasure: canMeasure(workflow),
    },
    returns: plan.returns,
    levels: plan.levels,
    unit: plan.unit,
    tolerance: plan.tolerance,
    reopenTolerance: plan.reopenTolerance,
    from: formatInstant(plan.from),
    to: plan.to === null ? null : formatInstant(plan.to),
    toCut: plan.toCut,
    query: plan.query,
    issues: { ...issues, ...(plan.hasLinks && issueLinks(plan)) },
    unmapped: { ...gaps.unmapped, ...link({ only: 'unmapped' }) },
    finishFromResolutionDate: { count: gaps.finishFromResolutionDate, ...link({ only: 'finishFromResolutionDate' }) },
    finishUnknown: { count: gaps.finishUnknown, ...link({ state: 'finishUnknown' }) },
    warnings: [...plan.warnings, ...warningsOf(plan, counts), ...finishWarnings(gaps)],
  }
}

function issueLinks({ asOf, levels }: FlowPlan) {
  const all = allLink(asOf, asOf)
  return {
    items: all,
    ...(levels === 'standard' && { itemsLeftOut: { ...all, levels: 'all', only: 'otherLevels' } }),
    itemsRepaired: { ...all, only: 'repaired' },
    itemsWithoutLog: { ...all, only: 'withoutLog' },
  }
}

function warningsOf(plan: FlowPlan, issues: FlowIssueCounts): string[] {
  const none = noIssues(plan, issues)
  if (none !== null) return [none]
  const { workflow, returns } = plan
  const { leftOut, repaired, withoutLog, unmappedVisited } = issues
  const { ineffective } = workflow
  const unknown = unknownStages(plan)
  return [
    ...(unknown === null ? [] : [unknown]),
    ...(leftOut > 0
      ? [`${counted(leftOut)} of other levels, such as sub-tasks, left out. levels=all measures them, too.`]
      : []),
    ...(repaired > 0 ? [`The history of ${counted(repaired)} had contradictions and was repaired.`] : []),
    ...(withoutLog > 0 ? [`${counted(withoutLog)} without a change log: only the present status is known.`] : []),
    ...(unmappedVisited.length > 0
      ? [
          `No stage of the workflow has ${firstOf(unmappedVisited, NAMES_SHOWN)}. Time there is unmapped: neither active nor waiting.`,
        ]
      : []),
    ...(ineffective.length > 0 && returns === 'pause'
      ? [`The workflow says that ${named(ineffective)} blocks, but no active or waiting stage has it. Add it to one.`]
      : []),
  ]
}

/** Returns warnings about issues whose log lacks the finish. */
function finishWarnings({
  finishFromResolutionDate,
  finishUnknown,
}: Pick<Awaited<ReturnType<typeof readHistoryGaps>>, 'finishFromResolutionDate' | 'finishUnknown'>): string[] {
  return [
    ...(finishFromResolutionDate > 0
      ? [`The log of ${counted(finishFromResolutionDate)} lacks the finish: the resolution date counts.`]
      : []),
    ...(finishUnknown > 0
      ? [
          `The finish of ${counted(finishUnknown)} is unknown: it is not in the log, and there is no usable resolution date.`,
        ]
      : []),
  ]
}

/** The most names in a warning. */
const NAMES_SHOWN = 5

function named(values: readonly NamedValue[]): string {
  const names = values.map(({ name }) => name)
  return firstOf(names, NAMES_SHOWN)
}

function counted(issues: number): string {
  return issues === 1 ? '1 issue' : `${issues} issues`
}

/** Returns why an answer about no issue is empty; `null` if there are issues. */
export function noIssues({ inGroup }: FlowPlan, { measured, leftOut }: FlowIssueCounts): string | null {
  if (measured > 0) return null
  if (leftOut > 0) return `All ${leftOut} issues of the query are of other levels. levels=all measures them.`
  const group = inGroup?.map(labels => labels?.join(', ') ?? 'no value').join(', ')
  return group === undefined
    ? 'No issue matches the query.'
    : `No issue of the query is in the group ${group}. flow/summary has all groups.`
}

/** Returns the display name of a person, or else the id; `null` for nobody. */
export function personName(id: string | null, catalogue: ReportNames): string | null {
  return id === null ? null : (catalogue.personById(id)?.displayName ?? id)
}
