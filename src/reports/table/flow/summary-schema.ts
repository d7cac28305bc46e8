import { z } from 'zod'
import {
  count,
  finishedIssues,
  firstTimeThrough,
  flowDistribution,
  flowHead,
  flowLink,
  fraction,
  instant,
  linkedCount,
  millis,
  parked,
  percent,
  reason,
  sleHead,
  withinSle,
} from './flow-parts.ts'

const text = z.string()

/** The flow efficiency of finished issues. */
export const flowEfficiency = z
  .union([
    z.strictObject({ value: z.null(), why: reason }),
    z.strictObject({
      value: fraction.meta({ description: 'Active time as a share of active and waiting time.' }),
      active: millis,
      waiting: millis,
      count: count.meta({ description: 'The issues with active or waiting time.' }),
      items: flowLink,
      percentile50: fraction
        .nullable()
        .meta({ description: 'The 50th percentile over the issues; null for fewer than ten.' }),
      percentile50Interval: z
        .strictObject({ lower: fraction, upper: fraction })
        .nullable()
        .meta({ description: 'Its 90 % confidence interval; null for fewer than ten.' }),
    }),
  ])
  .meta({ description: 'The flow efficiency of the finished issues. Without one, why says what is missing.' })

const blockedTime = millis
  .nullable()
  .meta({ description: 'The blocked time of the finished issues in milliseconds; null if nothing can block.' })

/** The numbers of a window. */
export const summaryWindow = {
  window: z.strictObject({ from: instant, last: instant.meta({ description: 'ISO 8601. It is included.' }) }),
  ...finishedIssues,
  cycleTime: flowDistribution,
  leadTime: flowDistribution,
  efficiency: flowEfficiency,
  blockedTime,
  firstTimeThrough,
  reopened: z.strictObject({
    issues: count,
    reopenings: count.meta({ description: 'The number of moves out of done in the window.' }),
    items: flowLink,
    by: z.array(
      z.strictObject({
        user: text.nullable().meta({ description: 'Who reopened them; null for nobody known.' }),
        reopenings: count,
        issues: count,
        items: flowLink.optional().meta({ description: 'Absent if the catalogue does not know the person.' }),
      }),
    ),
  }),
  withinSle,
}

const verdict = z
  .record(text.regex(/^(50|85)$/), z.enum(['better', 'worse', 'noClearChange']))
  .meta({ description: 'By percentage, for the requested ones of 50 and 85; empty for fewer than ten issues.' })

/** The comparison of a window with another one: the verdicts. */
export const verdicts = z.strictObject({ cycleTime: verdict, leadTime: verdict })

const change = z
  .record(percent, z.int())
  .meta({ description: 'Milliseconds by percentage: the percentile less that of the other window, if both have one.' })

/** How far apart two windows are. */
export const gapDays = z
  .number()
  .min(0)
  .meta({ description: 'The local days that lie in neither window, with one decimal.' })

/** The comparison of a window with another one: the changes. */
export const changes = z.strictObject({ cycleTime: change, leadTime: change })

const group = z.strictObject({
  group: text.nullable().meta({ description: 'Null for issues without a value.' }),
  ...finishedIssues,
  inProgress: linkedCount,
  cycleTime: flowDistribution,
  leadTime: flowDistribution,
  active: millis,
  waiting: millis,
  blockedTime,
  firstTimeThrough,
  withinSle,
})

/** The answer of `flow/summary`. */
export const flowSummary = z.strictObject({
  ...flowHead,
  inProgress: linkedCount,
  blockedNow: linkedCount.nullable().meta({ description: 'Null if nothing can block.' }),
  parked,
  notStarted: linkedCount,
  ...sleHead,
  ...summaryWindow,
  previous: z
    .strictObject(summaryWindow)
    .optional()
    .meta({ description: 'With compare: the window before, or the chosen one.' }),
  verdicts: verdicts.optional().meta({ description: 'With compare.' }),
  changes: changes.optional().meta({ description: 'With compare.' }),
  gapDays: gapDays
    .optional()
    .meta({ description: 'With compare: the local days in neither window, with one decimal.' }),
  groupBy: text.optional().meta({ description: 'The field that groups the issues, with groupBy.' }),
  groups: z.array(group).optional().meta({ description: 'With groupBy.' }),
})
