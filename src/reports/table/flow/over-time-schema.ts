import { z } from 'zod'
import {
  bucketHead,
  bucketUnit,
  count,
  finishedIssues,
  flowHead,
  flowLink,
  millis,
  parked,
  sleHead,
  timeUnit,
  withinSle,
} from './flow-parts.ts'

const text = z.string()

/** What finished in a bucket. */
export const throughputBucket = {
  ...bucketHead,
  ...finishedIssues,
  reopenedSince: count.meta({ description: 'The issues that were done at the end, and were reopened later.' }),
  itemsReopenedSince: flowLink,
  withinSle,
}

/** The answer of `flow/throughput`. */
export const flowThroughput = z.strictObject({
  ...flowHead,
  ...sleHead,
  bucket: bucketUnit,
  ...finishedIssues,
  buckets: z.array(z.strictObject(throughputBucket)),
})

/** The work in progress at the end of a bucket, and its changes, without the link to it. */
export const presentWork = {
  wip: count.meta({ description: 'The number of issues in progress at the end.' }),
  arrivals: count.meta({ description: 'Entries into stages in progress.' }),
  departures: count.meta({ description: 'Moves out of stages in progress.' }),
  totalAge: millis.meta({
    description: 'The sum of the ages at the end: milliseconds, or days with the unit inclusiveDays.',
  }),
  parked,
  itemsArrived: flowLink,
  itemsDeparted: flowLink,
}

/** The answer of `flow/wip`. */
export const flowWip = z.strictObject({
  ...flowHead,
  unit: timeUnit.meta({ description: 'That of totalAge.' }),
  bucket: bucketUnit,
  buckets: z.array(z.strictObject({ ...bucketHead, ...presentWork, items: flowLink })),
})

/** The cumulative flow, without the head of an answer. */
export const cumulative = {
  bucket: bucketUnit,
  buckets: z.array(
    z.strictObject({
      ...bucketHead,
      stages: z.array(
        z.strictObject({
          name: text,
          reached: count.meta({ description: 'The issues that ever reached this stage or a later one by the end.' }),
          state: count.meta({ description: 'The issues in this stage at the end.' }),
        }),
      ),
      wentBack: count.meta({ description: 'The issues before the furthest stage that they reached.' }),
      items: flowLink,
    }),
  ),
}

/** The answer of `flow/cumulative`. */
export const flowCumulative = z.strictObject({ ...flowHead, ...cumulative })
