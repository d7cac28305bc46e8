import { z } from 'zod'
import { forecastScopes } from '../../../store/plan/flow/flow-parameters.ts'
import { count, day, flowHead, flowLink } from './flow-parts.ts'

const text = z.string()
const percent = z.int().meta({ description: 'The probability in percent.' })

const howMany = z.strictObject({
  days: count.meta({ description: 'Days after asOf.' }),
  until: day,
  byPercent: z.array(z.strictObject({ percent, count })),
})

const byPercent = z.array(
  z.strictObject({
    percent,
    days: count.nullable().meta({ description: 'Days after asOf; null if it takes more than ten years.' }),
    date: day.nullable().meta({ description: 'yyyy-MM-dd; null if it takes more than ten years.' }),
  }),
)

/** A forecast, and how often such forecasts came true. */
export const forecast = {
  sample: z.strictObject({
    from: day,
    to: day.meta({ description: 'yyyy-MM-dd. It is not included.' }),
    counts: z.array(count).meta({ description: 'The number of issues that finished on each day.' }),
    created: z
      .array(count)
      .optional()
      .meta({ description: 'The number of issues that were created on each day, with scope=grow.' }),
    items: flowLink,
  }),
  scope: z.enum(forecastScopes).meta({ description: 'Whether when expects that issues are created.' }),
  begin: day.nullable().meta({ description: 'The day on which the work begins, if it is not the day after asOf.' }),
  except: z
    .strictObject({
      dates: z.array(z.strictObject({ from: day, to: day.meta({ description: 'It is included.' }) })),
      calendar: z.strictObject({ id: text, name: text }).nullable(),
    })
    .nullable()
    .meta({ description: 'The days without work: dates, or the holidays of a calendar; null without any.' }),
  noForecast: text.nullable().meta({ description: 'Why there is no forecast; null if there is one.' }),
  when: z
    .strictObject({
      count: count.meta({ description: 'The number of issues to finish.' }),
      items: flowLink.optional().meta({ description: 'Absent if count was requested.' }),
      note: text.optional().meta({ description: 'If a date is missing.' }),
      byPercent,
    })
    .nullable()
    .meta({ description: 'When the issues will be finished; null without a forecast or a count.' }),
  noWhen: text.nullable().meta({ description: 'Why a forecast has no dates; null otherwise.' }),
  parts: z
    .array(
      z.strictObject({
        query: text
          .nullable()
          .meta({ description: 'The query of then; null for the first part, which is all others.' }),
        count: count.meta({ description: 'The number of its issues that are not finished.' }),
        items: flowLink,
        when: z.strictObject({ byPercent }).nullable().meta({
          description:
            'When the issues of this part, and of those before it, will be finished; null without a forecast, and if there are none or more than 10,000.',
        }),
      }),
    )
    .nullable()
    .meta({ description: 'The parts of when, one after another; null without then.' }),
  howMany: howMany.nullable().meta({ description: 'How many issues will be finished; null without a forecast.' }),
  fan: z.array(howMany).nullable().meta({
    description:
      'The same at the end of each of the next 12 weeks, and of later ones until the last date of when, at most 52; null without a forecast.',
  }),
  backtest: z
    .strictObject({
      percent,
      days: count,
      cameTrue: count,
      of: count,
      forecasts: z
        .array(
          z.strictObject({
            from: day,
            atLeast: z.int().meta({
              description:
                'The number of finished issues, with scope=grow less the created ones. It can then be negative.',
            }),
            finished: count,
            created: count.optional().meta({ description: 'With scope=grow.' }),
            cameTrue: z.boolean(),
            items: flowLink,
          }),
        )
        .meta({ description: 'The forecasts of past Mondays, the latest first.' }),
    })
    .nullable()
    .meta({ description: 'How often such forecasts came true; null without a forecast.' }),
  noBacktest: text.nullable().meta({ description: 'Why a forecast has no backtest; null otherwise.' }),
}

/** The answer of `flow/forecast`. */
export const flowForecast = z.strictObject({ ...flowHead, ...forecast })
