import fc from 'fast-check'
import { wildText } from './wild-values.ts'

// Generates invalid JSON: for JSON parameters, and for bodies.

/** The property names in our JSON. */
const KEYS = [
  ...['type', 'id', 'name', 'statuses', 'from', 'to', 'order', 'excluded', 'column', 'operator', 'value', 'unit'],
  ...['query', 'token', 'login', 'address', '__proto__', 'constructor', ''],
] as const

/** The values in our JSON. */
const WORDS = [
  ...[
    'std',
    'cons',
    'cfv',
    '3',
    '20',
    '10001',
    '4',
    '99',
    'first',
    'last',
    'greaterThan',
    'equals',
    'lessThan',
    'hour',
  ],
  ...['day', 'Work', 'project = AB', 'report=list&filterType=project', '-', 'otherUsers', 'unassigned'],
] as const

const { value } = fc.letrec<{ value: unknown }>(tie => ({
  value: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    fc.constantFrom<unknown>(...WORDS),
    fc.constantFrom<unknown>(null, true, 0, -1, 1.5, 1e300, -0, 2 ** 53),
    wildText.map((text): unknown => text.slice(0, 2000)),
    fc.array(tie('value'), { maxLength: 4 }).map((all): unknown => all),
    fc.dictionary(fc.constantFrom(...KEYS), tie('value'), { maxKeys: 5 }).map((all): unknown => all),
  ),
}))

/** Generates an element of our JSON with arbitrary values. */
const element = fc.record(
  Object.fromEntries(KEYS.slice(0, 12).map(key => [key, value])) as Record<string, fc.Arbitrary<unknown>>,
  { requiredKeys: [] },
)

const SHAPES = [
  ...[
    '',
    '[]',
    '{}',
    'null',
    '[[]]',
    '[null]',
    '[{}]',
    '[1e999]',
    '[{},]',
    '{"a":1,}',
    '\ufeff[]',
    '[] []',
    '[]\0',
    'NaN',
  ],
  ...[
    '[{"id":"3","id":"4","type":"std"}]',
    '[{"__proto__":{"type":"std","id":"3"}}]',
    '["\\ud800"]',
    '"\\u0000"',
    '[,]',
  ],
  ...[
    "[{'id':'3'}]",
    '[{"type":"std","id":3}]',
    '{"0":{"type":"std","id":"3"},"length":1}',
    '[{"type":"std"}',
    '/**/[]',
  ],
  ...[
    '[{"type":"cons","name":"","statuses":[]}]',
    '[{"type":"cons","name":"x","statuses":["3","3"]}]',
    '"[]"',
    '[[[[]]]]',
  ],
  ...[
    '[{"name":"A","from":{"id":"3","order":"first"},"to":{"id":"3","order":"first"},"excluded":["3"]}]',
    '{"query":1}',
  ],
] as const

const times = fc.constantFrom(10, 11, 200, 10_000)

const repeated = fc
  .tuple(times, element)
  .map(
    ([count, one]) =>
      `[${Array.from({ length: count }, () => JSON.stringify(one).slice(0, 100_000 / count)).join(',')}]`,
  )

const deep = fc
  .tuple(
    fc.constantFrom(100, 5_000, 100_000),
    fc.constantFrom(['[', ']'], ['{"a":', '}'], ['[{"to":', '}]'], ['[', '']),
  )
  .map(([depth, [open, close]]) => open!.repeat(depth) + close!.repeat(depth))

/** Generates text like our JSON, valid or not. */
export const wildJson: fc.Arbitrary<string> = fc.oneof(
  { weight: 60, arbitrary: fc.array(element, { maxLength: 4 }).map(all => JSON.stringify(all)) },
  { weight: 40, arbitrary: value.map(one => JSON.stringify(one)) },
  { weight: 40, arbitrary: fc.constantFrom(...SHAPES) },
  {
    weight: 20,
    arbitrary: fc.tuple(fc.array(element, { maxLength: 2 }), fc.nat()).map(([all, at]) => cut(JSON.stringify(all), at)),
  },
  { weight: 10, arbitrary: fc.json() },
  { weight: 4, arbitrary: wildText },
  { weight: 2, arbitrary: repeated },
  { weight: 1, arbitrary: deep },
)

function cut(text: string, at: number): string {
  return text.slice(0, at % (text.length + 1))
}
