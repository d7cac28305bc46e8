import { z } from 'zod'
import { type NamedParameter, parametersOf } from '../../app/operations/named-parameters.ts'
import type { Json } from '../../app/operations/operation.ts'
import { fileParameters } from '../../store/plan/file-request.ts'
import { fileFormatNames, formats } from '../../store/plan/formats.ts'
import { formBody } from './openapi-parameters.ts'
import { jsonContent, reference, refused, refusedBody } from './openapi-parts.ts'
import { orUnread, reportProblem } from './openapi-reports.ts'

const instant = z.int().meta({ description: 'Epoch milliseconds.' })
const text = z.string()

/** The body of an export. The members up to `downloadLink` are those of the contract's service. */
export const exportBody = z
  .strictObject({
    exportId: text,
    status: z.enum(['Waiting', 'In Progress', 'Successful', 'Failed', 'Aborted', 'Expired']),
    created: instant,
    completed: z.int(),
    total: z.int(),
    message: text.nullable(),
    statusLink: text,
    downloadLink: text.optional().meta({ description: 'Only if the file can be downloaded.' }),
    started: instant.nullable(),
    finished: instant.nullable(),
    expires: instant.nullable(),
    downloaded: instant.nullable().meta({ description: 'When the whole file was first downloaded.' }),
    size: z.int().nullable(),
    rows: z.int().nullable(),
    fileName: text.nullable(),
    sha256: text.nullable(),
    outputType: text,
    query: text.nullable(),
    asOf: instant,
    warnings: z.array(text),
  })
  .meta({ description: 'An export of a report to a file. `completed` and `total` are numbers of issues.' })

const responses: Json = {
  ...refused,
  400: orUnread('Parameters are missing or wrong: all mistakes at once.', 'AggregationRefusal'),
  401: reportProblem('The request has no token, or one that is wrong, revoked or too old; see WWW-Authenticate.'),
  414: orUnread('The address is too long; send the parameters in the body of a POST.', 'ReportError'),
  417: reportProblem('The server does not support this Expect header.'),
  421: reportProblem('In access mode open: the request was sent to another name than one of this machine.'),
  500: reportProblem('An error in Sojourn; the message has the id of the request.'),
  503: reportProblem(
    'The interface is off, the server is stopping or has too much to do, its files take up their quota (see Retry-After), or its store does not answer.',
  ),
}

const foreign = { 403: reportProblem('The request is from another page in a browser.') }

const unknown = reportProblem('There is no such export, or it is that of another user.')

const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } }

function inQuery(name: string, least: number, description: string): Json {
  return { name, in: 'query', schema: { type: 'integer', minimum: least }, description }
}

/** Describes the routes of exports for the OpenAPI document. */
export function exportPaths(path: string): Record<string, Json> {
  const parameters: readonly NamedParameter[] = [
    ...fileParameters,
    ...parametersOf('list').filter(({ name }) => !['outputType', 'pageSize', 'startIssueIndex'].includes(name)),
  ]
  const found = { description: 'The export.', content: jsonContent('Export') }
  return {
    [path]: {
      get: {
        operationId: 'exports',
        summary: 'The own exports, newest first.',
        parameters: [
          inQuery('pageSize', 1, 'The number of exports, at most 200.'),
          inQuery('startIndex', 0, 'The index of the first one.'),
        ],
        responses: {
          ...responses,
          200: { description: 'A page of them.', content: jsonContent('ExportList') },
          429: reportProblem('The user has too many requests; see Retry-After.'),
        },
      },
      post: {
        operationId: 'startExport',
        summary: 'Starts the export of a whole report to a file.',
        parameters: [
          {
            name: 'Idempotency-Key',
            in: 'header',
            schema: { type: 'string', pattern: '^[!-~]{1,255}$' },
            description: 'The same key with the same parameters returns the same export.',
          },
        ],
        requestBody: formBody(parameters),
        responses: {
          ...responses,
          ...foreign,
          ...refusedBody('application/x-www-form-urlencoded', reportProblem),
          200: {
            ...found,
            headers: { Location: { description: 'Where its progress is.', schema: { type: 'string' } } },
          },
          422: reportProblem('The Idempotency-Key was sent before with other parameters.'),
          429: reportProblem(
            'The user has the maximum number of exports, or of bytes in their files; see Retry-After.',
          ),
        },
      },
    },
    [`${path}/{id}`]: {
      get: {
        operationId: 'export',
        summary: 'The progress of an export.',
        parameters: [id],
        responses: { ...responses, 200: found, 404: unknown },
      },
      delete: {
        operationId: 'cancelExport',
        summary: 'Cancels an export.',
        parameters: [id],
        responses: {
          ...responses,
          ...foreign,
          200: found,
          404: reportProblem('There is no such export, it is that of another user, or it has ended.'),
        },
      },
    },
    [`${path}/{id}/download`]: {
      get: {
        operationId: 'downloadExport',
        summary: 'The file of an export.',
        parameters: [id],
        responses: {
          ...responses,
          200: { description: 'The whole file.', content: fileContent() },
          206: { description: 'The requested part of it.', content: fileContent() },
          304: { description: 'The file has the ETag of If-None-Match.' },
          404: reportProblem(
            'There is no such export, it is not completed, it failed, its file has expired, or its owner may no longer see all of it.',
          ),
          416: reportProblem('The file has no such part.'),
          429: reportProblem('The user has too many requests; see Retry-After.'),
        },
      },
      delete: {
        operationId: 'removeExport',
        summary: 'Removes an own export that has ended, with its file.',
        parameters: [id],
        responses: {
          ...responses,
          ...foreign,
          204: { description: 'It was removed.' },
          404: reportProblem('There is no such export, it is that of another user, or it has not ended.'),
        },
      },
    },
  }
}

/** The body of the list of exports. */
export const exportList: Json = {
  type: 'object',
  properties: {
    total: { type: 'integer' },
    startIndex: { type: 'integer' },
    pageSize: { type: 'integer' },
    exports: { type: 'array', items: reference('Export') },
  },
  required: ['total', 'startIndex', 'pageSize', 'exports'],
  additionalProperties: false,
}

/** Describes the body of a file. */
export function fileContent(): Json {
  const content = { schema: { type: 'string', format: 'binary' } }
  return Object.fromEntries(fileFormatNames.map(name => [formats[name].mediaType, content]))
}
