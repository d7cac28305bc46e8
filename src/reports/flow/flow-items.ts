import type { Row } from '../../core/base/row.ts'
import { formatInstant } from '../../core/time/instant.ts'
import { inclusiveDays } from '../../core/time/local-day.ts'
import { type itemStates, sleFilters } from '../../store/plan/flow/flow-parameters.ts'
import { type FlowPlan, isTable } from '../../store/plan/flow/flow-plan.ts'
import { begunOf } from '../../store/plan/flow/stage-numbers.ts'
import { canBeBlocked } from '../../store/sql/flow/blocked.ts'
import { isIssueMark, markedIssues } from '../../store/sql/flow/flow-issues.ts'
import { type ItemLimits, itemCount, placedItems } from '../../store/sql/flow/item-filters.ts'
import { itemsAt } from '../../store/sql/flow/item-queries.ts'
import { wasInRows } from '../../store/sql/flow/waits.ts'
import { readClock } from '../report/read-calendar.ts'
import { NO_SLE, readSle } from './finished.ts'
import { flowHead, noIssues } from './flow-head.ts'
import type { FlowResult, FlowRow } from './flow-result.ts'
import { staysLink } from './item-link.ts'
import { itemTable, NO_TABLE, spoolTexts } from './item-table.ts'
import type { PlannedFlow } from './planned-flow.ts'
import { spoolItems, spoolParts, spoolRecentChanges, spoolSprints } from './spool-items.ts'
import { unknownStages } from './unknown-stages.ts'

/** Answers `flow/items`: a row for each issue. */
export async function flowItems({ plan, snapshot, issues }: PlannedFlow): Promise<FlowResult> {
  await spoolItems(plan, snapshot)
  const { run, spool } = snapshot.spooled
  const limits = await readLimits({ plan, snapshot, issues })
  if (isIssueMark(plan.only)) {
    await snapshot.spool('marked_issue', markedIssues(plan, plan.only, snapshot.dialect))
  }
  if (plan.inSprint !== null || plan.sprintCount !== null) await spoolSprints(plan, snapshot)
  if (plan.part !== null) await spoolParts(plan, snapshot)
  if (plan.wasIn !== null) await spool('was_in', wasInRows(plan.wasIn))
  const [count] = await run(itemCount(plan, limits))
  const total = Number(count!.items)
  await spool('item_row', placedItems(plan, limits))
  const { size, index } = plan.page
  const asTable = isTable(plan)
  const next = index + size
  const header = plan.wasIn === null ? COLUMNS : [...COLUMNS, 'timeInStatus' as const]
  await spoolTexts({ plan, snapshot }, asTable ? null : { from: index, to: next })
  const rows = asTable ? [] : await run(itemsAt(index, next))
  const items = rows.map(row => ({ ...placedItemOf(row, plan), stays: staysLink(String(row.key)) }))
  const warnings = [...plan.warnings, ...nothingFound(plan, limits)]
  return {
    json: {
      ...(await flowHead({ plan: { ...plan, warnings }, snapshot, issues })),
      total,
      startIssueIndex: index,
      pageSize: size,
      items,
    },
    table: asTable
      ? await itemTable(snapshot, header, { from: index, to: Math.min(total, next) }, async (read, { from, to }) =>
          (await read(itemsAt(from, to))).map(row => csvRow(placedItemOf(row, plan), header)),
        )
      : NO_TABLE,
    total,
    nextIndex: next < total ? next : null,
    emptyReason: noIssues(plan, issues) ?? (total === 0 ? noItems(plan) : null),
  }
}

/** Returns why no issue is an item of a plan. */
function noItems(plan: FlowPlan): string {
  const states = plan.states ?? []
  const needed = [
    ...(states.some(state => state === 'inProgress' || state === 'parked') ? (['work'] as const) : []),
    ...(states.includes('finished') ? (['finished'] as const) : []),
  ]
  return unknownStages(plan, needed) ?? `No issue matches ${conditionsOf(plan)}.`
}

/** Returns why a filter finds no issue, whatever the issues are. */
function nothingFound(plan: FlowPlan, { sle }: ItemLimits): string[] {
  const { only, workflow } = plan
  if (comparesWithSle(plan) && sle === null) return [`only=${only} finds no issue. ${NO_SLE}`]
  if (only !== 'blockedNow' || canBeBlocked(plan)) return []
  return [`only=blockedNow finds no issue: nothing blocks issues in the workflow '${workflow.name}'.`]
}

/** Returns the parameters that select items, as part of a sentence. */
function conditionsOf({ only, wasIn, reached, inStage, wasInStage, movedBack, ...plan }: FlowPlan): string {
  const { reopenedBy, blockedBy, blockedNowBy, inSprint, sprintCount, part } = plan
  const stages = { reached, inStage, wasInStage, movedFrom: movedBack, movedTo: movedBack }
  const sent = { only, wasIn, ...stages, reopenedBy, blockedBy, blockedNowBy, inSprint, sprintCount, part }
  const names = ['state', ...Object.entries(sent).flatMap(([name, value]) => (value === null ? [] : [name]))]
  return names.length === 1 ? names[0]! : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}

function comparesWithSle({ only }: FlowPlan): boolean {
  return sleFilters.some(name => name === only)
}

/** Reads what the filters compare with. */
async function readLimits(flow: Pick<PlannedFlow, 'plan' | 'snapshot' | 'issues'>): Promise<ItemLimits> {
  const { plan, snapshot } = flow
  const { only, asOf, from } = plan
  const clock = only === 'unchanged' || only === 'newlyOverSle' ? await readClock(plan, snapshot.run) : null
  return {
    sle: comparesWithSle(plan) ? (plan.sle ?? (await readSle(plan, snapshot.spooled))?.ms ?? null) : null,
    unchangedBefore: clock && only === 'unchanged' ? await spoolRecentChanges(flow, clock) : null,
    elapsed: clock && only === 'newlyOverSle' ? clock(asOf) - clock(from) : null,
  }
}

/** The columns of CSV. */
const COLUMNS = [
  ...(['key', 'summary', 'type', 'status', 'stage', 'state', 'created', 'start', 'finish', 'finishFrom'] as const),
  ...(['cycleTime', 'age', 'elapsed', 'paused', 'leadTime', 'waitBefore', 'active', 'waiting'] as const),
  ...(['blocked', 'blockedEpisodes', 'longestBlocked', 'blockedSince'] as const),
  ...(['bounces', 'reopened', 'reworkTime', 'unmapped'] as const),
] as const

/** Returns an item with `timeInStatus`, its time in the status `wasIn` in milliseconds; without `wasIn`, just the item. */
function placedItemOf(row: Row, plan: FlowPlan): PlacedItem {
  return { ...itemOf(row, plan), ...(plan.wasIn !== null && { timeInStatus: Number(row.in_status) }) }
}

type PlacedItem = ReturnType<typeof itemOf> & { readonly timeInStatus?: number }

function csvRow(item: PlacedItem, header: readonly ((typeof COLUMNS)[number] | 'timeInStatus')[]): FlowRow {
  return header.map(column => item[column] ?? null)
}

/** Returns an item. Durations are in milliseconds; its cycle time and age are dates with the unit `inclusiveDays`. */
export function itemOf(row: Row, plan: FlowPlan) {
  const number = (name: string) => (row[name] === null ? null : Number(row[name]))
  const at = (name: string) => (row[name] === null ? null : formatInstant(Number(row[name])))
  const text = (name: string) => (row[name] === null ? null : String(row[name]))
  const [start, finish, stage] = [number('start_ms'), number('finish_ms'), number('stage')]
  const [counted, end] = [number('counted'), number('end_ms')]
  const isExact = plan.unit === 'exact' || start === null || end === null
  const time = isExact ? counted : inclusiveDays(start, end, plan.zone)
  return {
    key: String(row.key),
    summary: text('summary'),
    type: text('type'),
    status: text('status'),
    stage: stage === null ? null : plan.workflow.workflow.stages[stage]!.name,
    state: stateOf(row),
    created: at('created_ms'),
    start: at('start_ms'),
    finish: at('finish_ms'),
    finishFrom: begunOf(Number(row.begun)) === 'resolutionDate' ? ('resolutiondate' as const) : null,
    cycleTime: finish === null ? null : time,
    age: finish === null ? time : null,
    elapsed: number('elapsed'),
    paused: number('paused'),
    leadTime: number('lead_time'),
    waitBefore: number('wait_before'),
    active: number('active'),
    waiting: number('waiting'),
    blocked: number('blocked'),
    blockedEpisodes: number('episodes'),
    longestBlocked: number('longest_blocked'),
    blockedSince: at('blocked_since'),
    bounces: number('bounces'),
    reopened: number('reopened'),
    reworkTime: number('rework'),
    unmapped: number('unmapped'),
  }
}

function stateOf({ is_wip, is_parked, begun, finish_ms }: Row): (typeof itemStates)[number] {
  if (is_wip === true) return 'inProgress'
  if (is_parked === true) return 'parked'
  if (begunOf(Number(begun)) === 'unknown') return 'finishUnknown'
  return finish_ms === null ? 'notStarted' : 'finished'
}
