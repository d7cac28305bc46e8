import { z } from 'zod'
import { listLogNames, mapLogName, removeLogName } from '../../access/admin/log-names.ts'
import { type Json, operation } from './operation.ts'
import { validJson } from './valid-json.ts'

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

/** The schemas of log names in the OpenAPI document. */
export const logNameComponents = { MappedLogName: mappedLogName, LogNameList: logNameList }

const ALL = '/api/log-names'

const MAPPING = z.strictObject({ name: z.string(), field: z.string() })
const EXAMPLE = { name: 'Squad', field: 'customfield_10302' }

/** The largest accepted body: a name and an id. Bytes. */
const BODY_LIMIT = 4 * 1024

const name: Json = { name: 'name', in: 'path', required: true, description: 'The name.', schema: { type: 'string' } }

const refused = 'The caller is no administrator, or the request is from another site.'
const mapping = { status: 200, description: 'The mapping.', content: 'MappedLogName' } as const

/** The operations on the names that logs have for fields without ids. Stored issues change before the response. */
export const logNameOperations = {
  list: operation({
    admits: 'administrators',
    cost: 'none',
    errors: [],
    run: listLogNames,
    route: {
      method: 'GET',
      path: ALL,
      stability: 'experimental',
      id: 'listLogNames',
      summary: 'The names that logs have for fields without ids, for administrators.',
      argumentsOf: () => [],
      answers: [{ status: 200, description: 'All names.', content: 'LogNameList' }],
      refusals: { 403: refused },
    },
  }),
  map: operation({
    admits: 'administrators',
    cost: 'write',
    errors: ['LOG_NAME_INVALID', 'LOG_FIELD_UNKNOWN', 'NAME_AMBIGUOUS'],
    run: mapLogName,
    route: {
      method: 'PUT',
      path: ALL,
      stability: 'experimental',
      id: 'mapLogName',
      summary: 'Maps a name in logs to a field, also for stored issues.',
      body: {
        limit: BODY_LIMIT,
        schema: z.toJSONSchema(MAPPING, { target: 'draft-2020-12' }) as Json,
        example: EXAMPLE,
      },
      argumentsOf: ({ json }) => {
        const { name, field } = validJson(json, MAPPING, JSON.stringify(EXAMPLE))
        return [name, field]
      },
      answers: [mapping],
      refusals: { 400: 'The body is not such JSON, or the field is no custom field.' },
    },
  }),
  remove: operation({
    admits: 'administrators',
    cost: 'write',
    errors: ['LOG_NAME_UNKNOWN'],
    run: removeLogName,
    route: {
      method: 'DELETE',
      path: `${ALL}/{name}`,
      stability: 'experimental',
      id: 'removeLogName',
      summary: 'Removes the mapping of a name in logs.',
      parameters: [name],
      argumentsOf: ({ path }) => [path.name!],
      answers: [mapping],
      refusals: { 404: 'The name has no mapping.' },
    },
  }),
}
