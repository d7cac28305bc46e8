/** A piece of the OpenAPI document. */
export type Json = Readonly<Record<string, unknown>>

/** A reference to one of the document's schemas. */
export function reference(name: string): Json {
  return { $ref: `#/components/schemas/${name}` }
}

/** A content of one type, with one of the document's schemas. */
export function jsonContent(name: string, type = 'application/json'): Json {
  return { [type]: { schema: reference(name) } }
}

/** An answer of problem details. */
export function problem(description: string): Json {
  return { description, content: jsonContent('Problem', 'application/problem+json') }
}

/** What every address that is not open to anybody can answer besides. */
export const guarded: Json = {
  401: problem('The request has no token, or one that is wrong, revoked or too old; see WWW-Authenticate.'),
  503: problem('The server is stopping, has too much to do (see Retry-After), or its store does not answer.'),
}
