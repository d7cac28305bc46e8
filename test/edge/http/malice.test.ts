import { once } from 'node:events'
import { connect } from 'node:net'
import { homedir } from 'node:os'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Workspace } from '../../../src/app/workspace/workspace.ts'
import { PARAMETER_LIMIT } from '../../../src/edge/http/limits.ts'
import { type ListeningServer, listen } from '../../../src/edge/http/listen.ts'
import { sample } from '../../support/sampling.ts'
import { exchange, type RawAnswer, readAnswer } from './exchange.ts'
import { smallWorkspace, temporaryFolder } from './small-tracker.ts'
import { AGGREGATION, CALENDARS, LIST, recordingLog, testServer, VIEWS } from './test-server.ts'

const folder = temporaryFolder()
const log = recordingLog()
let workspace: Workspace
let server: ListeningServer

beforeAll(async () => {
  workspace = await smallWorkspace(folder.path)
  const { report, ping, storeStatus, queries, pageData } = workspace
  server = await listen(
    testServer({ report, ping, storeStatus, queries, pageData, calendars: workspace.calendars, log }),
    ...(['127.0.0.1', 0] as const),
  )
})

afterAll(async () => {
  await server.stop(0)
  await workspace.close()
  folder.forget()
})

const QUERY = 'filterType=project&projectKey=WEB&columnsBy=statusDuration&calendar=normalHours&viewFormat=hours'
const USUAL = 'Host: localhost\r\nConnection: close\r\n'
const FORM = 'Content-Type: application/x-www-form-urlencoded\r\n'

/** Sends bytes, given as latin1, and checks the invariants of every response. */
async function send(bytes: string): Promise<RawAnswer> {
  const answer = readAnswer(await exchange(server.port, Buffer.from(bytes, 'latin1')))
  expectNoLeak(answer)
  return answer
}

const get = (url: string, headers = '') => send(`GET ${url} HTTP/1.1\r\n${USUAL}${headers}\r\n`)

const post = (url: string, body: string, headers = FORM) =>
  send(`POST ${url} HTTP/1.1\r\n${USUAL}${headers}Content-Length: ${Buffer.byteLength(body, 'latin1')}\r\n\r\n${body}`)

/** Checks that a response reveals no internals, and is no internal error. */
function expectNoLeak({ status, headers, body }: RawAnswer): void {
  const text = `${JSON.stringify(headers)} ${body}`
  expect(status).not.toBe(500)
  for (const secret of [process.cwd(), homedir(), folder.path, 'node_modules', 'root:x:0'])
    expect(text).not.toContain(secret)
  expect(text).not.toMatch(
    /\n\s+at |\.[jt]s:\d|\bselect\b.*\bfrom\b|duckdb|(Type|Syntax|Range|Binder|Catalog|Conversion) ?Error|FST_ERR/i,
  )
}

const codeOf = ({ status, headers }: RawAnswer) => [status, headers['x-error-code']]

/** Checks that the server still responds as before. */
async function expectUnharmed(): Promise<void> {
  const { status, body } = await get(`${LIST}?${QUERY}&outputType=csv`)
  expect([status, body.split('\r\n')[1]]).toEqual([200, '"WEB-3","Issue 3","216.0","-","-"'])
}

describe('invalid characters', () => {
  it.each([
    ['a null byte', '%00'],
    ['control letters', '%01%1b%7f'],
    ['a line break and a header', '%0d%0aX-Evil:%201'],
    ['text that runs backwards', '%e2%80%ae'],
    ['a family', '%f0%9f%91%a8%e2%80%8d%f0%9f%91%a9%e2%80%8d%f0%9f%91%a7'],
    ['many marks on a letter', `a${'%cc%81'.repeat(1000)}`],
    ['what other programs would run', "'%22;--%20$%7b7*7%7d%7b%7b7*7%7d%7d<img%20src=x%20onerror=alert(1)>"],
    ['names of JavaScript', '__proto__'],
  ])('are an error or a normal value in every parameter: %s', async (_name, value) => {
    const names = QUERY.split('&')
      .map(pair => pair.split('=')[0]!)
      .concat('customjql', 'statuses', 'filters', 'fields', 'groupByFields', value)
    for (const name of names) {
      for (const url of sample(`${value} ${name}`, [LIST, AGGREGATION], 1)) {
        const query = QUERY.split('&').filter(pair => !pair.startsWith(`${name}=`))
        const answer = await get(`${url}?${[...query, `${name}=${value}`].join('&')}`)
        expect([200, 400]).toContain(answer.status)
        expect(answer.headers).not.toHaveProperty('x-evil')
        expect(codeOf(await post(url, [...query, `${name}=${value}`].join('&')))).toEqual(codeOf(answer))
      }
    }
    await expectUnharmed()
  })

  it.each(['%ff', '%c3%28', '%c0%80', '%ed%a0%80', '%f4%90%80%80', '%', '%4', '%zz', '%u0041'])(
    'are an error if they are not UTF-8 in a URL: %s',
    async value => {
      expect(codeOf(await get(`${LIST}?${QUERY}&statuses=${value}`))).toEqual([400, 'REQUEST_MALFORMED'])
      expect(codeOf(await get(`/api/jql/suggest?text=${value}`))).toEqual([400, 'REQUEST_MALFORMED'])
      expect(codeOf(await post(LIST, `${QUERY}&statuses=${value}`))).toEqual([400, 'REQUEST_MALFORMED'])
      expect([400, 404]).toContain((await get(`${CALENDARS}/${value}`)).status)
    },
  )

  it.each(['\xff', '\xc3\xa9', '\xed\xa0\x80'])('are an error if they are not encoded: %j', async bytes => {
    expect(codeOf(await get(`${LIST}?projectKey=${bytes}`))).toEqual([400, 'REQUEST_MALFORMED'])
    expect((await get(`/${bytes}`)).status).toBe(400)
  })

  it.each(['\x00', '\x01', '\x7f'])('are invalid HTTP in a URL or a header: %j', async bytes => {
    expect((await get(`/${bytes}`)).status).toBe(400)
    expect((await get('/healthz', `X-A: ${bytes}\r\n`)).status).toBe(400)
  })

  it('are an error in a form if they are not UTF-8', async () => {
    expect(codeOf(await post(LIST, `${QUERY}&statuses=\xff`))).toEqual([400, 'REQUEST_MALFORMED'])
  })

  it('cause no internal error if JSON has a lone surrogate', async () => {
    const filters = encodeURIComponent('[{"type":"cfv","id":"\\ud800","value":"\\udfff"}]')
    expect([200, 400]).toContain((await get(`${AGGREGATION}?${QUERY}&aggregationType=sum&filters=${filters}`)).status)
    for (const query of ['project = \\"\\ud800\\"', 'summary ~ \\"\\udc00 \\u0000\\"', '\\ud83d', '\\u0000']) {
      const { status, body } = await post(
        '/api/jql/parse',
        `{"query":"${query}"}`,
        'Content-Type: application/json\r\n',
      )
      expect([status, Object.keys(JSON.parse(body)).sort()]).toEqual([200, ['mistakes', 'query', 'tree']])
    }
  })
})

describe('JSON in parameters', () => {
  it.each([
    ['a prototype', '[{"__proto__":{"isAdministrator":true}}]'],
    ['a constructor', '[{"constructor":{"prototype":{"isAdministrator":true}}}]'],
    ['a name twice', '[{"type":"cfv","type":"cfv"}]'],
    ['eleven parts', `[${'{},'.repeat(10)}{}]`],
    ['numbers that are none', '[1e999,-0,9007199254740993]'],
  ])('is validated: %s', async (_name, json) => {
    for (const name of ['filters', 'dbsMetrics']) {
      const answer = await get(`${AGGREGATION}?${QUERY}&aggregationType=sum&${name}=${encodeURIComponent(json)}`)
      expect([200, 400]).toContain(answer.status)
    }
    expect(({} as { isAdministrator?: unknown }).isAdministrator).toBeUndefined()
  })

  it('is rejected if it is deeply nested', async () => {
    for (const json of [`${'['.repeat(200_000)}${']'.repeat(200_000)}`, '{"a":'.repeat(100_000)]) {
      const answer = await post(AGGREGATION, `${QUERY}&aggregationType=sum&filters=${json}`)
      expect(answer.status).toBe(400)
    }
    await expectUnharmed()
  })
})

describe('a number in filters', () => {
  it('is rejected with five million digits, before any calculation', async () => {
    const value = '9'.repeat(5_000_000)
    const filters = JSON.stringify([{ column: '3', operator: 'equals', value, unit: 'hour' }])
    const answer = await post(AGGREGATION, `${QUERY}&aggregationType=sum&filters=${encodeURIComponent(filters)}`)
    expect(answer.status).toBe(400)
    expect(JSON.parse(answer.body).messages).toEqual([
      expect.stringMatching(/filters element 0: value '9+\.\.\.' has too many digits. Allowed: at most 30/),
    ])
  })
})

describe('a body full of errors', () => {
  it.each([
    ['filters', `[${'{},'.repeat(300_000)}{}]`],
    ['filters', `[{${Array.from({ length: 100_000 }, (_, i) => `"k${i}":1`).join(',')}}]`],
    ['dbsMetrics', `[${'{"x":1},'.repeat(100_000)}{}]`],
    ['statuses', `[${'{},'.repeat(300_000)}{}]`],
    ['statuses', Array.from({ length: 300_000 }, (_, i) => `x${i}`).join(',')],
    ['groups', Array.from({ length: 300_000 }, (_, i) => `x${i}`).join(',')],
    ['projectKey', 'x'.repeat(3_000_000)],
    ['dateFormat', 'y'.repeat(1_000_000)],
    ['customjql', '('.repeat(1_000_000)],
    ['x'.repeat(1_000_000), 'y'],
  ])('gets a short response: %.20s', async (name, value) => {
    const { status, body } = await post(AGGREGATION, `${QUERY}&aggregationType=sum&${name}=${value}`)
    expect([200, 400]).toContain(status)
    expect(body.length).toBeLessThan(20_000)
  })
})

describe('many parameters', () => {
  it('are rejected if one that is not a list is repeated', async () => {
    expect((await get(`${LIST}?${QUERY}&pageSize=1&pageSize=2`)).status).toBe(400)
    expect((await get('/api/jql/suggest?text=a&text=b')).status).toBe(400)
  })

  it('cause no internal error if there are too many', async () => {
    expect((await post(LIST, `${'a&'.repeat(PARAMETER_LIMIT)}a`)).status).toBe(400)
    expect([200, 400]).toContain((await post(LIST, `${QUERY}&${'b=&'.repeat(PARAMETER_LIMIT - 10)}`)).status)
  })
})

describe('ambiguous requests', () => {
  const hidden = `GET /hidden HTTP/1.1\r\nHost: localhost\r\n\r\n`
  const start = `POST ${LIST} HTTP/1.1\r\nHost: localhost\r\n${FORM}`

  it.each([
    ['a length and chunks', `${start}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${hidden}`],
    ['chunks and a length', `${start}Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n${hidden}`],
    ['two lengths', `${start}Content-Length: 0\r\nContent-Length: 44\r\n\r\n${hidden}`],
    ['the same length twice', `${start}Content-Length: 3\r\nContent-Length: 3\r\n\r\na=1`],
    ['two lengths in one', `${start}Content-Length: 0, 44\r\n\r\n${hidden}`],
    ['a length with a sign', `${start}Content-Length: +3\r\n\r\na=1`],
    ['a length below nothing', `${start}Content-Length: -1\r\n\r\n${hidden}`],
    ['a length that is no number', `${start}Content-Length: 0x3\r\n\r\na=1`],
    ['a length without end', `${start}Content-Length: 99999999999999999999999\r\n\r\n`],
    ['chunks under another name', `${start}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${hidden}`],
    ['chunks that are not last', `${start}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n${hidden}`],
    ['chunks twice', `${start}Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n${hidden}`],
    ['a chunk of a wrong length', `${start}Transfer-Encoding: chunked\r\n\r\nzz\r\n${hidden}`],
    ['a chunk longer than any', `${start}Transfer-Encoding: chunked\r\n\r\n${'f'.repeat(20)}\r\n${hidden}`],
    ['a blank before the colon', `${start}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n${hidden}`],
    ['a header that goes on', `${start}Transfer-Encoding:\r\n chunked\r\nContent-Length: 3\r\n\r\n0\r\n\r\n${hidden}`],
    ['a line end that is none', `GET /healthz HTTP/1.1\rHost: localhost\r\r${hidden}`],
    ['no Host', `GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n`],
    ['two Hosts', `GET /healthz HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\nConnection: close\r\n\r\n`],
    ['another protocol', 'GET /healthz HTTP/9.9\r\nHost: localhost\r\n\r\n'],
    ['a secret handshake', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['a TLS greeting', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
  ])('are rejected, and no smuggled request is run: %s', async (_name, bytes) => {
    log.lines.length = 0
    const { status, headers } = await send(bytes)
    expect([status, headers['x-error-code'], headers.connection?.toLowerCase()]).toEqual([
      400,
      'REQUEST_MALFORMED',
      'close',
    ])
    expect(JSON.stringify(log.lines)).not.toContain('hidden')
  })

  it('are answered in order if they are valid', async () => {
    const requestBytes = (url: string, more = '') => `GET ${url} HTTP/1.1\r\nHost: localhost\r\n${more}\r\n`
    const text = await exchange(
      server.port,
      requestBytes(`${LIST}?${QUERY}`) + requestBytes('/healthz') + requestBytes('/nix', 'Connection: close\r\n'),
    )
    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200', 'HTTP/1.1 404'])
    expect(text.indexOf('"WEB-1"')).toBeLessThan(text.indexOf('"ok"'))
  })

  it('get no response inside another one', async () => {
    const made = testServer()
    made.server.get('/slow', (_request, reply) =>
      reply.send(
        Readable.from(
          (async function* () {
            yield 'first'
            await new Promise(resolve => setTimeout(resolve, 200))
            yield 'last'
          })(),
        ),
      ),
    )
    const listening = await listen(made, '127.0.0.1', 0)
    const text = await exchange(listening.port, `GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n`, 100, 'hello\r\n\r\n')
    await listening.stop(0)
    expect(text).toContain('first')
    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200'])
  })
})

describe('URLs', () => {
  it('are the same with a host', async () => {
    const { status, body } = await get(`http://localhost${LIST}?${QUERY}&outputType=csv`)
    expect([status, body]).toEqual([200, (await get(`${LIST}?${QUERY}&outputType=csv`)).body])
    expect((await send(`PUT http://evil.example${LIST} HTTP/1.1\r\n${USUAL}\r\n`)).headers.allow).toBe(
      'GET, HEAD, POST',
    )
    for (const url of ['http://', 'http:///etc/passwd', 'ftp://localhost/', 'http://localhost', 'localhost:80', '*']) {
      expect([400, 404]).toContain((await get(url)).status)
    }
  })

  const SPELLINGS = [
    ...[
      '../../../etc/passwd',
      '..%2f..%2f..%2fetc%2fpasswd',
      '%2e%2e/%2e%2e/etc/passwd',
      '%2e%2e%2f%2e%2e%2fetc%2fpasswd',
    ],
    ...['..%252f..%252fetc%252fpasswd', '..%5c..%5cetc%5cpasswd', '..\\..\\etc\\passwd', '%c0%ae%c0%ae/etc/passwd'],
    ...[
      '%uff0e%uff0e/etc/passwd',
      '..%00/etc/passwd',
      '..;/..;/etc/passwd',
      '.%2e/.%2e/etc/passwd',
      '..%c0%af..%c0%afetc',
    ],
    ...[
      '....//....//etc/passwd',
      '%ef%bc%8e%ef%bc%8e/etc/passwd',
      '/etc/passwd',
      '%2fetc%2fpasswd',
      'file:%2f%2f%2fetc%2fpasswd',
    ],
    ...['..', '.', '..%2f', '%2e', '~', 'x'.repeat(5_000), ':id', '%3aid', '__proto__', 'constructor', 'toString'],
  ]

  it.each(SPELLINGS)('with a path parameter lead nowhere else: %s', async spelling => {
    for (const url of [`${CALENDARS}/${spelling}`, `/docs/${spelling}`, `/${spelling}`, `${VIEWS}/${spelling}`]) {
      expect([400, 404, 405]).toContain((await get(url)).status)
    }
  })

  it('are not guessed', async () => {
    for (const url of [
      `${LIST}/`,
      `/${LIST}`,
      LIST.toUpperCase(),
      `${LIST}%20`,
      `${LIST};a=1`,
      `${LIST}//`,
      `${LIST}/.`,
    ]) {
      expect([url, (await get(url)).status]).toEqual([url, 404])
    }
  })
})

describe('methods', () => {
  it('return no body for HEAD', async () => {
    const { status, body, headers } = await send(`HEAD ${LIST}?${QUERY} HTTP/1.1\r\n${USUAL}\r\n`)
    expect([status, body]).toEqual([200, ''])
    expect(Number(headers['content-length'])).toBeGreaterThan(0)
  })

  it.each(['OPTIONS', 'TRACE', 'PUT', 'PATCH', 'DELETE', 'PROPFIND', 'MKCOL', 'LINK', 'SEARCH'])(
    'that are unsupported are rejected, and nothing is echoed: %s',
    async method => {
      const answer = await send(`${method} ${LIST} HTTP/1.1\r\n${USUAL}X-Canary: canary\r\n\r\n`)
      expect(codeOf(answer)).toEqual([405, 'METHOD_NOT_ALLOWED'])
      expect(answer.body).not.toContain('canary')
    },
  )

  it.each(['FOO', 'get', 'GET2', ''])('that do not exist are invalid HTTP: %j', async method => {
    expect((await send(`${method} ${LIST} HTTP/1.1\r\n${USUAL}\r\n`)).status).toBe(400)
  })

  it('do not open a proxy connection', async () => {
    const text = await exchange(server.port, `CONNECT evil.example:443 HTTP/1.1\r\n${USUAL}\r\n`)
    expect(text).not.toMatch(/ 200 /)
    await expectUnharmed()
  })

  it('cannot be overridden by a header', async () => {
    for (const name of ['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override']) {
      expect((await get(LIST, `${name}: DELETE\r\n`)).headers['x-error-code']).toBe('REPORT_INVALID')
      expect((await post('/api', '_method=GET', `${FORM}${name}: GET\r\n`)).status).toBe(405)
    }
  })
})

describe('headers', () => {
  it('of proxies are ignored', async () => {
    const plain = await get('/api')
    for (const name of [
      'X-Forwarded-For',
      'X-Forwarded-Host',
      'X-Forwarded-Proto',
      'X-Forwarded-Prefix',
      'Forwarded',
    ]) {
      const value = name === 'Forwarded' ? 'for=6.6.6.6;host=evil.example;proto=https' : 'evil.example'
      const { status, body } = await get('/api', `${name}: ${value}\r\n`)
      expect([status, body]).toEqual([200, plain.body])
    }
    for (const name of ['X-Original-URL', 'X-Rewrite-URL']) {
      expect((await get('/nix', `${name}: /api\r\n`)).status).toBe(404)
    }
  })

  it('do not set the request id', async () => {
    for (const name of ['X-Request-Id', 'Request-Id', 'X-Correlation-Id', 'traceparent']) {
      const { headers } = await get('/healthz', `${name}: canary\r\n`)
      expect(headers['x-request-id']).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/)
      expect(JSON.stringify(headers)).not.toContain('canary')
    }
  })

  it('are rejected if there are too many', async () => {
    const many = (count: number) => 'X-A: b\r\n'.repeat(count)
    expect((await get('/healthz', many(198))).status).toBe(200)
    for (const count of [199, 1_000, 3_000]) {
      expect(codeOf(await get('/healthz', many(count)))).toEqual([400, 'REQUEST_MALFORMED'])
    }
    expect([400, 431]).toContain((await get('/healthz', many(20_000))).status)
  })

  it('cannot hide the length of a body behind many others', async () => {
    const hiding = `${'X-A: b\r\n'.repeat(3_000)}${FORM}`
    expect((await post(LIST, QUERY, hiding)).status).toBe(400)
  })

  it('for ranges or conditional requests get the whole current response', async () => {
    const { status, body } = await get(`${LIST}?${QUERY}`)
    for (const header of ['Range: bytes=0-1', 'If-Modified-Since: Fri, 01 Jan 2100 00:00:00 GMT', 'If-None-Match: *']) {
      const found = await get(`${LIST}?${QUERY}`, `${header}\r\n`)
      expect([found.status, found.body.length]).toEqual([status, body.length])
    }
  })

  it('with an unknown expectation are rejected', async () => {
    for (const url of ['/healthz', LIST]) {
      const { status, headers } = await get(url, 'Expect: magic\r\n')
      expect([status, headers['x-error-code'], headers['x-frame-options']]).toEqual([
        417,
        'EXPECTATION_UNKNOWN',
        'DENY',
      ])
    }
    const text = await exchange(
      ...([
        server.port,
        `POST ${LIST} HTTP/1.1\r\n${USUAL}${FORM}Expect: 100-continue\r\nContent-Length: ${QUERY.length}\r\n\r\n${QUERY}`,
      ] as const),
    )
    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 100', 'HTTP/1.1 200'])
  })

  it('for a protocol upgrade are ignored', async () => {
    for (const to of ['h2c', 'websocket']) {
      const request = `GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade, close\r\nUpgrade: ${to}\r\n\r\n`
      expect((await send(request)).status).toBe(200)
    }
  })
})

describe('a connection that is cut at any point', () => {
  it('has no effect on others', async () => {
    const request = `POST ${LIST} HTTP/1.1\r\n${USUAL}${FORM}Content-Length: ${QUERY.length}\r\n\r\n${QUERY}`
    for (let length = 0; length < request.length; length += 7) {
      const socket = connect(server.port, '127.0.0.1', () =>
        socket.write(request.slice(0, length), () => socket.destroy()),
      )
      await once(socket, 'close')
    }
    await expectUnharmed()
    expect(log.lines.filter(({ message }) => message === 'defect')).toEqual([])
  })
})
