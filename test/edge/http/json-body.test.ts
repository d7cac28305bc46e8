import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parsedJson, parsedLongJson } from '../../../src/edge/http/json-body.ts'

const never = new AbortController().signal

/** Makes a text so long that it is parsed in slices: JSON allows spaces around it. */
const long = (text: string) => Buffer.from(`${text}${' '.repeat(600_000)}`)

it('parses a long body to the same value as a short one', () =>
  fc.assert(
    fc.asyncProperty(fc.json(), async text => {
      expect(await parsedLongJson(long(text), never)).toEqual(parsedJson(Buffer.from(text)))
    }),
  ))

it.each(['', '{', '{"a":1', '[1,]', '[1] 2', '01', '{"a" 1}', '{a:1}', '"\u0001"', 'nul', '"\\x"', '[1]]'])(
  'finds no JSON in the long body %j',
  async text => {
    expect([parsedJson(Buffer.from(text)), await parsedLongJson(long(text), never)]).toEqual([undefined, undefined])
  },
)

it('finds no JSON in a long body that is not UTF-8', async () => {
  const body = Buffer.concat([Buffer.from('"'), Buffer.from([0xff]), Buffer.from(`"${' '.repeat(600_000)}`)])
  expect(await parsedLongJson(body, never)).toBeUndefined()
})

it('keeps a name that objects inherit, and letters that a slice cuts', async () => {
  const text = `{"__proto__":{"a":1},"b":"${'é€👩‍🔬'.repeat(60_000)}"}`
  expect(JSON.stringify(await parsedLongJson(Buffer.from(text), never))).toBe(text)
})

it('lets other work run between the slices', async () => {
  const order: string[] = []
  const parsing = parsedLongJson(long(`[${'1,'.repeat(100_000)}1]`), never).then(() => order.push('parsed'))
  setImmediate(() => setImmediate(() => order.push('other work')))
  await parsing
  expect(order).toEqual(['other work', 'parsed'])
})

it('stops when the request is aborted', async () => {
  const aborted = new AbortController()
  const parsing = parsedLongJson(long('[]'), aborted.signal)
  aborted.abort()
  await expect(parsing).rejects.toThrow()
})

it('refuses a long body with very many levels, without keeping them', async () => {
  const deep = Buffer.from('['.repeat(600_000))
  expect(await parsedLongJson(deep, never)).toBeUndefined()
  const levels = (count: number) => long(`${'['.repeat(count)}1${']'.repeat(count)}`)
  expect(await parsedLongJson(levels(101), never)).toBeUndefined()
  expect(JSON.stringify(await parsedLongJson(levels(100), never))).toHaveLength(201)
})
