import type { Row } from '../../core/base/row.ts'
import type { ReportNames } from '../../core/catalogue/report-names.ts'
import { ANY_REASON } from '../../store/plan/flow/choose-items.ts'
import type { FlowPlan } from '../../store/plan/flow/flow-plan.ts'
import { canBeBlocked } from '../../store/sql/flow/blocked.ts'
import { blockableTotals, reasonNames, reasonTotals } from '../../store/sql/flow/blocked-reasons.ts'
import { flowHead, noIssues } from './flow-head.ts'
import { type FlowResult, type FlowRow, type FlowTable, tableOf } from './flow-result.ts'
import { finishedLink, inProgressLink } from './item-link.ts'
import type { PlannedFlow } from './planned-flow.ts'
import { spoolItems } from './spool-items.ts'

/** Answers `flow/blocked`: what blocked the finished issues, and what blocks those in progress. */
export async function flowBlocked(flow: PlannedFlow): Promise<FlowResult> {
  const { plan, snapshot, issues } = flow
  await spoolItems(plan, snapshot)
  const [row] = await snapshot.spooled.run(blockableTotals(plan))
  const finished = {
    count: Number(row!.finished),
    items: finishedLink(plan.from, plan.to, plan, { only: 'withStart' }),
  }
  const noBlocking = nothingBlocks(plan)
  const head = await flowHead({ plan, snapshot, issues })
  if (!canBeBlocked(plan)) {
    const none = { blockedNow: null, union: null, sum: null, reasons: [] }
    return {
      json: { ...head, finished, ...none, noBlocking },
      table: tableOf(COLUMNS, []),
      total: 0,
      emptyReason: noIssues(plan, issues) ?? noBlocking,
    }
  }
  const blocked = await readBlocked(flow, Number(row!.blocked))
  return {
    json: { ...head, finished, ...blocked, noBlocking },
    table: blockedTable(blocked),
    total: blocked.reasons.length,
    emptyReason: noIssues(plan, issues) ?? (blocked.reasons.length === 0 ? NEVER_BLOCKED : null),
  }
}

/** Why no reason has a number. */
const NEVER_BLOCKED = 'Nothing blocked an issue that finished between from and to, and nothing blocks one now.'

/** Returns why nothing can block; `null` if something can. */
function nothingBlocks(plan: FlowPlan): string | null {
  if (canBeBlocked(plan)) return null
  return `The workflow '${plan.workflow.name}' does not say what blocks issues. Save one with a field, statuses or labels in blocked, and send workflow with its name.`
}

/** Reads the blocked time for all reasons and for each, from the tables of spoolItems. */
async function readBlocked({ plan, snapshot, catalogue }: PlannedFlow, blockedNow: number) {
  const { run, dialect } = snapshot.spooled
  const rows = await run(reasonTotals(plan, dialect))
  const totalsOf = (reason: string | null) => ({
    finished: {
      ...totalsIn(rows.find(row => row.reason === reason && row.is_now === false)),
      items: finishedLink(plan.from, plan.to, plan, { blockedBy: reason ?? ANY_REASON }),
    },
    now: {
      ...totalsIn(rows.find(row => row.reason === reason && row.is_now === true)),
      items: { ...inProgressLink(plan.asOf, plan.asOf), only: 'blockedNow', blockedBy: reason ?? ANY_REASON },
    },
  })
  const reasons = (await run(reasonNames(dialect)))
    .map(({ reason, text, blocking }) => ({
      ...namesOf(String(reason), text, { plan, catalogue }),
      ...totalsOf(String(reason)),
      blocksNow: {
        count: Number(blocking),
        items: { ...inProgressLink(plan.asOf, plan.asOf), blockedNowBy: String(reason) },
      },
    }))
    .filter(({ finished, now, blocksNow }) => finished.issues + now.issues + blocksNow.count > 0)
    .toSorted((a, b) => b.finished.time - a.finished.time || b.now.time - a.now.time || (a.reason < b.reason ? -1 : 1))
  const sumOf = (of: 'finished' | 'now') => ({
    episodes: reasons.reduce((sum, one) => sum + one[of].episodes, 0),
    time: reasons.reduce((sum, one) => sum + one[of].time, 0),
  })
  return {
    blockedNow: { count: blockedNow, items: { ...inProgressLink(plan.asOf, plan.asOf), only: 'blockedNow' } },
    union: totalsOf(null),
    sum: { finished: sumOf('finished'), now: sumOf('now') },
    reasons,
  }
}

function totalsIn(row: Row | undefined) {
  const number = (name: string) => Number(row?.[name] ?? 0)
  return { issues: number('issues'), episodes: number('episodes'), time: number('time'), longest: number('longest') }
}

/** Returns what a reason is: a value of a field, with its last `text`, a status or a label. */
function namesOf(
  reason: string,
  text: Row[string] | undefined,
  { plan, catalogue }: { readonly plan: FlowPlan; readonly catalogue: ReportNames },
) {
  const kind = (['label', 'status', 'field'] as const).find(name => reason.startsWith(`${name}:`))!
  const id = reason.slice(kind.length + 1)
  if (kind === 'label') return { reason, kind, field: null, name: id }
  if (kind === 'status') return { reason, kind, field: null, name: catalogue.status(id)?.name ?? id }
  const { field } = plan.historyFields.find(({ field }) => id.startsWith(`${field.id}:`))!
  return { reason, kind, field: field.name, name: String(text ?? id.slice(field.id.length + 1)) }
}

type Blocked = Awaited<ReturnType<typeof readBlocked>>

const TOTALS = ['issues', 'episodes', 'time', 'longest'] as const
const COLUMNS = [
  ...['row', 'reason', 'kind', 'field', 'name', ...TOTALS.map(name => `finished ${name}`)],
  ...['blocks now', ...TOTALS.map(name => `blocked now ${name}`)],
]

function blockedTable({ reasons, union, sum, blockedNow }: Blocked): FlowTable {
  const cells = ({ issues, episodes, time, longest }: ReturnType<typeof totalsIn>): FlowRow => [
    ...[issues, episodes, time, longest],
  ]
  const sumCells = ({ episodes, time }: Blocked['sum']['now']): FlowRow => [null, episodes, time, null]
  return tableOf(COLUMNS, [
    ...reasons.map(({ reason, kind, field, name, finished, now, blocksNow }) => [
      ...['reason', reason, kind, field, name, ...cells(finished), blocksNow.count, ...cells(now)],
    ]),
    ['union', null, null, null, null, ...cells(union.finished), blockedNow.count, ...cells(union.now)],
    ['sum', null, null, null, null, ...sumCells(sum.finished), null, ...sumCells(sum.now)],
  ])
}
