import type { Bucket } from '../../../core/measure/flow/buckets.ts'
import type { Returns } from '../../../core/measure/flow/workflow.ts'
import type { DateUnit } from '../../../core/time/date-group.ts'
import type { Instant, Millis } from '../../../core/time/instant.ts'
import type { Zone } from '../../../core/time/zone.ts'
import { type FlowFormatName, formats } from '../formats.ts'
import type { CsvFormat, FieldColumn, FieldGroup, PlannedCalendar, ReportPlan } from '../report-plan.ts'
import type { ResolvedWorkflow } from '../workflow/resolve-workflow.ts'
import type { Levels } from '../workflow/workflow-definition.ts'
import type { PlannedForecast } from './choose-forecast.ts'
import type { PlannedPart } from './choose-parts.ts'
import type { itemFilters, itemOrders, itemStates, SprintPartName, timeUnits } from './flow-parameters.ts'
import type { StageNumbers } from './stage-numbers.ts'

/** The issues that an answer needs: those that were ever in no stage, and those of any kind below. */
export interface NeededIssues {
  /** Issues that finished since. */
  readonly finishedSince: Instant
  /** Whether issues in progress at asOf are needed. */
  readonly inProgress: boolean
  /** Whether issues that started, and are neither in progress nor finished at asOf, are needed. */
  readonly parked: boolean
  /** Issues that moved back since; `null` if the answer has no moves. */
  readonly movedSince: Instant | null
  /**
   * Whether the answer needs issues that left a stage at once, or left done shortly or for no stage. The rules about done
   * stays and instants apply to them.
   */
  readonly leftDone: boolean
}

/** A complete flow request with no further defaults. Equal plans over equal data give equal answers. */
export interface FlowPlan extends Pick<ReportPlan, 'asOf' | 'browsable' | 'where' | 'query' | 'inGroup' | 'warnings'> {
  /** Whether numbers have links to their issues. The parameters of a list of issues would select among those of a link. */
  readonly hasLinks: boolean
  readonly zone: Zone
  readonly calendar: PlannedCalendar
  /** The length of a working day of the calendar; `null` if its days differ. */
  readonly workingDay: Millis | null
  readonly workflow: ResolvedWorkflow
  readonly stages: StageNumbers
  readonly returns: Returns
  /** The window of finishes: `[from, last]`. Empty if `last` is earlier. */
  readonly from: Instant
  readonly last: Instant
  /** The issues that the answer needs; `null` for all. More may be read. */
  readonly needed: NeededIssues | null
  /** The end as requested, at most asOf; `null` for asOf, which is included. */
  readonly to: Instant | null
  /** Whether a later end was requested. */
  readonly toCut: boolean
  readonly bucket: { readonly unit: DateUnit; readonly buckets: readonly Bucket[] }
  /** A single issue is of any level. */
  readonly levels: Levels
  /** The field that groups issues, or that `inGroup` is about. */
  readonly groupBy: FieldGroup | null
  /** The ids of issue types that are not of the standard level. `levels` says whether they are left out. */
  readonly otherLevels: readonly string[]
  readonly tolerance: Millis
  readonly reopenTolerance: Millis
  readonly unit: (typeof timeUnits)[number]
  readonly percentiles: readonly number[]
  /** The other window of a summary: the one before, or `[from, to)`. */
  readonly compare: 'previous' | { readonly from: Instant; readonly to: Instant } | null
  readonly forecast: PlannedForecast
  /** The parts of the work of a forecast after the first one, in order. */
  readonly parts: readonly PlannedPart[]
  /** The states of items; `null` for all issues, also those that finished outside the window. */
  readonly states: readonly (typeof itemStates)[number][] | null
  readonly only: (typeof itemFilters)[number] | null
  /** The time with which `only` compares; `null` for that of the SLE. */
  readonly sle: Millis | null
  /** Who reopened items in the window; without an id, nobody known. */
  readonly reopenedBy: { readonly personId: string | null } | null
  /** The id of a status in which items were before their finish. */
  readonly wasIn: string | null
  /** The order of items: by finish, or by the time that `wasIn` or the state is about. */
  readonly orderBy: (typeof itemOrders)[number]
  /** The indexes of two stages: items moved back from one to the other in the window. */
  readonly movedBack: { readonly from: number; readonly to: number } | null
  /** The index of the stage that items reached, or passed, by asOf. */
  readonly reached: number | null
  /** The index of the stage that items are in at asOf. */
  readonly inStage: number | null
  /** The index of a stage that items were ever in by asOf. */
  readonly wasInStage: number | null
  /** The reason that blocked items in their counted time, and the one that blocks them at asOf; `any` for all reasons. */
  readonly blockedBy: string | null
  readonly blockedNowBy: string | null
  /** The sprint that items were in, and what they were to it; without a part, anything. */
  readonly inSprint: { readonly sprintId: string; readonly part: SprintPartName | null } | null
  /** The number of started sprints that items were in by asOf. */
  readonly sprintCount: number | null
  /** The part of the work of a forecast that items belong to, from 1. */
  readonly part: number | null
  readonly page: { readonly size: number; readonly index: number }
  readonly output: FlowFormatName
  readonly csv: Pick<CsvFormat, 'safe' | 'bom' | 'delimiter'>
  /** The fields whose values block issues. */
  readonly historyFields: readonly FieldColumn[]
}

/** Returns whether the answer is a table without its head, of all issues unless the request names a page. */
export function isTable({ output }: Pick<FlowPlan, 'output'>): boolean {
  return !formats[output].describesItself
}
