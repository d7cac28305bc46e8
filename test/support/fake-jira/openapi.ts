import type { Json } from './model.ts'

/** Where real answers differ from the document; the recordings win. */
const REAL = [
  /\.items\[\d+\]\.(fromString|toString): is not in the schema$/,
  /\.changeHistories\[\d+\]\.created: is number, not string$/,
  /^\.names: /,
]

/** Returns what in a successful answer of an operation contradicts an OpenAPI document. */
export function checkAgainstSchema(
  document: Json,
  operation: { method: string; path: string },
  json: unknown,
): string[] {
  const content = document.paths[operation.path]?.[operation.method]?.responses['200']?.content
  const schema = content?.['application/json']?.schema
  if (!schema) throw new Error(`the document has no answer of ${operation.method} ${operation.path}`)
  return violations(document, schema, json, '').filter(text => !REAL.some(known => known.test(text)))
}

function violations(document: Json, schema: Json, value: unknown, path: string): string[] {
  if (schema.$ref) return violations(document, document.components.schemas[schema.$ref.split('/').pop()], value, path)
  if (schema.allOf) return schema.allOf.flatMap((part: Json) => violations(document, part, value, path))
  // The document does not mark what may be null.
  if (value === null) return []
  const type = typeOf(value)
  const expected = schema.type === 'integer' ? 'number' : schema.type
  if (expected && expected !== type) return [`${path}: is ${type}, not ${expected}`]
  if (schema.type === 'integer' && !Number.isInteger(value)) return [`${path}: is not a whole number`]
  if (schema.enum && !schema.enum.includes(value)) return [`${path}: is '${value}', not ${schema.enum.join(' or ')}`]
  if (Array.isArray(value)) {
    return value.flatMap((element, i) => violations(document, schema.items ?? {}, element, `${path}[${i}]`))
  }
  return type === 'object' ? memberViolations(document, schema, value as Json, path) : []
}

function memberViolations(document: Json, schema: Json, value: Json, path: string): string[] {
  const missing = (schema.required ?? []).filter((name: string) => !(name in value))
  return [
    ...missing.map((name: string) => `${path}.${name}: is missing`),
    ...Object.entries(value).flatMap(([name, member]) => {
      const known = schema.properties?.[name]
      if (known) return violations(document, known, member, `${path}.${name}`)
      return schema.additionalProperties === false ? [`${path}.${name}: is not in the schema`] : []
    }),
  ]
}

function typeOf(value: unknown): string {
  return Array.isArray(value) ? 'array' : typeof value
}
