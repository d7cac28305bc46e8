import { z } from 'zod'
import {
  count,
  instant,
  issues,
  kindOrUnmapped,
  millis,
  reason,
  requestHead,
  staysLink,
  timeUnit,
  windowHead,
} from './flow-parts.ts'

const text = z.string()
const ifTimed = millis.nullable().meta({ description: 'Milliseconds; null without a cycle time and an age.' })
const ifBlocking = 'null without a cycle time and an age, and if nothing can block.'

const item = {
  key: text,
  summary: text,
  type: text.nullable(),
  status: text,
  stage: text.nullable().meta({ description: 'Null in no stage.' }),
  state: z.enum(['finished', 'inProgress', 'parked', 'notStarted', 'finishUnknown']),
  created: instant,
  start: instant.nullable().meta({ description: 'ISO 8601; null if it never started.' }),
  finish: instant.nullable().meta({ description: 'ISO 8601; null if it is not finished.' }),
  finishFrom: z
    .literal('resolutiondate')
    .nullable()
    .meta({ description: 'Where the finish comes from, if the log lacks it.' }),
  cycleTime: count.nullable().meta({
    description: 'Milliseconds, or days with the unit inclusiveDays. Null if it is not finished, or without a start.',
  }),
  age: count.nullable().meta({
    description: 'Milliseconds, or days with the unit inclusiveDays. Null if it is finished or never started.',
  }),
  elapsed: ifTimed,
  paused: ifTimed,
  leadTime: millis.nullable().meta({ description: 'Milliseconds; null if it is not finished.' }),
  waitBefore: millis.nullable().meta({ description: 'Milliseconds from creation to start; null without a start.' }),
  active: ifTimed,
  waiting: ifTimed,
  blocked: millis.nullable().meta({ description: `Milliseconds; ${ifBlocking}` }),
  blockedEpisodes: count.nullable().meta({ description: `The number of blocked intervals; ${ifBlocking}` }),
  longestBlocked: millis.nullable().meta({ description: `Milliseconds; ${ifBlocking}` }),
  blockedSince: instant.nullable().meta({ description: 'ISO 8601; null if it is not blocked at asOf.' }),
  bounces: count.meta({ description: 'The number of moves back.' }),
  reopened: count.meta({ description: 'The number of moves out of done.' }),
  reworkTime: ifTimed,
  unmapped: millis.meta({ description: 'Milliseconds in statuses that no stage has.' }),
}

/** The answer of `flow/items`. */
export const flowItems = z.strictObject({
  ...requestHead,
  ...windowHead,
  unit: timeUnit.meta({ description: 'That of cycleTime and age.' }),
  issues,
  total: count.meta({ description: 'The number of items on all pages.' }),
  startIssueIndex: count,
  pageSize: count,
  items: z.array(
    z.strictObject({
      ...item,
      timeInStatus: millis
        .optional()
        .meta({ description: 'With wasIn: milliseconds in that status, until the finish or asOf.' }),
      stays: staysLink,
    }),
  ),
})

const stay = z.strictObject({
  status: text,
  stage: text.nullable().meta({ description: 'Null in no stage.' }),
  kind: kindOrUnmapped,
  entered: instant,
  left: instant.nullable().meta({ description: 'ISO 8601; null for the last stay.' }),
  by: text.nullable().meta({ description: 'Who began the stay; null for nobody known.' }),
  time: millis,
  counted: millis.meta({ description: 'The part of the cycle time or the age, in milliseconds.' }),
  blocked: millis.nullable().meta({ description: 'Milliseconds; null if nothing can block.' }),
  active: millis,
  waiting: millis,
  rework: millis,
  moves: z
    .array(z.enum(['start', 'restart', 'finish', 'backward', 'reopened']))
    .meta({ description: 'What happens at the beginning of the stay.' }),
  undone: z.boolean().meta({ description: 'Whether it was too short to be a move.' }),
})

const blockedBy = text.meta({ description: 'field:<id>, status:<id> or label:<text>.' })

/** The answer of `flow/stays`. */
export const flowStays = z.strictObject({
  ...requestHead,
  issues,
  item: z.strictObject(item).nullable().meta({ description: 'Null if the issue was in no status at asOf.' }),
  why: reason.optional().meta({ description: 'Why there is no item.' }),
  stays: z.array(stay).meta({ description: 'In order. Their parts add up to the numbers of the item.' }),
  blockedIntervals: z
    .array(
      z.strictObject({
        source: blockedBy,
        entered: instant,
        left: instant.nullable().meta({ description: 'ISO 8601; null if it lasts.' }),
      }),
    )
    .meta({ description: 'The whole intervals of each source. They may overlap.' }),
  blockedBySource: z
    .array(z.strictObject({ source: blockedBy, time: millis }))
    .nullable()
    .meta({
      description:
        'The part of the counted time that each source blocked, the longest first; null if nothing can block.',
    }),
})
