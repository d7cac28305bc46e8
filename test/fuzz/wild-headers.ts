import fc from 'fast-check'
import { pick, seldom } from './choose.ts'
import { latin1, type Pair } from './fuzz-request.ts'
import { shortWildText } from './wild-values.ts'

// Generates headers with a meaning for us, for Fastify, or for a proxy; valid and invalid.

/** The content type of a form. */
export const FORM = 'application/x-www-form-urlencoded'

/** Content types of bodies. */
export const TYPES = [
  ...[FORM, 'application/json', 'text/plain', 'multipart/form-data; boundary=x', 'application/xml', '', ',', '*/*'],
  ...[
    `${FORM}; charset=utf-16`,
    `${FORM};charset="utf-8"`,
    `${FORM};`,
    `${FORM}, text/plain`,
    `\t${FORM}`,
    'APPLICATION/JSON',
  ],
  ...[
    'application/json; charset=latin1',
    'application/json;;',
    'application/json\t',
    'application/x-www-form-urlencoded\u00e9',
  ],
]

const HEADERS: Readonly<Record<string, readonly string[]>> = {
  'Content-Type': TYPES,
  'Content-Encoding': ['gzip', 'identity', 'br, gzip', 'x'],
  'Accept-Encoding': ['gzip', 'br', 'identity;q=0', '*;q=0', 'gzip;q=abc'],
  Accept: ['*/*', 'text/csv', 'application/xml', ';;;'],
  Authorization: [
    'Bearer x',
    'Basic eDp5',
    'Basic !!',
    'Bearer',
    'Digest a=b',
    `Bearer sj_${'A'.repeat(43)}`,
    'Basic Og==',
  ],
  Cookie: [
    'sojourn_session=x',
    'sojourn_session=',
    'a=b; sojourn_session=%00; sojourn_session=y',
    ';;;=',
    '__proto__=1',
  ],
  'X-Sojourn': ['page', ''],
  'Sec-Fetch-Site': ['same-origin', 'cross-site', 'none', 'x'],
  Origin: ['https://evil.example', 'null', 'http://localhost'],
  Host: ['evil.example', 'localhost', '[::1]:80', '127.0.0.1.evil.example', '', 'a b', '127.0.0.1:99999'],
  Range: ['bytes=0-1', 'bytes=9-1', 'bytes=0-0,2-3,5-', 'x'],
  'If-None-Match': ['*', '"x"', 'W/"'],
  'If-Modified-Since': ['Fri, 01 Jan 2100 00:00:00 GMT', 'x'],
  Expect: ['100-continue', 'x'],
  TE: ['trailers', 'chunked'],
  Upgrade: ['h2c', 'websocket'],
  'X-Forwarded-For': ['127.0.0.1', '::1, x'],
  'X-HTTP-Method-Override': ['DELETE', 'PUT'],
  'X-Request-Id': ['x', '../..'],
  __proto__: ['x'],
}

const headerPairs: fc.Arbitrary<Pair> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.oneof(
      ...Object.entries(HEADERS).map(([name, values]) => pick(...values).map((value): Pair => [name, value])),
    ),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(pick(...Object.keys(HEADERS)), shortWildText)
      .map(([name, value]): Pair => [name, inHeader(value)]),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.stringMatching(/^[!#$%&'*+.^_`|~0-9a-zA-Z-]{1,20}$/), shortWildText)
      .map(([name, value]): Pair => [name, inHeader(value)]),
  },
)

/** Limits a value to what an HTTP client can send; FuzzBytes has the rest. */
export function inHeader(value: string): string {
  return latin1(value).replace(/[^\t\x20-\x7e\x80-\xff]/g, '')
}

/** Generates additional headers: usually none. */
export const wildHeaders: fc.Arbitrary<readonly Pair[]> = seldom(
  fc.array(headerPairs, { minLength: 1, maxLength: 3 }),
  [],
  6,
)
