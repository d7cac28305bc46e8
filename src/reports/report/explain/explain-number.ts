import type { RequestContext } from '../../../access/permissions/request-context.ts'
import { UserError } from '../../../core/base/errors.ts'
import { allHours } from '../../../core/measure/clock.ts'
import type { CellPart } from '../../../core/measure/explanation.ts'
import { explainWorkingTime } from '../../../core/time/calendar/explain-working-time.ts'
import type { CalendarDefinition } from '../../../core/time/calendar/working-calendar.ts'
import { workingClock } from '../../../core/time/calendar/working-time.ts'
import { parseRaw } from '../../../core/time/decimal.ts'
import { formatInstant } from '../../../core/time/instant.ts'
import type { Run } from '../../../store/engine/run-query.ts'
import { compositeParts } from '../../../store/plan/composite-id.ts'
import type { ReportPlan } from '../../../store/plan/report-plan.ts'
import { quoted } from '../../../store/plan/request-problems.ts'
import { valueLabel } from '../../../store/sql/value-label.ts'
import { cellWriter } from '../../table/cell-text.ts'
import { type ColumnKey, keyText } from '../../table/column-key.ts'
import { columnOf } from '../../table/columns-of.ts'
import type { ReportDeps } from '../run-report.ts'
import { explainCell } from './explain-cell.ts'
import { type ExtraParameters, type RawParameters, rawValue, withExplainedIssue } from './explained-issue.ts'
import type { ExplainedDay, ExplainedPart, Explanation } from './explanation.ts'
import { findColumn } from './find-column.ts'
import type { StoredHistory } from './load-history.ts'
import type { Names } from './names.ts'
import { repairTexts } from './repair-texts.ts'

/** The name of the parameter that a report does not have, in lower case. */
const COLUMN = 'column'

/**
 * Explains a cell. The parameters are those of its report, with `issueKey` and `column`, the id of its column.
 *
 * Throws REPORT_INVALID.
 */
export function explainNumber(
  rawParameters: RawParameters,
  deps: ReportDeps,
  requestContext: RequestContext,
): Promise<Explanation> {
  const id = rawValue(rawParameters, COLUMN)
  const ofReport = rawParameters.filter(({ name }) => name.toLowerCase() !== COLUMN)
  const extra: ExtraParameters = {
    problems: id ? [] : ['ERROR: column is required.'],
    narrow: plan => withFieldOf(id!, plan),
  }
  return withExplainedIssue(ofReport, deps, requestContext, extra, async ({ plan, history, names }, { run }) => {
    const valueExists = async (field: string, value: string) => (await lastValueLabel(field, value, plan, run)) !== null
    const key = await findColumn(id!, { plan, history, names, valueExists })
    if (key === null) {
      throw new UserError('REPORT_INVALID', {
        messages: [`ERROR: column ${quoted(id!)} is not a column of this report.`],
      })
    }
    const clock = history.calendar ? workingClock(history.calendar) : allHours
    const { raw, rule, parts } = explainCell({ plan, key, history, clock, names })
    const writtenRatio = cellWriter(plan)
    const written = (raw: string) => writtenRatio(parseRaw(raw))
    return {
      issue: issueShown(history, plan, names),
      report: plan.type.label,
      column: columnShown(key, plan, names, await labelOf(key, plan, names, run)),
      kind: plan.type.kind,
      cell:
        raw === null
          ? { value: plan.format.emptyToken ?? '', raw: null }
          : { value: written(String(raw)), raw: String(raw) },
      rule,
      calendar: String(plan.calendar.shown.name),
      parts: parts.map(part =>
        shownPart(part, written, plan.type.kind === 'duration' ? history.calendar : null, names),
      ),
    }
  })
}

/** Removes all history fields from a report except the one of a column, so that the others are not read. */
function withFieldOf(id: string, plan: ReportPlan): ReportPlan {
  if (plan.type.outer !== 'field') return { ...plan, historyFields: [] }
  const base = compositeParts(id)?.base
  return { ...plan, historyFields: plan.historyFields.filter(({ item }) => item === base) }
}

/** Returns an issue as the page shows it. */
export function issueShown({ key, summary, repairs }: StoredHistory, { format }: ReportPlan, names: Names) {
  return { key, summary, repairs: repairTexts(repairs, names.reportNames, format.zone) }
}

function columnShown(key: ColumnKey, plan: ReportPlan, names: Names, label: string | null): Explanation['column'] {
  const { id, value } = columnOf(key, plan, names.reportNames, new Map([[keyText(key), label]]))
  return { id, name: value }
}

/** Returns the label of a field's value: its present name, or else its last label in the histories. */
async function labelOf({ outer, inner }: ColumnKey, plan: ReportPlan, names: Names, run: Run): Promise<string | null> {
  const field = plan.type.inner === 'value' ? plan.historyFields.find(one => one.field.id === outer)?.field : undefined
  if (!field || inner === null) return null
  return names.value(field.kind, inner) ?? lastValueLabel(field.id, inner, plan, run)
}

/** The maximum number of days that are listed for one part. */
const MAX_DAYS = 100

function shownPart(
  part: CellPart,
  written: (raw: string) => string,
  calendar: CalendarDefinition | null,
  names: Names,
): ExplainedPart {
  const { label, within, entered, left, open, actor, raw, why } = part
  const days = calendar ? explainWorkingTime(calendar, entered, left).days : []
  return {
    label,
    within,
    raw,
    why,
    entered: formatInstant(entered),
    left: open ? null : formatInstant(left),
    by: names.actor(actor),
    value: written(String(raw)),
    counts: why === null,
    days: days.slice(0, MAX_DAYS).map(({ date, millis, why }): ExplainedDay => ({ date, raw: millis, note: why })),
    moreDays: Math.max(0, days.length - MAX_DAYS),
  }
}

/** Returns the last label of a value in a history field of visible issues; `null` when there is none. */
async function lastValueLabel(
  fieldId: string,
  id: string,
  { historyFields, browsable }: Pick<ReportPlan, 'historyFields' | 'browsable'>,
  run: Run,
): Promise<string | null> {
  const { field } = historyFields.find(one => one.field.id === fieldId)!
  const [row] = await run(valueLabel(field, id, browsable))
  return (row?.label as string | null) ?? null
}
