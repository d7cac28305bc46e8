import { readFileSync } from 'node:fs'
import type { Endpoint, RequestedEndpoint } from '../plan/parameters.ts'
import { reportTypes } from '../plan/report-types.ts'
import { formBody, inQuery, parametersOf } from './openapi-parameters.ts'
import { type Json, jsonContent, reference, refused, refusedBody } from './openapi-parts.ts'

const SUMMARIES: Readonly<Record<RequestedEndpoint, string>> = {
  aggregation: 'One table of values aggregated over issues, in groups.',
  list: 'One row per issue, in pages.',
  issue: 'The list of one issue. Parameters that choose among issues are ignored.',
}

/** Made by the tests: npm run golden. */
const EXAMPLES = new URL('../../assets/report-examples.json', import.meta.url)

type ReportExamples = Readonly<
  Record<Endpoint, Readonly<Record<string, { readonly request: string; readonly answer: unknown }>>>
>

/** A report endpoint in the OpenAPI document. Reads the examples of its answers from a file of the package. */
export function reportPath(endpoint: RequestedEndpoint): Json {
  const summary = SUMMARIES[endpoint]
  const responses = reportResponses(endpoint)
  return {
    get: {
      operationId: endpoint,
      summary,
      parameters: inQuery(parametersOf(endpoint)),
      responses,
    },
    post: {
      operationId: `${endpoint}Post`,
      summary: `${summary} The parameters are in the body, the query, or both; the body wins.`,
      requestBody: formBody(parametersOf(endpoint)),
      responses: {
        ...responses,
        ...refusedBody('application/x-www-form-urlencoded', reportProblem),
      },
    },
  }
}

/** An error answer in the shape of the report endpoints. */
function reportProblem(description: string): Json {
  return { description, content: jsonContent('ReportError') }
}

function reportResponses(endpoint: RequestedEndpoint): Json {
  const name = endpoint === 'aggregation' ? 'Aggregation' : 'List'
  return {
    ...refused,
    200: {
      description: 'The report.',
      content: {
        'application/json': { schema: reference(`${name}Report`), examples: examplesOf(endpoint) },
        'text/csv': { schema: { type: 'string' } },
      },
    },
    400: orUnread('Parameters are missing or wrong: all mistakes at once, one message a parameter.', `${name}Refusal`),
    401: reportProblem('The request has no token, or one that is wrong, revoked or too old; see WWW-Authenticate.'),
    414: orUnread('The address is too long; send the parameters in the body of a POST.', 'ReportError'),
    417: reportProblem('The header Expect names what the server does not do.'),
    421: reportProblem('In access mode open: the request was sent to another name than one of this machine.'),
    ...(endpoint === 'aggregation'
      ? {
          408: reportProblem('It took too long, and was ended.'),
          429: reportProblem('The user has as many running as one may; see Retry-After.'),
        }
      : {}),
    500: reportProblem('A defect of ours; the message has the id of the request.'),
    503: reportProblem(
      'The interface is off, the server is stopping or has too much to do (see Retry-After), or its store does not answer.',
    ),
  }
}

/** An error answer that has the shape of other addresses where the request could not be read at all. */
function orUnread(description: string, schema: string): Json {
  return { description, content: { ...jsonContent(schema), ...jsonContent('Problem', 'application/problem+json') } }
}

function examplesOf(endpoint: RequestedEndpoint): Json {
  if (endpoint === 'issue') return {}
  const examples = (JSON.parse(readFileSync(EXAMPLES, 'utf8')) as ReportExamples)[endpoint]
  return Object.fromEntries(
    Object.values(reportTypes).flatMap(({ name, label }) => {
      const example = examples[name]
      return example ? [[name, { summary: `${label}: ${example.request}`, value: example.answer }]] : []
    }),
  )
}
