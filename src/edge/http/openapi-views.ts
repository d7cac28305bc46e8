import { parametersOf } from '../../app/operations/named-parameters.ts'
import type { Json } from '../../app/operations/operation.ts'
import { ROW_FORMATS, ROW_PARAMETERS } from '../../app/views/rows-request.ts'
import { fileParameters } from '../../store/plan/file-request.ts'
import { fileContent } from './openapi-exports.ts'
import { inQuery as parametersInQuery } from './openapi-parameters.ts'
import { reportProblem, reportResponses } from './openapi-reports.ts'

/** Describes the rows of saved reports for the OpenAPI document. `path` is the path of all of them. */
export function viewRowsPaths(path: string): Record<string, Json> {
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } }
  return {
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
  }
}

function isOfRows({ name }: { readonly name: string }): boolean {
  return ROW_PARAMETERS.includes(name)
}

function inQuery(name: string, schema: Json, description: string): Json {
  return { name, in: 'query', schema, description }
}
