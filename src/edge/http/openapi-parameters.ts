import type { NamedParameter } from '../../app/operations/named-parameters.ts'
import type { Json } from '../../app/operations/operation.ts'

/** Describes parameters in the URL of a GET request. */
export function inQuery(all: readonly NamedParameter[]): Json[] {
  return all.map(parameter => ({
    name: parameter.name,
    in: 'query',
    required: parameter.fallback === 'required',
    ...description(parameter),
    schema: schemaOf(parameter),
    example: parameter.repeats ? [parameter.example] : parameter.example,
  }))
}

/** Describes a form body with parameters. */
export function formBody(all: readonly NamedParameter[]): Json {
  const properties = all.map(parameter => [parameter.name, { ...schemaOf(parameter), ...description(parameter) }])
  const schema = { type: 'object', properties: Object.fromEntries(properties) }
  return { content: { 'application/x-www-form-urlencoded': { schema } } }
}

function description({ description, fallback, stability, extensions }: NamedParameter): Json {
  return {
    description: `${description} If not sent: ${fallback}.`,
    ...(stability && { 'x-stability': stability }),
    ...(extensions && { 'x-extensions': extensions }),
  }
}

function schemaOf({ values, list, repeats }: NamedParameter): Json {
  if (repeats) return { type: 'array', items: { type: 'string' } }
  if (!values) return { type: 'string' }
  const one = `(${values.join('|')})`
  return list ? { type: 'string', pattern: `^${one}(,${one})*$` } : { type: 'string', enum: values }
}
