import { returnsModes } from '../../../core/measure/flow/workflow.ts'
import { flowFormatNames } from '../formats.ts'
import { type Parameter, type ParameterName, type ParameterTable, parameterNamed } from '../parameters.ts'
import { levelChoices } from '../workflow/workflow-definition.ts'

/** A parameter of flow measures, as used for parsing and for the reference. */
export interface FlowParameter extends Omit<Parameter, 'of' | 'chooses' | 'effect'> {
  /** Selects issues, so measures of a single issue ignore it. */
  readonly chooses?: true
}

/** The units of buckets. */
export const bucketUnits = ['day', 'week', 'month', 'quarter'] as const

/** The units of cycle times: exact milliseconds, or dates counted with both ends. */
export const timeUnits = ['exact', 'inclusiveDays'] as const
/** The states of items. */
export const itemStates = ['finished', 'inProgress', 'parked', 'notStarted', 'finishUnknown'] as const
/** The orders of items. */
export const itemOrders = ['finish', 'time'] as const
/** The parts of issues in a sprint. */
export const sprintParts = [
  ...(['committed', 'added', 'removed', 'inAtEnd'] as const),
  ...(['finished', 'finishedBefore', 'carriedOver', 'finishUnknown'] as const),
] as const
/** One of them. */
export type SprintPartName = (typeof sprintParts)[number]
/** Whether the issues of a forecast are those known at asOf, or more are created. */
export const forecastScopes = ['fixed', 'grow'] as const
/** The items behind a number. */
export const itemFilters = [
  ...(['withoutStart', 'withStart', 'reopened', 'reopenedInWindow', 'reopenedSince', 'wentBack', 'behind'] as const),
  ...(['startedInWindow', 'wentBackInWindow'] as const),
  ...([
    'firstTimeThrough',
    'withinSle',
    'arrived',
    'departed',
    'blockedNow',
    'overSle',
    'newlyOverSle',
    'unchanged',
    'unmapped',
    'finishFromResolutionDate',
    'withTime',
  ] as const),
  ...(['otherLevels', 'repaired', 'withoutLog'] as const),
] as const
/** Those that compare with an SLE. */
export const sleFilters = [
  'withinSle',
  'overSle',
  'newlyOverSle',
] as const satisfies readonly (typeof itemFilters)[number][]

const shared = (name: ParameterName): FlowParameter => {
  const { of, effect, ...parameter } = parameterNamed(name)
  return parameter
}

/** The parameters that choose issues, and those of the answer's form, as in reports. */
const SHARED_FIRST = [
  ...(['filterType', 'user', 'projectKey', 'jqlFilterID', 'customjql', 'sprintID'] as const),
  ...(['startDate', 'endDate', 'dateRangeField'] as const),
] as const
const SHARED_LAST = ['asOf', 'timeZone', 'csvSafe', 'csvBom', 'delimiter'] as const

const COMMON = [
  { name: 'outputType', values: flowFormatNames, fallback: 'json', description: 'The format of the response.', example: 'csv' },
  { name: 'workflow', fallback: '`default`; the saved workflow with the lowest id if `default` has no stage in progress or no done one', description: 'The workflow: the id or name of a saved one, the JSON of a definition that is not saved, or `default`: a stage for each status, by status category.', example: 'default' },
  { name: 'calendar', fallback: 'normalHours', description: 'The working hours that count: normalHours (24/7), 0 (the default working calendar), or the id or name of another calendar.', example: '0' },
  { name: 'returns', values: returnsModes, fallback: 'pause', description: 'What happens to time in other stages between start and finish: it is not counted (pause), it is counted (keep), or the clock begins at the last start (restart).', example: 'keep' },
  { name: 'from', chooses: true, fallback: 'the start of the ISO week 12 weeks before the week of `to`, or of asOf if that is earlier', description: 'Measures issues that finished at or after this: yyyy-MM-dd, yyyy-MM-dd hh:mm, or relative to asOf, such as -90d or startOfQuarter(-1).', example: '2024-01-01' },
  { name: 'to', chooses: true, fallback: 'asOf, which is included', description: 'Measures issues that finished before this: yyyy-MM-dd, yyyy-MM-dd hh:mm, or relative to asOf. A time after asOf is cut at asOf: `toCut`.', example: '2024-04-01' },
  { name: 'levels', chooses: true, values: levelChoices, fallback: 'that of the workflow', description: 'Whether sub-tasks, epics and other levels are left out (standard) or measured (all).', example: 'all' },
  { name: 'groupBy', chooses: true, fallback: 'no groups', description: 'A field, or date:<unit>:<field>, as in groupByFields of reports. flow/summary adds the numbers of each group. Fields of people, and dates without a unit, are not possible.', example: 'issuetype' },
  { name: 'inGroup', chooses: true, fallback: 'all groups', description: 'With groupBy: measures only the issues of one group. A JSON array with its value, or null for no value.', example: '["Bug"]' },
  { name: 'tolerance', fallback: '10', description: 'Minutes. A visit to a stage that is shorter and was undone is no move.', example: '0' },
  { name: 'reopenTolerance', fallback: '10', description: 'Minutes. A reopening that is shorter does not move the finish.', example: '0' },
] as const satisfies readonly FlowParameter[] // biome-ignore format: a table

/** Those that only the measures have that declare them. */
const SPECIAL = [
  { name: 'unit', values: timeUnits, fallback: 'exact', description: 'The unit of cycleTime, age and totalAge: exact milliseconds, or the number of dates with the first and the last one counted (inclusiveDays). The latter needs returns=keep and calendar=normalHours. All other times stay exact.', example: 'inclusiveDays' },
  { name: 'bucket', values: bucketUnits, fallback: 'week', description: 'The length of the periods.', example: 'month' },
  { name: 'percentiles', list: true, fallback: '50,85; for ageing and a forecast 50,70,85,95', description: 'The percentiles, by nearest rank: at most 10 whole numbers from 1 to 100, separated by commas. For a forecast, its probabilities, up to 99.', example: '50,70,85,95' },
  { name: 'compare', fallback: 'no other window; for the dashboard previous', description: 'Adds the numbers of another window, the changes, and verdicts: of the window before, which is moved back by whole weeks (previous), or of a chosen one, as two dates in the form of from and to with two dots between them.', example: '2023-10-01..2024-01-01' },
  { name: 'weeks', fallback: '12', description: 'The weeks before asOf from which a forecast learns: 8 to 104.', example: '26' },
  { name: 'count', fallback: 'the issues that are not finished', description: 'The number of issues to forecast: 1 to 10000.', example: '30' },
  { name: 'until', fallback: 'four weeks after asOf', description: 'The last day of the forecast: yyyy-MM-dd, or relative to asOf, such as 30d or endOfQuarter().', example: '2024-12-31' },
  { name: 'scope', values: forecastScopes, fallback: 'fixed', description: 'Whether `when` is about the issues known at asOf (fixed), or issues are created meanwhile, as in the weeks of the sample (grow).', example: 'grow' },
  { name: 'begin', fallback: 'the day after asOf', description: 'The day on which the work of the forecast begins: yyyy-MM-dd, or relative to asOf, such as 14d. Nothing is finished or created before it.', example: '2024-09-01' },
  { name: 'except', list: true, fallback: 'no days', description: 'The days without work in the forecast: days yyyy-MM-dd and ranges such as 2024-12-24..2025-01-01, separated by commas, or the holidays of a calendar, by its id or name; 0 is the default one. Nothing is finished or created on them.', example: '2024-12-24..2025-01-01' },
  { name: 'then', repeats: true, fallback: 'no parts', description: 'Divides `when` into parts, one after another: a query for the issues that follow. Repeat it for those that come later, up to 20 times. The issues that no query matches are first. It is not possible with count. For flow/items, the queries that `part` is about.', example: 'fixVersion = 2.0' },
  { name: 'part', fallback: 'all parts', description: 'With then: selects the issues of one part of a forecast, by its number. 1 is the part that no query matches, 2 that of the first then.', example: '2' },
  { name: 'state', list: true, values: [...itemStates, 'all'], fallback: 'finished,inProgress', description: 'The issues, one or more of these, separated by commas: those that finished in from..to, those in progress at asOf, those that started and are neither in progress nor finished at asOf (parked), those that never started and are not finished, those that are done since an unknown time, or all, whenever they finished.', example: 'inProgress' },
  { name: 'only', values: itemFilters, fallback: 'all of the state', description: 'Selects the issues behind a number. `withoutStart`, `withStart`: without or with a start. `reopened`: ever reopened. `reopenedInWindow`: reopened between from and to. `reopenedSince`: done between from and to, and reopened later. `wentBack`: ever moved back. `startedInWindow`, `wentBackInWindow`: started, or moved back, between from and to. `behind`: now behind their furthest stage. `firstTimeThrough`: finished without moving back. `withinSle`: finished within the SLE. `arrived`, `departed`: a time in progress began or ended between from and to. `blockedNow`: blocked at asOf. `overSle`: in progress for longer than the SLE. `newlyOverSle`: those that were not at from. `unchanged`: in progress without a change for more than five days of the calendar. `unmapped`: with time in no stage. `finishFromResolutionDate`: finished at the resolution date, because the log lacks the finish. `withTime`: with active or waiting time. `otherLevels`: of levels that levels=standard leaves out; it needs levels=all. `repaired`: with a repaired history. `withoutLog`: without a change log.', example: 'withoutStart' },
  { name: 'sle', fallback: 'the SLE of the workflow, or the default one', description: 'Milliseconds of the calendar: the time with which only=withinSle, only=overSle or only=newlyOverSle compares. It is only possible with one of them.', example: '864000000' },
  { name: 'wasIn', fallback: 'any status', description: 'Selects the issues that were in this status before they finished, or until asOf: an id or a name.', example: 'In Review' },
  { name: 'orderBy', values: itemOrders, fallback: 'finish', description: 'The order: the last finish first, or the longest time first. The time is that in the status wasIn, or without it the cycle time or age.', example: 'time' },
  { name: 'movedFrom', fallback: 'any stage', description: 'With movedTo: selects the issues that moved back from this stage between from and to. A name of a stage.', example: 'In Review' },
  { name: 'movedTo', fallback: 'any stage', description: 'With movedFrom: the stage further left that they moved to.', example: 'In Progress' },
  { name: 'reopenedBy', fallback: 'anybody', description: 'Selects the issues that this person reopened between from and to: a login, an id or a name, or `none` for reopenings without an author. Send state=all to find them in every state.', example: 'anna' },
  { name: 'reached', fallback: 'any stage', description: 'Selects the issues that reached this stage or a later one by asOf. A name of a stage.', example: 'In Review' },
  { name: 'inStage', fallback: 'any stage', description: 'Selects the issues in this stage at asOf. A name of a stage.', example: 'In Review' },
  { name: 'wasInStage', fallback: 'any stage', description: 'Selects the issues that were ever in this stage by asOf. A name of a stage.', example: 'In Review' },
  { name: 'blockedBy', fallback: 'issues that were blocked or not', description: 'Selects the issues that a reason of flow/blocked blocked within their cycle time or age, or `any` reason: field:<id>:<id of the value>, status:<id> or label:<text>.', example: 'label:blocked' },
  { name: 'blockedNowBy', fallback: 'issues that are blocked or not', description: 'Selects the issues in progress that a reason of flow/blocked, or `any` reason, blocks at asOf.', example: 'label:blocked' },
  { name: 'inSprint', fallback: 'any sprint or none', description: 'Selects the issues that were in this sprint between its start and its end: an id or a name.', example: '7' },
  { name: 'sprintPart', values: sprintParts, fallback: 'all that were in it', description: 'With inSprint: selects the issues of a number of flow/sprints.', example: 'carriedOver' },
  { name: 'sprintCount', fallback: 'any number', description: 'Selects the issues that were in as many started sprints by asOf.', example: '2' },
  { name: 'selectAsOf', fallback: 'asOf', description: 'With a past asOf: the moment to which relative dates refer in the query, startDate, endDate, from and to. An ISO 8601 date-time with an offset, a date, or relative to now.', example: '2024-06-30T00:00:00Z' },
  { name: 'pageSize', fallback: '200', description: 'The number of issues on a page: 1 to 1000. CSV has all issues unless it is sent.', example: '1000' },
  { name: 'startIssueIndex', fallback: '0', description: 'The index of the first issue, counted from 0.', example: '200' },
  { name: 'issueKey', fallback: 'required', description: 'The issue, by its key. It may be of any level.', example: 'WEB-12' },
] as const satisfies readonly FlowParameter[] // biome-ignore format: a table

/** The name of a parameter that only some measures have. */
export type SpecialParameterName = (typeof SPECIAL)[number]['name']

/** The name of a parameter of flow measures. */
export type FlowParameterName =
  | (typeof SHARED_FIRST)[number]
  | (typeof SHARED_LAST)[number]
  | (typeof COMMON)[number]['name']
  | SpecialParameterName

/** Every parameter of flow measures, in the order of messages and of the reference. */
export const flowParameters: readonly FlowParameter[] = [
  ...SHARED_FIRST.map(shared),
  ...COMMON,
  ...SPECIAL,
  ...SHARED_LAST.map(shared),
]

/** The percentiles of ages with which issues in progress are compared. */
export const BAND_PERCENTS = [50, 70, 85, 95]

/** The default probabilities of a forecast. */
export const FORECAST_PERCENTS = [50, 70, 85, 95]

/** What the plan of a request needs to know about its measure. */
export interface PlannedMeasure {
  /** Its parameters in addition to those of all measures. */
  readonly parameters: readonly SpecialParameterName[]
  /**
   * The issues that it reads in addition to those that finished: those in progress or parked at asOf, and those that moved back. Not
   * all of them, if `state` selects others.
   */
  readonly needs: 'all' | readonly ('inProgress' | 'parked' | 'moves')[]
  /** Whether it has the numbers of each group of `groupBy`. Others need `inGroup`. */
  readonly hasGroups?: true
  /** The default percentiles, and the highest one, if they are not those of most measures. */
  readonly percentiles?: { readonly fallback?: readonly number[]; readonly most?: number }
}

/** Returns whether a measure is about a single issue. */
export function isOfOneIssue({ parameters }: PlannedMeasure): boolean {
  return parameters.includes('issueKey')
}

/** Returns whether only some measures have a parameter. */
export function isSpecial({ name }: FlowParameter): boolean {
  return SPECIAL.some(one => one.name === name)
}

/** Returns whether a measure uses a parameter. */
export function isOfFlow(parameter: FlowParameter, measure: PlannedMeasure): boolean {
  if (isSpecial(parameter)) return measure.parameters.some(name => name === parameter.name)
  return !(parameter.chooses && isOfOneIssue(measure))
}

/** Returns the parameters of a request for one of the measures, which are named after their endpoints. */
export function flowParameterTable(
  measure: PlannedMeasure,
  measures: Readonly<Record<string, PlannedMeasure>>,
): ParameterTable {
  const whyIgnored = (parameter: FlowParameter) => {
    if (!isSpecial(parameter)) return 'the answer is about one issue'
    const users = Object.entries(measures).filter(([, one]) => isOfFlow(parameter, one))
    return `it is a parameter of ${users.map(([name]) => `flow/${name}`).join(', ')}`
  }
  return {
    names: NAMES,
    find: name => {
      const parameter = BY_LOWER_NAME.get(name)
      return parameter && { parameter, whyIgnored: isOfFlow(parameter, measure) ? null : whyIgnored(parameter) }
    },
  }
}

const NAMES = flowParameters.map(({ name }) => name)
const BY_LOWER_NAME = new Map(flowParameters.map(parameter => [parameter.name.toLowerCase(), parameter]))
