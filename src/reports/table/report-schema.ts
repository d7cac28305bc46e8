import { z } from 'zod'
import { weekdays } from '../../core/time/calendar/working-calendar.ts'
import { mapFlags } from '../../store/plan/aggregates.ts'

const text = z.string()
const whole = z.int()

/** Marks a member that the contract does not have, in the OpenAPI document. */
const ours = { 'x-stability': 'stable' } as const

const header = z.strictObject({ id: text, value: text })
const statusSummary = z.strictObject({ id: text, name: text, deleted: z.boolean() })
const period = { start: text, end: text }

/** A calendar in responses: the keys of both endpoints (contract §2.2), and three of our own. */
export const calendarObject = z
  .strictObject({
    id: text.nullable(),
    name: text,
    ...(Object.fromEntries(weekdays.map(day => [day, z.boolean()])) as Record<(typeof weekdays)[number], z.ZodBoolean>),
    timeZone: text,
    startTime: text,
    endTime: text,
    startHour: whole,
    startMinute: whole,
    endHour: whole,
    endMinute: whole,
    holidayList: z.array(z.strictObject({ date: text, applyEachYear: z.boolean(), description: text })),
    holidaysSuccessfullyLoaded: z.literal(true),
    holidays: z.record(text, text),
    holidayMap: z.record(text, text),
    holidaysWithDesc: z.array(z.strictObject({ date: text, applyEachYear: z.boolean(), description: text })),
    holidaysWithoutDesc: z.array(text),
    holidaysText: text.nullable(),
    isDefault: z.boolean(),
    default: z.boolean(),
    workingTimes: z.array(z.strictObject({ weekday: z.enum(weekdays), ...period })).meta(ours),
    exceptions: z
      .array(z.strictObject({ date: text, name: text.optional(), workingTimes: z.array(z.strictObject(period)) }))
      .meta(ours),
    dailyWorkingHours: z.number().meta(ours),
  })
  .meta({
    description:
      'The working calendar, with the keys of both endpoints, workingTimes, exceptions and dailyWorkingHours.',
  })

const levels = {
  baseHeaderId: text.optional().meta({ ...ours, description: 'In composite reports: the id of the outer column.' }),
  subHeaderId: text.optional().meta({ ...ours, description: 'In composite reports: the id of the inner column.' }),
}
const valueColumn = z.strictObject({
  id: text,
  value: text,
  isConsolidated: z.boolean(),
  containsStatuses: z.array(text).optional(),
  hint: text.optional().meta({ description: 'The names of the statuses in a consolidated column.' }),
  ...levels,
})
const levelColumn = z.strictObject({ id: text, value: text, baseHeaderId: text, isConsolidated: z.boolean() })
const columnHeader = z.strictObject({
  headerColumns: z.array(header),
  groupByColumns: z.array(header),
  fieldColumns: z.array(header),
  valueColumns: z.array(valueColumn),
  baseHeader: z
    .strictObject({ valueColumns: z.array(levelColumn) })
    .optional()
    .meta(ours),
  subHeader: z
    .strictObject({ valueColumns: z.array(levelColumn) })
    .optional()
    .meta(ours),
})

const textCell = z.strictObject({ id: text, value: text.optional() })
const raw = text
  .regex(/^-?\d+(\.\d{1,3})?$/)
  .meta({ description: 'The exact number: milliseconds, a count, or epoch milliseconds.' })
const fieldCell = textCell.extend({ raw: raw.optional().meta({ ...ours, description: 'Of currentStatusAge.' }) })
const valueCell = z.strictObject({ id: text, value: text.optional(), raw: raw.optional(), ...levels })
const metricCell = valueCell.extend({
  state: z
    .enum(['notStarted', 'running', 'paused', 'completed'])
    .optional()
    .meta({ ...ours, description: 'In lists of durationBetweenStatuses.' }),
})
const rank = {
  n: z
    .int()
    .min(1)
    .meta({ ...ours, description: 'Our addition: the number of values of the percentile.' }),
  isMaximum: z.boolean().meta({ ...ours, description: 'Our addition: whether the percentile is the largest value.' }),
}
const aggregatedCell = valueCell.extend({
  n: rank.n.optional(),
  isMaximum: rank.isMaximum.optional(),
  percentiles: z
    .record(z.string().regex(/^\d{1,3}$/), z.strictObject({ value: text, raw, ...rank }))
    .optional()
    .meta({ ...ours, description: 'Our addition, with the parameter percentiles: by nearest rank.' }),
})
const openCell = z.strictObject({ id: text, value: text, raw, ...levels })

const rowKeys = {
  headerColumns: z.array(header),
  groupByColumns: z.array(textCell),
  fieldColumns: z.array(fieldCell),
  currentState: z.array(openCell),
}
const listRow = z.strictObject({ ...rowKeys, valueColumns: z.array(metricCell) })
const aggregationRow = z.strictObject({ ...rowKeys, valueColumns: z.array(aggregatedCell), issueCount: whole })

const common = {
  dateTimeFormat: text,
  dateFormat: text,
  timeZone: text,
  locale: text,
  viewFormat: text,
  version: text,
  isComposite: z.boolean(),
  columnsBy: text.meta({ description: 'The label of the report.' }),
  query: text.meta({ description: 'The query that selected the issues.' }),
  reportDate: text.meta({ description: 'The evaluation time of the report, formatted with dateTimeFormat.' }),
  includedStatuses: z.array(statusSummary),
  excludedStatuses: z.array(statusSummary),
  deletedStatuses: z.array(statusSummary),
  isOverall: z.boolean(),
  ...mapFlags(true, () => z.boolean()),
  calendar: calendarObject,
  repairedIssueCount: whole.meta({ ...ours, description: 'The number of issues with a repaired history.' }),
  warnings: z
    .array(text)
    .optional()
    .meta({ ...ours, description: 'Ignored input with the reason, and the limits of the numbers.' }),
}

/**
 * The exact body of a list (contract §2.2). `repairedIssueCount`, `warnings` and the keys of composite reports are our
 * additions.
 */
export const listReport = z.strictObject({
  total: whole.meta({ description: 'The number of issues in the report, on all pages.' }),
  startIssueIndex: whole,
  endIssueIndex: whole,
  pageSize: whole,
  isAggregationType: z.literal(false),
  ...common,
  table: z.strictObject({ header: columnHeader, body: z.strictObject({ rows: z.array(listRow) }) }),
})

/** The exact body of an aggregation (contract §2.2), with the additions of `listReport`. */
export const aggregationReport = z.strictObject({
  total: whole.meta({ description: 'The number of rows.' }),
  totalIssueCount: whole.meta({ description: 'The number of issues in the calculation.' }),
  multiVisitBehavior: text,
  dayLength: text,
  trimHistoryStartDate: text.nullable(),
  trimHistoryEndDate: text.nullable(),
  ...mapFlags(false, () => z.boolean()),
  isPercentile: z
    .literal(true)
    .optional()
    .meta({ ...ours, description: 'Our addition, if aggregationType is percentile.' }),
  percentile: whole.optional().meta({ ...ours, description: 'Our addition, if aggregationType is percentile.' }),
  drawAllChart: z.boolean(),
  isAggregationType: z.literal(true),
  ...common,
  table: z.strictObject({ header: columnHeader, body: z.strictObject({ rows: z.array(aggregationRow) }) }),
})

const errorKeys = { pluginVersion: text, time: text.regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/) }

/** The body of a 400 response for a list (contract §7). */
export const listRefusal = z.strictObject({ statusCode: z.literal(400), messages: z.array(text).min(1), ...errorKeys })

/** The body of a 400 response for an aggregation (contract §7). */
export const aggregationRefusal = listRefusal.extend({ message: z.literal('Invalid report parameters') })

/** The body of every other error response of the two endpoints (contract §7). */
export const reportError = z.strictObject({ message: text, statusCode: whole, ...errorKeys })
