import { expect, it } from 'vitest'
import { listInputs } from '../../bench/list-inputs.ts'
import { flowParameters } from '../../src/store/plan/flow/flow-parameters.ts'
import { parameters } from '../../src/store/plan/parameters.ts'
import { testServer } from '../edge/http/test-server.ts'

interface Operation {
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: { properties?: object } }>> }
}

/** Their bodies have at most 64 kB. */
const SHORT = /^\/api\/(connection|log-names)/

const FORM = 'application/x-www-form-urlencoded'

/** The parameters that are lists: of texts, as JSON, or repeated. */
const lists = new Set(
  [...parameters, ...flowParameters].flatMap(one => {
    const isList = ('list' in one && one.list === true) || 'repeats' in one || /JSON array/.test(one.description)
    return isList || one.name === 'customjql' ? [one.name] : []
  }),
)

it('npm run bench:inputs sends the lists of every operation that has a body', async () => {
  const { paths } = (await testServer().server.inject('/openapi.json')).json() as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  }
  const wanted: string[] = []
  for (const [path, operations] of Object.entries(paths)) {
    for (const [method, { requestBody }] of Object.entries(operations)) {
      if (requestBody === undefined || SHORT.test(path)) continue
      const operation = `${method.toUpperCase()} ${path.replaceAll(/\{\w+\}/g, '*')}`
      const names = Object.keys(requestBody.content[FORM]?.schema.properties ?? {}).filter(name => lists.has(name))
      // The single issue of flow/stays is no list.
      wanted.push(...(FORM in requestBody.content ? names.map(name => `${operation} ${name}`) : [operation]))
    }
  }
  const sent = new Set(
    listInputs.flatMap(({ parameter, of }) => {
      const { path, method } = of(1)
      const operation = `${method} ${path.replace(/\{\w+\}|(?<=(?:workflows|teams)\/)\w+$/, '*')}`
      return [operation, `${operation} ${parameter.split(',')[0]}`]
    }),
  )
  expect(wanted.length).toBeGreaterThan(50)
  expect(wanted.filter(one => !sent.has(one))).toEqual([])
})
