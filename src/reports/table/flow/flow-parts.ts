import { z } from 'zod'
import { calendarObject } from '../report-schema.ts'

// The parts that the answers of several endpoints of flow measures have. docs/flow.md explains their numbers.

const text = z.string()

/** A number of issues, moves or the like. */
export const count = z.int().min(0)

/** The schemas of lengths of time, with those that only describe one further. */
export const lengthsOfTime = z.registry<{ readonly unit: 'ms' }>()

/** A length of time. */
export const millis = count
  .meta({ description: 'Milliseconds, on the clock of the calendar.' })
  .register(lengthsOfTime, { unit: 'ms' })

/** A moment. */
export const instant = text.meta({ description: 'ISO 8601, in UTC.' })

/** A day. */
export const day = text.meta({ description: 'yyyy-MM-dd.' })

/** A text that says why something is missing. */
export const reason = text.meta({ description: 'Why there is no number.' })

/** A number between 0 and 1. */
export const fraction = z.number().min(0).max(1)

/** What work in a stage of a workflow is. */
export const stageKind = z.enum(['notStarted', 'active', 'waiting', 'done'])

/** That of a stage, or of none. */
export const kindOrUnmapped = z.enum([...stageKind.options, 'unmapped']).meta({ description: 'Unmapped: in no stage.' })

/** The parameters of `flow/items` behind a number. */
export const flowLink = z.record(text, text).meta({
  description: 'Add these parameters to those of the request: flow/items then lists the issues behind a number.',
})

/** The parameters of `flow/stays` of an issue. */
export const staysLink = z
  .strictObject({ issueKey: text })
  .meta({ description: 'With this parameter, flow/stays explains the numbers of the issue.' })

/** A number of issues, with them. */
export const linkedCount = z.strictObject({ count, items: flowLink })

/** The parked issues. */
export const parked = z
  .strictObject({
    count,
    totalAge: count.meta({ description: 'The sum of their ages: milliseconds, or days with the unit inclusiveDays.' }),
    items: flowLink,
  })
  .meta({ description: 'The issues that started, and are neither in progress nor finished.' })

/** A number of issues of all. */
export const share = { count, of: count.meta({ description: 'The number of issues that are compared.' }) }

/** The issues that finished, with links to them. */
export const finishedIssues = {
  finished: count.meta({ description: 'The number of issues that finished.' }),
  withoutStart: count.meta({ description: 'Those of them that never started.' }),
  items: flowLink,
  itemsWithoutStart: flowLink,
  itemsWithStart: flowLink,
}

/** The issues that finished and never moved back. */
export const firstTimeThrough = z
  .strictObject({ ...share, items: flowLink, itemsNot: flowLink })
  .meta({ description: 'The finished issues with a start that never moved back.' })

/** The finished issues within the service level expectation. */
export const withinSle = z
  .strictObject({ ...share, items: flowLink })
  .nullable()
  .meta({
    description: 'The finished issues with a start that took at most the SLE; null without an SLE of the workflow.',
  })

/** A percentage as the name of a member. */
export const percent = text.regex(/^\d{1,3}$/)

/** Percentiles of times with their intervals, by percentage. */
export const percentiles = z
  .record(
    percent,
    z.strictObject({
      value: millis,
      lower: millis.nullable().meta({ description: 'Of the 90 % confidence interval; null for an open end.' }),
      upper: millis.nullable().meta({ description: 'Of the 90 % confidence interval; null for an open end.' }),
      isMaximum: z.boolean().meta({ description: 'Whether its rank is the last one.' }),
    }),
  )
  .meta({ description: 'By percentage; empty for fewer than ten issues.' })

/** Single times. */
export const singleTimes = z
  .array(millis)
  .nullable()
  .meta({ description: 'The times of fewer than ten issues, ascending; null if there are percentiles.' })

/** The times of some issues. */
export const flowDistribution = z
  .strictObject({ count, percentiles, values: singleTimes })
  .meta({ description: 'The times of issues: percentiles with intervals, or the times of fewer than ten.' })

/** The unit of the buckets of an answer. */
export const bucketUnit = z.enum(['day', 'week', 'month', 'quarter'])

/** The name and the time of a bucket. */
export const bucketHead = {
  bucket: text.meta({ description: 'Such as 2024-03-01, 2024-W09, 2024-03 or 2024-Q1.' }),
  start: instant,
  end: instant.meta({ description: 'ISO 8601, in UTC. The bucket ends before it.' }),
  partial: z.boolean().meta({ description: 'Whether from, to or asOf cuts the period.' }),
}

/** A service level expectation. */
const sle = { percent: z.int(), ms: millis }

/** What an answer says about the service level expectation. */
export const sleHead = {
  sle: z
    .strictObject({
      ...sle,
      isDefault: z.boolean().meta({ description: 'Whether it is a default SLE, because the workflow has none.' }),
      name: text.meta({ description: 'Such as 85 % of the last 90 days.' }),
      count: count.nullable().meta({
        description: 'The number of cycle times that it was measured over; null if somebody chose it.',
      }),
      date: text.nullable().meta({
        description: 'When the SLE of a workflow was measured: yyyy-MM-dd; null for others.',
      }),
    })
    .nullable()
    .meta({ description: 'The service level expectation: so many percent take at most this time.' }),
  noSle: text.nullable().meta({ description: 'Why there is no SLE; null if there is one.' }),
  noWithinSle: text
    .nullable()
    .meta({ description: 'Why no share of issues within the SLE is shown; null if the workflow has an SLE.' }),
}

/** The workflow of an answer. */
export const flowWorkflow = z
  .strictObject({
    id: text.meta({
      description: 'A number; default for the workflow by status categories, unsaved for one in the request.',
    }),
    name: text,
    stages: z.array(
      z.strictObject({ name: text, kind: stageKind, statuses: z.array(text).meta({ description: 'Ids.' }) }),
    ),
    done: z.enum(['status', 'resolution']),
    blocked: z.strictObject({
      fields: z.array(text).meta({ description: 'Ids.' }),
      statuses: z.array(text).meta({ description: 'Ids.' }),
      labels: z.array(text),
    }),
    sle: z.strictObject({ ...sle, measured: z.strictObject({ date: text, count }).optional() }).nullable(),
    unmapped: z
      .array(z.strictObject({ id: text, name: text }))
      .meta({ description: 'The statuses that no stage has.' }),
    canMeasure: z.boolean().meta({ description: 'Whether it has a stage in progress and a done one.' }),
  })
  .meta({ description: 'The workflow, without the statuses, fields and stages that the caller may not see.' })

const issueCounts = {
  measured: count,
  leftOut: count.meta({ description: 'Not measured, because levels=standard leaves out their level.' }),
  repaired: count.meta({ description: 'With a repaired history.' }),
  withoutLog: count.meta({ description: 'Without a change log.' }),
}

/** The number of issues of a request. */
export const issues = z.strictObject(issueCounts)

/** The number of issues of a request, with links. */
export const linkedIssues = z.strictObject({
  ...issueCounts,
  items: flowLink,
  itemsLeftOut: flowLink.optional().meta({ description: 'With levels=standard.' }),
  itemsRepaired: flowLink,
  itemsWithoutLog: flowLink,
})

const unmappedTime = {
  issues: count.meta({ description: 'The issues with time in statuses that no stage has.' }),
  time: millis,
}

const fromResolutionDate = {
  description: 'The issues that are finished, and whose finish is the resolution date, because the log lacks it.',
}
const finishUnknown = { description: 'The issues that are done since an unknown time: they are not finished.' }

/** What every answer says about its request. */
export const requestHead = {
  asOf: instant,
  timeZone: text.meta({ description: 'An IANA name such as Europe/Berlin, or an offset such as +02:00.' }),
  calendar: calendarObject,
  workingDay: millis
    .nullable()
    .meta({ description: 'The length of a working day of the calendar in milliseconds; null if its days differ.' }),
  workflow: flowWorkflow,
  returns: z.enum(['pause', 'keep', 'restart']),
  tolerance: count.meta({ description: 'Milliseconds.' }),
  reopenTolerance: count.meta({ description: 'Milliseconds.' }),
  query: text.meta({ description: 'The query that selected the issues.' }),
  unmapped: z.strictObject(unmappedTime),
  finishFromResolutionDate: z.strictObject({ count }).meta(fromResolutionDate),
  finishUnknown: z.strictObject({ count }).meta(finishUnknown),
  warnings: z.array(text),
}

/** What answers about several issues also say about their request. */
export const windowHead = {
  levels: z.enum(['standard', 'all']),
  from: instant.meta({ description: 'The start of the window of finishes: ISO 8601, in UTC.' }),
  to: instant
    .nullable()
    .meta({ description: 'The window ends before it: ISO 8601, in UTC; null for asOf, which is included.' }),
  toCut: z.boolean().meta({ description: 'Whether the request has a later `to`: the window then ends with asOf.' }),
}

/** The unit of the answers that can count dates. */
export const timeUnit = z.enum(['exact', 'inclusiveDays'])

/** The head of all answers but `flow/items` and `flow/stays`. */
export const flowHead = {
  ...requestHead,
  ...windowHead,
  unit: z.literal('exact'),
  issues: linkedIssues,
  unmapped: z.strictObject({ ...unmappedTime, items: flowLink }),
  finishFromResolutionDate: linkedCount.meta(fromResolutionDate),
  finishUnknown: linkedCount.meta(finishUnknown),
}
