import { z } from 'zod'
import { count, flowHead, flowLink, kindOrUnmapped, millis, percentiles, singleTimes } from './flow-parts.ts'

const text = z.string()

/** The time of finished issues in a status. */
export const statusTime = z.strictObject({
  id: text,
  status: text,
  stage: text.nullable().meta({ description: 'Null in no stage.' }),
  kind: kindOrUnmapped,
  issues: count.meta({ description: 'The finished issues that were in the status.' }),
  time: millis,
  active: millis,
  waiting: millis,
  blocked: millis.meta({ description: 'The blocked part of the counted time, in milliseconds.' }),
  percentiles,
  values: singleTimes,
  items: flowLink,
})

/** Where finished issues waited, and the moves back, the most frequent first. */
export const waits = {
  statuses: z.array(statusTime).meta({ description: 'In the order of the stages.' }),
  goesBack: z
    .array(z.strictObject({ from: text, to: text, moves: count, issues: count, items: flowLink }))
    .meta({ description: 'The moves from a stage back to another, the most frequent first.' }),
}

/** The answer of `flow/waits`. */
export const flowWaits = z.strictObject({
  ...flowHead,
  finished: z.strictObject({
    count,
    withoutStart: count.meta({ description: 'Those that never started.' }),
    items: flowLink,
    itemsWithoutStart: flowLink,
  }),
  ...waits,
  noWaiting: text.nullable().meta({ description: 'Why nothing counts as waiting; null if something can.' }),
})
