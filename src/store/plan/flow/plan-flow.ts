import { atOnce, type Steps } from '../../../core/base/in-slices.ts'
import { isStandardLevel } from '../../../core/catalogue/is-standard-level.ts'
import type { IssueType, SavedWorkflow } from '../../../core/catalogue/model.ts'
import type { JqlQuery } from '../../../core/jql/query-tree.ts'
import { returnsModes } from '../../../core/measure/flow/workflow.ts'
import { EARLIEST, formatInstant, type Instant, type Millis } from '../../../core/time/instant.ts'
import { DAY } from '../../../core/time/local-time.ts'
import { periodBorders } from '../../../core/time/periods.ts'
import { instantAt, wallClock, type Zone } from '../../../core/time/zone.ts'
import { chooseAsOf, readMoment } from '../choose-as-of.ts'
import { chooseCsvText, chooseZone, findCalendar, warnAboutMissingHolidays } from '../choose-format.ts'
import { chooseIssue, chooseIssues, isRelativeDate, readWindow } from '../choose-issues.ts'
import { choosePercentiles } from '../choose-percentiles.ts'

import { WHOLE_LIST } from '../choose-rows.ts'
import { type FlowFormatName, flowFormatNames } from '../formats.ts'

import type { PlanContext } from '../plan-context.ts'
import type { PlannedCalendar } from '../report-plan.ts'
import { quoted, Unresolved } from '../request-problems.ts'
import type { RequestValues } from '../request-values.ts'
import { type ResolvedWorkflow, resolveWorkflow } from '../workflow/resolve-workflow.ts'
import { levelChoices } from '../workflow/workflow-definition.ts'
import { chooseBuckets } from './choose-buckets.ts'
import { chooseCompared } from './choose-compared.ts'
import { chooseForecast } from './choose-forecast.ts'
import { chooseGroup } from './choose-group.ts'
import { chooseItems } from './choose-items.ts'
import { choosePart, chooseParts } from './choose-parts.ts'
import { DEFAULT_SLE } from './default-sle.ts'
import { type FlowParameterName, isOfOneIssue, type PlannedMeasure, timeUnits } from './flow-parameters.ts'
import { type FlowPlan, isTable, type NeededIssues } from './flow-plan.ts'
import { stageNumbers } from './stage-numbers.ts'
import { wholeNumber } from './whole-number.ts'

/** The data that planning a flow request needs. */
export interface FlowContext extends PlanContext {
  readonly types: readonly IssueType[]
  readonly workflows: readonly SavedWorkflow[]
  /** The queries of `then` before their names are resolved; `null` for one with errors. */
  readonly parts: readonly (JqlQuery | null)[]
}

type Values = RequestValues<FlowParameterName>

const WEEKS = 12
const MINUTE: Millis = 60_000
const DEFAULT_TOLERANCE = 10
/** A year. */
const MAX_TOLERANCE = 525_600
const DEFAULT_PERCENTILES = [50, 85]
const DEFAULT_PAGE = 200
const MAX_PAGE = 1000

/** Plans a request for a flow measure, in steps. Throws REPORT_INVALID with all errors of the request, one message for each parameter. */
export function* planFlow(measure: PlannedMeasure, values: Values, context: FlowContext): Steps<FlowPlan> {
  const isOne = isOfOneIssue(measure)
  const zone = chooseZone(values, context)
  const asOf = chooseAsOf(values, context.now, zone)
  const selectAsOf =
    values.text('selectAsOf') === undefined ? asOf : readMoment(values, 'selectAsOf', { ...context, zone })
  const issues = yield* (isOne ? chooseIssue : chooseIssues)(values, context, selectAsOf, zone)
  const output = values.choice('outputType', flowFormatNames, 'json') ?? 'json'
  const workflow = chooseWorkflow(values, context)
  const { calendar, workingDay } = chooseFlowCalendar(values, context)
  const returns = values.choice('returns', returnsModes, 'pause') ?? 'pause'
  const [start, end] = readWindow(values, 'from', 'to', { now: selectAsOf, zone })
  const toCut = end !== null && end > asOf
  const to = toCut ? null : end
  const last = to === null ? asOf : Math.min(asOf, to - 1)
  // A link to an earlier moment keeps the window of its report.
  if (start !== null && asOf === selectAsOf) warnAboutEmptyWindow(values, start, to, asOf)
  if (toCut && asOf === selectAsOf) warnAboutCut(values, asOf)
  const from = start ?? defaultFrom(last, zone)
  // Every window of an answer can be sent again.
  if (defaultFrom(asOf, zone) < EARLIEST) rejectEarly(values, 'asOf')
  else if (from < EARLIEST) rejectEarly(values, 'to')
  const levels = isOne ? 'all' : (values.choice('levels', levelChoices) ?? workflow.levels)
  const items = yield* chooseItems(values, context, { workflow: workflow.workflow, levels })
  const plan: Omit<FlowPlan, 'warnings'> = {
    hasLinks: !isOne && !measure.parameters.includes('state'),
    asOf,
    browsable: context.browsable,
    where: issues.where,
    query: issues.query,
    zone,
    calendar,
    workingDay,
    workflow,
    returns,
    from,
    last,
    to,
    toCut,
    levels,
    needed: neededIssues(measure, { from, asOf, states: items.states }),
    otherLevels: context.types.filter(type => !isStandardLevel(type)).map(({ id }) => id),
    ...(yield* chooseGroup(values, context.catalogue, measure)),
    stages: stageNumbers(workflow.workflow),
    tolerance: minutes(values, 'tolerance'),
    reopenTolerance: minutes(values, 'reopenTolerance'),
    unit: chooseUnit(values, returns, calendar),
    bucket: yield* chooseBuckets(values, measure, { from, last, asOf }, zone),
    percentiles: yield* chooseFlowPercentiles(values, measure),
    compare: chooseCompared(values, { now: asOf, zone }),
    forecast: yield* chooseForecast(values, context, asOf, zone),
    parts: yield* chooseParts(values, context.parts, context, selectAsOf, zone),
    part: choosePart(values, measure),
    ...items,
    page: choosePage(values, output),
    output,
    csv: chooseCsvText(values),
    historyFields: workflow.workflow.blocked.fields.flatMap(id => {
      const field = context.catalogue.fields.find(one => one.id === id)
      return field ? [{ item: id, field }] : []
    }),
  }
  if (plan.compare !== null && plan.groupBy !== null && measure.hasGroups && isTable(plan))
    values.warn('compare was ignored: a CSV with groupBy has the numbers of the groups, in one window.')
  warnAboutMissingHolidays(values, context, calendar, { start: null, end: asOf })
  values.problems.check()
  return { ...plan, warnings: values.warnings }
}

const NO_WORKFLOW: ResolvedWorkflow = {
  id: '',
  name: '',
  levels: 'standard',
  unmapped: [],
  ineffective: [],
  workflow: { stages: [], done: 'status', blocked: { fields: [], statuses: [], labels: [] }, sle: null },
}

function chooseWorkflow(values: Values, { catalogue, workflows }: FlowContext): ResolvedWorkflow {
  const text = values.text('workflow')
  const found = resolveWorkflow(text, catalogue, workflows)
  if (!(found instanceof Unresolved)) return found
  values.problems.add('workflow', text === undefined ? found.why : `${quoted(text)} ${found.why}`)
  return NO_WORKFLOW
}

function chooseFlowCalendar(values: Values, context: FlowContext): Pick<FlowPlan, 'calendar' | 'workingDay'> {
  const found = findCalendar(values, context)
  if (found === undefined || found === 'normalHours') {
    return { calendar: { buckets: null, shown: context.normalHours }, workingDay: DAY }
  }
  return { calendar: { buckets: found.buckets, shown: found.shown }, workingDay: found.businessDay }
}

/** Returns the issues that an answer needs. Those of the default SLE and those with unmapped time are always among them. */
function neededIssues(
  { needs, parameters }: PlannedMeasure,
  { from, asOf, states }: Pick<FlowPlan, 'from' | 'asOf' | 'states'>,
): NeededIssues | null {
  const selects = parameters.includes('state')
  if (needs === 'all' || (selects && (states === null || states.includes('notStarted')))) return null
  return {
    finishedSince: Math.min(from, asOf - DEFAULT_SLE.days * DAY),
    inProgress: needs.includes('inProgress'),
    parked: needs.includes('parked') && (!selects || states!.includes('parked')),
    movedSince: needs.includes('moves') ? from : null,
    leftDone: false,
  }
}

function* chooseFlowPercentiles(values: Values, { percentiles = {} }: PlannedMeasure): Steps<readonly number[]> {
  const { fallback = DEFAULT_PERCENTILES, most = 100 } = percentiles
  return values.text('percentiles') === undefined ? fallback : yield* choosePercentiles(values, most)
}

/** Returns the start of the ISO week 12 weeks before the week of an instant. */
function defaultFrom(last: Instant, zone: Zone): Instant {
  const [monday] = atOnce(periodBorders(last, last, 'week', zone, 1))
  const { year, month, day } = wallClock(monday!, zone)
  return instantAt({ year, month, day: day - 7 * WEEKS }, zone)
}

function rejectEarly(values: Values, name: 'asOf' | 'to'): void {
  const allowed = `the years 1 to 9999 in UTC, without the first ${WEEKS + 1} weeks`
  values.problems.add(name, `${quoted(values.text(name)!)} is out of range. Allowed: ${allowed}`)
}

function minutes(values: Values, name: 'tolerance' | 'reopenTolerance'): Millis {
  const text = values.text(name)
  if (text === undefined) return DEFAULT_TOLERANCE * MINUTE
  const number = wholeNumber(text)
  if (number !== null && number <= MAX_TOLERANCE) return number * MINUTE
  const allowed = `whole minutes from 0 to ${MAX_TOLERANCE}`
  values.problems.add(name, `${quoted(text)} is not possible. Allowed: ${allowed}`)
  return 0
}

function warnAboutEmptyWindow(values: Values, start: Instant, to: Instant | null, asOf: Instant): void {
  if (start > asOf) values.warn(`from is after asOf ${formatInstant(asOf)}, so there is no time to measure.`)
  else if (start === to) values.warn('from and to are the same moment, so there is no time to measure.')
}

/** Warns about an absolute `to` after asOf. A relative one, such as endOfMonth(), is later on purpose. */
function warnAboutCut(values: Values, asOf: Instant): void {
  const text = values.text('to')!
  if (!isRelativeDate(text))
    values.warn(`to ${quoted(text)} is after asOf ${formatInstant(asOf)}, so the window ends with asOf.`)
}

function chooseUnit(values: Values, returns: FlowPlan['returns'], { buckets }: PlannedCalendar): FlowPlan['unit'] {
  const unit = values.choice('unit', timeUnits, 'exact') ?? 'exact'
  if (unit === 'inclusiveDays' && (returns !== 'keep' || buckets !== null)) {
    values.problems.add('unit', "'inclusiveDays' is only possible with returns=keep and calendar=normalHours")
  }
  return unit
}

function choosePage(values: Values, output: FlowFormatName): FlowPlan['page'] {
  const [size, index] = [values.text('pageSize'), values.text('startIssueIndex')]
  if (isTable({ output }) && size === undefined && index === undefined) return WHOLE_LIST
  const read = (name: 'pageSize' | 'startIssueIndex', text: string | undefined, least: number, most: number) => {
    if (text === undefined) return null
    const number = wholeNumber(text)
    if (number !== null && number >= least && number <= most) return number
    values.problems.add(name, `${quoted(text)} is not possible. Allowed: whole numbers from ${least} to ${most}`)
    return null
  }
  return {
    size: read('pageSize', size, 1, MAX_PAGE) ?? DEFAULT_PAGE,
    index: read('startIssueIndex', index, 0, 999_999_999) ?? 0,
  }
}
