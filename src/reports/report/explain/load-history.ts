import type { Row } from '../../../core/base/row.ts'
import type { Assignment, Repair, Stay } from '../../../core/history/stay.ts'
import type { ExplainedHistory } from '../../../core/measure/explanation.ts'
import type { CalendarDefinition } from '../../../core/time/calendar/working-calendar.ts'
import type { Instant } from '../../../core/time/instant.ts'
import type { Snapshot } from '../../../store/engine/report-engine.ts'
import { numberOrNull } from '../../../store/engine/row-values.ts'
import type { ReportPlan } from '../../../store/plan/report-plan.ts'
import { compileIssueHistory } from '../../../store/sql/issue-history.ts'
import { readCalendar } from '../read-calendar.ts'
import { runAll } from '../run-all.ts'

/** The stored history of one issue, with what the caller may see. It is not limited to the report window. */
export interface StoredHistory extends ExplainedHistory {
  readonly key: string
  readonly summary: string
  readonly repairs: readonly Repair[]
  /** The calendar whose working time counts; `null` for 24/7. */
  readonly calendar: CalendarDefinition | null
}

/** Reads the history of the issue of a plan; `null` when there is none. */
export async function loadHistory(plan: ReportPlan, { run, dialect }: Snapshot): Promise<StoredHistory | null> {
  const { issue, stays, fields, assignments, repairs } = await runAll(compileIssueHistory(plan, dialect), run)
  const [found] = issue
  if (!found) return null
  const own = stays.map(stayOf)
  return {
    key: String(found.key),
    summary: String(found.summary),
    created: Number(found.created_ms),
    creator: found.creator_id as string | null,
    statuses: own.filter(({ field }) => field === 'status'),
    assignees: own.filter(({ field }) => field === 'assignee'),
    assignments: assignments.map(assignmentOf),
    fields: (fields ?? []).map(stayOf),
    repairs: repairs.map(repairOf),
    calendar: await readCalendar(plan, run),
  }
}

/** Returns the stay in a row of `stay`. */
export function stayOf(row: Row): Stay {
  return {
    field: String(row.field_id),
    seq: Number(row.seq),
    value: row.value_id === null ? null : { id: String(row.value_id), label: String(row.value) },
    ...periodOf(row),
    from: null,
    actor: row.actor_id as string | null,
    visitNumber: Number(row.visit_number ?? 1),
  }
}

function assignmentOf(row: Row): Assignment {
  return {
    seq: Number(row.seq),
    status: String(row.status_id),
    assignee: row.assignee_id as string | null,
    ...periodOf(row),
  }
}

function periodOf(row: Row): { entered: Instant; left: Instant | null } {
  return { entered: Number(row.entered_ms), left: numberOrNull(row.left_ms) }
}

/** Returns the repair in a row of `repair`. */
export function repairOf(row: Row): Repair {
  return { kind: row.kind as Repair['kind'], field: row.field_id as string | null, at: Number(row.at_ms) }
}
