import { z } from 'zod'
import { type Endpoint, type Parameter, parameters } from '../plan/parameters.ts'
import { reportTypes } from '../plan/report-types.ts'
import {
  aggregationRefusal,
  aggregationReport,
  calendarObject,
  listRefusal,
  listReport,
  reportError,
} from '../table/report-schema.ts'
import { QUERY_PATHS } from './query-routes.ts'
import { reportExamples } from './report-examples.ts'

type Json = Readonly<Record<string, unknown>>

const COMPONENTS = {
  ListReport: listReport,
  AggregationReport: aggregationReport,
  ListRefusal: listRefusal,
  AggregationRefusal: aggregationRefusal,
  ReportError: reportError,
  Calendar: calendarObject,
  Problem: z
    .strictObject({ type: z.string(), title: z.string(), status: z.int(), detail: z.string(), code: z.string() })
    .meta({ description: 'RFC 9457.' }),
} as const

/** Where the documented routes are. */
export interface DocumentedPaths {
  readonly aggregation: string
  readonly list: string
  readonly calendars: string
}

/**
 * The OpenAPI 3.1 document of the interface, made of what requests are read by (plan/parameters.ts) and what answers are
 * checked against in the tests (table/report-schema.ts).
 */
export function openApi(paths: DocumentedPaths, version: string): Json {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Sojourn',
      version,
      description:
        'How long issues stayed in statuses, with people, in groups and in field values, how often, and when.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    paths: {
      [paths.aggregation]: reportPath('aggregation'),
      [paths.list]: reportPath('list'),
      [paths.calendars]: calendarsPath(),
      [`${paths.calendars}/{id}`]: calendarPath(),
      [QUERY_PATHS.parse]: parsePath(),
      [QUERY_PATHS.suggest]: suggestPath(),
      '/healthz': statusPath('Whether the process lives.', 'ok'),
      '/readyz': statusPath('Whether the store answers.', 'ready'),
    },
    components: { schemas: mapValues(COMPONENTS, schema => z.toJSONSchema(schema, { target: 'draft-2020-12' })) },
  }
}

function mapValues<T, U>(object: Readonly<Record<string, T>>, map: (value: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(value)]))
}

function parametersOf(endpoint: Endpoint): readonly Parameter[] {
  return parameters.filter(({ of }) => of === 'both' || of === endpoint)
}

function reportPath(endpoint: Endpoint): Json {
  const summary =
    endpoint === 'list' ? 'One row per issue, in pages.' : 'One table of values aggregated over issues, in groups.'
  const responses = reportResponses(endpoint)
  return {
    get: {
      operationId: endpoint,
      summary,
      parameters: parametersOf(endpoint).map(parameter => ({
        name: parameter.name,
        in: 'query',
        ...parameterWords(parameter),
        schema: parameterSchema(parameter),
        example: parameter.example,
      })),
      responses,
    },
    post: {
      operationId: `${endpoint}Post`,
      summary: `${summary} The parameters are in the body, the query, or both; the body wins.`,
      requestBody: {
        content: {
          'application/x-www-form-urlencoded': {
            schema: {
              type: 'object',
              properties: Object.fromEntries(
                parametersOf(endpoint).map(parameter => [
                  parameter.name,
                  { ...parameterSchema(parameter), ...parameterWords(parameter) },
                ]),
              ),
            },
          },
        },
      },
      responses,
    },
  }
}

function parameterWords({ description, fallback }: Parameter): Json {
  return { description: `${description} Absent: ${fallback}.` }
}

function parameterSchema({ values }: Parameter): Json {
  return values ? { type: 'string', enum: values } : { type: 'string' }
}

function reportResponses(endpoint: Endpoint): Json {
  const name = endpoint === 'list' ? 'List' : 'Aggregation'
  const error = (description: string, schema = 'ReportError') => ({ description, content: jsonContent(schema) })
  return {
    200: {
      description: 'The report.',
      content: {
        'application/json': { schema: reference(`${name}Report`), examples: examplesOf(endpoint) },
        'text/csv': { schema: { type: 'string' } },
      },
    },
    400: error('Parameters are missing or wrong: all mistakes at once, one message a parameter.', `${name}Refusal`),
    413: error('The body is too large.'),
    415: error('The body is not application/x-www-form-urlencoded.'),
    500: error('A defect of ours; the message has the id of the request.'),
    503: error('The server is stopping, or its store does not answer.'),
  }
}

function examplesOf(endpoint: Endpoint): Json {
  return Object.fromEntries(
    Object.values(reportTypes).flatMap(({ name, label }) => {
      const example = reportExamples[endpoint][name]
      return example ? [[name, { summary: `${label}: ${example.request}`, value: example.answer }]] : []
    }),
  )
}

function reference(name: string): Json {
  return { $ref: `#/components/schemas/${name}` }
}

function jsonContent(name: string, type = 'application/json'): Json {
  return { [type]: { schema: reference(name) } }
}

function calendarsPath(): Json {
  return {
    get: {
      operationId: 'calendars',
      summary: 'All working calendars.',
      responses: {
        200: {
          description: 'The calendars, by id.',
          content: { 'application/json': { schema: { type: 'array', items: reference('Calendar') } } },
        },
      },
    },
  }
}

function calendarPath(): Json {
  return {
    get: {
      operationId: 'calendar',
      summary: 'One working calendar; 0 is the default one.',
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
      responses: {
        200: { description: 'The calendar.', content: jsonContent('Calendar') },
        404: { description: 'There is no such calendar.', content: jsonContent('Problem', 'application/problem+json') },
      },
    },
  }
}

function parsePath(): Json {
  const query = { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] }
  return {
    post: {
      operationId: 'parseQuery',
      summary: 'Reads a query: its canonical text, its tree, and all its mistakes with their places.',
      requestBody: { content: { 'application/json': { schema: query, example: { query: 'project = WEB' } } } },
      responses: {
        200: {
          description: 'The query; text and tree are null when it cannot be read.',
          content: { 'application/json': { schema: { type: 'object' } } },
        },
        400: { description: 'The body is not such JSON.', content: jsonContent('Problem', 'application/problem+json') },
      },
    },
  }
}

function suggestPath(): Json {
  const parameter = (name: string, schema: Json, description: string) => ({ name, in: 'query', schema, description })
  return {
    get: {
      operationId: 'suggestForQuery',
      summary: 'What can stand at a position of a query: fields, operators, values, functions.',
      parameters: [
        parameter('text', { type: 'string' }, 'The query so far.'),
        parameter('position', { type: 'integer', minimum: 0 }, 'Where the cursor is; at its end when absent.'),
      ],
      responses: {
        200: {
          description: 'The items, and the text they take the place of.',
          content: { 'application/json': { schema: { type: 'object' } } },
        },
        400: { description: 'The position is none.', content: jsonContent('Problem', 'application/problem+json') },
      },
    },
  }
}

function statusPath(summary: string, status: string): Json {
  const schema = { type: 'object', properties: { status: { const: status } }, required: ['status'] }
  return { get: { summary, responses: { 200: { description: summary, content: { 'application/json': { schema } } } } } }
}
