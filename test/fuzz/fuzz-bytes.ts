import fc from 'fast-check'
import { pick } from './choose.ts'
import type { FuzzBytes, FuzzRequest, Pair } from './fuzz-request.ts'
import { fuzzRequests } from './fuzz-requests.ts'
import type { FuzzServerFacts } from './fuzz-server-facts.ts'

/** A change of bytes at a position. */
interface Corruption {
  readonly at: number
  readonly remove: number
  readonly insert: string
}

const FRAGMENTS = [
  '\r\n',
  '\n',
  '\r',
  ': ',
  ' ',
  '\0',
  '\xff',
  '\r\n\r\n',
  'Content-Length: 5\r\n',
  'Transfer-Encoding: chunked\r\n',
  '0\r\n\r\n',
  'HTTP/1.1',
  '-',
  '%',
]

const harms: fc.Arbitrary<Corruption> = fc.record({
  at: fc.nat(),
  remove: pick(0, 0, 1, 1, 2, 8, 40),
  insert: fc.oneof(
    pick('', ...FRAGMENTS),
    fc.string({ unit: fc.nat(255).map(code => String.fromCharCode(code)), maxLength: 6 }),
  ),
})

/** Generates corrupted requests. */
export function fuzzBytes(facts: FuzzServerFacts): fc.Arbitrary<FuzzBytes> {
  return fc.tuple(fuzzRequests(facts), fc.array(harms, { minLength: 1, maxLength: 4 })).map(([request, all]) => ({
    mode: request.mode,
    bytes: all.reduce(corrupted, written(request, facts)),
  }))
}

function written({ as, method, url, headers, body }: FuzzRequest, { tokens }: FuzzServerFacts): string {
  const all: Pair[] = [
    ...[['Host', 'localhost'] as const, ['Connection', 'close'] as const],
    ...(as === null ? [] : [['Authorization', `Bearer ${tokens[as]}`] as const]),
    ...headers,
    ...(body === null ? [] : [['Content-Length', String(body.length)] as const]),
  ]
  const lines = all.map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${url} HTTP/1.1\r\n${lines.join('')}\r\n${body ?? ''}`
}

/** Corrupts a request where it matters most: in the head. */
function corrupted(bytes: string, { at, remove, insert }: Corruption): string {
  const end = bytes.indexOf('\r\n\r\n') + 4
  const location = at % (Math.min(end + 40, bytes.length) + 1)
  return bytes.slice(0, location) + insert + bytes.slice(location + remove)
}
