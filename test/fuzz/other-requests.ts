import { METHODS } from 'node:http'
import fc from 'fast-check'
import { pick, seldom } from './choose.ts'
import {
  type FuzzRequest,
  latin1,
  type Pair,
  percentEncoded,
  type Spelling,
  spellings,
  urlEncoded,
} from './fuzz-request.ts'
import type { FuzzedRoute, FuzzServerFacts } from './fuzz-server-facts.ts'
import { validReports } from './report-parameters.ts'
import { type RequestUser, requestUsers } from './request-users.ts'
import { inHeader, TYPES, wildHeaders } from './wild-headers.ts'
import { wildJql } from './wild-jql.ts'
import { wildJson } from './wild-json.ts'
import { shortWildText, wildText } from './wild-values.ts'

/** The longest query here; other tests cover longer ones. */
const LONGEST = 60_000

const pathParts = fc.oneof(
  { weight: 2, arbitrary: pick('0', 'team', 'TEAM', 'my report', 'normalHours', 'x') },
  { weight: 3, arbitrary: shortWildText },
)

/** Parameter names of the routes with few parameters. */
const SMALL = ['text', 'position', 'query', 'issueKey', 'issueKeys', 'column', 'asOf', 'calendar', 'timeZone', 'name']

const smallPairs: fc.Arbitrary<readonly Pair[]> = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.tuple(pick('text'), wildJql) },
    { weight: 2, arbitrary: fc.tuple(pick('position'), fc.oneof(fc.nat(60).map(String), wildText)) },
    { weight: 2, arbitrary: fc.tuple(pick(...SMALL), wildText) },
    { weight: 1, arbitrary: fc.tuple(shortWildText, shortWildText) },
  ),
  { maxLength: 4 },
)

/** A placeholder for a valid token, which is not known yet. */
const OWN_TOKEN = '\u0001token'

/** Generates valid and invalid JSON bodies. */
const bodies: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: wildJql.map(query => JSON.stringify({ query })) },
  { weight: 2, arbitrary: fc.tuple(wildText, wildText).map(([token, login]) => JSON.stringify({ token, login })) },
  { weight: 1, arbitrary: fc.constant(JSON.stringify({ token: OWN_TOKEN })) },
  { weight: 3, arbitrary: wildText.map(address => JSON.stringify({ address })) },
  {
    weight: 1,
    arbitrary: validReports.map(({ endpoint, pairs }) =>
      JSON.stringify({ address: `report=${endpoint}&${urlEncoded(pairs, 'usual')}` }),
    ),
  },
  { weight: 5, arbitrary: wildJson },
  { weight: 1, arbitrary: wildText },
)

/** Generates requests to any route, by any method, with anything in their paths, queries and bodies. */
export function otherRequests(facts: FuzzServerFacts): fc.Arbitrary<FuzzRequest> {
  const methods = METHODS.filter(method => method !== 'CONNECT')
  return fc
    .record({
      user: requestUsers(facts),
      route: pick(...facts.routes),
      method: seldom<string | null>(pick(...methods), null),
      parts: fc.array(pathParts, { minLength: 3, maxLength: 3 }),
      tail: seldom(
        shortWildText.map(text => `/${percentEncoded(text, 'usual')}`),
        '',
        12,
      ),
      pairs: smallPairs,
      spelling: spellings,
      body: fc.option(bodies, { freq: 2 }),
      type: seldom<string | null>(pick(...TYPES), null),
      extra: wildHeaders,
    })
    .map(made => otherRequest(made, facts))
}

interface RequestParts {
  readonly user: RequestUser
  readonly route: FuzzedRoute
  readonly method: string | null
  readonly parts: readonly string[]
  readonly tail: string
  readonly pairs: readonly Pair[]
  readonly spelling: Spelling
  readonly body: string | null
  readonly type: string | null
  readonly extra: readonly Pair[]
}

function otherRequest(
  { user, route, parts, tail, pairs, spelling, type, ...made }: RequestParts,
  { tokens }: FuzzServerFacts,
): FuzzRequest {
  const method = made.method ?? route.methods[0]!
  const path = route.url
    .split('/')
    .map((part, i) => (part.startsWith(':') ? percentEncoded(parts[i % 3]!, spelling) : part))
  const query = urlEncoded(pairs, spelling).slice(0, LONGEST)
  const takesBody = route.reads === 'application/json' && !['GET', 'HEAD'].includes(method)
  const body =
    takesBody || type !== null
      ? (made.body ?? '{}').replace(JSON.stringify(OWN_TOKEN), JSON.stringify(tokens.Ann))
      : null
  const own: Pair[] = [
    ['X-Sojourn', 'page'],
    ...(body === null ? [] : [['Content-Type', inHeader(type ?? 'application/json')] as const]),
  ]
  return {
    ...user,
    method,
    headers: [...own, ...made.extra],
    isValid: false,
    url: `${path.join('/')}${tail}${query === '' ? '' : `?${query}`}`,
    body: body === null ? null : latin1(body),
  }
}
