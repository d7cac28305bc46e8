import type { FlowPlan } from '../plan/flow/flow-plan.ts'
import { itemCount, itemIds, itemsAt, itemTexts, placedItems } from '../sql/flow/item-queries.ts'
import type { Snapshot } from '../store/report-engine.ts'
import type { Row } from '../store/run-query.ts'
import { formatInstant, type Instant } from '../time/instant.ts'
import { localDay } from '../time/local-day.ts'
import type { Zone } from '../time/zone.ts'
import { countIssues, flowHead, noIssues } from './flow-head.ts'
import type { PlannedFlow } from './flow-on.ts'
import type { FlowResult, FlowRow, FlowTable } from './flow-result.ts'
import { spoolItems } from './spool-items.ts'

/** The number of rows of CSV that are read at a time. */
const BATCH = 1000

/** Answers `flow/items`: a row for each issue. */
export async function flowItems({ plan, snapshot }: PlannedFlow): Promise<FlowResult> {
  const issues = await countIssues(plan, snapshot)
  await spoolItems(plan, snapshot)
  const { run, spool } = snapshot.spooled
  await spool('item_row', placedItems(plan))
  const total = Number((await run(itemCount))[0]!.items)
  const { size, index } = plan.page
  const isCsv = plan.output === 'csv'
  const ids = isCsv ? null : (await run(itemIds(index, index + size))).map(row => Number(row.issue_id))
  await snapshot.spool('item_text', itemTexts(plan, ids, snapshot.dialect))
  const next = index + size
  const items = isCsv ? [] : (await run(itemsAt(index, next))).map(row => itemOf(row, plan))
  return {
    json: { ...flowHead(plan, issues), total, startIssueIndex: index, pageSize: size, items },
    csv: isCsv ? await csvTable(plan, snapshot, Math.min(total, next)) : NO_TABLE,
    total,
    nextIndex: next < total ? next : null,
    emptyReason: noIssues(issues) ?? (total === 0 ? 'No issue has the chosen state.' : null),
  }
}

const NO_TABLE: FlowTable = { header: [], async *batches() {}, close: async () => {} }

/** Returns the table of all chosen items, which is read in batches after the snapshot has ended. */
async function csvTable(plan: FlowPlan, { detach }: Snapshot, end: number): Promise<FlowTable> {
  const { run, close } = await detach()
  return {
    header: COLUMNS,
    close,
    async *batches(signal) {
      for (let from = plan.page.index; from < end; from += BATCH) {
        const rows = await run(itemsAt(from, Math.min(end, from + BATCH)), signal)
        yield rows.map((row): FlowRow => {
          const item = itemOf(row, plan)
          return COLUMNS.map(column => item[column])
        })
      }
    },
  }
}

/** The columns of CSV. */
const COLUMNS = [
  ...(['key', 'summary', 'type', 'status', 'stage', 'state', 'created', 'start', 'finish'] as const),
  ...(['cycleTime', 'age', 'elapsed', 'paused', 'leadTime', 'waitBefore', 'active', 'waiting'] as const),
  ...(['blocked', 'blockedEpisodes', 'longestBlocked', 'blockedSince'] as const),
  ...(['bounces', 'reopened', 'reworkTime', 'unmapped'] as const),
] as const

/** Returns an item. Durations are in milliseconds, or in days with `inclusiveDays`. */
function itemOf(row: Row, plan: FlowPlan) {
  const number = (name: string) => (row[name] === null ? null : Number(row[name]))
  const at = (name: string) => (row[name] === null ? null : formatInstant(Number(row[name])))
  const text = (name: string) => (row[name] === null ? null : String(row[name]))
  const [start, finish, stage] = [number('start_ms'), number('finish_ms'), number('stage')]
  const isWip = row.is_wip === true
  const time =
    plan.unit === 'exact' || start === null || number('end_ms') === null
      ? number('counted')
      : inclusiveDays(start, number('end_ms')!, plan.zone)
  return {
    ...{ key: String(row.key), summary: text('summary'), type: text('type'), status: text('status') },
    stage: stage === null ? null : plan.workflow.workflow.stages[stage]!.name,
    state: isWip ? 'inProgress' : finish !== null ? 'finished' : 'notStarted',
    ...{ created: at('created_ms'), start: at('start_ms'), finish: at('finish_ms') },
    ...{ cycleTime: isWip ? null : time, age: isWip ? time : null },
    ...{ elapsed: number('elapsed'), paused: number('paused') },
    ...{ leadTime: number('lead_time'), waitBefore: number('wait_before') },
    ...{ active: number('active'), waiting: number('waiting'), blocked: number('blocked') },
    ...{ blockedEpisodes: number('episodes'), longestBlocked: number('longest_blocked') },
    blockedSince: at('blocked_since'),
    ...{ bounces: number('bounces'), reopened: number('reopened'), reworkTime: number('rework') },
    unmapped: number('unmapped'),
  }
}

/** Returns the number of dates from one instant to another, both counted. */
function inclusiveDays(start: Instant, end: Instant, zone: Zone): number {
  return localDay(end, zone) - localDay(start, zone) + 1
}
