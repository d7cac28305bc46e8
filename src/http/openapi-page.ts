import { z } from 'zod'
import type { Json } from '../operations/operation.ts'
import { distributionParameters, ignoredByDistributions } from '../plan/distribution-options.ts'
import { dayLengths } from '../plan/parameters.ts'
import { formBody, inQuery, type NamedParameter, parametersOf } from './openapi-parameters.ts'
import { guarded, jsonContent, problem, refusedBody } from './openapi-parts.ts'

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

/** The response of `/api/explain`: Explanation of reports/explain/explanation.ts. */
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

/** The response of `/api/distribution`: Distribution of reports/distribution.ts. */
export const distributionAnswer = z
  .strictObject({
    columns: z.array(columnDistribution),
    warnings: z.array(text).optional().meta({ description: 'Ignored input with the reason.' }),
  })
  .meta({ description: 'How the cells of each column are spread, in milliseconds or counts.' })

const TIMELINE: readonly string[] = ['issueKey', 'viewFormat', 'asOf', 'timeZone']

const COLUMN: NamedParameter = {
  name: 'column',
  fallback: 'required',
  example: '3',
  description: "The id of the cell's column, as reports give it.",
}
const KEYS: NamedParameter = {
  name: 'issueKeys',
  fallback: 'required',
  example: 'WEB-1,WEB-2',
  description: 'The keys of at most 200 issues, separated by commas.',
}
const CALENDAR: NamedParameter = {
  name: 'calendar',
  fallback: 'normalHours',
  example: '0',
  description: 'The hours that count: normalHours (all of them), 0 or the id of a custom calendar.',
}
const DAY_LENGTH: NamedParameter = {
  name: 'dayLength',
  fallback: '24HourDays',
  example: 'businessDays',
  description: 'The length of a day in formatted durations.',
  values: dayLengths,
}

/** Describes the drill-down routes for the OpenAPI document. */
export function pagePaths(): Record<string, Json> {
  return {
    '/api/explain': formPath(
      'explain',
      'What a cell is made of: the stays, visits or transitions of one issue, with the parameters of its report.',
      [...parametersOf('issue'), COLUMN],
      jsonContent('Explanation'),
    ),
    '/api/timeline': path(
      'timeline',
      "An issue's statuses and assignees until asOf, with the time that counts, and the time that does not.",
      [...parametersOf('issue').filter(({ name }) => TIMELINE.includes(name)), CALENDAR, DAY_LENGTH],
    ),
    '/api/repairs': path('repairs', 'What was repaired in the histories of issues, in words, by key.', [KEYS]),
    '/api/distribution': formPath(
      'distribution',
      'How the cells of each column of an aggregation are spread over its issues: count, least, quartiles, greatest, and with more parameters percentiles, bins and values.',
      [...parametersOf('aggregation').filter(({ name }) => !ignored.has(name)), ...distributionParameters],
      jsonContent('Distribution'),
    ),
  }
}

const ignored: ReadonlySet<string> = ignoredByDistributions

const OBJECT: Json = { 'application/json': { schema: { type: 'object' } } }

function path(
  operationId: string,
  summary: string,
  all: readonly NamedParameter[],
  content = OBJECT,
): { readonly get: Json } {
  const responses = responsesOf(content)
  return { get: { operationId, summary, parameters: inQuery(all), responses } }
}

function formPath(operationId: string, summary: string, all: readonly NamedParameter[], content = OBJECT): Json {
  const responses = { ...responsesOf(content), ...refusedBody('application/x-www-form-urlencoded') }
  return {
    ...path(operationId, summary, all, content),
    post: { operationId: `${operationId}Post`, summary, requestBody: formBody(all), responses },
  }
}

function responsesOf(content: Json): Json {
  return {
    ...guarded,
    200: { description: 'The answer.', content },
    400: problem('Parameters are missing or wrong; messages has one for each.'),
  }
}
