import { z } from 'zod'
import { ageingPage, attention } from './ageing-schema.ts'
import {
  bucketUnit,
  count,
  flowDistribution,
  flowHead,
  flowLink,
  instant,
  linkedCount,
  millis,
  parked,
  sleHead,
} from './flow-parts.ts'
import { forecast } from './forecast-schema.ts'
import { cumulative, presentWork, throughputBucket } from './over-time-schema.ts'
import { comparedStability } from './stability-schema.ts'
import { changes, flowEfficiency, gapDays, summaryWindow, verdicts } from './summary-schema.ts'
import { statusTime, waits } from './waits-schema.ts'

const trend = z.strictObject({
  ...summaryWindow,
  previous: z.strictObject(summaryWindow).meta({ description: 'The window before, or that of compare.' }),
  verdicts,
  changes,
  gapDays,
  bucket: bucketUnit,
  buckets: z.array(
    z.strictObject({
      ...throughputBucket,
      ...presentWork,
      cycleTime: flowDistribution,
      items: flowLink.meta({ description: 'The issues that finished.' }),
      itemsInProgress: flowLink,
    }),
  ),
})

const comparedStatusTime = statusTime.extend({
  previous: flowDistribution.meta({ description: 'The times of the issues that finished in the other window.' }),
  itemsPrevious: flowLink,
})

const finishedItems = z
  .strictObject({
    of: count.meta({ description: 'The number of issues that finished in the window with a cycle time.' }),
    items: z.array(
      z.strictObject({ key: z.string(), finish: instant, cycleTime: millis, type: z.string().nullable() }),
    ),
  })
  .meta({ description: 'Those issues, the last finish first: at most 10,000.' })

const newlyOverSle = linkedCount
  .extend({ keys: z.array(z.string()).max(50).meta({ description: 'The oldest of them.' }) })
  .nullable()
  .meta({ description: 'Those in progress that are older than the SLE, and were not yet then; null without an SLE.' })

const since = z
  .strictObject({
    from: instant.meta({ description: 'The start of the day before that of asOf, in the time zone.' }),
    finished: linkedCount,
    started: linkedCount.meta({ description: 'Those whose start is since then.' }),
    movedBack: linkedCount,
    newlyOverSle,
  })
  .meta({
    description: 'The issues to which something happened since yesterday, until asOf. The window does not matter.',
  })

const data = z
  .strictObject({
    lastFinish: instant.nullable().meta({ description: 'The last finish of a measured issue until asOf.' }),
    lastChange: instant.nullable().meta({
      description: 'The last creation of a measured issue, or change of its status, until asOf.',
    }),
  })
  .meta({ description: 'When the data end.' })

/** The answer of `flow/dashboard`. */
export const flowDashboard = z.strictObject({
  ...flowHead,
  ...sleHead,
  attention: z
    .strictObject({
      inProgress: linkedCount.extend({ previous: count, itemsPrevious: flowLink }),
      totalAge: z.strictObject({ ms: millis, previous: millis, items: flowLink, itemsPrevious: flowLink }),
      notStarted: linkedCount.meta({ description: 'Those that never started, and are not finished.' }),
      ...attention,
      overSle: linkedCount.extend({ previous: count, itemsPrevious: flowLink }).nullable().meta({
        description: 'Those older than the SLE, at both times the present one; null without an SLE.',
      }),
      parked: parked.extend({ previous: count, itemsPrevious: flowLink }),
      ...ageingPage,
    })
    .meta({ description: 'The issues in progress. Previous numbers are those at the end of the other window.' }),
  waits: z.strictObject({
    ...waits,
    statuses: z.array(comparedStatusTime).meta({ description: 'In the order of the stages.' }),
    efficiency: flowEfficiency,
  }),
  since,
  data,
  finishedItems,
  cumulative: z.strictObject(cumulative).meta({
    description: 'By day; by a longer period if the window has more than 1000 days.',
  }),
  stability: z
    .strictObject(comparedStability)
    .meta({ description: 'Whether as much work left as came, and whether it aged.' }),
  trend,
  forecast: z.strictObject(forecast),
})
