import type { Json } from '../../app/operations/operation.ts'
import { type FlowFormatName, formats, type ReportFormatName } from '../../store/plan/formats.ts'

/** Returns a reference to a schema of the document. */
export function reference(name: string): Json {
  return { $ref: `#/components/schemas/${name}` }
}

/** Describes content of one type, with a schema of the document. */
export function jsonContent(name: string, type = 'application/json'): Json {
  return { [type]: { schema: reference(name) } }
}

/** Describes the content of an answer in its formats other than JSON. */
export function otherContent(names: readonly (ReportFormatName | FlowFormatName)[]): Json {
  const others = names.filter(name => name !== 'json')
  return Object.fromEntries(others.map(name => [formats[name].mediaType, { schema: { type: 'string' } }]))
}

/** Describes a response with problem details. */
export function problem(description: string): Json {
  return { description, content: jsonContent('Problem', 'application/problem+json') }
}

/** The additional responses of every route: requests that are rejected before they are read. */
export const refused: Json = {
  400: problem('The request cannot be read.'),
  405: problem('The address does not support this method; see Allow.'),
  414: problem('The address is too long.'),
  417: problem('The server does not support this Expect header.'),
  431: problem('The address and the headers are too large.'),
  500: problem('An error in Sojourn; the message has the id of the request.'),
}

/** Returns the additional responses of every route with a body. `type` is the content type of the body. */
export function refusedBody(type: string, answer = problem): Json {
  return { 413: answer('The body is too large.'), 415: answer(`The body is not ${type}.`) }
}

/** The additional responses of every route that requires authentication. */
export const guarded: Json = {
  ...refused,
  401: problem('The request has no token, or one that is wrong, revoked or too old; see WWW-Authenticate.'),
  421: problem('In access mode open: the request was sent to another name than one of this machine.'),
  503: problem('The server is stopping, has too much to do (see Retry-After), or its store does not answer.'),
}
