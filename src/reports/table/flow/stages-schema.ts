import { z } from 'zod'
import { count, flowDistribution, flowHead, flowLink, linkedCount, millis, stageKind } from './flow-parts.ts'

/** The work in a stage in progress, and the stays of finished issues there. */
const stageNow = z.strictObject({
  name: z.string(),
  kind: stageKind.extract(['active', 'waiting']),
  wip: count.meta({ description: 'The number of issues in the stage at asOf.' }),
  totalAge: millis.meta({ description: 'The sum of their ages: milliseconds, on the clock of the calendar.' }),
  presentStays: flowDistribution,
  items: flowLink,
  finishedIssues: count.meta({ description: 'The issues that finished between from and to, and were in the stage.' }),
  finishedStays: flowDistribution,
  itemsFinished: flowLink,
})

/** The answer of `flow/stages`. */
export const flowStages = z.strictObject({
  ...flowHead,
  wip: count.meta({ description: 'The number of issues in progress at asOf.' }),
  totalAge: millis.meta({ description: 'The sum of their ages: milliseconds, on the clock of the calendar.' }),
  items: flowLink,
  finished: linkedCount.meta({ description: 'The issues with a start that finished between from and to.' }),
  stages: z.array(stageNow).meta({ description: 'The stages in progress, in order.' }),
})
