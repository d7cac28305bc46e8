import { z } from 'zod'
import { count, flowHead, flowLink, instant, linkedCount } from './flow-parts.ts'

const text = z.string()
const issuesThat = (description: string) => linkedCount.meta({ description: `The issues that ${description}.` })

/** What a sprint committed to, and what became of it. */
const sprint = z.strictObject({
  id: text,
  name: text,
  start: instant,
  end: instant.nullable().meta({ description: 'Its completion, or else its planned end; null if neither is known.' }),
  endIs: z.enum(['completed', 'planned']).nullable(),
  isOver: z.boolean().meta({ description: 'Whether it ended by asOf. Else its numbers are those of asOf.' }),
  committed: issuesThat('were in it at its start'),
  added: issuesThat('came into it later'),
  removed: issuesThat('were in it, but not at its end'),
  inAtEnd: issuesThat('were in it at its end'),
  finished: issuesThat('were in it at its end, and finished by then'),
  finishedBefore: issuesThat('are among the finished, and finished before it started'),
  carriedOver: issuesThat('were in it at its end, and not finished'),
  finishUnknown: issuesThat('were in it at its end, and are done since an unknown time'),
})

/** The answer of `flow/sprints`. */
export const flowSprints = z.strictObject({
  ...flowHead,
  sprints: z
    .array(sprint)
    .meta({ description: 'The started sprints that overlap with from..to, the first start first.' }),
  undated: count.meta({ description: 'The sprints in the histories of the issues whose start is unknown.' }),
  finished: linkedCount.meta({ description: 'The issues that finished between from and to.' }),
  perIssue: z
    .array(
      z.strictObject({
        sprints: count.meta({ description: 'A number of started sprints.' }),
        issues: count.meta({ description: 'The finished issues that were in as many by asOf.' }),
        items: flowLink,
      }),
    )
    .meta({ description: 'In how many sprints the finished issues were.' }),
  noSprints: text.nullable().meta({ description: 'Why no sprint is shown; null if one is.' }),
})
