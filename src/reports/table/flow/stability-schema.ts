import { z } from 'zod'
import { count, flowHead, flowLink, instant, linkedCount, millis } from './flow-parts.ts'

const wipAtEnd = z.strictObject({
  wip: count.meta({ description: 'The number of issues in progress.' }),
  totalAge: millis.meta({ description: 'The sum of their ages: milliseconds, on the clock of the calendar.' }),
  items: flowLink,
})

const number = z.number().min(0)

const ofWindow = {
  window: z.strictObject({ from: instant, last: instant }),
  arrivals: count.meta({ description: 'Entries into stages in progress.' }),
  departures: count.meta({ description: 'Moves out of stages in progress.' }),
  itemsArrived: flowLink,
  itemsDeparted: flowLink,
  start: wipAtEnd,
  end: wipAtEnd,
  length: millis.meta({ description: 'The time of the calendar in the window, in milliseconds.' }),
  averageWip: number.nullable().meta({ description: 'The time average of the number of issues in progress.' }),
  finished: linkedCount.meta({ description: 'The issues with a start that finished in the window.' }),
  meanCycleTime: millis.nullable().meta({ description: 'The mean of their cycle times; null without any.' }),
  throughputPerDay: number.nullable().meta({ description: 'Their number per day of the calendar.' }),
  throughputTimesCycleTime: number.nullable().meta({
    description: 'The throughput times the mean cycle time: a number of issues, to compare with averageWip.',
  }),
  noAverage: z.string().nullable().meta({ description: 'Why there is no average; null if there is one.' }),
  stable: z.boolean().nullable().meta({
    description: 'Whether as much work left as came, and its mean age did not grow; null if that is unknown.',
  }),
  why: z.string().nullable().meta({ description: 'Why it is not stable, or unknown; null if it is stable.' }),
}

const previous = z.strictObject(ofWindow).meta({ description: 'The other window, with compare.' })
const gapDays = z.number().min(0).meta({ description: 'The local days that lie in neither window.' })

/** The flow of work through two windows. */
export const comparedStability = { ...ofWindow, previous, gapDays }

/** The answer of `flow/stability`. */
export const flowStability = z.strictObject({
  ...flowHead,
  ...ofWindow,
  previous: previous.optional(),
  gapDays: gapDays.optional(),
})
