import { z } from 'zod'
import type { Json } from '../operations/operation.ts'
import { fileParameters } from '../plan/file-request.ts'
import { ROW_FORMATS, ROW_PARAMETERS } from '../views/rows-request.ts'
import { fileContent } from './openapi-exports.ts'
import { inQuery as parametersInQuery, parametersOf } from './openapi-parameters.ts'
import { guarded, jsonContent, problem, refusedBody } from './openapi-parts.ts'
import { reportProblem, reportResponses } from './openapi-reports.ts'
import { VIEW_PAGE } from './view-routes.ts'

const text = z.string()
const values = z.array(z.strictObject({ name: text, value: text }))

const content = {
  name: text.meta({ description: 'At most 200 characters; unique for its owner.' }),
  sharing: z.enum(['private', 'group', 'everyone']).meta({
    description: 'Who may open it besides its owner: nobody, a group, or everyone who may see its data.',
  }),
  group: text.nullable().meta({ description: 'The name of the group, with the sharing group.' }),
  endpoint: z.enum(['aggregation', 'list']),
  parameters: values.meta({ description: 'The parameters of the report. Relative dates stay relative.' }),
  display: values.meta({ description: 'The display options of the page: show and view.*.' }),
}

/** The JSON of a saved report. */
export const savedReport = z
  .strictObject({
    id: text,
    ...content,
    owner: text.nullable().meta({ description: 'The login of its owner; null without a sign-in.' }),
    isOwn: z.boolean(),
    mayRemove: z.boolean(),
    created: text.nullable().meta({ description: 'Null for reports that an older version saved.' }),
    updated: text.nullable(),
    address: text,
  })
  .meta({
    description: 'A saved report. Sharing shares its parameters: each caller sees the data of its own permissions.',
  })

/** A page of saved reports. */
export const savedReportList = z.strictObject({
  views: z.array(savedReport),
  total: z.int(),
  startIndex: z.int(),
  groups: z.array(text).meta({ description: 'The groups with which the caller may share reports.' }),
})

const newReport = z.strictObject({
  ...content,
  sharing: content.sharing.optional(),
  group: content.group.optional(),
  display: content.display.optional(),
})

const example = {
  name: 'Cycle time, last month',
  sharing: 'everyone',
  endpoint: 'aggregation',
  parameters: [
    { name: 'aggregationType', value: 'average' },
    { name: 'columnsBy', value: 'statusDuration' },
    { name: 'filterType', value: 'project' },
    { name: 'projectKey', value: 'WEB' },
    { name: 'calendar', value: 'normalHours' },
    { name: 'viewFormat', value: 'days' },
    { name: 'dateRangeField', value: 'created' },
    { name: 'startDate', value: 'startOfMonth(-1)' },
    { name: 'endDate', value: 'startOfMonth()' },
  ],
}

/** Describes the routes of saved reports for the OpenAPI document. `path` is the path of all of them. */
export function viewPaths(path: string): Record<string, Json> {
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } }
  return {
    [path]: {
      get: {
        operationId: 'listSavedReports',
        summary: 'The saved reports that the caller may open, by name.',
        parameters: [
          inQuery('scope', { enum: ['visible', 'all'], default: 'visible' }, 'all: of all users, for administrators.'),
          inQuery('startIndex', { type: 'integer', minimum: 0, default: 0 }, 'The number of reports to skip.'),
          inQuery(
            'pageSize',
            { type: 'integer', minimum: 1, maximum: VIEW_PAGE.most, default: VIEW_PAGE.fallback },
            'The most reports in the response.',
          ),
        ],
        responses: {
          ...guarded,
          200: { description: 'A page of saved reports.', content: jsonContent('SavedReportList') },
          400: problem('A parameter is unknown, given twice or not possible.'),
          403: problem('The scope is all, and the caller is no administrator.'),
        },
      },
      post: {
        operationId: 'saveReport',
        summary: 'Saves a report.',
        requestBody: body(newReport, example),
        responses: {
          ...saving,
          201: {
            description: 'The saved report. Location has its address.',
            content: jsonContent('SavedReport'),
            headers: { Location: { schema: { type: 'string' } } },
          },
        },
      },
    },
    [`${path}/{id}`]: {
      get: {
        operationId: 'savedReport',
        summary: 'A saved report.',
        parameters: [id],
        responses: { ...guarded, ...found, 404: unknown },
      },
      patch: {
        operationId: 'changeSavedReport',
        summary: 'Changes some members of an own saved report.',
        parameters: [id],
        requestBody: body(newReport.partial(), { name: 'Cycle time', sharing: 'group', group: 'web team' }),
        responses: { ...saving, ...found, 404: unknown },
      },
      delete: {
        operationId: 'removeSavedReport',
        summary: 'Removes an own saved report; an administrator may remove all.',
        parameters: [id],
        responses: {
          ...guarded,
          204: { description: 'It was removed.' },
          403: problem('It belongs to another user.'),
          404: unknown,
        },
      },
    },
    [`${path}/{id}/rows`]: {
      get: {
        operationId: 'savedReportRows',
        summary: 'All rows of a saved report, with the permissions of the caller.',
        parameters: [
          id,
          inQuery('format', { enum: ROW_FORMATS, default: 'csv' }, 'The format of the file.'),
          ...parametersInQuery([...fileParameters, ...parametersOf('list')].filter(isOfRows)),
        ],
        responses: {
          ...reportResponses('list'),
          200: {
            description: 'The whole file. Durations are numbers, dates are in ISO 8601, and column names differ.',
            headers: { ETag: { schema: { type: 'string' } } },
            content: fileContent(),
          },
          304: { description: 'The file has the ETag of If-None-Match.' },
          404: reportProblem('There is no such saved report, or it is not shared with the caller.'),
          408: reportProblem('The check of the request timed out.'),
          429: reportProblem('The user has too many running requests; see Retry-After.'),
          503: reportProblem(
            'The interface is off, the server is stopping or has too much to do, the files take up their quota (see Retry-After), or the store does not answer.',
          ),
        },
      },
    },
    [`${path}/{id}/restore`]: {
      post: {
        operationId: 'restoreSavedReport',
        summary: 'Restores an own saved report that was removed less than 24 hours ago.',
        parameters: [id],
        responses: {
          ...guarded,
          ...found,
          403: problem('The request is from another site.'),
          404: unknown,
          409: conflict,
          415: problem('It takes no body.'),
        },
      },
    },
  }
}

const unknown = problem('There is no such saved report, or it is not shared with the caller.')
const conflict = problem('The owner has another report with this name, or 500 reports.')
const found: Json = { 200: { description: 'The saved report.', content: jsonContent('SavedReport') } }
const saving: Json = {
  ...guarded,
  ...refusedBody('application/json'),
  400: problem('The body is not a report. The messages have all errors.'),
  403: problem('It belongs to another user, or the request is from another site.'),
  409: conflict,
}

function isOfRows({ name }: { readonly name: string }): boolean {
  return ROW_PARAMETERS.includes(name)
}

function inQuery(name: string, schema: Json, description: string): Json {
  return { name, in: 'query', schema, description }
}

function body(schema: z.ZodType, of: Json): Json {
  const json = z.toJSONSchema(schema, { target: 'draft-2020-12' })
  return { required: true, content: { 'application/json': { schema: json, example: of } } }
}
