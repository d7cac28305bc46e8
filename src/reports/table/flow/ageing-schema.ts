import { z } from 'zod'
import {
  count,
  flowDistribution,
  flowHead,
  flowLink,
  instant,
  linkedCount,
  millis,
  parked,
  percentiles,
  reason,
  share,
  singleTimes,
  sleHead,
  staysLink,
} from './flow-parts.ts'

const text = z.string()

/** The issues in progress that need attention, but not how many there are. */
export const attention = {
  parked,
  overSle: linkedCount.nullable().meta({ description: 'Those older than the SLE; null without an SLE.' }),
  blockedNow: linkedCount.nullable().meta({ description: 'Null if nothing can block.' }),
  unchanged: linkedCount
    .extend({
      days: count.meta({ description: 'Nothing changed in them for more than so many days of the calendar.' }),
      storedFieldsOnly: count.meta({
        description:
          'The issues in progress whose last log entry is not known, because an older version read them, or because it is after asOf. Only changes of stored fields count for them.',
      }),
    })
    .meta({ description: 'Those without an entry in the change log for long. Comments are not in it.' }),
}

/** An issue in progress, compared with the finished ones. */
export const ageingIssue = z.strictObject({
  key: text,
  summary: text,
  type: text.nullable(),
  status: text,
  stage: text,
  assignee: text.nullable().meta({ description: 'The name of the assignee at asOf; null for nobody.' }),
  age: millis,
  start: instant,
  blockedSince: instant.nullable().meta({ description: 'ISO 8601; null if it is not blocked at asOf.' }),
  unchangedFor: millis.meta({ description: 'Milliseconds of the calendar since the last change in the log.' }),
  unchanged: z.boolean().meta({ description: 'Whether it is one of those that the number `unchanged` counts.' }),
  overSle: z.boolean().nullable().meta({ description: 'Whether it is older than the SLE; null without an SLE.' }),
  pace: z
    .strictObject(share)
    .nullable()
    .meta({ description: 'The finished issues that had left this stage by this age; null without finished issues.' }),
  chanceToMissSle: z.strictObject(share).nullable().meta({
    description: 'Of the finished issues that took longer than this age, those above the SLE; null without them or it.',
  }),
  remaining: flowDistribution
    .nullable()
    .meta({ description: 'The time that the finished issues still took at this age; null if none took longer.' }),
  stays: staysLink,
  why: reason.optional().meta({ description: 'Why there is no chance and no remaining time.' }),
})

/** The bands of finished issues, and a page of issues in progress, the oldest first. */
export const ageingPage = {
  finished: z
    .strictObject({ count, items: flowLink, why: reason.optional().meta({ description: 'Why there are no bands.' }) })
    .meta({ description: 'The finished issues with a start, with which others are compared.' }),
  stages: z
    .array(
      z.strictObject({
        name: text,
        kind: z.enum(['active', 'waiting']),
        inProgress: count.meta({ description: 'The number of issues in this stage at asOf.' }),
        items: flowLink,
        percentiles,
        values: singleTimes,
      }),
    )
    .meta({ description: 'The stages in progress, with the ages at which finished issues left them.' }),
  total: count.meta({ description: 'The number of items on all pages.' }),
  startIssueIndex: count,
  pageSize: count,
  items: z.array(ageingIssue),
}

/** The answer of `flow/ageing`. */
export const flowAgeing = z.strictObject({
  ...flowHead,
  ...sleHead,
  inProgress: linkedCount,
  totalAge: millis.meta({ description: 'The sum of the ages, in milliseconds.' }),
  ...attention,
  ...ageingPage,
})
