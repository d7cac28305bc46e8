import type { Row } from '../../core/base/row.ts'
import type { Clock } from '../../core/measure/clock.ts'
import { UNCHANGED_DAYS } from '../../core/measure/flow/ageing.ts'
import { isInProgress, type Sle } from '../../core/measure/flow/workflow.ts'
import { formatInstant, type Instant, type Millis } from '../../core/time/instant.ts'
import type { Run } from '../../store/engine/run-query.ts'
import { isTable } from '../../store/plan/flow/flow-plan.ts'
import {
  ageingItems,
  ageingItemsAt,
  agesAt,
  attentionTotals,
  cycleTimesAt,
  rankedAges,
} from '../../store/sql/flow/ageing.ts'
import { canBeBlocked } from '../../store/sql/flow/blocked.ts'
import { readClock } from '../report/read-calendar.ts'
import { type FinishedWithSle, readFinishedWithSle, sleHead } from './finished.ts'
import { flowHead, noIssues, personName } from './flow-head.ts'
import type { FlowResult, FlowRow } from './flow-result.ts'
import { finishedLink, inProgressLink, staysLink } from './item-link.ts'
import { itemTable, NO_TABLE, type Positions, spoolTexts } from './item-table.ts'
import type { PlannedFlow } from './planned-flow.ts'
import { ranksFor, valuesAt } from './ranked-values.ts'
import { readParked } from './read-present.ts'
import { spoolAges, spoolRecentChanges } from './spool-items.ts'
import { unknownStages } from './unknown-stages.ts'

/** Answers `flow/ageing`: compares the issues in progress with those that finished in the window. */
export async function flowAgeing(flow: PlannedFlow): Promise<FlowResult> {
  const { plan, snapshot, issues } = flow
  await spoolAges(plan, snapshot)
  const finished = await readFinishedWithSle(plan, [plan], snapshot)
  const { attention, page, compared } = await readAgeing(flow, finished)
  const { total } = page
  const { size, index } = plan.page
  const next = Math.min(total, index + size)
  const head = sleHead(flow, finished.sle)
  return {
    json: { ...(await flowHead({ plan, snapshot, issues })), ...head, ...attention, ...page },
    table: isTable(plan)
      ? await itemTable(snapshot, HEADER, { from: index, to: next }, async (run, positions) =>
          (await readAgeingItems(run, flow, compared, positions)).map(csvRow),
        )
      : NO_TABLE,
    total,
    nextIndex: next < total ? next : null,
    emptyReason:
      noIssues(plan, issues) ?? (total === 0 ? (unknownStages(plan, ['work']) ?? 'No issue is in progress.') : null),
    whyMissing: [page.finished.why, head.noSle],
  }
}

/**
 * Reads what needs attention, the bands, and a page of items from `flow_item`. The first window of `finished` is that of the plan.
 * CSV reads the items later.
 */
export async function readAgeing(flow: PlannedFlow, finished: FinishedWithSle) {
  const { plan, snapshot } = flow
  const compared = { ...comparedOf(finished), clock: await readClock(plan, snapshot.run) }
  const before = await spoolRecentChanges(flow, compared.clock)
  const { attention, present } = await readAttention(flow, compared.sle, before)
  await spoolAgeing(flow, before)
  const { size, index } = plan.page
  const positions = { from: index, to: index + size }
  const asTable = isTable(plan)
  await spoolTexts(flow, asTable ? null : positions, { forAgeing: true })
  const page = {
    ...(await readBands(flow, compared, present)),
    total: attention.inProgress.count,
    startIssueIndex: index,
    pageSize: size,
    items: asTable ? [] : await readAgeingItems(snapshot.spooled.run, flow, compared, positions),
  }
  return { attention, page, compared }
}

/**
 * Reads what needs attention now: the work in progress that is too old, blocked, or unchanged since an instant, and the number of
 * issues `present` in each stage.
 */
async function readAttention({ plan, snapshot }: PlannedFlow, sle: Sle | null, before: Instant) {
  const { run, dialect } = snapshot.spooled
  const [row, ...stages] = await run(attentionTotals(sle?.ms ?? null, before, dialect))
  const all = inProgressLink(plan.asOf, plan.asOf)
  const counted = (name: string, more = {}) => ({ count: Number(row![name]), items: { ...all, ...more } })
  const attention = {
    inProgress: counted('in_progress'),
    parked: await readParked(plan, snapshot),
    totalAge: Number(row!.total_age ?? 0),
    overSle: sle && counted('over_sle', { only: 'overSle' }),
    blockedNow: canBeBlocked(plan) ? counted('blocked', { only: 'blockedNow' }) : null,
    unchanged: {
      days: UNCHANGED_DAYS,
      ...counted('unchanged', { only: 'unchanged' }),
      storedFieldsOnly: Number(row!.only_stored),
    },
  }
  return { attention, present: new Map(stages.map(row => [Number(row.stage), Number(row.in_progress)])) }
}

/** The finished issues that items are compared with. */
interface Compared {
  /** The number of those with a cycle time. */
  readonly finished: number
  readonly sle: Sle | null
  /** The number of those that took longer than the SLE; `null` without one. */
  readonly missed: number | null
  /** That of the calendar. */
  readonly clock: Clock
}

function comparedOf({ sle, windows: [own] }: FinishedWithSle): Omit<Compared, 'clock'> {
  const { started, withinSle } = own!
  return { finished: started, sle, missed: withinSle === null ? null : started - withinSle }
}

/** Compares the issues in progress with the finished ones. It spools what readBands and readAgeingItems read. */
async function spoolAgeing({ plan, snapshot }: PlannedFlow, before: Instant): Promise<void> {
  const { spool, dialect } = snapshot.spooled
  await spool('stage_rank', rankedAges(plan, dialect))
  await spool('item_row', ageingItems(plan, before, dialect))
}

/** Reads the bands of each stage in progress: percentiles of ages, or the ages if there are fewer than ten. */
async function readBands(
  { plan, snapshot }: PlannedFlow,
  { finished }: Compared,
  present: ReadonlyMap<number, number>,
) {
  const { run } = snapshot.spooled
  const agesOf = new Map<number, Map<number, Millis>>()
  for (const { stage, rank, age } of await run(agesAt(ranksFor(finished, plan.percentiles)))) {
    const ages = agesOf.get(Number(stage)) ?? new Map<number, Millis>()
    agesOf.set(Number(stage), ages.set(Number(rank), Number(age)))
  }
  const none = unknownStages(plan) ?? 'No issue with a cycle time finished between from and to, so there are no bands.'
  return {
    finished: {
      count: finished,
      items: finishedLink(plan.from, plan.to, plan, { only: 'withStart' }),
      ...(finished === 0 && { why: none }),
    },
    stages: plan.workflow.workflow.stages.flatMap(({ name, kind }, stage) => {
      if (!isInProgress(kind)) return []
      const { percentiles, values } = valuesAt(agesOf.get(stage) ?? new Map(), finished, plan.percentiles)
      const items = { ...inProgressLink(plan.asOf, plan.asOf), inStage: name }
      return [{ name, kind, inProgress: present.get(stage) ?? 0, items, percentiles, values }]
    }),
  }
}

/** The percentiles of the time that is left. */
const REMAINING = [50, 85] as const

/** Reads items, the oldest first. */
async function readAgeingItems(
  run: Run,
  { plan, catalogue }: Pick<PlannedFlow, 'plan' | 'catalogue'>,
  compared: Compared,
  { from, to }: Positions,
) {
  const { finished, sle, missed, clock } = compared
  const rows = await run(ageingItemsAt(from, to))
  const longer = (row: Row) => finished - Number(row.within)
  const ranksOf = (row: Row) => ranksFor(longer(row), REMAINING).map(rank => Number(row.within) + rank)
  const ranks = rows.flatMap(ranksOf)
  const times = ranks.length === 0 ? [] : await run(cycleTimesAt([...new Set(ranks)]))
  const timeAt = new Map(times.map(({ rank, age }) => [Number(rank), Number(age)]))
  return rows.map(row => {
    const [age, within] = [Number(row.counted), Number(row.within)]
    const left = new Map(ranksOf(row).map(rank => [rank - within, timeAt.get(rank)! - age]))
    const isOldest = longer(row) === 0
    return {
      key: String(row.key),
      summary: textOf(row.summary),
      type: textOf(row.type),
      status: textOf(row.status),
      stage: plan.workflow.workflow.stages[Number(row.stage)]!.name,
      assignee: personName(textOf(row.assignee), catalogue),
      age,
      start: formatInstant(Number(row.start_ms)),
      blockedSince: row.blocked_since === null ? null : formatInstant(Number(row.blocked_since)),
      unchangedFor: clock(plan.asOf) - clock(Number(row.changed_ms)),
      unchanged: row.is_unchanged === true,
      overSle: sle && age > sle.ms,
      pace: finished === 0 ? null : { count: Number(row.paced), of: finished },
      chanceToMissSle: missed === null || isOldest ? null : { count: Math.min(longer(row), missed), of: longer(row) },
      remaining: isOldest ? null : valuesAt(left, longer(row), REMAINING),
      stays: staysLink(String(row.key)),
      ...(isOldest && finished > 0 && { why: olderThanAll(finished) }),
    }
  })
}

function olderThanAll(finished: number): string {
  return finished === 1 ? 'Older than the only finished issue.' : `Older than all ${finished} finished issues.`
}

type Item = Awaited<ReturnType<typeof readAgeingItems>>[number]

function textOf(value: Row[string]): string | null {
  return value === null ? null : String(value)
}

const HEADER = [
  ...['key', 'summary', 'type', 'status', 'stage', 'age', 'start', 'blockedSince', 'unchangedFor', 'overSle'],
  ...['pace', 'finished', 'missed', 'longer', ...REMAINING.map(percent => `remaining p${percent}`), 'remaining'],
]

function csvRow(item: Item): FlowRow {
  const { pace, chanceToMissSle, remaining } = item
  return [
    ...[item.key, item.summary, item.type, item.status, item.stage, item.age, item.start, item.blockedSince],
    ...[item.unchangedFor, item.overSle, pace?.count ?? null, pace?.of ?? null],
    ...[chanceToMissSle?.count ?? null, remaining?.count ?? null],
    ...REMAINING.map(percent => remaining?.percentiles[percent]?.value ?? null),
    remaining?.values?.join(' ') ?? null,
  ]
}
