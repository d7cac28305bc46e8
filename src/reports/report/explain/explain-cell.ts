import type { Stay } from '../../../core/history/stay.ts'
import type { IsAssignee } from '../../../core/measure/assignee-duration.ts'
import type { Clock } from '../../../core/measure/clock.ts'
import { explainPeriod, type PeriodValue } from '../../../core/measure/explain-period.ts'
import {
  type CellExplanation,
  type ColumnStatuses,
  type ExplainedCell,
  type ExplainedColumn,
  type ExplainedHistory,
  whyDeleted,
} from '../../../core/measure/explanation.ts'
import { isInNoneOf, isMemberOf } from '../../../core/measure/group-duration.ts'
import { listedPeriod } from '../../../store/plan/listed-period.ts'
import type { ReportPlan } from '../../../store/plan/report-plan.ts'
import { type ColumnLevel, REST } from '../../../store/plan/report-types.ts'
import type { ColumnKey } from '../../table/column-key.ts'
import type { Names } from './names.ts'

/** A cell of a report: its column, and the history of its issue. */
export interface ReportCell {
  readonly plan: ReportPlan
  readonly key: ColumnKey
  readonly history: ExplainedHistory
  readonly clock: Clock
  readonly names: Names
}

/** Explains a cell of any report; in a list of a period with the time or the moments in it. */
export function explainCell({ plan, key, history, clock, names }: ReportCell): CellExplanation {
  const cell: ExplainedCell = {
    history,
    window: plan.window,
    clock,
    multiVisit: plan.multiVisit,
    column: explainedColumn(key, plan, names),
    whyNotCounted: status => whyNotCounted(status, plan, names),
    statusName: names.status,
    personName: names.person,
  }
  const explanation = plan.type.explain(cell)
  const period = listedPeriod(plan)
  if (period === null) return explanation
  return explainPeriod(explanation, cell, periodValue(plan), period)
}

function periodValue({ type }: ReportPlan): PeriodValue {
  if (type.outer === 'metric') return 'metric'
  return type.kind === 'count' ? 'count' : 'duration'
}

function explainedColumn(key: ColumnKey, plan: ReportPlan, names: Names): ExplainedColumn {
  const { name, outer, inner } = plan.type
  const idAt = (level: ColumnLevel): string | null => {
    if (level === outer) return key.outer
    if (level === inner) return key.inner
    throw new Error(`${name} has no columns of the level ${level}`)
  }
  return {
    get statuses() {
      return statusesOf(idAt('status')!, plan)
    },
    get isAssignee() {
      return outer === 'group' || inner === 'group'
        ? isAssigneeOfGroup(idAt('group')!, plan, names)
        : isAssigneeOfUser(idAt('user'), plan)
    },
    get transition() {
      return { from: idAt('transition')!, to: key.inner! }
    },
    get metric() {
      const id = idAt('metric')
      return plan.metrics.find(({ name }) => name === id)!
    },
    get value() {
      const id = idAt('field')
      const { field } = plan.historyFields.find(one => one.field.id === id)!
      const none = field.kind === 'user' ? names.person(null) : 'None'
      return {
        field: field.id,
        id: key.inner,
        nameOf: (value: Stay['value']) => (value === null ? none : (names.value(field.kind, value.id) ?? value.label)),
      }
    },
  }
}

function statusesOf(id: string, { statusColumns }: ReportPlan): ColumnStatuses {
  return statusColumns?.find(column => column.id === id) ?? { members: [id], leftOut: [] }
}

function isAssigneeOfGroup(id: string, { groups }: ReportPlan, names: Names): IsAssignee {
  return id === REST ? isInNoneOf((groups ?? []).map(names.members)) : isMemberOf(names.members(id))
}

function isAssigneeOfUser(id: string | null, { assignees }: ReportPlan): IsAssignee {
  if (id !== REST) return assignee => assignee === id
  return assignee => assignee !== null && !assignees!.includes(assignee)
}

/** Returns why time in a status is in no column of a report on users or groups; `null` when it is in one. */
function whyNotCounted(status: string, { statusColumns, hiddenStatuses }: ReportPlan, names: Names): string | null {
  if (hiddenStatuses.includes(status)) return whyDeleted(names.status(status))
  if (statusColumns === null || statusColumns.some(({ members }) => members.includes(status))) return null
  return `${names.status(status)} is not one of the selected statuses.`
}
