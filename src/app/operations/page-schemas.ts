import { z } from 'zod'

const text = z.string()

const day = z.strictObject({ date: text, raw: z.int(), note: text })

const part = z.strictObject({
  label: text,
  within: text.nullable(),
  entered: text,
  left: text.nullable(),
  by: text.nullable(),
  raw: z.number().meta({ description: 'Milliseconds of counted time, 1 for a visit or a transition, or a moment.' }),
  value: text,
  counts: z.boolean(),
  why: text.nullable(),
  days: z.array(day),
  moreDays: z.int(),
})

/** The response of `/api/explain`: Explanation of reports/report/explain/explanation.ts. */
export const explanation = z
  .strictObject({
    issue: z.strictObject({ key: text, summary: text, repairs: z.array(text) }),
    report: text,
    column: z.strictObject({ id: text, name: text }),
    kind: z.enum(['duration', 'count', 'date']),
    cell: z.strictObject({ value: text, raw: text.nullable() }),
    rule: text.meta({ description: 'How the parts make the cell.' }),
    calendar: text,
    parts: z.array(part),
  })
  .meta({ description: 'A cell, and the stays, visits or transitions that it is made of.' })

const number = z.number()

const columnDistribution = z.strictObject({
  id: text,
  name: text,
  count: z.int(),
  min: number,
  lower: number,
  median: number,
  upper: number,
  max: number,
  percentiles: z
    .record(
      z.string().regex(/^\d{1,3}$/),
      z.strictObject({
        value: number,
        lower: number.nullable().meta({ description: 'The lower end of the 90 % interval; null if it is open.' }),
        upper: number.nullable().meta({ description: 'The upper end of the 90 % interval; null if it is open.' }),
        isMaximum: z.boolean().meta({ description: 'Whether its rank is the last one.' }),
      }),
    )
    .optional()
    .meta({ description: 'With the parameter percentiles: by nearest rank.' }),
  bins: z
    .array(
      z.strictObject({
        from: z.int().meta({ description: 'The least whole value of the bin.' }),
        to: z.int().meta({ description: 'The end, which is not in the bin: the from of the next bin, or max + 1.' }),
        count: z.int(),
      }),
    )
    .optional()
    .meta({ description: 'With the parameter bins: all of them, also those without values.' }),
  values: z
    .array(number)
    .nullable()
    .optional()
    .meta({ description: 'With the parameter values: in ascending order; null if all columns have more than 5,000.' }),
})

/** The response of `/api/distribution`: Distribution of reports/report/distribution.ts. */
export const distributionAnswer = z
  .strictObject({
    columns: z.array(columnDistribution),
    warnings: z.array(text).optional().meta({ description: 'Ignored input with the reason.' }),
  })
  .meta({ description: 'How the cells of each column are spread, in milliseconds or counts.' })

/** The schemas of drill-downs in the OpenAPI document. */
export const pageComponents = { Explanation: explanation, Distribution: distributionAnswer }
