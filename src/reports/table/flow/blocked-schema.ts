import { z } from 'zod'
import { count, flowHead, flowLink, linkedCount, millis } from './flow-parts.ts'

const text = z.string()

const times = {
  episodes: count.meta({ description: 'The blocked intervals of each issue, without gaps between them.' }),
  time: millis.meta({
    description: 'The blocked part of the counted time: milliseconds, on the clock of the calendar.',
  }),
}

/** How long some issues were blocked. */
const totals = z.strictObject({
  issues: count.meta({ description: 'Those with an episode.' }),
  ...times,
  longest: millis.meta({ description: 'The longest episode: milliseconds, on the clock of the calendar.' }),
  items: flowLink,
})

const both = {
  finished: totals.meta({ description: 'Of the issues that finished between from and to.' }),
  now: totals.meta({ description: 'Of the issues in progress that are blocked at asOf.' }),
}

/** What blocks issues, and for how long. */
const reason = z.strictObject({
  reason: text.meta({ description: 'field:<id>:<id of the value>, status:<id> or label:<text>.' }),
  kind: z.enum(['field', 'status', 'label']),
  field: text.nullable().meta({ description: 'The name of the field; null for a status or a label.' }),
  name: text.meta({ description: 'The value of the field, the status or the label.' }),
  ...both,
  blocksNow: linkedCount.meta({ description: 'The issues in progress that it blocks at asOf.' }),
})

/** The answer of `flow/blocked`. */
export const flowBlocked = z.strictObject({
  ...flowHead,
  finished: linkedCount.meta({ description: 'The issues with a start that finished between from and to.' }),
  blockedNow: linkedCount
    .nullable()
    .meta({ description: 'The issues in progress that are blocked at asOf; null if nothing can block.' }),
  union: z
    .strictObject(both)
    .nullable()
    .meta({ description: 'All reasons at once: overlapping time counts once; null if nothing can block.' }),
  sum: z
    .strictObject({ finished: z.strictObject(times), now: z.strictObject(times) })
    .nullable()
    .meta({ description: 'The sums over the reasons, which may overlap; null if nothing can block.' }),
  reasons: z.array(reason).meta({ description: 'Those with most time of finished issues first.' }),
  noBlocking: text.nullable().meta({ description: 'Why nothing can block; null if something can.' }),
})
