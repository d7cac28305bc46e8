import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { View } from '../../../src/app/views/view-types.ts'
import { type ListeningServer, listen } from '../../../src/edge/http/listen.ts'
import type { RawParameter } from '../../../src/store/plan/request-values.ts'
import { bodyOf } from '../../support/collected.ts'
import { exchange, readAnswer } from './exchange.ts'
import { AGGREGATION, LIST, testServer, testServerDeps, VIEWS } from './test-server.ts'

const FORM = 'application/x-www-form-urlencoded'
const JSON_TYPE = 'application/json'

const SAVED: View = {
  id: 'x',
  name: 'a',
  owner: null,
  isOwn: true,
  mayRemove: true,
  sharing: 'private',
  group: null,
  endpoint: 'list',
  parameters: [],
  display: [],
  created: null,
  updated: null,
}

/** What was passed on from bodies. */
const received: unknown[] = []

let server: ListeningServer

beforeAll(async () => {
  const receive = async (what: unknown) => void received.push(what)
  const usual = { ...testServerDeps() }
  const made = testServer({
    report: async ({ parameters }) => {
      await receive(parameters.map(({ name, value }: RawParameter) => [name, value]))
      return bodyOf('json', '{}')
    },
    queries: {
      ...usual.queries,
      parse: async query => {
        await receive(query)
        return { query: null, tree: null, mistakes: [] }
      },
    },
    views: {
      ...usual.views,
      create: async body => {
        await receive(body)
        return SAVED
      },
      change: async (_id, body) => {
        await receive(body)
        return SAVED
      },
    },
    pageData: {
      ...usual.pageData,
      signIn: async credentials => {
        await receive(credentials)
        return 'secret'
      },
    },
  })
  server = await listen(made, '127.0.0.1', 0)
})

afterAll(() => server.stop(0))

/**
 * The routes that read a body, its type, and what they receive; test/edge/http/routes.test.ts checks that the list is
 * complete.
 */
const ROUTES = [
  { method: 'POST', url: LIST, media: FORM, body: 'a=1', receives: [['a', '1']] },
  { method: 'POST', url: AGGREGATION, media: FORM, body: 'a=1', receives: [['a', '1']] },
  { method: 'POST', url: LIST.replace(/list$/, 'issue'), media: FORM, body: 'a=1', receives: [['a', '1']] },
  { method: 'POST', url: '/api/jql/parse', media: JSON_TYPE, body: '{"query":"a=1"}', receives: 'a=1' },
  {
    method: 'POST',
    url: '/api/session',
    media: JSON_TYPE,
    body: '{"token":"a"}',
    receives: { token: 'a', login: null },
  },
  { method: 'POST', url: VIEWS, media: JSON_TYPE, body: '{"name":"a"}', receives: { name: 'a' } },
  { method: 'PATCH', url: `${VIEWS}/x`, media: JSON_TYPE, body: '{"name":"a"}', receives: { name: 'a' } },
]

/** Spellings of the header, with the expected type as `m`; several lines are several headers. */
const READ = [
  ...['m', 'M', '  m  ', '\tm', 'm\t', 'm;', 'm; charset=utf-8', 'm;charset=UTF-8', 'm ; charset="utf-8"'],
  ...['m\t;\tcharset=utf8', 'm; boundary=x'],
]
const REFUSED = [
  ...['', 'm\tx', 'm x', 'm,text/plain', 'text/plain, m', 'm+x', 'mm', 'x-m', ';m', '*/*', '"m"', 'm\u00a0', 'm\x0b;'],
  ...['m; charset=iso-8859-1', 'm; charset=utf-16', 'm; charset=utf-8; charset=utf-7', 'm; charset'],
  ...['text/plain', 'text/plain; m', 'multipart/form-data; boundary=x', 'application/octet-stream', 'o'],
  ...['m\nm', 'm\no', 'o\nm', 'm\ntext/plain'],
]

describe.each(ROUTES)('the body at $url', ({ method, url, media, body, receives }) => {
  const other = media === FORM ? JSON_TYPE : FORM
  const post = async (lines: readonly string[], content = body) => {
    received.length = 0
    const usual = ['Host: localhost', 'Connection: close', 'X-Sojourn: page', `Content-Length: ${content.length}`]
    const head = [`${method} ${url} HTTP/1.1`, ...usual, ...lines]
    return readAnswer(await exchange(server.port, Buffer.from(`${head.join('\r\n')}\r\n\r\n${content}`, 'latin1')))
  }
  const headers = (spelling: string) =>
    spelling.split('\n').map(one => {
      const type = one === 'M' ? media.toUpperCase() : one === 'o' ? other : one.replace(/(?<!\w)m(?!u)|m$/g, media)
      return `Content-Type: ${type}`
    })

  it.each(READ)('is read with the header %j', async spelling => {
    expect([200, 201, 204]).toContain((await post(headers(spelling))).status)
    expect(received).toEqual([receives])
  })

  const expectRefusal = ({ status, headers, body: text }: Awaited<ReturnType<typeof post>>) => {
    expect(received).toEqual([])
    const keys = Object.keys(JSON.parse(text)).sort()
    if (media === FORM) expect(keys).toEqual(['message', 'pluginVersion', 'statusCode', 'time'])
    else expect(keys).toEqual(['code', 'detail', 'status', 'title', 'type'])
    expect([status, headers['x-error-code']]).toEqual([415, 'BODY_TYPE_UNSUPPORTED'])
  }

  it.each(REFUSED.filter(one => !one.includes('\x0b')))('reaches no handler with the header %j', async spelling => {
    expectRefusal(await post(headers(spelling)))
  })

  it('reaches no handler without the header', async () => {
    expectRefusal(await post([]))
  })

  it('reaches no handler with a header with characters that HTTP forbids', async () => {
    const { status } = await post(headers('m\x0b;'))
    expect([status >= 400 && status < 500, received]).toEqual([true, []])
  })

  it.each(['gzip', 'GZIP', 'deflate', 'br', 'identity, gzip', 'x', 'gzip, gzip'])(
    'is not decompressed: %s',
    async encoding => {
      expectRefusal(await post([`Content-Type: ${media}`, `Content-Encoding: ${encoding}`]))
    },
  )

  it('is not expected without a length, whatever the header says', async () => {
    for (const type of [media, other, 'x', '']) {
      const { headers } = await post([`Content-Type: ${type}`], '')
      expect(headers['x-error-code']).not.toBe('BODY_TYPE_UNSUPPORTED')
    }
  })
})

describe('the body of a JSON route', () => {
  it.each([
    ['no JSON', 'query=a'],
    ['of another shape', '{"query":["a"]}'],
    ['more than is read', '{"query":"a","more":1}'],
    ['a prototype', '{"query":"a","__proto__":{"query":"b"}}'],
    ['a prototype instead', '{"__proto__":{"query":"b"}}'],
    ['a constructor', '{"query":"a","constructor":{"prototype":{"query":"b"}}}'],
    ['a comma too many', '{"query":"a",}'],
    ['nested deeply', `${'['.repeat(200_000)}${']'.repeat(200_000)}`],
    ['nested deeply where the query should be', `{"query":${'['.repeat(200_000)}${']'.repeat(200_000)}}`],
    ['nested without an end', '{"query":'.repeat(200_000)],
  ])('is rejected if it is %s', async (_name, payload) => {
    const answer = await testServer().server.inject({
      method: 'POST',
      url: '/api/jql/parse',
      payload,
      headers: { 'content-type': JSON_TYPE },
    })
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'REQUEST_MALFORMED'])
    expect(({} as { query?: unknown }).query).toBeUndefined()
  })

  it('is rejected if it is not UTF-8', async () => {
    const payload = Buffer.from('{"query":"\xff"}', 'latin1')
    const headers = { 'content-type': JSON_TYPE }
    const answer = await testServer().server.inject({ method: 'POST', url: '/api/jql/parse', payload, headers })
    expect(answer.statusCode).toBe(400)
  })
})
