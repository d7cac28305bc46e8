import { z } from 'zod'
import type { Json } from '../operations/operation.ts'
import { LOG_NAMES_PATH, MAPPING_EXAMPLE, newMapping } from './log-name-routes.ts'
import { guarded, jsonContent, problem, refusedBody } from './openapi-parts.ts'

const text = z.string()

const field = z.strictObject({
  id: text,
  name: text.nullable().meta({ description: 'null while the store does not know the field.' }),
})

/** The JSON of a log name that is mapped to a field. */
export const mappedLogName = z
  .strictObject({ name: text, field })
  .meta({ description: 'A name in logs, and the field to which an administrator mapped it.' })

/** The JSON of the log names. */
export const logNameList = z
  .strictObject({
    mapped: z.array(z.strictObject({ name: text, field })),
    unmatched: z.array(
      z.strictObject({
        name: text,
        issues: z.int(),
        examples: z.array(text).meta({ description: 'The keys of some of the issues.' }),
        fields: z.array(field).meta({ description: 'The fields with this name; empty if it matches none.' }),
      }),
    ),
  })
  .meta({ description: 'The mapped names in logs, and those that match no field or several; of most issues first.' })

/** Describes the routes of log names for the OpenAPI document. */
export function logNamePaths(): Record<string, Json> {
  const name = { name: 'name', in: 'path', required: true, description: 'The name.', schema: { type: 'string' } }
  const changing: Json = {
    ...guarded,
    403: problem('The caller is no administrator, or the request is from another site.'),
  }
  const shown: Json = { description: 'The mapping.', content: jsonContent('MappedLogName') }
  return {
    [LOG_NAMES_PATH]: {
      get: {
        operationId: 'listLogNames',
        summary: 'The names that logs have for fields without ids, for administrators.',
        responses: { ...changing, 200: { description: 'All names.', content: jsonContent('LogNameList') } },
      },
      put: {
        operationId: 'mapLogName',
        summary: 'Maps a name in logs to a field, also for stored issues.',
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: z.toJSONSchema(newMapping, { target: 'draft-2020-12' }) as Json,
              example: MAPPING_EXAMPLE,
            },
          },
        },
        responses: {
          ...changing,
          ...refusedBody('application/json'),
          200: shown,
          400: problem('The body is not such JSON, or the field is no custom field.'),
        },
      },
    },
    [`${LOG_NAMES_PATH}/{name}`]: {
      delete: {
        operationId: 'removeLogName',
        summary: 'Removes the mapping of a name in logs.',
        parameters: [name],
        responses: { ...changing, 200: shown, 404: problem('The name has no mapping.') },
      },
    },
  }
}
