import type { Row } from '../../core/base/row.ts'
import type { Clock } from '../../core/measure/clock.ts'
import type { Sle } from '../../core/measure/flow/workflow.ts'
import { formatInstant, type Instant } from '../../core/time/instant.ts'
import { localDay, startOfDay } from '../../core/time/local-day.ts'
import { numberOrNull } from '../../store/engine/row-values.ts'
import type { FlowPlan } from '../../store/plan/flow/flow-plan.ts'
import { oldestNewlyOver, sinceTotals } from '../../store/sql/flow/since.ts'
import { readNames } from './issue-names.ts'
import { finishedLink, happenedLink, type ItemLink } from './item-link.ts'
import type { PlannedFlow } from './planned-flow.ts'

/** Returns the start of the day before that of asOf, in the zone of a plan. */
export function startOfYesterday({ asOf, zone }: FlowPlan): Instant {
  return startOfDay(localDay(asOf, zone) - 1, zone)
}

/** What issues are compared with since yesterday. */
interface Limits {
  readonly sle: Sle | null
  /** That of the calendar. */
  readonly clock: Clock
}

/**
 * Reads what happened since the start of yesterday from the tables of spoolItems, and when something last happened, as `data`. Moves
 * before that start can be absent.
 */
export async function readSinceYesterday({ plan, snapshot }: PlannedFlow, { sle, clock }: Limits) {
  const from = startOfYesterday(plan)
  const [row] = await snapshot.spooled.run(sinceTotals({ from, last: plan.asOf }))
  // An own end of the window would hold for the links, too. A later one is cut at asOf.
  const until: ItemLink = plan.to === null ? {} : { to: '1d' }
  const happened = (only: string) => happenedLink(from, null, plan, { ...until, only })
  const since = {
    from: formatInstant(from),
    finished: { count: Number(row!.finished), items: finishedLink(from, null, plan, until) },
    started: { count: Number(row!.started), items: happened('startedInWindow') },
    movedBack: { count: Number(row!.moved_back), items: happened('wentBackInWindow') },
    newlyOverSle: sle && {
      ...(await readNewlyOver({ plan, snapshot }, sle, clock(plan.asOf) - clock(from))),
      items: happenedLink(from, null, plan, {
        ...until,
        state: 'inProgress',
        only: 'newlyOverSle',
        sle: String(sle.ms),
      }),
    },
  }
  return { since, data: { lastFinish: shownAt(row!.finish_ms!), lastChange: shownAt(row!.change_ms!) } }
}

/** The most keys of issues that are newly over the SLE. */
const MAX_KEYS = 50

async function readNewlyOver({ plan, snapshot }: Pick<PlannedFlow, 'plan' | 'snapshot'>, { ms }: Sle, elapsed: number) {
  const rows = await snapshot.spooled.run(oldestNewlyOver(plan, ms, elapsed, MAX_KEYS))
  const ids = rows.map(row => Number(row.issue_id))
  const names = await readNames(snapshot, ids)
  return { count: Number(rows[0]?.issues ?? 0), keys: ids.map(id => names.get(id)!.key) }
}

function shownAt(value: Row[string]): string | null {
  const at = numberOrNull(value)
  return at === null ? null : formatInstant(at)
}
